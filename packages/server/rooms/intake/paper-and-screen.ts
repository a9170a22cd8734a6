/**
 * Annotations that show on screen or on paper only (ISO 32000-2 §12.5.3 table 167): a signer looks at a screen, the person who
 * relies on the signature may look at paper. Hidden ones show nowhere, and without scripts nothing brings them back; but what a signer fills in
 * is asked for on the page, and has to show in the file that they sign.
 */

import { fieldFlags, fieldKind, hasFlag, readFields } from "@siegel/kernel/forms/field-tree.ts";
import { annotationFlags as flags, flagsOf, hasArea } from "@siegel/kernel/forms/own-picture.ts";
import { nameOf, type Objects } from "@siegel/kernel/pdf/access.ts";
import type { PdfUpdate } from "@siegel/kernel/pdf/incremental-update.ts";
import { type PdfDict, pdfNumber, withEntries } from "@siegel/kernel/pdf/objects.ts";
import type { Page } from "@siegel/kernel/pdf/pages.ts";
import { changeAnnotations } from "./change-annotations.ts";
import type { IntakeSigner } from "./intake-rules.ts";
import { isFilledIn } from "./signers-fields.ts";

/** A popup belongs to what it explains, and a link shows nothing of its own. */
const neverDrawn = new Set(["Popup", "Link"]);

/** Makes every annotation that shows anywhere, and every field that a signer fills in, show on both; answers whether a screen shows more than before. */
export function showOnBoth(update: PdfUpdate, pages: readonly Page[], signers: readonly IntakeSigner[]): boolean {
  const asked = askedIn(update, signers);
  let showsMore = false;
  changeAnnotations(update, pages, (dict, ref) => {
    const found = ref !== undefined && asked.has(ref.num) ? unhidden(update, dict) : dict;
    const before = flagsOf(update, found);
    // Some readers take the flag Invisible for kinds that they do not know, as is written there, others for all, or for none.
    const wanted = (before | flags.print) & ~(flags.invisible | flags.noView | flags.toggleNoView);
    showsMore ||= found !== dict;
    if (!isDrawn(update, found) || before === wanted) return found;
    showsMore ||= (before & (flags.noView | flags.toggleNoView | flags.invisible)) !== 0;
    return withEntries(found, { F: pdfNumber(wanted) });
  });
  return showsMore;
}

/** The object numbers of the widgets of what signers fill in. */
function askedIn(update: PdfUpdate, signers: readonly IntakeSigner[]): ReadonlySet<number> {
  const asked = readFields(update).filter((field) => {
    const takesSeveral = fieldKind(update, field) === "choice" && hasFlag(update, field, fieldFlags.multiSelect);
    return isFilledIn(update, field, signers) && !takesSeveral;
  });
  return new Set(asked.flatMap(({ widgets }) => widgets.map(({ ref }) => ref.num)));
}

/** Neither hidden by itself nor with a layer. */
function unhidden(objects: Objects, dict: PdfDict): PdfDict {
  const before = flagsOf(objects, dict);
  if ((before & flags.hidden) === 0 && !dict.entries.has("OC")) return dict;
  return hasArea(objects, dict.entries.get("Rect"))
    ? withEntries(dict, { F: pdfNumber(before & ~flags.hidden), OC: undefined })
    : dict;
}

function isDrawn(objects: Objects, dict: PdfDict): boolean {
  const isHidden = (flagsOf(objects, dict) & flags.hidden) !== 0;
  const isShown = hasArea(objects, dict.entries.get("Rect")) && !isHidden;
  return isShown && !neverDrawn.has(nameOf(objects, dict.entries.get("Subtype")) ?? "");
}
