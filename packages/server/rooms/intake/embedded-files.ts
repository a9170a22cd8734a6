/**
 * Files within a document (ISO 32000-2 §7.11.4): embedded by name, associated (§14.13) with whatever there is (the document, a page, a
 * picture, words on it, an element of the structure), or behind an annotation's pin (§12.5.6.15). They are signed with the document; invoices carry their figures that way, so they stay, and
 * sender, signers and report are told. They are never opened here: who wants to see one finds it in the document they download.
 */
import { createHash } from "node:crypto";
import type { EmbeddedFile } from "@siegel/contract/calls/files.ts";
import type { Language } from "@siegel/contract/limits.ts";
import { embedded_files_told_max } from "@siegel/contract/limits.ts";
import { isVisible, storableLine } from "@siegel/contract/text.ts";
import { dictionaryOf, nameOf, type Resolver, textStringOf } from "@siegel/kernel/pdf/access.ts";
import type { PdfDict, PdfObject } from "@siegel/kernel/pdf/objects.ts";
import type { PdfDocument } from "@siegel/kernel/pdf/open-pdf.ts";
import { partsFrom } from "@siegel/kernel/pdf/reached-parts.ts";
import { PdfRefusal, unlessBroken } from "@siegel/kernel/pdf/refusal.ts";
import { rootsOf } from "@siegel/kernel/repair/signed-file.ts";
import type { Embedded } from "./told-embedded.ts";

const namedMax = 5;
const namedCharsMax = 60;
const nameCharsMax = 200;
/** More are no document's. */
const filesMax = 1_000;
/** /UF is what readers of today take, /F what those before them did, the others older still (§7.11.3). */
const streamKeys = ["UF", "F", "DOS", "Mac", "Unix"];

/** One sentence for the sender: how many there are, and the names of the first; none where there is no file. */
export function embeddedFileNotices({ first, total }: Embedded, language: Language): string[] {
  if (total === 0) return [];
  const isGerman = language === "de";
  const unnamed = isGerman ? "(ohne Namen)" : "(without a name)";
  const names = first
    .slice(0, namedMax)
    .map(({ name }) => seen(name.slice(0, namedCharsMax).toWellFormed()) ?? unnamed);
  const others = total - names.length;
  const named = names.join(", ");
  if (isGerman) {
    const what = total === 1 ? "1 eingebettete Datei" : `${total} eingebettete Dateien`;
    const all = others > 0 ? `${named} und ${others} weitere` : named;
    return [`Die Datei enthält ${what}; Unterzeichnende erfahren davon und finden sie im Dokument: ${all}.`];
  }
  const what = total === 1 ? "1 embedded file" : `${total} embedded files`;
  return [
    `The file carries ${what}, which signers are told of and find in the file: ${others > 0 ? `${named} and ${others} more` : named}.`,
  ];
}

/**
 * The first of them, by what a reader saves, and how many there are; a name may be empty. `doc` is opened
 * for this alone, so that the cost of reading and unpacking counts against no other work.
 * @throws PdfRefusal FILE_TOO_COMPLEX for more than a document may have, and for a document that cannot be gone through within its limits
 */
export function embeddedFilesOf(doc: PdfDocument): Embedded {
  const found: PdfDict[] = [];
  for (const file of specificationsOf(doc)) {
    found.push(file);
    if (found.length > filesMax) throw new PdfRefusal("FILE_TOO_COMPLEX", `more than ${filesMax} embedded files`);
  }
  const told = found.slice(0, embedded_files_told_max);
  return { first: told.map((file) => ({ name: nameOfFile(doc, file), ...digestOf(doc, file) })), total: found.length };
}

/** The first that can be seen of both; readers of today take /UF. */
function nameOfFile(doc: PdfDocument, { entries }: PdfDict): string {
  const nameAt = (key: string) => seen(storableLine(textStringOf(doc, entries.get(key)) ?? "", nameCharsMax));
  return nameAt("UF") ?? nameAt("F") ?? "";
}

const seen = (name: string): string | undefined => (isVisible(name) ? name.trim() : undefined);

function digestOf(doc: PdfDocument, { entries }: PdfDict): Pick<EmbeddedFile, "size" | "sha256"> {
  const embedded = dictionaryOf(doc, entries.get("EF"));
  const bytes = unlessRefused(() => {
    const stream = streamsOf(doc, embedded)[0];
    return stream?.kind === "stream" ? doc.decodeStream(stream) : undefined;
  });
  if (bytes === undefined) return { size: null, sha256: null };
  return { size: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") };
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

/**
 * Their specifications, each once, however many places lead to it. Whatever can be reached is looked at: anything may have files associated
 * with it. In a signed file that is shown only, broken parts may stand where no reader looks.
 */
function* specificationsOf(doc: PdfDocument): Generator<PdfDict> {
  const forgiving: Resolver = { resolve: (value) => unlessBroken(() => doc.resolve(value)) };
  for (const { found } of partsFrom(forgiving, rootsOf(doc)))
    if (found.kind === "dict" && isSpecification(forgiving, found)) yield found;
}

/** Without /EF it names a file elsewhere. Resources may be called EF too, so that it needs its type, or a stream, beside it. */
function isSpecification(objects: Resolver, { entries }: PdfDict): boolean {
  const at = entries.get("EF");
  const embedded = at && objects.resolve(at);
  if (embedded?.kind !== "dict" || embedded.entries.size === 0) return false;
  return nameOf(objects, entries.get("Type")) === "Filespec" || streamsOf(objects, embedded).length > 0;
}

function streamsOf(objects: Resolver, { entries }: PdfDict): PdfObject[] {
  const values = streamKeys.map((key) => objects.resolve(entries.get(key)));
  return values.filter((value) => value?.kind === "stream");
}
