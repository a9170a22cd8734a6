// Object streams (ISO 32000-2 §7.5.7): several objects in one compressed stream, with a table of their numbers and
// offsets in front. /Extends only groups streams: the cross-reference names the stream of every object.
import { cursorAt, isWhitespace, readObject, valuesRead, WindowEnd } from "./lexer.ts";
import type { PdfObject } from "./objects.ts";
import { broken } from "./refusal.ts";

/** A decoded object stream: numbers and offsets in `bytes`, in the order of its table. */
export type ObjectStream = {
  readonly bytes: Uint8Array;
  readonly numbers: Uint32Array;
  readonly offsets: Uint32Array;
};

/** Reads the table of `count` pairs in front of the objects, which begin at `first`. @throws PdfRefusal FILE_BROKEN */
export function readObjectStream(bytes: Uint8Array, table: { count: number; first: number }): ObjectStream {
  const { count, first } = table;
  if (![count, first].every((value) => Number.isSafeInteger(value) && value >= 0))
    throw broken("object stream with a broken /N or /First");
  // Two digits and two blanks a pair at least, so a table cannot claim more than there are bytes for.
  if (count * 4 > bytes.length + 4 || first > bytes.length) throw broken("object stream ends in its header");
  const numbers = new Uint32Array(count);
  const offsets = new Uint32Array(count);
  let at = 0;
  const next = (): number => {
    while (isWhitespace(bytes[at])) at += 1;
    const start = at;
    let value = 0;
    for (let byte = bytes[at] ?? 0; byte >= 0x30 && byte <= 0x39; byte = bytes[at] ?? 0) {
      value = value * 10 + byte - 0x30;
      at += 1;
    }
    if (at === start || at - start > 10) throw broken("object stream has a broken header");
    return value;
  };
  for (let i = 0; i < count; i += 1) {
    numbers[i] = next();
    const offset = first + next();
    if (offset >= bytes.length) throw broken("object stream points outside of itself");
    offsets[i] = offset;
  }
  return { bytes, numbers, offsets };
}

/**
 * Reads object `num`, the one with `index` in the table, and says how many bytes of source and how many values it took.
 * @throws PdfRefusal FILE_BROKEN
 */
export function readWithin(
  { bytes, numbers, offsets }: ObjectStream,
  { num, index }: { readonly num: number; readonly index: number },
): { readonly object: PdfObject; readonly length: number; readonly values: number } {
  const offset = offsets[index];
  if (offset === undefined || numbers[index] !== num) throw broken(`object ${num} is not in its object stream`);
  const cursor = cursorAt(bytes, offset);
  try {
    return { object: readObject(cursor), length: cursor.at - offset, values: valuesRead(cursor) };
  } catch (error) {
    if (!(error instanceof WindowEnd)) throw error;
  }
  // The last object may end with the data: a word behind it says that a number is not the beginning of a reference.
  const last = cursorAt(Buffer.concat([bytes.subarray(offset), Buffer.from(" null ")]));
  try {
    return { object: readObject(last), length: last.at, values: valuesRead(last) };
  } catch (error) {
    throw error instanceof WindowEnd ? broken("object stream ends inside an object") : error;
  }
}
