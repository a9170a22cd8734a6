// What shadings and pictures cost their readers (ISO 32000-2 §8.7.4.5, §7.10.5, §8.9.5): a function is computed for each point that
// is painted, and a picture is gone through each time it is drawn, however small.
import { dictionaryOf, nameOf, numberOf, type Objects } from "../pdf/access.ts";
import { drawingLimits } from "../pdf/limits.ts";
import type { PdfObject } from "../pdf/objects.ts";
import type { PdfDocument } from "../pdf/open-pdf.ts";
import { spaceCost } from "./colour-cost.ts";
import type { Scope } from "./drawn-resources.ts";
import { functionCost, sumOf } from "./function-cost.ts";
import { pointsOf } from "./picture-size.ts";

/** What is computed for each point of a shading, its colour included; along a line or a circle there are a few points only. */
export function programOf(doc: PdfDocument, shading: PdfObject | undefined, scope: Scope): number {
  const { entries } = dictionaryOf(doc, shading);
  const { each, once } = sumOf([
    functionCost(doc, entries.get("Function")),
    spaceCost(doc, entries.get("ColorSpace"), scope),
  ]);
  const type = numberOf(doc, entries.get("ShadingType"));
  return once / drawingLimits.pointsOfAPage + (type === 2 || type === 3 ? each / drawingLimits.alongShare : each);
}

/** What is computed for the points of a picture, each for itself. */
export function programOfPicture(
  doc: PdfDocument,
  { picture, pixels }: { readonly picture: PdfObject; readonly pixels: number },
  scope: Scope,
): number {
  const { each, once } = spaceCost(doc, dictionaryOf(doc, picture).entries.get("ColorSpace"), scope);
  return (each * pixels + once) / drawingLimits.pointsOfAPage;
}

/** Entries of the tables that are computed of transfer functions, four of 256 (§10.5). */
const transferEntries = 1_024;

/** What is computed for the transfer functions of a graphics state each time it is set. */
export function transferCost(doc: PdfDocument, transfer: PdfObject): number {
  const { each, once } = functionCost(doc, transfer);
  return (transferEntries * each + once) / drawingLimits.pointsOfAPage;
}

/** Points of a picture and of what masks it; those of each stay in `known`. */
export function pixelsOf(doc: PdfDocument, picture: PdfObject | undefined, known: Map<number, number>): number {
  const { entries } = dictionaryOf(doc, picture);
  return [picture, entries.get("SMask"), entries.get("Mask")].reduce((all, part) => {
    if (part?.kind !== "ref") return all;
    const points = known.get(part.num) ?? pointsOf(doc, part);
    known.set(part.num, points);
    return all + points;
  }, 0);
}

/** Whether a form is painted on a surface of its own before it is painted on the page (§11.6.6). */
export function isGroup(objects: Objects, form: PdfObject): boolean {
  const group = dictionaryOf(objects, dictionaryOf(objects, form).entries.get("Group"));
  return nameOf(objects, group.entries.get("S")) === "Transparency";
}
