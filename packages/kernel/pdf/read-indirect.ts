// Reads one indirect object at its offset (ISO 32000-2 §7.3.10), reading as little of the file as possible.
import { type ByteSource, requireRange } from "./byte-source.ts";
import {
  acceptWord,
  type Cursor,
  cursorAt,
  expectWord,
  latin1,
  readInteger,
  readObject,
  valuesRead,
  WindowEnd,
} from "./lexer.ts";
import type { PdfLimits } from "./limits.ts";
import type { PdfDict, PdfObject, PdfStream } from "./objects.ts";
import type { ReadingBudget } from "./reading-budget.ts";
import { stepsOfAValue } from "./reading-budget.ts";
import { broken, tooComplex } from "./refusal.ts";

/** What reading needs: the bytes, the bounds, what was spent of them, and how to follow a reference in a stream's /Length. */
export type PdfFile = {
  readonly source: ByteSource;
  readonly limits: PdfLimits;
  readonly budget: ReadingBudget;
  readonly resolveLength: (length: PdfObject | undefined) => number;
};

/** An indirect object with the numbers it carries; `end` is the offset behind the last word that was read of it. */
export type Indirect = { readonly num: number; readonly gen: number; readonly object: PdfObject; readonly end: number };

const windowBytes = 2_048;

/** Runs `parse` over a window at `offset` and comes back with a larger one while it runs off the end. */
export function readWindow<T>(file: PdfFile, offset: number, parse: (cursor: Cursor) => T): T {
  const rest = file.source.size - offset;
  if (!Number.isSafeInteger(offset) || offset < 0 || rest <= 0) throw broken("an offset points outside of the file");
  for (let length = windowBytes; ; length *= 4) {
    const cursor = cursorAt(file.source.read(offset, Math.min(length, rest)));
    try {
      const result = parse(cursor);
      file.budget.parse(cursor.at);
      file.budget.look(valuesRead(cursor) * stepsOfAValue);
      return result;
    } catch (error) {
      if (!(error instanceof WindowEnd)) throw error;
      file.budget.parse(cursor.bytes.length);
      file.budget.look(valuesRead(cursor) * stepsOfAValue);
      if (length >= rest) throw broken("the file ends inside an object");
      if (length > file.limits.objectBytesMax) throw tooComplex("an object is larger than the limit");
    }
  }
}

/** The indirect object at `offset`, exactly as the standard writes one. @throws PdfRefusal FILE_BROKEN */
export function readIndirectAt(file: PdfFile, offset: number): Indirect {
  return readWindow(file, offset, (cursor) => {
    const num = readInteger(cursor);
    const gen = readInteger(cursor);
    expectWord(cursor, "obj");
    const object = readObject(cursor);
    if (acceptWord(cursor, "endobj")) return { num, gen, object, end: offset + cursor.at };
    if (!acceptWord(cursor, "stream")) throw broken(`object ${num} is not closed by endobj`);
    if (object.kind !== "dict") throw broken("stream without dictionary");
    const start = offset + afterKeyword(cursor);
    return { num, gen, object: streamAt(file, object, start), end: start };
  });
}

/** Stream data begins after CR LF or LF; a lone CR is not allowed (§7.3.8.1) but harmless when /Length agrees. */
export function afterKeyword(cursor: Cursor): number {
  if (cursor.at + 2 > cursor.bytes.length) throw new WindowEnd();
  if (cursor.bytes[cursor.at] === 13) cursor.at += 1;
  if (cursor.bytes[cursor.at] === 10) cursor.at += 1;
  return cursor.at;
}

function streamAt(file: PdfFile, dict: PdfDict, start: number): PdfStream {
  const lengthOf = (): number => {
    const length = file.resolveLength(dict.entries.get("Length"));
    if (!isStreamEndAt(file.source, start + length)) throw broken("stream /Length is wrong");
    return length;
  };
  return streamOver(file.source, { dict, start, lengthOf });
}

/** A stream whose bytes stand in the file from `start` on; `lengthOf` is asked each time they are. */
export function streamOver(
  source: ByteSource,
  place: { readonly dict: PdfDict; readonly start: number; readonly lengthOf: () => number },
): PdfStream {
  const { dict, start, lengthOf } = place;
  return {
    kind: "stream",
    dict,
    stored: () => partOf(source, start, lengthOf()),
    read: () => source.read(start, lengthOf()),
  };
}

function partOf(source: ByteSource, start: number, size: number): ByteSource {
  return {
    size,
    read: (offset, length) => {
      requireRange(size, offset, length);
      return source.read(start + offset, length);
    },
  };
}

/** Whether a stream's object ends at `offset` too: the word alone may stand within bytes that other readers take for all of it. */
function isStreamEndAt(source: ByteSource, offset: number): boolean {
  return /^[\0\t\n\f\r ]*endstream[\0\t\n\f\r ]*endobj/.test(textAt(source, offset, 64));
}

/** Whether `endstream` stands at `offset`, white space aside. */
export function isEndstreamAt(source: ByteSource, offset: number): boolean {
  return /^[\0\t\n\f\r ]*endstream/.test(textAt(source, offset, 24));
}

/** Up to `length` bytes; none if the offset is outside the file. */
function textAt(source: ByteSource, offset: number, length: number): string {
  if (!Number.isSafeInteger(offset) || offset < 0 || offset >= source.size) return "";
  return latin1(source.read(offset, Math.min(length, source.size - offset)));
}
