/** Numbers that look like chance and come again with the same seed: an input is known by its target, seed and number. */

/** A stream of choices. */
export type Random = {
  /** A whole number from 0 up to, not including, `end`. */
  readonly below: (end: number) => number;
  /** True once in `times`. */
  readonly oneIn: (times: number) => boolean;
  /** One of a list. @throws RangeError for an empty one */
  readonly pick: <T>(list: readonly T[]) => T;
};

/** The choices that follow from `seed`: sfc32 over an FNV hash of it. */
export function randomFrom(seed: string): Random {
  let [a, b, c, d] = [hash(seed, 1), hash(seed, 2), hash(seed, 3), 1];
  const next = (): number => {
    const sum = (a + b + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return sum >>> 0;
  };
  for (let i = 0; i < 12; i += 1) next();
  const below = (end: number): number => Math.floor((next() / 0x1_0000_0000) * end);
  return {
    below,
    oneIn: (times) => below(times) === 0,
    pick: (list) => {
      if (list.length === 0) throw new RangeError("nothing to pick from");
      return list[below(list.length)] as (typeof list)[number];
    },
  };
}

function hash(text: string, round: number): number {
  let state = (0x811c9dc5 ^ Math.imul(round, 0x9e3779b1)) | 0;
  for (let at = 0; at < text.length; at += 1) state = Math.imul(state ^ text.charCodeAt(at), 0x01000193);
  return state ^ (state >>> 15);
}
