// Cross-reference tables, streams and hybrids (ISO 32000-2 §7.5.4, §7.5.8). Entries are looked up where they stand; a
// table of a hundred thousand objects is never turned into a map.
import { decode } from "./filters.ts";
import { type Cursor, expectWord, latin1, readInteger, readObject, readWord, skipWhitespace } from "./lexer.ts";
import type { PdfDict, PdfObject, PdfStream } from "./objects.ts";
import { type PdfFile, readIndirectAt, readWindow } from "./read-indirect.ts";
import { broken } from "./refusal.ts";

/** Where an object stands: at an offset, inside an object stream, or nowhere. */
export type Location =
  | { readonly kind: "free" }
  | { readonly kind: "offset"; readonly offset: number; readonly gen: number }
  | { readonly kind: "compressed"; readonly stream: number; readonly index: number };

/** One cross-reference section; `find` answers undefined for objects it does not mention. */
export type Section = {
  readonly kind: "table" | "stream";
  readonly trailer: PdfDict;
  /** One more than the highest object number mentioned. */
  readonly end: number;
  readonly find: (num: number) => Location | undefined;
};

type Run = { readonly first: number; readonly count: number; readonly at: number };
const entryLength = 20;

/** The offset after the last `startxref`, which has to be in the last 1024 bytes. */
export function findStartXref(file: PdfFile): number {
  const length = Math.min(1_536, file.source.size);
  const tail = latin1(file.source.read(file.source.size - length, length));
  const at = tail.lastIndexOf("startxref");
  const match = /^startxref[\0\t\n\f\r ]+(\d{1,12})[\0\t\n\f\r ]+%%EOF/.exec(tail.slice(Math.max(at, 0)));
  if (at < 0 || match === null) throw broken("no startxref at the end of the file");
  return Number(match[1]);
}

/** All sections, newest first; a table's /XRefStm comes right after it (§7.5.8.4). */
export function readSections(file: PdfFile, startXref: number): Section[] {
  const sections: Section[] = [];
  const seen = new Set<number>();
  let offset: number | undefined = startXref;
  while (offset !== undefined) {
    if (seen.has(offset)) throw broken("cross-reference sections form a loop");
    if (seen.size >= file.limits.sectionsMax) throw broken("too many cross-reference sections");
    seen.add(offset);
    const section: Section = readSection(file, offset);
    sections.push(section);
    const hidden = section.trailer.entries.get("XRefStm");
    if (section.kind === "table" && hidden?.kind === "number") sections.push(readStreamSection(file, hidden.value));
    const previous: PdfObject | undefined = section.trailer.entries.get("Prev");
    if (previous !== undefined && previous.kind !== "number") throw broken("/Prev is not a number");
    offset = previous?.value;
  }
  return sections;
}

function readSection(file: PdfFile, offset: number): Section {
  if (!Number.isSafeInteger(offset) || offset < 0 || offset >= file.source.size)
    throw broken("cross-reference offset outside of the file");
  const head = file.source.read(offset, Math.min(32, file.source.size - offset));
  const cursor: Cursor = { bytes: head, at: 0 };
  skipWhitespace(cursor);
  return latin1(head, cursor.at, Math.min(head.length, cursor.at + 4)) === "xref"
    ? readTable(file, offset + cursor.at + 4)
    : readStreamSection(file, offset);
}

function readTable(file: PdfFile, start: number): Section {
  const runs: Run[] = [];
  let at = start;
  for (;;) {
    const next = readWindow(file, at, (cursor) => {
      if (readWordAhead(cursor) === "trailer") {
        expectWord(cursor, "trailer");
        return { trailer: readObject(cursor) };
      }
      const first = readInteger(cursor);
      const count = readInteger(cursor);
      while (cursor.bytes[cursor.at] === 0x20) cursor.at += 1;
      if (cursor.bytes[cursor.at] === 13) cursor.at += 1;
      if (cursor.bytes[cursor.at] === 10) cursor.at += 1;
      return { first, count, at: at + cursor.at };
    });
    if ("trailer" in next) {
      if (next.trailer.kind !== "dict") throw broken("trailer is not a dictionary");
      return {
        kind: "table",
        trailer: next.trailer,
        end: endOf(runs, file),
        find: (num) => findInTable(file, runs, num),
      };
    }
    if (runs.length > 200_000) throw broken("too many cross-reference subsections");
    runs.push(next);
    at = next.at + next.count * entryLength;
    if (at >= file.source.size) throw broken("cross-reference table outside of the file");
  }
}

