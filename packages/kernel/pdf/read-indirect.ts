// Reads one indirect object at its offset (ISO 32000-2 §7.3.10), looking at as little of the file as it needs.
import type { ByteSource } from "./byte-source.ts";
import {
  type Cursor,
  expectWord,
  latin1,
  readInteger,
  readObject,
  readWord,
  skipWhitespace,
  WindowEnd,
} from "./lexer.ts";
import type { PdfLimits } from "./limits.ts";
import type { PdfDict, PdfObject } from "./objects.ts";
import { broken } from "./refusal.ts";

/** What reading needs: the bytes, the bounds, and how to follow a reference in a stream's /Length. */
export type PdfFile = {
  readonly source: ByteSource;
  readonly limits: PdfLimits;
  readonly resolveLength: (length: PdfObject | undefined) => number;
};

const windowBytes = 2_048;

/** Runs `parse` over a window at `offset` and comes back with a larger one while it runs off the end. */
export function readWindow<T>(file: PdfFile, offset: number, parse: (cursor: Cursor) => T): T {
  const rest = file.source.size - offset;
  if (!Number.isSafeInteger(offset) || offset < 0 || rest <= 0) throw broken("an offset points outside of the file");
  for (let length = windowBytes; ; length *= 4) {
    const bytes = file.source.read(offset, Math.min(length, rest));
    try {
      return parse({ bytes, at: 0 });
    } catch (error) {
      if (!(error instanceof WindowEnd)) throw error;
      if (length >= rest) throw broken("the file ends inside an object");
      if (length > file.limits.objectBytesMax) throw broken("an object is larger than the limit");
    }
  }
}

/** The indirect object at `offset`, with the numbers it carries and the offset where its `obj` keyword ends. */
export function readIndirectAt(
  file: PdfFile,
  offset: number,
): { num: number; gen: number; object: PdfObject; bodyOffset: number } {
  return readWindow(file, offset, (cursor) => {
    const num = readInteger(cursor);
    const gen = readInteger(cursor);
    expectWord(cursor, "obj");
    const bodyOffset = offset + cursor.at;
    const object = readObject(cursor);
    const keyword = readWord(cursor);
    if (keyword === "endobj" || keyword !== "stream") {
      if (keyword !== "endobj") throw broken(`object ${num} is not closed by endobj`);
      return { num, gen, object, bodyOffset };
    }
    if (object.kind !== "dict") throw broken("stream without dictionary");
    return { num, gen, object: streamAt(file, object, offset + afterKeyword(cursor)), bodyOffset };
  });
}

/** Stream data begins after CR LF or LF; a lone CR is not allowed (§7.3.8.1) but harmless when /Length agrees. */
function afterKeyword(cursor: Cursor): number {
  if (cursor.at + 2 > cursor.bytes.length) throw new WindowEnd();
  if (cursor.bytes[cursor.at] === 13) cursor.at += 1;
  if (cursor.bytes[cursor.at] === 10) cursor.at += 1;
  return cursor.at;
}

function streamAt(file: PdfFile, dict: PdfDict, start: number): PdfObject {
  return {
    kind: "stream",
    dict,
    read: () => {
      const length = file.resolveLength(dict.entries.get("Length"));
      if (start + length > file.source.size) throw broken("stream goes past the end of the file");
      const tail = file.source.read(start + length, Math.min(24, file.source.size - start - length));
      const cursor: Cursor = { bytes: tail, at: 0 };
      skipWhitespace(cursor);
      if (latin1(tail, cursor.at, Math.min(tail.length, cursor.at + 9)) !== "endstream")
        throw broken("stream /Length is wrong");
      return file.source.read(start, length);
    },
  };
}
