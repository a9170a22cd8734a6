// The chain of cross-reference sections (ISO 32000-2 §7.5.4, §7.5.8): tables, streams and hybrids, newest first. Entries
// are looked up in the file; a table of a hundred thousand objects is never loaded into a map.
import type { Section } from "./cross-reference-section.ts";
import { readStreamSection } from "./cross-reference-stream.ts";
import { readTable } from "./cross-reference-table.ts";
import { cursorAt, latin1, skipWhitespace } from "./lexer.ts";
import type { PdfObject } from "./objects.ts";
import type { PdfFile } from "./read-indirect.ts";
import { broken, tooComplex } from "./refusal.ts";

/** The offset after the last `startxref`, which has to be in the last 1024 bytes. */
export function findStartXref({ source }: Pick<PdfFile, "source">): number {
  const length = Math.min(1_536, source.size);
  const tail = source.read(source.size - length, length);
  const at = Buffer.from(tail.buffer, tail.byteOffset, length).lastIndexOf("startxref", undefined, "latin1");
  const text = latin1(tail, Math.max(at, 0));
  const match = /^startxref[\0\t\n\f\r ]+(\d{1,12})[\0\t\n\f\r ]+%%EOF/.exec(text);
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
    if (seen.size >= file.limits.sectionsMax) throw tooComplex("too many cross-reference sections");
    seen.add(offset);
    const section: Section = readSection(file, offset);
    sections.push(section);
    const hidden = section.trailer.entries.get("XRefStm");
    if (section.kind === "table" && hidden?.kind === "number") sections.push(readStreamSection(file, hidden.value));
    const previous: PdfObject | undefined = section.trailer.entries.get("Prev");
    if (previous !== undefined && previous.kind !== "number") throw broken("/Prev is not a number");
    offset = previous?.value;
  }
  for (const { end } of sections) if (end > file.limits.objectsMax) throw tooComplex("too many objects");
  return sections;
}

function readSection(file: PdfFile, offset: number): Section {
  if (!Number.isSafeInteger(offset) || offset < 0 || offset >= file.source.size)
    throw broken("cross-reference offset outside of the file");
  const head = file.source.read(offset, Math.min(32, file.source.size - offset));
  const cursor = cursorAt(head);
  skipWhitespace(cursor);
  return latin1(head, cursor.at, Math.min(head.length, cursor.at + 4)) === "xref"
    ? readTable(file, offset + cursor.at + 4)
    : readStreamSection(file, offset);
}
