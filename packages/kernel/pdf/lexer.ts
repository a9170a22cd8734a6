// Reads objects from a window of bytes (ISO 32000-2 §7.2, §7.3). The caller may hold only a part of the file: reading
// past its end throws WindowEnd, and the caller tries again with a larger window.
import { withoutNulls } from "./dictionary-entries.ts";
import { type PdfDict, type PdfObject, pdfNumber } from "./objects.ts";
import { broken, tooComplex } from "./refusal.ts";

/** Thrown when an object goes on past the end of the window. */
export class WindowEnd extends Error {}

/** A position in a window of bytes; `valuesLeft` counts down, because two bytes of source become a hundred of memory. */
export type Cursor = { readonly bytes: Uint8Array; at: number; valuesLeft: number };

const nestingMax = 200;
const valuesMax = 1_000_000;
const whitespace = new Uint8Array(256);
for (const byte of [0, 9, 10, 12, 13, 32]) whitespace[byte] = 1;
const delimiter = new Uint8Array(256);
for (const byte of Buffer.from("()<>[]{}/%", "latin1")) delimiter[byte] = 1;

/** How many values were read with a cursor. */
export const valuesRead = ({ valuesLeft }: Cursor): number => valuesMax - valuesLeft;

/** A cursor at `at`, with room for a million values. */
export function cursorAt(bytes: Uint8Array, at = 0): Cursor {
  return { bytes, at, valuesLeft: valuesMax };
}

/** Whether a byte is white space (§7.2.3, table 1). */
export function isWhitespace(byte: number | undefined): boolean {
  return byte !== undefined && whitespace[byte] === 1;
}

/** The byte under the cursor; throws WindowEnd behind the last. */
function peek(cursor: Cursor): number {
  const byte = cursor.bytes[cursor.at];
  if (byte === undefined) throw new WindowEnd();
  return byte;
}

/** Moves to the next byte that is neither white space nor comment; stops at the end of the window. */
export function skipWhitespace(cursor: Cursor): void {
  const { bytes } = cursor;
  while (cursor.at < bytes.length) {
    const byte = bytes[cursor.at] ?? 0;
    if (whitespace[byte] === 1) cursor.at += 1;
    else if (byte === 0x25)
      while (cursor.at < bytes.length && bytes[cursor.at] !== 10 && bytes[cursor.at] !== 13) cursor.at += 1;
    else return;
  }
}

/** A run of regular characters, for example a keyword or a number; empty before a delimiter. */
export function readWord(cursor: Cursor): string {
  skipWhitespace(cursor);
  const { bytes } = cursor;
  const start = cursor.at;
  while (cursor.at < bytes.length) {
    const byte = bytes[cursor.at] ?? 0;
    if (whitespace[byte] === 1 || delimiter[byte] === 1) return latin1(bytes, start, cursor.at);
    cursor.at += 1;
  }
  throw new WindowEnd();
}

/** A non-negative integer; anything else is refused as broken. */
export function readInteger(cursor: Cursor): number {
  skipWhitespace(cursor);
  const { bytes } = cursor;
  let [at, value] = [cursor.at, 0];
  if (bytes[at] === 0x2b) at += 1;
  const start = at;
  for (let byte = bytes[at] ?? 0; byte >= 0x30 && byte <= 0x39; byte = bytes[at] ?? 0) {
    value = value * 10 + byte - 0x30;
    at += 1;
  }
  if (at >= bytes.length) throw new WindowEnd();
  if (at === start || at - start > 15 || !isBoundary(bytes[at]))
    throw broken(`expected an integer, found "${readWord(cursor).slice(0, 20)}"`);
  cursor.at = at;
  return value;
}

function isBoundary(byte: number | undefined): boolean {
  return byte !== undefined && (whitespace[byte] === 1 || delimiter[byte] === 1);
}

/** Consumes `word` if it comes next; otherwise only white space. */
export function acceptWord(cursor: Cursor, word: string): boolean {
  skipWhitespace(cursor);
  const { bytes, at } = cursor;
  for (let i = 0; i < word.length; i += 1) {
    if (at + i >= bytes.length) throw new WindowEnd();
    if (bytes[at + i] !== word.charCodeAt(i)) return false;
  }
  if (at + word.length >= bytes.length) throw new WindowEnd();
  if (!isBoundary(bytes[at + word.length])) return false;
  cursor.at = at + word.length;
  return true;
}

