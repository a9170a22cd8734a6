// /AS names the state that an annotation shows; of one that has a single picture it says nothing (ISO 32000-2 §12.5.2 table 166, §12.5.5).
// pyHanko takes a locked field with a picture from before the signed revision for changed, though nobody touched it, unless it has a state
// (docs/decisions/0020-appearance-states.md). So each field that a lock may cover gets one before anybody signs.
import { dictionaryOf } from "../pdf/access.ts";
import type { PdfUpdate } from "../pdf/incremental-update.ts";
import { type PdfDict, type PdfName, pdfName, withEntries } from "../pdf/objects.ts";
import { type FieldNode, fieldKind } from "./field-tree.ts";

/** The state of what has one picture only. */
export const onlyState: PdfName = pdfName("N");

/** Names it in a field that is its own widget, where it is no signature and has no states. */
export function nameOnlyState(update: PdfUpdate, field: FieldNode): void {
  const dict = dictionaryOf(update, field.ref);
  if (dict.entries.has("AS") || !hasOnePicture(update, dict) || fieldKind(update, field) === "signature") return;
  update.put(field.ref, withEntries(dict, { AS: onlyState }));
}

/** Whether its normal appearance is a picture, and no choice of some. */
export function hasOnePicture(update: PdfUpdate, widget: PdfDict): boolean {
  return update.resolve(dictionaryOf(update, widget.entries.get("AP")).entries.get("N"))?.kind === "stream";
}
