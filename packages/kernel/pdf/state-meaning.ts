// Parameters of graphics states, forms, patterns and shadings that programs make different things of (ISO 32000-2 §8.4.5, §8.10, §8.7).
import { dictionaryOf, itemsOf, nameOf, numberOf } from "./access.ts";
import type { PdfDict } from "./objects.ts";
import type { PdfDocument } from "./open-pdf.ts";
import type { Operand } from "./read-operators.ts";

/** What programs make different things of in a parameter dictionary, each in words. */
export function meaninglessIn(doc: PdfDocument, { entries }: PdfDict): readonly string[] {
  const why: string[] = [];
  if (!isBlended(doc, entries.get("BM"))) why.push("a blend mode that there is not");
  const [lengths, phase] = itemsOf(doc, entries.get("D"));
  const dash = itemsOf(doc, lengths).map((item) => numberOf(doc, item) ?? -1);
  if (lengths !== undefined && !isDash(dash, numberOf(doc, phase))) why.push("dashes of no length");
  if ((numberOf(doc, entries.get("LW")) ?? 0) < 0) why.push("lines of less than no width");
  for (const key of ["LC", "LJ"])
    if (entries.has(key) && ![0, 1, 2].includes(numberOf(doc, entries.get(key)) ?? -1))
      why.push("ends of lines in no way");
  if (isMaskOfNoSpace(doc, entries.get("SMask"))) why.push("a mask with a backdrop in no colour space");
  return why;
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
function isBlended(doc: PdfDocument, stored: Parameters<typeof nameOf>[1]): boolean {
  if (doc.resolve(stored) === undefined) return true;
  const [first] = itemsOf(doc, stored);
  return blendModes.has(nameOf(doc, first ?? stored) ?? "");
}

/** Of a backdrop whose colour space is not named, pdf.js shows nothing at all (§11.6.5.3). */
function isMaskOfNoSpace(doc: PdfDocument, stored: Parameters<typeof dictionaryOf>[1]): boolean {
  const mask = dictionaryOf(doc, stored);
  if (doc.resolve(mask.entries.get("BC")) === undefined) return false;
  const group = dictionaryOf(doc, dictionaryOf(doc, mask.entries.get("G")).entries.get("Group"));
  return doc.resolve(group.entries.get("CS")) === undefined;
}

/** Of a form without four numbers for its box (§8.10.2), or six for a matrix, poppler shows nothing, and others all of it. */
export function isBoxless(doc: PdfDocument, stored: Parameters<typeof dictionaryOf>[1]): boolean {
  const { entries } = dictionaryOf(doc, stored);
  if (nameOf(doc, entries.get("Subtype")) !== "Form") return false;
  const isOf = (key: string, count: number): boolean => {
    const items = itemsOf(doc, entries.get(key));
    return items.length === count && items.every((item) => numberOf(doc, item) !== undefined);
  };
  return !isOf("BBox", 4) || (doc.resolve(entries.get("Matrix")) !== undefined && !isOf("Matrix", 6));
}

/** What programs make different things of in a pattern or shading, in words: pdf.js stops drawing the page at either. */
export function meaninglessPaint(
  doc: PdfDocument,
  stored: Parameters<typeof dictionaryOf>[1],
  { isPattern }: { readonly isPattern: boolean },
): string | undefined {
  if (doc.resolve(stored) === undefined) return undefined;
  const { entries } = dictionaryOf(doc, stored);
  const numberAt = (key: string): number | undefined => numberOf(doc, entries.get(key));
  if (isPattern && ![1, 2].includes(numberAt("PatternType") ?? 0)) return "a pattern of a kind that there is not";
  if (numberAt("PatternType") === 1 && doc.resolve(stored)?.kind !== "stream") return "a tile without contents";
  if (numberAt("PatternType") === 1 && ![1, 2].includes(numberAt("PaintType") ?? 0)) return "a tile in no way";
  if (numberAt("PatternType") === 1 && !(numberAt("XStep") && numberAt("YStep"))) return "a pattern without steps";
  const shading = numberAt("PatternType") === 2 ? dictionaryOf(doc, entries.get("Shading")).entries : entries;
  if (numberOf(doc, shading.get("ShadingType")) !== 3) return undefined;
  const [, , start, , , end] = itemsOf(doc, shading.get("Coords")).map((each) => numberOf(doc, each) ?? -1);
  return (start ?? -1) >= 0 && (end ?? -1) >= 0 ? undefined : "a circle of less than no radius";
}

/** Whether glyphs of the font are contents (§9.6.4). */
export const isType3 = (doc: PdfDocument, stored: Parameters<typeof dictionaryOf>[1]): boolean =>
  nameOf(doc, dictionaryOf(doc, stored).entries.get("Subtype")) === "Type3";
