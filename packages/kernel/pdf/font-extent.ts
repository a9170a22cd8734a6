// How far the letters of a font reach above and below their line (ISO 32000-2 §9.2.4, §9.8), in em; never less than they do in
// the fonts that people have.
import { dictionaryOf, itemsOf, nameOf, numberOf, type Resolver, rectangleOf } from "./access.ts";
import type { PdfDict, PdfObject } from "./objects.ts";

/** From the lowest ink, negative, to the highest. `hasBlanks`: the byte 32 is a blank. */
export type FontExtent = { readonly down: number; readonly up: number; readonly hasBlanks: boolean };

/** The extent of a font that does not state it. */
export const usualExtent: FontExtent = { down: -0.35, up: 1.15, hasBlanks: false };
/** The box of a font of mathematics has room for its largest bracket: no line of text has. */
const widest = { down: -0.6, up: 1.5 };
/** §9.6.5: fonts of these have the usual blank; a subset of TeX may have any letter there. */
const usualEncodings: readonly string[] = ["WinAnsiEncoding", "MacRomanEncoding", "StandardEncoding"];

/** The extent of a font in a resource dictionary; null if it is unknown: the font writes downwards, or draws its letters without a box. */
export function fontExtent(objects: Resolver, font: PdfDict): FontExtent | null {
  if (nameOf(objects, font.entries.get("Subtype")) === "Type3") return ofDrawnFont(objects, font);
  const encoding = objects.resolve(font.entries.get("Encoding"));
  if (isVertical(objects, encoding)) return null;
  const [descendant] = itemsOf(objects, font.entries.get("DescendantFonts"));
  const described = descendant === undefined ? font : dictionaryOf(objects, descendant);
  const descriptor = dictionaryOf(objects, described.entries.get("FontDescriptor"));
  const box = rectangleOf(objects, descriptor.entries.get("FontBBox"));
  const hasBlanks = encoding?.kind === "name" && usualEncodings.includes(encoding.value);
  if (box === undefined || box[1] === box[3]) return { ...usualExtent, hasBlanks };
  return {
    hasBlanks,
    down: Math.max(widest.down, Math.min(usualExtent.down, box[1] / 1_000)),
    up: Math.min(widest.up, Math.max(usualExtent.up, box[3] / 1_000)),
  };
}

/** §9.7.5.2: a predefined CMap says it in its name, one in the file by /WMode. */
function isVertical(objects: Resolver, encoding: PdfObject | undefined): boolean {
  if (encoding?.kind === "name") return encoding.value.endsWith("-V");
  return encoding?.kind === "stream" && numberOf(objects, encoding.dict.entries.get("WMode")) === 1;
}

function ofDrawnFont(objects: Resolver, font: PdfDict): FontExtent | null {
  const box = rectangleOf(objects, font.entries.get("FontBBox"));
  const matrix = itemsOf(objects, font.entries.get("FontMatrix")).map((item) => numberOf(objects, item) ?? 0);
  const [, skew = 0, , scale = 0] = matrix;
  if (box === undefined || box[1] === box[3] || skew !== 0 || scale === 0) return null;
  const [one, other] = [box[1] * scale, box[3] * scale];
  return { down: Math.min(one, other), up: Math.max(one, other), hasBlanks: false };
}
