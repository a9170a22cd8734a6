/**
 * Fields that the sender prepared for signers, made ready to be filled in. How they look stays as it was sent; what is stored twice
 * goes, so that a value that is written later says the same everywhere.
 */
import { isOwnField } from "@siegel/contract/field-ownership.ts";
import { type FieldNode, fieldFlags, fieldKind, hasFlag, readFields } from "@siegel/kernel/forms/field-tree.ts";
import type { TextShaper } from "@siegel/kernel/forms/shaped-text.ts";
import { drawTicks } from "@siegel/kernel/forms/tick-appearance.ts";
import { dictionaryOf, type Objects } from "@siegel/kernel/pdf/access.ts";
import type { PdfUpdate } from "@siegel/kernel/pdf/incremental-update.ts";
import { withEntries } from "@siegel/kernel/pdf/objects.ts";
import type { IntakeSigner } from "./intake-rules.ts";
import { makeReadable } from "./make-readable.ts";
import { hasStates, ticksOf } from "./ticks.ts";

/** The fonts that values are drawn in, once there is one to be drawn. */
export type Fonts = () => Promise<TextShaper>;

/** Prepares them in the pending document. A tick without a picture of any state gets ours, because it needs them to be ticked. */
export function prepareSignersFields(update: PdfUpdate, signers: readonly IntakeSigner[]): void {
  for (const field of readFields(update)) {
    if (!isFilledIn(update, field, signers)) continue;
    dropStaleValues(update, field);
    makeReadable(update, field);
    if (isTick(update, field) && field.widgets.every(({ dict }) => !hasStates(update, dict)))
      drawTicks(update, ticksOf(update, field));
  }
}

/** Whether one of the signers can fill it in. */
export function isFilledIn(objects: Objects, field: FieldNode, signers: readonly IntakeSigner[]): boolean {
  const isTheirs = signers.some(({ reference }) => isOwnField(field.name, reference));
  const kind = fieldKind(objects, field);
  const holds = kind === "text" || kind === "choice" || isTick(objects, field);
  return isTheirs && holds && !hasFlag(objects, field, fieldFlags.readOnly);
}

/** Whether it is a checkbox or a button of a group. */
export function isTick(objects: Objects, field: FieldNode): boolean {
  const kind = fieldKind(objects, field);
  return kind === "checkbox" || kind === "radio";
}

/**
 * Takes out what says the value once more and would be wrong when it is written: rich text (/RV) and the places of what is chosen (/I).
 * Taken out after others have signed, it would be more than a change of a value (pyHanko's policy).
 */
function dropStaleValues(update: PdfUpdate, field: FieldNode): void {
  // pdf.js looks for places at the widget.
  for (const { ref } of [field, ...field.widgets]) {
    const dict = dictionaryOf(update, ref);
    if (dict.entries.has("RV") || dict.entries.has("I"))
      update.put(ref, withEntries(dict, { RV: undefined, I: undefined }));
  }
}