/** Consumes `word` or refuses. */
export function expectWord(cursor: Cursor, word: string): void {
  if (!acceptWord(cursor, word)) throw broken(`expected "${word}", found "${readWord(cursor).slice(0, 20)}"`);
}

/** One object, references included; a stream's data is not part of it. */
export function readObject(cursor: Cursor, depth = 0): PdfObject {
  if (depth > nestingMax) throw broken("objects nested too deeply");
  cursor.valuesLeft -= 1;
  if (cursor.valuesLeft < 0) throw tooComplex(`an object of more than ${valuesMax} values`);
  skipWhitespace(cursor);
  const byte = peek(cursor);
  if (byte === 0x2f) return { kind: "name", value: readName(cursor) };
  if (byte === 0x28) return { kind: "string", bytes: readLiteralString(cursor), hex: false };
  if (byte === 0x5b) return readArray(cursor, depth);
  if (byte === 0x3c) {
    const following = cursor.bytes[cursor.at + 1];
    if (following === undefined) throw new WindowEnd();
    return following === 0x3c ? readDict(cursor, depth) : { kind: "string", bytes: readHexString(cursor), hex: true };
  }
  const startsWithDigit = byte >= 0x30 && byte <= 0x39;
  return (startsWithDigit ? (readReference(cursor) ?? readWhole(cursor)) : undefined) ?? readWordObject(cursor);
}

/** A number of nothing but up to fifteen digits, as most are; leaves the cursor where it was before any other. */
function readWhole(cursor: Cursor): PdfObject | undefined {
  const { bytes, at } = cursor;
  const end = digitsEnd(bytes, at, 15);
  if (!isBoundary(bytes[end])) return undefined;
  cursor.at = end;
  return { kind: "number", text: latin1(bytes, at, end), value: digitsIn(bytes, at, end) };
}

function readWordObject(cursor: Cursor): PdfObject {
  const word = readWord(cursor);
  if (word === "null") return { kind: "null" };
  if (word === "true" || word === "false") return { kind: "boolean", value: word === "true" };
  if (!/^[+-]*(\d+\.?\d*|\.\d+|\.)(-\d*)?$/.test(word)) throw broken(`not an object: "${word.slice(0, 20)}"`);
  const value = Number.parseFloat(word.replace(/^[+-]*-/, "-").replace(/^\++/, "")) || 0;
  if (!Number.isFinite(value)) throw broken("a number of more than 300 digits");
  return Number.isFinite(Number(word)) ? { kind: "number", text: word, value } : pdfNumber(value);
}

/** `12 0 R`; leaves the cursor where it was when that is not what stands there. */
function readReference(cursor: Cursor): PdfObject | undefined {
  const { bytes } = cursor;
  const numEnd = digitsEnd(bytes, cursor.at, 10);
  const genStart = blanksEnd(bytes, numEnd);
  const genEnd = digitsEnd(bytes, genStart, 6);
  const keyword = blanksEnd(bytes, genEnd);
  if (numEnd === genStart || genStart === genEnd || genEnd === keyword) return undefined;
  if (bytes[keyword] !== 0x52) return undefined;
  if (keyword + 1 >= bytes.length) throw new WindowEnd();
  if (!isBoundary(bytes[keyword + 1])) return undefined;
  const ref = { kind: "ref", num: digitsIn(bytes, cursor.at, numEnd), gen: digitsIn(bytes, genStart, genEnd) } as const;
  cursor.at = keyword + 1;
  return ref;
}

function digitsEnd(bytes: Uint8Array, start: number, most: number): number {
  let at = start;
  for (let byte = bytes[at] ?? 0; byte >= 0x30 && byte <= 0x39 && at - start < most; byte = bytes[at] ?? 0) at += 1;
  if (at >= bytes.length) throw new WindowEnd();
  return at;
}

function blanksEnd(bytes: Uint8Array, start: number): number {
  let at = start;
  while (at < bytes.length && whitespace[bytes[at] ?? 0] === 1) at += 1;
  if (at >= bytes.length) throw new WindowEnd();
  return at;
}

