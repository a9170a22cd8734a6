/**
 * Annotations that show on screen or on paper only (ISO 32000-2 §12.5.3 table 167): whoever signs looks at a screen, whoever
 * relies on it may look at paper. Hidden ones show nowhere, and without scripts nothing brings them back.
 */
import { dictionaryOf, itemsOf, nameOf, numberOf, type Objects, rectangleOf } from "@siegel/kernel/pdf/access.ts";
import type { PdfUpdate } from "@siegel/kernel/pdf/incremental-update.ts";
import { type PdfDict, type PdfObject, pdfArray, pdfNumber, withEntries } from "@siegel/kernel/pdf/objects.ts";
import type { Page } from "@siegel/kernel/pdf/pages.ts";

const flags = { hidden: 2, print: 4, noView: 32, toggleNoView: 256 } as const;
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
    paperOnly: drawn.some((dict) => has(dict, flags.noView | flags.toggleNoView)),
    screenOnly: drawn.some((dict) => !has(dict, flags.print)),
  };
}

/** Makes every annotation that shows anywhere show on both; answers whether one did not. */
export function showOnBoth(update: PdfUpdate, pages: readonly Page[]): boolean {
  let found = false;
  for (const { ref } of pages) {
    const page = dictionaryOf(update, ref);
    const stored = page.entries.get("Annots");
    const annotations = itemsOf(update, stored);
    const shown = annotations.map((annotation) => shownOnBoth(update, annotation));
    found ||= shown.some(({ changed }) => changed);
    if (shown.every(({ item }, i) => item === annotations[i])) continue;
    const array = pdfArray(shown.map(({ item }) => item));
    if (stored?.kind === "ref") update.put(stored, array);
    else update.put(ref, withEntries(page, { Annots: array }));
  }
  return found;
}

function shownOnBoth(update: PdfUpdate, annotation: PdfObject): { item: PdfObject; changed: boolean } {
  const dict = dictionaryOf(update, annotation);
  const before = flagsOf(update, dict);
  const wanted = (before | flags.print) & ~(flags.noView | flags.toggleNoView);
  if (!isDrawn(update, dict) || before === wanted) return { item: annotation, changed: false };
  const clean = withEntries(dict, { F: pdfNumber(wanted) });
  if (annotation.kind !== "ref") return { item: clean, changed: true };
  update.put(annotation, clean);
  return { item: annotation, changed: true };
}

const flagsOf = (objects: Objects, dict: PdfDict): number => numberOf(objects, dict.entries.get("F")) ?? 0;

function isDrawn(objects: Objects, dict: PdfDict): boolean {
  const box = rectangleOf(objects, dict.entries.get("Rect"));
  const hasArea = box !== undefined && box[0] < box[2] && box[1] < box[3];
  const isHidden = (flagsOf(objects, dict) & flags.hidden) !== 0;
  return hasArea && !isHidden && !neverDrawn.has(nameOf(objects, dict.entries.get("Subtype")) ?? "");
}
