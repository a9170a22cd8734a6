// Parameters of graphics states, forms, patterns and shadings that programs make different things of (ISO 32000-2 §8.4.5, §8.10, §8.7).

import type { Operand } from "../contents/read-operators.ts";
import { dictionaryOf, integerOf, itemsOf, nameOf, numberOf, numbersOf } from "../pdf/access.ts";
import type { PdfDict, PdfObject } from "../pdf/objects.ts";
import type { PdfDocument } from "../pdf/open-pdf.ts";
import { ambiguityInShading } from "./shading-ambiguity.ts";

/** What programs make different things of in a parameter dictionary, each in words. */
export function ambiguitiesInState(doc: PdfDocument, { entries }: PdfDict): readonly string[] {
  const why: string[] = [];
  const numberAt = (key: string): number | undefined => numberOf(doc, entries.get(key));
  const isOf = (key: string, test: (value: number) => boolean): boolean =>
    !entries.has(key) || test(numberAt(key) ?? -1);
  if (!isBlended(doc, entries.get("BM"))) why.push("a blend mode that there is not");
  if (entries.has("D") && !areDashes(doc, entries.get("D"))) why.push("dashes of no length");
  if ((numberAt("LW") ?? 0) < 0) why.push("lines of less than no width");
  if (![isOf("LC", isStyle), isOf("LJ", isStyle)].every(Boolean)) why.push("ends of lines in no way");
  if (!isOf("ML", (limit) => limit > 0)) why.push("corners without a limit");
  // What is less than nothing is all in pdf.js.
  if (![isOf("ca", isOpacity), isOf("CA", isOpacity)].every(Boolean)) why.push("an opacity of less than nothing");
  if (entries.has("Font") && !isSizedFont(doc, entries.get("Font"))) why.push("a font without a size");
  why.push(...ambiguityInMask(doc, entries.get("SMask")));
  return why;
}

/** Whether it is a way in which lines end or meet (§8.4.3.3, §8.4.3.4). */
export const isStyle = (way: unknown): boolean => way === 0 || way === 1 || way === 2;
const isOpacity = (value: number): boolean => value >= 0;

function areDashes(doc: PdfDocument, stored: PdfObject | undefined): boolean {
  const [array, phase, ...more] = itemsOf(doc, stored);
  if (more.length > 0 || doc.resolve(array)?.kind !== "array") return false;
  const lengths = itemsOf(doc, array).map((item) => numberOf(doc, item) ?? -1);
  return isDash(lengths, numberOf(doc, phase));
}

function isSizedFont(doc: PdfDocument, stored: PdfObject | undefined): boolean {
  const [font, size, ...more] = itemsOf(doc, stored);
  return more.length === 0 && doc.resolve(font)?.kind === "dict" && numberOf(doc, size) !== undefined;
}

/** Of dashes of no length or less, pdf.js and others draw a whole line, or none (§8.4.3.6). */
export function isDash(lengths: readonly number[], phase: Operand | undefined): boolean {
  const isAny = lengths.length === 0 || lengths.some((length) => length > 0);
  return isAny && lengths.every((length) => length >= 0) && typeof phase === "number" && phase >= 0;
}

const blendModes = new Set(
  "Normal Compatible Multiply Screen Overlay Darken Lighten ColorDodge ColorBurn HardLight SoftLight Difference Exclusion Hue Saturation Color Luminosity".split(
    " ",
  ),
);

/** Whether all programs take the same mode of it: of a list some take the first, others the first that they know (§11.3.5). */
function isBlended(doc: PdfDocument, stored: PdfObject | undefined): boolean {
  if (doc.resolve(stored) === undefined) return true;
  const [first] = itemsOf(doc, stored);
  return blendModes.has(nameOf(doc, first ?? stored) ?? "");
}

/** What programs make different things of in a soft mask (§11.6.5.2): others than these they leave out, or take for one or the other. */
function ambiguityInMask(doc: PdfDocument, stored: PdfObject | undefined): readonly string[] {
  const mask = dictionaryOf(doc, stored);
  const form = dictionaryOf(doc, mask.entries.get("G"));
  if (doc.resolve(stored)?.kind !== "dict" || doc.resolve(mask.entries.get("G")) === undefined) return [];
  const kind = nameOf(doc, mask.entries.get("S"));
  if (kind !== "Luminosity" && kind !== "Alpha") return ["a mask of a kind that there is not"];
  const group = dictionaryOf(doc, form.entries.get("Group"));
  if (nameOf(doc, group.entries.get("S")) !== "Transparency") return ["a mask that is no group"];
  // pdf.js shows nothing of what has a backdrop in no space, and poppler all of what has a light in none.
  const hasSpace = doc.resolve(group.entries.get("CS")) !== undefined;
  const needsSpace = kind === "Luminosity" || doc.resolve(mask.entries.get("BC")) !== undefined;
  return needsSpace && !hasSpace ? ["a mask in no colour space"] : [];
}

/** Of a form without four numbers for its box (§8.10.2), or six for a matrix, poppler shows nothing, and others all of it. */
export function isFormAmbiguous(doc: PdfDocument, stored: PdfObject | undefined): boolean {
  const { entries } = dictionaryOf(doc, stored);
  if (nameOf(doc, entries.get("Subtype")) !== "Form") return false;
  const isOf = (key: string, count: number): boolean => {
    const items = itemsOf(doc, entries.get(key));
    return items.length === count && items.every((item) => numberOf(doc, item) !== undefined);
  };
  return !isOf("BBox", 4) || (doc.resolve(entries.get("Matrix")) !== undefined && !isOf("Matrix", 6));
}

/** What programs make different things of in a pattern or shading, in words: pdf.js stops drawing the page at some. */
export function ambiguityInPaint(
  doc: PdfDocument,
  stored: PdfObject | undefined,
  { isPattern }: { readonly isPattern: boolean },
): string | undefined {
  if (doc.resolve(stored) === undefined) return undefined;
  if (!isPattern) return ambiguityInShading(doc, stored, { isPattern });
  const { entries } = dictionaryOf(doc, stored);
  const type = integerOf(doc, entries.get("PatternType"));
  if (type !== 1 && type !== 2) return "a pattern of a kind that there is not";
  if (entries.has("Matrix") && numbersOf(doc, entries.get("Matrix"))?.length !== 6)
    return "a pattern whose matrix is none";
  return type === 1 ? ambiguityInTile(doc, stored) : ambiguityInShading(doc, entries.get("Shading"), { isPattern });
}

/** Of a tile (§8.7.3). */
function ambiguityInTile(doc: PdfDocument, stored: Parameters<typeof dictionaryOf>[1]): string | undefined {
  const { entries } = dictionaryOf(doc, stored);
  const numberAt = (key: string): number | undefined => numberOf(doc, entries.get(key));
  if (doc.resolve(stored)?.kind !== "stream") return "a tile without contents";
  if (![1, 2].includes(numberAt("PaintType") ?? 0)) return "a tile in no way";
  if (!(numberAt("XStep") && numberAt("YStep"))) return "a pattern without steps";
  const [left, bottom, right, top, ...more] = numbersOf(doc, entries.get("BBox")) ?? [];
  const isBox = top !== undefined && more.length === 0 && left !== right && bottom !== top;
  // Of one that is none, pdf.js does not clip, and others show nothing.
  return isBox ? undefined : "a tile without a box";
}
