/** What is mended in a file that nobody has signed yet, so that everybody sees the same in it; and what no file may be. */
import { isOwnField, nameWithinOwner } from "@siegel/contract/field-ownership.ts";
import type { SignerId } from "@siegel/contract/ids.ts";
import { field_value_chars_max } from "@siegel/contract/limits.ts";
import { formOf, readFields } from "@siegel/kernel/forms/field-tree.ts";
import { settleValues } from "@siegel/kernel/forms/one-value.ts";
import { leadOneWayUp } from "@siegel/kernel/forms/one-way-up.ts";
import { listRootsOnce, nameGoesOn, renameFieldPrefix } from "@siegel/kernel/forms/rename-fields.ts";
import { itemsOf } from "@siegel/kernel/pdf/access.ts";
import type { PdfUpdate } from "@siegel/kernel/pdf/incremental-update.ts";
import type { PdfDocument } from "@siegel/kernel/pdf/open-pdf.ts";
import type { Page } from "@siegel/kernel/pdf/pages.ts";
import { PdfRefusal } from "@siegel/kernel/pdf/refusal.ts";
import { drawAlike } from "./draw-alike.ts";
import { keepPictures } from "./drawn-anew.ts";
import { givePictures } from "./give-pictures.ts";
import { fixedNotices } from "./intake-notices.ts";
import type { IntakeSigner } from "./intake-rules.ts";
import { fixLayers } from "./layers.ts";
import { leaveOutSurplus, type Surplus } from "./leave-out-surplus.ts";
import { mendLimits } from "./mend-limits.ts";
import { nameFields } from "./name-fields.ts";
import { leaveOneLook } from "./one-look.ts";
import { showOnBoth } from "./paper-and-screen.ts";
import { type Fonts, seeThroughFields } from "./see-through-fields.ts";
import type { Constraints } from "./signed-files.ts";
import { leaveOutUnpictured } from "./unpictured.ts";

/** XFA was removed from ISO 32000-2: without fields there is nothing but the XFA to show, and in a signed file it cannot go. */
export function refuseXfaOnly(doc: PdfDocument, { isSigned }: Pick<Constraints, "isSigned">): void {
  if (!hasXfa(doc)) return;
  if (itemsOf(doc, formOf(doc).entries.get("Fields")).length === 0)
    throw new PdfRefusal("FILE_XFA_ONLY", "/XFA without fields");
  if (isSigned) throw new PdfRefusal("FILE_XFA_ONLY", "/XFA in a signed file");
}

const hasXfa = (doc: PdfDocument): boolean => formOf(doc).entries.has("XFA");

type Unsigned = {
  readonly pages: readonly Page[];
  readonly signers: readonly IntakeSigner[];
  readonly fonts: Fonts;
  readonly surplus: Surplus;
};

/** Mends the pending document and gives prepared fields to their signers; answers what the sender is told. */
export async function prepareUnsigned(
  update: PdfUpdate,
  { pages, signers, fonts, surplus }: Unsigned,
): Promise<string[]> {
  listRootsOnce(update);
  const leftTheWay = leadOneWayUp(update);
  nameFields(update, pages, signers);
  const differed = settleValues(update, field_value_chars_max) || leftTheWay;
  keepPictures(update);
  const notices = mendLimits(update, signers);
  if (fixLayers(update, pages)) notices.push(fixedNotices.layers);
  if (showOnBoth(update, pages, signers)) notices.push(fixedNotices.annotations);
  await seeThroughFields(update, signers, fonts);
  if (await givePictures(update, { pages, signers, fonts })) notices.push(fixedNotices.drawn);
  if (leaveOutUnpictured(update, pages)) notices.push(fixedNotices.leftOut);
  const drawn = drawAlike(update, pages);
  const restored = leaveOutSurplus(update, pages, surplus);
  if (leaveOneLook(update, pages) || drawn || restored) notices.push(fixedNotices.looks);
  if (differed) notices.push(fixedNotices.fields);
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
