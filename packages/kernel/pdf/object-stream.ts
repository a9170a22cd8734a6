// Object streams (ISO 32000-2 §7.5.7): several objects in one compressed stream, with a table of their offsets in front.
import { type Cursor, readInteger, readObject, WindowEnd } from "./lexer.ts";
import type { PdfObject } from "./objects.ts";
import { broken } from "./refusal.ts";

/** A decoded object stream; `offsets` tells by object number where each object begins in `bytes`. */
export type ObjectStream = { readonly bytes: Uint8Array; readonly offsets: ReadonlyMap<number, number> };

/** Reads the table of `count` pairs in front of the objects, which begin at `first`. @throws PdfRefusal FILE_BROKEN */
export function readObjectStream(bytes: Uint8Array, table: { count: number; first: number }): ObjectStream {
  const cursor: Cursor = { bytes, at: 0 };
  const offsets = new Map<number, number>();
  try {
    for (let i = 0; i < table.count; i += 1) offsets.set(readInteger(cursor), table.first + readInteger(cursor));
  } catch (error) {
    throw error instanceof WindowEnd ? broken("object stream ends in its header") : error;
  }
  return { bytes, offsets };
}

/** Reads the object at `offset`; the last one may end with the data, so one space is put behind it. @throws PdfRefusal FILE_BROKEN */
export function parseWithin(bytes: Uint8Array, offset: number): PdfObject {
  try {
    return readObject({ bytes, at: offset });
  } catch (error) {
    if (!(error instanceof WindowEnd)) throw error;
  }
  try {
    return readObject({ bytes: Buffer.concat([bytes.subarray(offset), Buffer.from(" \n ")]), at: 0 });
  } catch (error) {
    throw error instanceof WindowEnd ? broken("object stream ends inside an object") : error;
  }
}
