// Parameters of graphics states that programs make different things of (ISO 32000-2 §8.4.5).
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
