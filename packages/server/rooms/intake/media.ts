/**
 * Annotations that play video or sound, or show a 3D model (ISO 32000-2 §13). What plays goes; the picture that stands on the page until
 * somebody plays it is part of what people sign, and stays.
 */

import { hasArea, hasOwnPicture, isHidden, shownForm } from "@siegel/kernel/forms/own-picture.ts";
import { nameOf, type Objects } from "@siegel/kernel/pdf/access.ts";
import { type PdfDict, pdfDict, pdfName } from "@siegel/kernel/pdf/objects.ts";

const mediaTypes = new Set(["Movie", "Screen", "RichMedia", "3D", "Sound"]);

/** What an annotation keeps: its place, how it looks there, what it is called, and where the structure tree knows it. */
const keptKeys = [
  ...["Type", "Rect", "F", "P", "M", "NM", "Contents", "Lang", "OC", "StructParent"],
  ...["Border", "BS", "C", "ca", "CA", "BM"],
];

/** Whether an annotation is there to play something. */
export const isMedia = (objects: Objects, annotation: PdfDict): boolean =>
  mediaTypes.has(nameOf(objects, annotation.entries.get("Subtype")) ?? "");

/** A stamp that shows the picture of such an annotation and nothing else; undefined where the page shows none. */
export function stillOf(objects: Objects, annotation: PdfDict): PdfDict | undefined {
  const isShown = hasArea(objects, annotation.entries.get("Rect")) && !isHidden(objects, annotation);
  if (!isShown || !hasOwnPicture(objects, annotation)) return undefined;
  const kept = keptKeys.map((key) => [key, annotation.entries.get(key)] as const);
  return pdfDict({
    ...Object.fromEntries(kept),
    Subtype: pdfName("Stamp"),
    AP: pdfDict({ N: shownForm(objects, annotation) }),
  });
}
