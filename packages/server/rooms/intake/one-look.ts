/**
 * What lets a page look otherwise where it is read, pointed at or printed: appearances of annotations under a pointer (ISO 32000-2
 * §12.5.5), watermarks at another place on paper (§12.5.6.22), and boxes that pages are cut to (§12.2, tables 147 and 148).
 */

import { isHidden } from "@siegel/kernel/forms/own-picture.ts";
import { catalogOf, dictionaryOf, nameOf } from "@siegel/kernel/pdf/access.ts";
import type { PdfUpdate } from "@siegel/kernel/pdf/incremental-update.ts";
import { type PdfDict, sameRef, withEntries } from "@siegel/kernel/pdf/objects.ts";
import type { Page } from "@siegel/kernel/pdf/pages.ts";
import { changeAnnotations } from "./change-annotations.ts";
import { settlePages } from "./plain-pages.ts";

const areas = ["ViewArea", "ViewClip", "PrintArea", "PrintClip"];

/** Leaves one look to every annotation and page of the pending document; answers whether one had another. */
export function leaveOneLook(update: PdfUpdate, pages: readonly Page[]): boolean {
  const annotated = changeAnnotations(update, pages, (annotation) => withOneLook(update, annotation));
  const settled = settlePages(update, pages);
  return cutAsShown(update) || annotated || settled;
}

/** What shows while a button of the mouse is held (/D) stays: nobody reads that way, and every box to tick has it. */
function withOneLook(update: PdfUpdate, annotation: PdfDict): PdfDict {
  if (isHidden(update, annotation)) return annotation;
  const still = annotation.entries.has("FixedPrint") ? withEntries(annotation, { FixedPrint: undefined }) : annotation;
  const looks = dictionaryOf(update, still.entries.get("AP"));
  const passing = looks.entries.get("R");
  if (update.resolve(passing) === undefined || sameRef(passing, looks.entries.get("N"))) return still;
  return withEntries(still, { AP: withEntries(looks, { R: undefined }) });
}

/** Browsers show what /CropBox leaves, whatever these say. */
function cutAsShown(update: PdfUpdate): boolean {
  const catalog = catalogOf(update);
  const stored = catalog.entries.get("ViewerPreferences");
  const preferences = dictionaryOf(update, stored);
  const other = areas.filter((key) => {
    const value = preferences.entries.get(key);
    return value !== undefined && nameOf(update, value) !== "CropBox";
  });
  if (other.length === 0) return false;
  const plain = withEntries(preferences, Object.fromEntries(other.map((key) => [key, undefined])));
  update.put(update.root, withEntries(catalog, { ViewerPreferences: plain }));
  return true;
}
