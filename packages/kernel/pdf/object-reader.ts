// Reads the objects of a document on demand, at an offset or inside an object stream, and caches recent ones.
import { boundedCache } from "./bounded-cache.ts";
import type { Location } from "./cross-reference-section.ts";
import { decode, type Filter } from "./filters.ts";
import { type ObjectStream, readObjectStream, readWithin } from "./object-stream.ts";
import { type PdfDict, type PdfObject, type PdfRef, type PdfStream, pdfNull } from "./objects.ts";
import type { Indirect, PdfFile } from "./read-indirect.ts";
import { stepsOfAValue } from "./reading-budget.ts";
import { broken, PdfRefusal, tooComplex } from "./refusal.ts";

/**
 * How objects are found and read; `decrypt` sees every object that does not come out of an object stream. With `forgive`
 * an object that cannot be read is null, and its number is told; without, reading it throws.
 */
export type Placement = {
  readonly locate: (num: number) => Location;
  readonly readAt: (file: PdfFile, offset: number) => Indirect;
  readonly decrypt: (ref: PdfRef, object: PdfObject) => PdfObject;
  readonly forgive?: (num: number) => void;
};

/** Access to the objects of a document. `load` gives null for what does not exist; `resolve` undefined for nothing and null. */
export type ObjectReader = {
  readonly load: (ref: PdfRef) => PdfObject;
  readonly locate: (num: number) => Location;
  readonly resolve: (value: PdfObject | undefined) => PdfObject | undefined;
  readonly decodeStream: (stream: PdfStream) => Uint8Array;
};

type Loaded = { readonly gen: number; readonly object: PdfObject; readonly weight: number };

const nothing: Loaded = { gen: 0, object: pdfNull, weight: 16 };

/** Source bytes of kept objects; in memory they take ten times as much. */
const objectCacheBytes = 4 * 1024 * 1024;
/** A dictionary of a hundred thousand entries: code that goes through what it names asks for it again and again. */
const largestKept = 8 * 1024 * 1024;
/** What an object costs however short its source is. */
const leastWeight = 64;
const streamCacheBytes = 128 * 1024 * 1024;
const loadingMax = 100;
/** §7.5.4: five digits in a table, two bytes in what we append; the highest one is never used again. */
const generationMax = 65_535;
/** Reading an object takes as long as this many looks at one that is kept. */
const [stepsToAnOffset, stepsWithinAStream] = [40, 15];

/** Objects of `file`, placed as `placement` says. @throws PdfRefusal FILE_BROKEN and FILE_TOO_COMPLEX, from each function it gives */
export function objectReader(opened: Omit<PdfFile, "resolveLength">, placement: Placement): ObjectReader {
  const cache = boundedCache<number, Loaded>(objectCacheBytes, { aloneMax: largestKept });
  const objectStreams = boundedCache<number, ObjectStream>(streamCacheBytes);
  const loading = new Set<number>();
  const file: PdfFile = { ...opened, resolveLength };

  function resolveLength(length: PdfObject | undefined): number {
    const value = resolve(length);
    if (value?.kind !== "number" || !Number.isSafeInteger(value.value) || value.value < 0)
      throw broken("stream has no /Length");
    return value.value;
  }
  function load({ num, gen }: PdfRef): PdfObject {
    file.budget.look(1);
    const found = cache.get(num) ?? loadOnce(num);
    return found.gen === gen ? found.object : pdfNull;
  }
  function loadOnce(num: number): Loaded {
    if (loading.has(num)) throw broken(`object ${num} needs itself to be read`);
    if (loading.size >= loadingMax) throw broken("objects need too many others to be read");
    loading.add(num);
    try {
      const loaded = loadAt(num, placement.locate(num));
      cache.set(num, loaded, Math.max(leastWeight, loaded.weight));
      return loaded;
    } catch (error) {
      if (placement.forgive === undefined || !(error instanceof PdfRefusal) || error.code !== "FILE_BROKEN")
        throw error;
      placement.forgive(num);
      return nothing;
    } finally {
      loading.delete(num);
    }
  }
  function loadAt(num: number, location: Location): Loaded {
    if (location.kind === "free") return nothing;
    if (location.kind === "compressed") return fromObjectStream(num, location);
    file.budget.look(stepsToAnOffset);
    if (location.gen > generationMax) throw broken(`object ${num} has generation ${location.gen}`);
    const found = placement.readAt(file, location.offset);
    if (found.num !== num || found.gen !== location.gen)
      throw broken(`object ${num} is not where the cross-reference says`);
    const object = placement.decrypt({ kind: "ref", num, gen: found.gen }, found.object);
    return { gen: found.gen, object, weight: found.end - location.offset };
  }
  function fromObjectStream(num: number, { stream, index }: { stream: number; index: number }): Loaded {
    const opened = objectStreams.get(stream) ?? openObjectStream(stream);
    const { object, length, values } = readWithin(opened, { num, index });
    file.budget.parse(length);
    file.budget.look(stepsWithinAStream + values * stepsOfAValue);
    return { gen: 0, object, weight: length };
  }
  function openObjectStream(num: number): ObjectStream {
    if (placement.locate(num).kind !== "offset") throw broken("object stream inside an object stream");
    const object = load({ kind: "ref", num, gen: 0 });
    if (object.kind !== "stream") throw broken("object stream is not a stream");
    const length = (key: string): number => resolveLength(object.dict.entries.get(key));
    const stream = readObjectStream(decodeStream(object), { count: length("N"), first: length("First") });
    objectStreams.set(num, stream, stream.bytes.length + stream.numbers.length * 8);
    return stream;
  }
  const resolve = followReferences(load);
  const decodeStream = (stream: PdfStream): Uint8Array => decodeWithin(file, stream, resolve);
  return { load, locate: placement.locate, resolve, decodeStream };
}

/** Follows references with `load`; undefined for nothing and null. @throws PdfRefusal FILE_BROKEN for a loop */
export function followReferences(load: ObjectReader["load"]): ObjectReader["resolve"] {
  return (value) => {
    let current = value;
    for (let hops = 0; current?.kind === "ref"; hops += 1) {
      if (hops > 32) throw broken("references form a loop");
      current = load(current);
    }
    return current?.kind === "null" ? undefined : current;
  };
}

function decodeWithin(file: PdfFile, stream: PdfStream, resolve: ObjectReader["resolve"]): Uint8Array {
  const { decodedBytesMax } = file.limits;
  if (stream.stored().size > decodedBytesMax) throw tooComplex(`a stream of more than ${decodedBytesMax} bytes`);
  return decode(stream.read(), filtersOf(stream.dict, resolve), file.budget);
}

function filtersOf(dict: PdfDict, resolve: ObjectReader["resolve"]): Filter[] {
  const filter = resolve(dict.entries.get("Filter"));
  const parameters = resolve(dict.entries.get("DecodeParms"));
  if (filter === undefined) return [];
  const all = parameters?.kind === "array" ? parameters.items : [parameters];
  return (filter.kind === "array" ? filter.items : [filter]).map((item, i) => {
    const name = resolve(item);
    if (name?.kind !== "name") throw broken("/Filter is not a name");
    const own = resolve(all[i]);
    return { name: name.value, parameters: own?.kind === "dict" ? resolveValues(own, resolve) : undefined };
  });
}

function resolveValues(dict: PdfDict, resolve: ObjectReader["resolve"]): PdfDict {
  const entries = new Map<string, PdfObject>();
  for (const [key, value] of dict.entries) entries.set(key, resolve(value) ?? pdfNull);
  return { kind: "dict", entries };
}