function digitsIn(bytes: Uint8Array, start: number, end: number): number {
  let value = 0;
  for (let at = start; at < end; at += 1) value = value * 10 + (bytes[at] ?? 0) - 0x30;
  return value;
}

function readName(cursor: Cursor): string {
  cursor.at += 1;
  const { bytes } = cursor;
  const start = cursor.at;
  while (cursor.at < bytes.length) {
    const byte = bytes[cursor.at] ?? 0;
    if (whitespace[byte] === 1 || delimiter[byte] === 1) {
      const raw = latin1(bytes, start, cursor.at);
      return raw.includes("#")
        ? raw.replace(/#([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
        : raw;
    }
    cursor.at += 1;
  }
  throw new WindowEnd();
}

function readArray(cursor: Cursor, depth: number): PdfObject {
  cursor.at += 1;
  const items: PdfObject[] = [];
  for (;;) {
    skipWhitespace(cursor);
    if (peek(cursor) === 0x5d) {
      cursor.at += 1;
      return { kind: "array", items };
    }
    items.push(readObject(cursor, depth + 1));
  }
}

function readDict(cursor: Cursor, depth: number): PdfDict {
  cursor.at += 2;
  const entries = new Map<string, PdfObject>();
  for (;;) {
    skipWhitespace(cursor);
    const byte = peek(cursor);
    if (byte === 0x3e) {
      cursor.at += 1;
      if (peek(cursor) !== 0x3e) throw broken("dictionary not closed");
      cursor.at += 1;
      return { kind: "dict", entries: withoutNulls(entries) };
    }
    if (byte !== 0x2f) throw broken("dictionary key is not a name");
    const key = readName(cursor);
    const value = readObject(cursor, depth + 1);
    entries.set(key, value);
  }
}

function readLiteralString(cursor: Cursor): Uint8Array {
  const { bytes } = cursor;
  const start = cursor.at + 1;
  let [at, parentheses, isPlain] = [start, 1, true];
  for (; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === 0x5c) {
      isPlain = false;
      at += 1;
    } else if (byte === 0x28) parentheses += 1;
    else if (byte === 13) isPlain = false;
    else if (byte === 0x29 && --parentheses === 0) break;
  }
  if (at >= bytes.length) throw new WindowEnd();
  cursor.at = at + 1;
  return isPlain ? bytes.slice(start, at) : unescaped(bytes.subarray(start, at));
}

const escapes = new Map([
  [0x6e, 10],
  [0x72, 13],
  [0x74, 9],
  [0x62, 8],
  [0x66, 12],
]);

/** An end of line reads as one line feed, behind a backslash as nothing; `\ddd` is up to three octal digits (§7.3.4.2). */
function unescaped(raw: Uint8Array): Uint8Array {
  const out = new Uint8Array(raw.length);
  let length = 0;
  for (let at = 0; at < raw.length; ) {
    const isEscape = raw[at] === 0x5c;
    if (isEscape) at += 1;
    const byte = raw[at] ?? 0;
    at += 1;
    if (byte === 13 || byte === 10) {
      if (byte === 13 && raw[at] === 10) at += 1;
      if (!isEscape) out[length++] = 10;
    } else if (isEscape && isOctal(byte)) {
      let value = byte - 0x30;
      for (let digits = 1; digits < 3 && isOctal(raw[at]); digits += 1, at += 1)
        value = value * 8 + (raw[at] ?? 0) - 0x30;
      out[length++] = value & 0xff;
    } else out[length++] = isEscape ? (escapes.get(byte) ?? byte) : byte;
  }
  return out.slice(0, length);
}

function isOctal(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x37;
}

function readHexString(cursor: Cursor): Uint8Array {
  const end = cursor.bytes.indexOf(0x3e, cursor.at);
  if (end < 0) throw new WindowEnd();
  const digits = latin1(cursor.bytes, cursor.at + 1, end).replace(/[\0\t\n\f\r ]+/g, "");
  if (!/^[0-9a-fA-F]*$/.test(digits)) throw broken("hexadecimal string has other characters");
  cursor.at = end + 1;
  return Uint8Array.from(Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, "hex"));
}

/** Bytes as Latin-1 text. */
export function latin1(bytes: Uint8Array, start = 0, end = bytes.length): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString("latin1");
}
