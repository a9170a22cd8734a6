// Inks (ISO 32000-2 §8.6.6.4, §8.6.6.5): their colours are computed, and programs that compute otherwise show others.
import { dictionaryOf, itemsOf, nameOf, numbersOf } from "../pdf/access.ts";
import type { PdfObject } from "../pdf/objects.ts";
import type { PdfDocument } from "../pdf/open-pdf.ts";
import { componentsOf } from "./colour-cost.ts";
import { ambiguityInFunction, type Interval, tint } from "./function-ambiguity.ts";

const spacesMax = 8;
const inks: ReadonlySet<string | undefined> = new Set(["Separation", "DeviceN"]);

/** Whether the colours of a space are amounts of inks, from nothing to all. */
export const isOfInks = (doc: PdfDocument, space: PdfObject | undefined): boolean =>
  inks.has(nameOf(doc, itemsOf(doc, space)[0]));

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
export function ambiguityInInks(doc: PdfDocument, space: PdfObject | undefined, depth = 0): string | undefined {
  if (depth > spacesMax) return "colour spaces of colour spaces without end";
  const [family, second, alternate, transform] = itemsOf(doc, space);
  switch (nameOf(doc, family)) {
    case "Separation":
    case "DeviceN": {
      const outputs = componentsOf(doc, alternate);
      const count = componentsOf(doc, space) ?? 0;
      if (outputs === undefined) return "inks of no colours";
      const inputs = Array.from({ length: count }, () => tint);
      return ambiguityInFunction(doc, transform, { inputs, outputs, within: boundsOf(doc, alternate, outputs) });
    }
    case "Indexed":
    case "I":
    case "Pattern":
      return ambiguityInInks(doc, second, depth + 1);
    default:
      return undefined;
  }
}
