/** What is mended in a file that nobody has signed yet; and what no file may be. Everything else stays as it was sent (decisions.md §12). */
import { isOwnField, nameWithinOwner } from "@siegel/contract/field-ownership.ts";
import type { SignerId } from "@siegel/contract/ids.ts";
import { field_value_chars_max, type Language } from "@siegel/contract/limits.ts";
import { nameOnlyState } from "@siegel/kernel/forms/appearance-state.ts";
import { formOf, readFields } from "@siegel/kernel/forms/field-tree.ts";
import { settleValues } from "@siegel/kernel/forms/one-value.ts";
import { leadOneWayUp } from "@siegel/kernel/forms/one-way-up.ts";
import { listRootsOnce, nameGoesOn, renameFieldPrefix } from "@siegel/kernel/forms/rename-fields.ts";
import { itemsOf } from "@siegel/kernel/pdf/access.ts";
import type { PdfUpdate } from "@siegel/kernel/pdf/incremental-update.ts";
import type { PdfDocument } from "@siegel/kernel/pdf/open-pdf.ts";
import type { Page } from "@siegel/kernel/pdf/pages.ts";
import { PdfRefusal } from "@siegel/kernel/pdf/refusal.ts";
import { giveAppearances } from "./give-appearances.ts";
import { giveHighlights } from "./highlights.ts";
import { noticeOf } from "./intake-notices.ts";
import type { IntakeSigner } from "./intake-rules.ts";
import { fixLayers } from "./layers.ts";
import { mendLimits } from "./mend-limits.ts";
import { nameFields } from "./name-fields.ts";
import { showOnBoth } from "./paper-and-screen.ts";
import { type Fonts, prepareSignersFields } from "./signers-fields.ts";

/** Refuses a form that has nothing but its XFA to show: XFA was removed from ISO 32000-2. @throws PdfRefusal FILE_XFA_ONLY */
export function refuseXfaOnly(doc: PdfDocument): void {
  if (hasXfa(doc) && itemsOf(doc, formOf(doc).entries.get("Fields")).length === 0)
    throw new PdfRefusal("FILE_XFA_ONLY", "/XFA without fields");
}

/** Whether a form has an XFA part. */
export const hasXfa = (doc: PdfDocument): boolean => formOf(doc).entries.has("XFA");

type Unsigned = {
  readonly pages: readonly Page[];
  readonly signers: readonly IntakeSigner[];
  readonly fonts: Fonts;
  readonly language: Language;
};

/** Mends the pending document and gives prepared fields to their signers; answers what the sender is told. */
export async function prepareUnsigned(
  update: PdfUpdate,
  { pages, signers, fonts, language }: Unsigned,
): Promise<string[]> {
  listRootsOnce(update);
  const leftTheWay = leadOneWayUp(update);
  nameFields(update, pages, signers);
  const differed = settleValues(update, field_value_chars_max) || leftTheWay;
  const notices = mendLimits(update, signers, language);
  if (fixLayers(update, pages)) notices.push(noticeOf("layers", language));
  if (showOnBoth(update, pages, signers)) notices.push(noticeOf("annotations", language));
  prepareSignersFields(update, signers);
  if (await giveAppearances(update, { pages, signers, fonts })) notices.push(noticeOf("drawn", language));
  giveHighlights(update, pages);
  // No signature locks a field of a document that is shown only.
  if (signers.length > 0) for (const field of readFields(update)) nameOnlyState(update, field);
  if (differed) notices.push(noticeOf("fields", language));
  for (const { reference, signerId } of signers) {
    renameFieldPrefix(update, { from: reference, to: signerId });
    requireApart(update, signerId);
  }
  return notices;
}

/** Fields that stand beside the node above others, by one name. @throws PdfRefusal FIELD_VALUE_INVALID */
function requireApart(update: PdfUpdate, signerId: SignerId): void {
  const own = readFields(update).filter(({ name }) => isOwnField(name, signerId));
  const names = new Set(own.map(({ name }) => name));
  const above = own.flatMap(({ path }) => path.slice(0, -1)).find((name) => names.has(name));
  if (above !== undefined) throw nameGoesOn(nameWithinOwner(above, signerId));
}
