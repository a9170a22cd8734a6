// Annotations show their normal appearance (ISO 32000-2 §12.5.5). If it is missing or cannot be drawn, each viewer
// draws its own, or none.
import { dictionaryOf, nameOf, numberOf, type Objects, rectangleOf } from "../pdf/access.ts";
import type { PdfDict, PdfObject } from "../pdf/objects.ts";

/** Flags of annotations (§12.5.3 table 167). */
export const annotationFlags = { invisible: 1, hidden: 2, print: 4, noView: 32, toggleNoView: 256 } as const;

/** The flags that an annotation has. */
export const flagsOf = (objects: Objects, annotation: PdfDict): number =>
  numberOf(objects, annotation.entries.get("F")) ?? 0;

/** Whether an annotation shows nowhere. */
export const isHidden = (objects: Objects, annotation: PdfDict): boolean =>
  (flagsOf(objects, annotation) & annotationFlags.hidden) !== 0;

/** Whether an annotation shows a picture that it brings itself. */
export function hasOwnPicture(objects: Objects, annotation: PdfDict): boolean {
  return isDrawable(objects, shownForm(objects, annotation));
}

/** What stands for an annotation's normal appearance, in its state where it has some. */
export function shownForm(objects: Objects, annotation: PdfDict): PdfObject | undefined {
  const normal = dictionaryOf(objects, annotation.entries.get("AP")).entries.get("N");
  const states = objects.resolve(normal);
  return states?.kind === "dict" ? states.entries.get(nameOf(objects, annotation.entries.get("AS")) ?? "") : normal;
}

/** Whether a form can be drawn: if it has no box, some readers draw nothing and others whatever they choose. */
function isDrawable(objects: Objects, form: PdfObject | undefined): boolean {
  const stream = objects.resolve(form);
  return stream?.kind === "stream" && hasArea(objects, stream.dict.entries.get("BBox"));
}

/** Whether a rectangle is one, and not empty. */
export function hasArea(objects: Objects, value: PdfObject | undefined): boolean {
  const box = rectangleOf(objects, value);
  return box !== undefined && box[0] < box[2] && box[1] < box[3];
}
