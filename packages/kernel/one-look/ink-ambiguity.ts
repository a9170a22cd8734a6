// Inks (ISO 32000-2 §8.6.6.4, §8.6.6.5): their colours are computed, and programs that compute otherwise show others.

import { componentsOf } from "../contents/colour-spaces.ts";
import { ambiguityInFunction, type Interval, tint } from "../functions/function-ambiguity.ts";
import { dictionaryOf, itemsOf, nameOf, numbersOf } from "../pdf/access.ts";
import type { PdfObject } from "../pdf/objects.ts";
import type { PdfDocument } from "../pdf/open-pdf.ts";
import { atStep, isPaletteAtStep } from "./steps-of-inks.ts";

const inks: ReadonlySet<string | undefined> = new Set(["Separation", "DeviceN"]);

const measured: ReadonlySet<string | undefined> = new Set(
  "DeviceGray DeviceRGB DeviceCMYK CalGray CalRGB Lab ICCBased".split(" "),
);

/** Whether the colours of a space are amounts of inks, from nothing to all. */
export const isOfInks = (doc: PdfDocument, space: PdfObject | undefined): boolean =>
  inks.has(nameOf(doc, itemsOf(doc, space)[0]));

/** Whether it is one of a device, of measured colours or of a profile. */
const isMeasured = (doc: PdfDocument, space: PdfObject | undefined): boolean =>
  measured.has(nameOf(doc, itemsOf(doc, space)[0]) ?? nameOf(doc, space));

const isPattern = (doc: PdfDocument, space: PdfObject | undefined): boolean =>
  (nameOf(doc, itemsOf(doc, space)[0]) ?? nameOf(doc, space)) === "Pattern";

/** Between what the numbers of a colour lie (§8.6.5): of what is beyond programs make each another colour. */
function boundsOf(doc: PdfDocument, space: PdfObject | undefined, count: number): readonly Interval[] {
  const [family, second] = itemsOf(doc, space);
  const { entries } = dictionaryOf(doc, second);
  const said = numbersOf(doc, entries.get("Range")) ?? [];
  const pair = (i: number, otherwise: Interval): Interval => [
    said[2 * i] ?? otherwise[0],
    said[2 * i + 1] ?? otherwise[1],
  ];
  if (nameOf(doc, family) === "Lab") return [[0, 100], pair(0, [-100, 100]), pair(1, [-100, 100])];
  const isProfile = nameOf(doc, family) === "ICCBased";
  return Array.from({ length: count }, (_, i) => (isProfile ? pair(i, tint) : tint));
}

/** What programs compute differently of the colours of a space, or of the one that it is made of, in words. */
export function ambiguityInInks(doc: PdfDocument, space: PdfObject | undefined): string | undefined {
  const [family, second, alternate, transform] = itemsOf(doc, space);
  switch (nameOf(doc, family)) {
    case "Separation":
    case "DeviceN": {
      const outputs = componentsOf(doc, alternate);
      const count = componentsOf(doc, space) ?? 0;
      // MuPDF draws nothing of a page with others (§8.6.6.4).
      if (outputs === undefined || !isMeasured(doc, alternate)) return "inks of no colours";
      const inputs = Array.from({ length: count }, () => tint);
      return ambiguityInFunction(doc, transform, { inputs, outputs, within: boundsOf(doc, alternate, outputs) });
    }
    case "Indexed":
    case "I":
      // §8.6.6.3; no palette of a palette.
      if (!isMeasured(doc, second) && !isOfInks(doc, second)) return "a palette of no colours";
      return (
        ambiguityInInks(doc, second) ?? (isPaletteAtStep(doc, second, itemsOf(doc, space)[3]) ? atStep : undefined)
      );
    case "Pattern":
      // §8.7.3.3: so spaces end.
      return isPattern(doc, second) ? "patterns of patterns" : ambiguityInInks(doc, second);
    default:
      return undefined;
  }
}
