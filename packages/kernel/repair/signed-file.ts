// A signed file is never repaired (decisions.md §12): if it cannot be read as it is, it is refused.
import type { PdfRef } from "../pdf/objects.ts";
import type { PdfDocument } from "../pdf/open-pdf.ts";
import { broken, PdfRefusal, unlessBroken } from "../pdf/refusal.ts";
import { reachableFrom } from "./reachable.ts";

/** A file whose references go on further than this past its last object would get a table that other readers do not take. */
const numbersSkippedMax = 100_000;

/** Refuses a damaged file that somebody signed. @throws PdfRefusal FILE_SIGNED_DAMAGED */
export function refuseSigned(): never {
  throw new PdfRefusal("FILE_SIGNED_DAMAGED", "the file is signed and damaged: mending it would break its signatures");
}

/** Where a walk through a document begins; what the trailer names and is not there counts as named. */
export function rootsOf(doc: PdfDocument): PdfRef[] {
  const info = doc.trailer.entries.get("Info");
  if (info?.kind !== "ref") return [doc.root];
  return info.num >= doc.size || doc.resolve(info)?.kind === "dict" ? [doc.root, info] : [doc.root];
}

/** Whether the trailer counts the objects right: others do not see those past its /Size (ISO 32000-2 §7.5.5). */
export function countsItsObjects(doc: PdfDocument): boolean {
  const declared = doc.trailer.entries.get("Size");
  return declared?.kind === "number" && declared.value >= doc.size;
}

/**
 * A signed document for an update. A reference past its last object is to nothing (§7.3.10), and what was signed says
 * nothing there: so that no object we add comes to be meant, those numbers count as taken.
 * @throws PdfRefusal FILE_SIGNED_DAMAGED where anything of it cannot be read
 */
export function signedDocument(doc: PdfDocument): PdfDocument {
  const found = unlessBroken(() => reachableFrom(doc, rootsOf(doc), doc.size));
  if (found === undefined || found.damaged.size > 0) refuseSigned();
  const size = Math.max(doc.size, found.namedEnd);
  if (size - doc.size > numbersSkippedMax)
    throw broken(`the file is signed and refers to object ${size - 1}, far past its last one`);
  return { ...doc, size };
}
