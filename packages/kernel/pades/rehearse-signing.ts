// Finds out before a document is accepted what signing it will cost: the server opens and searches it for each signature, on the thread
// that serves everybody. Costs are counted, not timed, so that a busy machine accepts the same files as an idle one.
import { addInvisibleSignatureField } from "../forms/add-fields.ts";
import { signatureLocks } from "../forms/field-locks.ts";
import { readFields } from "../forms/field-tree.ts";
import type { ByteSource } from "../pdf/byte-source.ts";
import { beginUpdate } from "../pdf/incremental-update.ts";
import { promptLimits } from "../pdf/limits.ts";
import { openPdf } from "../pdf/open-pdf.ts";
import { PdfRefusal } from "../pdf/refusal.ts";
import { listSignatures } from "./list-signatures.ts";
import { buildLongTermUpdate } from "./long-term.ts";

/**
 * Goes through a document as preparing a signature, adding validation data and reading back do, and writes nothing.
 * @throws PdfRefusal FILE_TOO_COMPLEX where all of it together would cost more than `promptLimits`, FILE_BROKEN
 */
export function rehearseSigning(source: ByteSource): void {
  const doc = openPdf(source, promptLimits);
  signatureLocks(doc);
  listSignatures(doc);
  const update = beginUpdate(doc);
  const taken = new Set(readFields(doc).map(({ name }) => name));
  let name = "Timestamp";
  while (taken.has(name)) name += "_";
  addInvisibleSignatureField(update, name);
  update.finish({ id: new Uint8Array(16) });
  buildLongTermUpdate(doc, { certificates: [], ocspResponses: [], crls: [] }, new Uint8Array(16));
}

/** Whether signing would take too long; what cannot be opened is for others to judge. */
export function isSlowToSign(source: ByteSource): boolean {
  try {
    rehearseSigning(source);
    return false;
  } catch (fault) {
    if (fault instanceof PdfRefusal) return fault.code === "FILE_TOO_COMPLEX";
    throw fault;
  }
}
