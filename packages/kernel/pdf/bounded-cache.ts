// Caches recently read objects, never all: a document of millions of objects must not fill the memory.

/** A cache that forgets what was not asked for lately. `weight` is the size of a value in bytes of its source. */
export type BoundedCache<Key, Value> = {
  readonly get: (key: Key) => Value | undefined;
  readonly set: (key: Key, value: Value, weight: number) => void;
};

/**
 * A cache in two generations of at most `weightMax` / 2 each: when the young one is full it becomes the old one, and what
 * is found in the old one moves back. A value heavier than a whole generation is not kept, unless it weighs `aloneMax` at most: the
 * last of those is, beside all others.
 */
export function boundedCache<Key, Value>(weightMax: number, { aloneMax = 0 } = {}): BoundedCache<Key, Value> {
  type Entry = { readonly value: Value; readonly weight: number };
  let young = new Map<Key, Entry>();
  let old = new Map<Key, Entry>();
  let weightOfYoung = 0;
  let alone: { readonly key: Key; readonly value: Value } | undefined;
  const keep = (key: Key, entry: Entry): void => {
    if (entry.weight > weightMax / 2) {
      if (entry.weight <= aloneMax) alone = { key, value: entry.value };
      return;
    }
    if (weightOfYoung + entry.weight > weightMax / 2) {
      old = young;
      young = new Map();
      weightOfYoung = 0;
    }
    young.set(key, entry);
    weightOfYoung += entry.weight;
  };
  return {
    get: (key) => {
      const found = young.get(key);
      if (found !== undefined) return found.value;
      if (alone?.key === key) return alone.value;
      const earlier = old.get(key);
      if (earlier === undefined) return undefined;
      old.delete(key);
      keep(key, earlier);
      return earlier.value;
    },
    set: (key, value, weight) => keep(key, { value, weight }),
  };
}
