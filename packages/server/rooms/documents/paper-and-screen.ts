/**
 * Annotations that show on screen or on paper only (ISO 32000-2 §12.5.3 table 167): whoever signs looks at a screen, whoever
 * relies on it may look at paper. Hidden ones show nowhere, and without scripts nothing brings them back.
 */
import { dictionaryOf, itemsOf, nameOf, type Objects } from "@siegel/kernel/pdf/access.ts";
import type { PdfUpdate } from "@siegel/kernel/pdf/incremental-update.ts";
import { type PdfDict, pdfNumber, withEntries } from "@siegel/kernel/pdf/objects.ts";
import { annotationFlags as flags, flagsOf, hasArea } from "@siegel/kernel/pdf/own-picture.ts";
import type { Page } from "@siegel/kernel/pdf/pages.ts";
import { changeAnnotations } from "./change-annotations.ts";

/** A popup belongs to what it explains, and a link shows nothing of its own. */
const neverDrawn = new Set(["Popup", "Link"]);

/** What can be said of the annotations of a document: some show on paper only or by pointing at them, some on screen only. */
export type Differing = { readonly paperOnly: boolean; readonly screenOnly: boolean };

/** Looks at all annotations of these pages. */
export function differingAnnotations(objects: Objects, pages: readonly Page[]): Differing {
  const all = pages.flatMap(({ dict }) => itemsOf(objects, dict.entries.get("Annots")));
  const drawn = all.map((item) => dictionaryOf(objects, item)).filter((dict) => isDrawn(objects, dict));
  const has = (dict: PdfDict, flag: number): boolean => (flagsOf(objects, dict) & flag) !== 0;
  return {
    paperOnly: drawn.some((dict) => has(dict, flags.invisible | flags.noView | flags.toggleNoView)),
    screenOnly: drawn.some((dict) => !has(dict, flags.print)),
  };
}

/** Makes every annotation that shows anywhere show on both; answers whether one did not. */
export function showOnBoth(update: PdfUpdate, pages: readonly Page[]): boolean {
  return changeAnnotations(update, pages, (dict) => {
    const before = flagsOf(update, dict);
    // Some readers take the flag Invisible for kinds that they do not know, as is written there, others for all, or for none.
    const wanted = (before | flags.print) & ~(flags.invisible | flags.noView | flags.toggleNoView);
    return !isDrawn(update, dict) || before === wanted ? dict : withEntries(dict, { F: pdfNumber(wanted) });
  });
}

function isDrawn(objects: Objects, dict: PdfDict): boolean {
  const isHidden = (flagsOf(objects, dict) & flags.hidden) !== 0;
  const isShown = hasArea(objects, dict.entries.get("Rect")) && !isHidden;
  return isShown && !neverDrawn.has(nameOf(objects, dict.entries.get("Subtype")) ?? "");
}
