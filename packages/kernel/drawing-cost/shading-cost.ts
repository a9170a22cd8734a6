// What shadings and pictures cost their readers (ISO 32000-2 §8.7.4.5, §7.10.5, §8.9.5): a function is computed for each point that
// is painted, and a picture is gone through each time it is drawn, however small.

import type { Scope } from "../contents/drawn-resources.ts";
import { matrixOf } from "../contents/matrix.ts";
import { dictionaryOf, itemsOf, numberOf } from "../pdf/access.ts";
import { drawingLimits } from "../pdf/limits.ts";
import type { PdfObject } from "../pdf/objects.ts";
import type { PdfDocument } from "../pdf/open-pdf.ts";
import { spaceCost } from "./colour-cost.ts";
import { type FunctionCost, functionCost, sumOf } from "./function-cost.ts";
import { type Mesh, meshOf } from "./mesh-cost.ts";
import { type Cost, nothing } from "./page-cost.ts";
import { pointsOf } from "./picture-size.ts";

/** Of a pattern whatever is painted may be painted with. */
export function shadingCost(
  { doc, meshes }: { readonly doc: PdfDocument; readonly meshes: Map<number, Mesh> },
  { value, isPattern }: { readonly value: PdfObject; readonly isPattern: boolean },
  { scope, times }: { readonly scope: Scope; readonly times: number },
): Cost {
  const [program, { each }] = [programOf(doc, value, scope), shadedOf(doc, value, scope)];
  const bytes = drawingLimits.meshElementBytes * (meshOf(doc, value, meshes)?.elements ?? 0);
  const cost = { ...nothing, programs: times * program, shaded: times * each, bytes: times * bytes };
  return isPattern ? { ...cost, tileProgram: program, tileShaded: each, tileBytes: bytes } : cost;
}

/** What is computed for each point of a shading and of its colour; along a line or a circle there are a few points only. */
function programOf(doc: PdfDocument, shading: PdfObject | undefined, scope: Scope): number {
  const { each, once } = costOfShading(doc, shading, scope);
  const type = numberOf(doc, dictionaryOf(doc, shading).entries.get("ShadingType"));
  const read = once / drawingLimits.pointsOfAPage;
  if (type === byFunction) return read;
  return read + (type === 2 || type === 3 ? each / drawingLimits.alongShare : each);
}

/** Of a shading by a function of two (§8.7.4.5.2): what is computed for each point, and for how many points however few are painted. */
export type Shaded = { readonly each: number; readonly points: number };

/** Of no such shading. */
const notShaded: Shaded = { each: 0, points: 0 };

/** Reads it. */
export function shadedOf(doc: PdfDocument, shading: PdfObject | undefined, scope: Scope): Shaded {
  const { entries } = dictionaryOf(doc, shading);
  if (numberOf(doc, entries.get("ShadingType")) !== byFunction) return notShaded;
  const numbers = (key: string): number[] =>
    itemsOf(doc, entries.get(key)).map((item) => numberOf(doc, item) ?? Number.NaN);
  const [left = 0, right = 1, bottom = 0, top = 1] = numbers("Domain");
  const [a, b, c, d] = matrixOf(numbers("Matrix"));
  const [width, height] = [Math.abs(right - left), Math.abs(top - bottom)];
  const steps = (length: number): number => (length < stepsMax ? Math.ceil(length) + 1 : stepsMax + 1);
  const points = steps(Math.abs(a) * width + Math.abs(c) * height) * steps(Math.abs(b) * width + Math.abs(d) * height);
  return { each: costOfShading(doc, shading, scope).each, points: Math.max(points, shadedPointsMin) };
}

const byFunction = 1;
/** pdf.js computes a point for each unit of the domain, as many each way; MuPDF 33 by 33. */
const [stepsMax, shadedPointsMin] = [512, 1_089];

function costOfShading(doc: PdfDocument, shading: PdfObject | undefined, scope: Scope): FunctionCost {
  const { entries } = dictionaryOf(doc, shading);
  return sumOf([functionCost(doc, entries.get("Function")), spaceCost(doc, entries.get("ColorSpace"), scope)]);
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