function readWordAhead(cursor: Cursor): string {
  const ahead: Cursor = { bytes: cursor.bytes, at: cursor.at };
  return readWord(ahead);
}

function endOf(runs: readonly { first: number; count: number }[], file: PdfFile): number {
  const end = runs.reduce((highest, run) => Math.max(highest, run.count > 0 ? run.first + run.count : 0), 0);
  if (end > file.limits.objectsMax) throw broken("too many objects");
  return end;
}

function findInTable(file: PdfFile, runs: readonly Run[], num: number): Location | undefined {
  const run = runs.find((candidate) => num >= candidate.first && num < candidate.first + candidate.count);
  if (run === undefined) return undefined;
  const entry = latin1(file.source.read(run.at + (num - run.first) * entryLength, entryLength));
  const match = /^(\d{10}) (\d{5}) ([nf])[\r\n ]{2}$/.exec(entry);
  if (match === null) throw broken(`cross-reference entry of object ${num} is not 20 bytes long`);
  return match[3] === "n" ? { kind: "offset", offset: Number(match[1]), gen: Number(match[2]) } : { kind: "free" };
}

function readStreamSection(file: PdfFile, offset: number): Section {
  const { object } = readIndirectAt(file, offset);
  if (object.kind !== "stream") throw broken("cross-reference section is neither table nor stream");
  const { dict } = object;
  const type = dict.entries.get("Type");
  if (type?.kind !== "name" || type.value !== "XRef") throw broken("cross-reference stream has another type");
  const widths = integers(dict.entries.get("W"));
  if (widths.length < 3 || widths.some((w) => w > 8)) throw broken("cross-reference stream has bad /W");
  const size = dict.entries.get("Size");
  if (size?.kind !== "number") throw broken("cross-reference stream has no /Size");
  const index = dict.entries.has("Index") ? integers(dict.entries.get("Index")) : [0, size.value];
  const table = decode(object.read(), directFilters(object), file.limits.decodedBytesMax);
  const [w0 = 0, w1 = 0, w2 = 0] = widths;
  const row = w0 + w1 + w2;
  const runs: Run[] = [];
  let at = 0;
  for (let i = 0; i + 1 < index.length; i += 2) {
    const [first = 0, count = 0] = [index[i], index[i + 1]];
    runs.push({ first, count, at });
    at += count * row;
  }
  if (at > table.length) throw broken("cross-reference stream is shorter than its /Index");
  return {
    kind: "stream",
    trailer: dict,
    end: endOf(runs, file),
    find: (num) => findInStream(table, runs, num, [w0, w1, w2]),
  };
}

function findInStream(
  table: Uint8Array,
  runs: readonly Run[],
  num: number,
  [w0, w1, w2]: readonly [number, number, number],
): Location | undefined {
  const run = runs.find((candidate) => num >= candidate.first && num < candidate.first + candidate.count);
  if (run === undefined) return undefined;
  const at = run.at + (num - run.first) * (w0 + w1 + w2);
  const type = w0 === 0 ? 1 : bigEndian(table, at, w0);
  const second = bigEndian(table, at + w0, w1);
  const third = bigEndian(table, at + w0 + w1, w2);
  if (type === 1) return { kind: "offset", offset: second, gen: third };
  return type === 2 ? { kind: "compressed", stream: second, index: third } : { kind: "free" };
}

function bigEndian(bytes: Uint8Array, at: number, width: number): number {
  let value = 0;
  for (let i = 0; i < width; i += 1) value = value * 256 + (bytes[at + i] ?? 0);
  return value;
}

function integers(value: PdfObject | undefined): number[] {
  if (value?.kind !== "array") throw broken("expected an array of integers");
  return value.items.map((item) => {
    if (item.kind !== "number" || !Number.isSafeInteger(item.value) || item.value < 0)
      throw broken("expected an integer");
    return item.value;
  });
}

/** Filters of a cross-reference stream: all direct, because nothing can be looked up before it is read (§7.5.8.2). */
function directFilters(stream: PdfStream): { name: string; parameters: PdfDict | undefined }[] {
  const filter = stream.dict.entries.get("Filter");
  const parameters = stream.dict.entries.get("DecodeParms");
  const names = filter === undefined ? [] : filter.kind === "array" ? filter.items : [filter];
  const all = parameters?.kind === "array" ? parameters.items : [parameters];
  return names.map((name, i) => {
    if (name.kind !== "name") throw broken("/Filter is not a name");
    const own = all[i];
    return { name: name.value, parameters: own?.kind === "dict" ? own : undefined };
  });
}
