// Cross-reference tables (ISO 32000-2 §7.5.4): subsections of entries that are exactly 20 bytes long, then the trailer.
import type { ByteSource } from "./byte-source.ts";
import type { Location, Section } from "./cross-reference-section.ts";
import { expectWord, latin1, readObject } from "./lexer.ts";
import { type PdfFile, readWindow } from "./read-indirect.ts";
import { broken, tooComplex } from "./refusal.ts";
import { indexSubsections, type Subsection } from "./subsections.ts";

const entryLength = 20;
const subsectionsMax = 400_000;
/** A subsection's head is two numbers on one line. */
const headLength = 64;

/** Reads the table whose `xref` keyword ends at `start`. @throws PdfRefusal FILE_BROKEN */
export function readTable(file: PdfFile, start: number): Section {
  const subsections: Subsection[] = [];
  const textAt = slidingText(file.source);
  let at = start;
  for (;;) {
    const text = textAt(at);
    file.budget.parse(headLength);
    if (/^[\0\t\n\f\r ]*trailer/.test(text)) break;
    const head = /^[\0\t\n\f\r ]*(\d{1,10}) +(\d{1,10}) *\r?\n?/.exec(text);
    if (head === null) throw broken("a cross-reference subsection has no head");
    if (subsections.length >= subsectionsMax) throw tooComplex("too many cross-reference subsections");
    const subsection = { first: Number(head[1]), count: Number(head[2]), at: at + head[0].length };
    subsections.push(subsection);
    at = subsection.at + subsection.count * entryLength;
    if (at >= file.source.size) throw broken("cross-reference table outside of the file");
  }
  const trailer = readWindow(file, at, (cursor) => {
    expectWord(cursor, "trailer");
    return readObject(cursor);
  });
  if (trailer.kind !== "dict") throw broken("trailer is not a dictionary");
  const { end, find } = indexSubsections(subsections);
  return {
    kind: "table",
    trailer,
    end,
    find: (num) => {
      const found = find(num);
      return found && entryAt(file.source, found.at + (num - found.first) * entryLength, num);
    },
  };
}

/** `nnnnnnnnnn ggggg n` and an end of line of two bytes; read as bytes, because there are as many as objects. */
function entryAt(source: ByteSource, at: number, num: number): Location {
  const entry = source.read(at, entryLength);
  const [offset, gen] = [digits(entry, 0, 10), digits(entry, 11, 16)];
  const isEntry =
    offset >= 0 && gen >= 0 && entry[10] === 0x20 && entry[16] === 0x20 && isBlank(entry[18]) && isBlank(entry[19]);
  if (isEntry && entry[17] === 0x6e) return { kind: "offset", offset, gen };
  if (isEntry && entry[17] === 0x66) return { kind: "free" };
  throw broken(`cross-reference entry of object ${num} is not 20 bytes long`);
}

function digits(bytes: Uint8Array, start: number, end: number): number {
  let value = 0;
  for (let i = start; i < end; i += 1) {
    const digit = (bytes[i] ?? 0) - 0x30;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value;
}

function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0d || byte === 0x0a;
}

/** Text of the next 64 bytes at an offset, through a window that grows as it moves: most tables have one head, some 200,000. */
function slidingText(source: ByteSource): (at: number) => string {
  let [start, windowBytes] = [0, 256];
  let window: Uint8Array = new Uint8Array(0);
  return (at) => {
    const length = Math.min(headLength, source.size - at);
    if (length <= 0) throw broken("cross-reference table outside of the file");
    if (at < start || at + length > start + window.length) {
      start = at;
      windowBytes = Math.min(windowBytes * 2, 64 * 1024);
      window = source.read(at, Math.min(windowBytes, source.size - at));
    }
    return latin1(window, at - start, at - start + length);
  };
}
