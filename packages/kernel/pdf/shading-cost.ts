// What shadings and pictures cost their readers (ISO 32000-2 §8.7.4.5, §7.10.5, §8.9.5): a function is computed for each point that
// is painted, and a picture is gone through each time it is drawn, however small.
import { dictionaryOf, itemsOf, nameOf, numberOf, type Objects } from "./access.ts";
import { drawingLimits } from "./limits.ts";
import type { PdfObject } from "./objects.ts";
import type { PdfDocument } from "./open-pdf.ts";
import { tooComplex, unlessBroken } from "./refusal.ts";

const stitchedMax = 8;

/** Octets of the programs that are computed for each point of a shading; along a line or a circle there are a few points only. */
export function programOf(doc: PdfDocument, shading: PdfObject | undefined): number {
  const { entries } = dictionaryOf(doc, shading);
  const octets = octetsOf(doc, entries.get("Function"), 0);
  const type = numberOf(doc, entries.get("ShadingType"));
  return type === 2 || type === 3 ? octets / drawingLimits.alongShare : octets;
}

function octetsOf(doc: PdfDocument, fn: PdfObject | undefined, depth: number): number {
  if (depth > stitchedMax) throw tooComplex("functions of functions without end");
  const value = doc.resolve(fn);
  const parts = value?.kind === "array" ? value.items : itemsOf(doc, dictionaryOf(doc, fn).entries.get("Functions"));
  const own = value?.kind === "stream" && numberOf(doc, value.dict.entries.get("FunctionType")) === 4;
  const octets = own ? (unlessBroken(() => doc.decodeStream(value))?.length ?? 0) : 0;
  return parts.reduce((all, part) => all + octetsOf(doc, part, depth + 1), octets);
}

/** Points of a picture and of what masks it. */
export function pixelsOf(objects: Objects, picture: PdfObject | undefined): number {
  const { entries } = dictionaryOf(objects, picture);
  const masks = [entries.get("SMask"), entries.get("Mask")].map((mask) => sizeOf(objects, mask));
  return masks.reduce((all, size) => all + size, sizeOf(objects, picture));
}

function sizeOf(objects: Objects, picture: PdfObject | undefined): number {
  if (objects.resolve(picture)?.kind !== "stream") return 0;
  const { entries } = dictionaryOf(objects, picture);
  const [width, height] = ["Width", "Height"].map((key) => Math.abs(numberOf(objects, entries.get(key)) ?? 0));
  return (width ?? 0) * (height ?? 0);
}

/** Whether a form is painted on a surface of its own before it is painted on the page (§11.6.6). */
export function isGroup(objects: Objects, form: PdfObject): boolean {
  const group = dictionaryOf(objects, dictionaryOf(objects, form).entries.get("Group"));
  return nameOf(objects, group.entries.get("S")) === "Transparency";
}
