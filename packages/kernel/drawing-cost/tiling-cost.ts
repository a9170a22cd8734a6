// What tiling patterns cost their readers (ISO 32000-2 §8.7.3): a cell is drawn for what is painted with it, and once in each place
// where it repeats.

import { isRegular } from "../contents/structure-words.ts";
import { itemsOf, numberOf, type Objects, rectangleOf } from "../pdf/access.ts";
import { drawingLimits } from "../pdf/limits.ts";
import type { PdfDict, PdfObject } from "../pdf/objects.ts";
import { tooComplex } from "../pdf/refusal.ts";

const single = codes("fFBbSs'\"");
/** The last letter of longer operators that paint, and those before it. */
const longer = new Map(["f*", "B*", "b*", "Tj", "TJ", "Do", "BI", "sh"].map((word) => [word, true]));
const lastOfLonger = codes("*jJoIh");
const painting = codes("fFBbSs'\"jJoIh");
const numeric = codes("+-.0123456789");

/** How often contents may paint in the current colour (§8.2 table 50): words in strings, comments and images count too. */
export function paintsIn(bytes: Uint8Array): number {
  let paints = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if ((single[byte] ?? 0) + (lastOfLonger[byte] ?? 0) === 0 || isRegular(bytes[at + 1])) continue;
    const start = single[byte] === 1 ? at : at - 1;
    if (start < at && !longer.has(String.fromCharCode(bytes[start] ?? 0, byte))) continue;
    const before = bytes[start - 1];
    // A number ends where its digits do, for many readers.
    if (!isRegular(before) || numeric[before ?? 0] === 1) paints += 1;
  }
  return paints;
}

/** Whether contents may paint at all, however readers divide them into words. */
export function mayPaint(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; at += 1) if (painting[bytes[at] ?? 0] === 1) return true;
  return false;
}

function codes(characters: string): Uint8Array {
  const found = new Uint8Array(256);
  for (const character of characters) found[character.charCodeAt(0)] = 1;
  return found;
}

/**
 * Refuses a pattern that repeats without end within `area`, in square units of what it is painted on, or whose cells lie upon
 * each other without end.
 * @throws PdfRefusal FILE_TOO_COMPLEX
 */
export function requireCoarse(objects: Objects, pattern: PdfDict, area: number): void {
  const [left, bottom, right, top] = rectangleOf(objects, pattern.entries.get("BBox")) ?? [0, 0, 0, 0];
  const cell = (right - left) * (top - bottom);
  const step = stepOf(objects, pattern, { XStep: right - left, YStep: top - bottom });
  const scale = determinantOf(objects, pattern.entries.get("Matrix"));
  // Nothing can be seen of these.
  if (cell === 0 || step === 0 || scale === 0) return;
  if (cell / step > drawingLimits.tilesUponEachOtherMax) throw tooComplex("a pattern whose cells lie upon each other");
  if (area / (step * scale) > drawingLimits.tilesMax) throw tooComplex("a pattern that repeats without end");
}

/** How large a step is from cell to cell, in square units: what is left out, or nothing, is as large as the cell for most readers. */
export function stepOf(
  objects: Objects,
  pattern: PdfDict,
  size: { readonly XStep: number; readonly YStep: number },
): number {
  const of = (name: "XStep" | "YStep"): number => numberOf(objects, pattern.entries.get(name)) || size[name];
  return Math.abs(of("XStep") * of("YStep"));
}

function determinantOf(objects: Objects, matrix: PdfObject | undefined): number {
  const [a = 1, b = 0, c = 0, d = 1] = itemsOf(objects, matrix).map((item) => numberOf(objects, item) ?? 0);
  return Math.abs(a * d - b * c);
}

/** Square units of a box, none where there is none. */
export function areaOf(objects: Objects, box: PdfObject | undefined): number {
  const [left, bottom, right, top] = rectangleOf(objects, box) ?? [0, 0, 0, 0];
  return (right - left) * (top - bottom);
}
