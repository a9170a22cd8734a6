/**
 * Files within a document (ISO 32000-2 §7.11.4): embedded by name, associated (§14.13) with the document, a page or an annotation,
 * or behind an annotation's pin (§12.5.6.15). They are signed with the document and shown to no signer; invoices carry their figures
 * that way, so they stay, and the sender is told.
 */
import { storableLine } from "@siegel/contract/text.ts";
import { catalogOf, dictionaryOf, itemsOf, type Objects, textStringOf } from "@siegel/kernel/pdf/access.ts";
import type { PdfDict, PdfObject } from "@siegel/kernel/pdf/objects.ts";
import type { Page } from "@siegel/kernel/pdf/pages.ts";

const namedMax = 5;
const nameCharsMax = 60;

/** One sentence for the sender: how many there are, and the names of the first; none where there is no file. */
export function embeddedFileNotices(objects: Objects, pages: readonly Page[]): string[] {
  const names = embeddedFiles(objects, pages).map((file) => nameOfFile(objects, file));
  if (names.length === 0) return [];
  const some = names.slice(0, namedMax).join(", ");
  const all = names.length > namedMax ? `${some} and ${names.length - namedMax} more` : some;
  const what = names.length === 1 ? "1 embedded file" : `${names.length} embedded files`;
  return [`The file carries ${what}, signed with it and not shown to signers: ${all}.`];
}

function nameOfFile(objects: Objects, { entries }: PdfDict): string {
  const name = textStringOf(objects, entries.get("UF")) ?? textStringOf(objects, entries.get("F")) ?? "";
  return storableLine(name, nameCharsMax).trim() || "(without a name)";
}

/** Their specifications, each once, however many places lead to it. */
function embeddedFiles(objects: Objects, pages: readonly Page[]): PdfDict[] {
  const found = new Map<number | PdfDict, PdfDict>();
  for (const value of specifications(objects, pages)) {
    const dict = dictionaryOf(objects, value);
    // Without /EF it names a file elsewhere.
    if (dictionaryOf(objects, dict.entries.get("EF")).entries.size > 0)
      found.set(value.kind === "ref" ? value.num : dict, dict);
  }
  return [...found.values()];
}

function* specifications(objects: Objects, pages: readonly Page[]): Generator<PdfObject> {
  const { entries } = catalogOf(objects);
  yield* leavesOf(objects, dictionaryOf(objects, entries.get("Names")).entries.get("EmbeddedFiles"));
  yield* associated(objects, entries);
  for (const page of pages) {
    yield* associated(objects, page.dict.entries);
    for (const value of itemsOf(objects, page.dict.entries.get("Annots"))) {
      const annotation = dictionaryOf(objects, value);
      const file = annotation.entries.get("FS");
      if (file !== undefined) yield file;
      yield* associated(objects, annotation.entries);
    }
  }
}

/** /AF is an array of specifications; some writers give the one that there is. */
function associated(objects: Objects, entries: PdfDict["entries"]): readonly PdfObject[] {
  const value = entries.get("AF");
  if (objects.resolve(value)?.kind === "array") return itemsOf(objects, value);
  return value === undefined ? [] : [value];
}

/** The values of a name tree (§7.9.6), each node visited once, whatever loops there are. */
function* leavesOf(objects: Objects, root: PdfObject | undefined): Generator<PdfObject> {
  const seen = new Set<number>();
  const waiting = root === undefined ? [] : [root];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (value.kind === "ref" && seen.has(value.num)) continue;
    if (value.kind === "ref") seen.add(value.num);
    const { entries } = dictionaryOf(objects, value);
    yield* itemsOf(objects, entries.get("Names")).filter((_, at) => at % 2 === 1);
    waiting.push(...[...itemsOf(objects, entries.get("Kids"))].reverse());
  }
}
