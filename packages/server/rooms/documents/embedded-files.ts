/**
 * Files within a document (ISO 32000-2 §7.11.4): embedded by name, associated (§14.13) with the document, a page or an annotation,
 * or behind an annotation's pin (§12.5.6.15). They are signed with the document; invoices carry their figures that way, so they stay, and
 * sender, signers and report are told. They are never opened here: who wants to see one finds it in the document they download.
 */
import { createHash } from "node:crypto";
import type { EmbeddedFile } from "@siegel/contract/calls/files.ts";
import { storableLine } from "@siegel/contract/text.ts";
import { catalogOf, dictionaryOf, itemsOf, type Objects, textStringOf } from "@siegel/kernel/pdf/access.ts";
import type { PdfDict, PdfObject } from "@siegel/kernel/pdf/objects.ts";
import type { PdfDocument } from "@siegel/kernel/pdf/open-pdf.ts";
import type { Page } from "@siegel/kernel/pdf/pages.ts";
import { PdfRefusal } from "@siegel/kernel/pdf/refusal.ts";

const namedMax = 5;
const namedCharsMax = 60;
const nameCharsMax = 200;
/** Each is a line for every signer and in every report. */
const filesMax = 1_000;

/** One sentence for the sender: how many there are, and the names of the first; none where there is no file. */
export function embeddedFileNotices(files: readonly EmbeddedFile[]): string[] {
  const names = files.map(({ name }) => name.slice(0, namedCharsMax).toWellFormed().trim() || "(without a name)");
  if (names.length === 0) return [];
  const some = names.slice(0, namedMax).join(", ");
  const all = names.length > namedMax ? `${some} and ${names.length - namedMax} more` : some;
  const what = names.length === 1 ? "1 embedded file" : `${names.length} embedded files`;
  return [`The file carries ${what}, which signers are told of and find in the file: ${all}.`];
}

/**
 * All of them, by what a reader saves; a name may be empty. `doc` is opened for this alone: what unpacking costs is nobody else's.
 * @throws PdfRefusal FILE_TOO_COMPLEX for more than can be told
 */
export function embeddedFilesOf(doc: PdfDocument, pages: readonly Page[]): EmbeddedFile[] {
  const found = specificationsOf(doc, pages);
  if (found.length > filesMax) throw new PdfRefusal("FILE_TOO_COMPLEX", `more than ${filesMax} embedded files`);
  return found.map((file) => ({ name: nameOfFile(doc, file), ...digestOf(doc, file) }));
}

/** Whether there is any, without unpacking one. */
export const hasEmbeddedFiles = (doc: PdfDocument, pages: readonly Page[]): boolean =>
  specificationsOf(doc, pages).length > 0;

function nameOfFile(objects: Objects, { entries }: PdfDict): string {
  const name = textStringOf(objects, entries.get("UF")) ?? textStringOf(objects, entries.get("F")) ?? "";
  return storableLine(name, nameCharsMax).trim();
}

/** /UF is what readers of today take, /F what those before them did (§7.11.3). */
function digestOf(doc: PdfDocument, { entries }: PdfDict): Pick<EmbeddedFile, "size" | "sha256"> {
  const embedded = dictionaryOf(doc, entries.get("EF")).entries;
  const stream = doc.resolve(embedded.get("UF") ?? embedded.get("F"));
  const octets = stream?.kind === "stream" ? unlessRefused(() => doc.decodeStream(stream)) : undefined;
  if (octets === undefined) return { size: null, sha256: null };
  return { size: octets.length, sha256: createHash("sha256").update(octets).digest("hex") };
}

/** One that is broken, packed in a way that is not read here, or too large, is still named. */
function unlessRefused<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof PdfRefusal) return undefined;
    throw error;
  }
}

/** Their specifications, each once, however many places lead to it. */
function specificationsOf(objects: Objects, pages: readonly Page[]): PdfDict[] {
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
