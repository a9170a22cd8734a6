// Inks (ISO 32000-2 §8.6.6.4, §8.6.6.5): their colours are computed, and programs that compute otherwise show others.
import { itemsOf, nameOf } from "../pdf/access.ts";
import type { PdfObject } from "../pdf/objects.ts";
import type { PdfDocument } from "../pdf/open-pdf.ts";
import { componentsOf } from "./colour-cost.ts";
import { ambiguityInFunction, tint } from "./function-ambiguity.ts";

const spacesMax = 8;
const inks: ReadonlySet<string | undefined> = new Set(["Separation", "DeviceN"]);

/** Whether the colours of a space are amounts of inks, from nothing to all. */
export const isOfInks = (doc: PdfDocument, space: PdfObject | undefined): boolean =>
  inks.has(nameOf(doc, itemsOf(doc, space)[0]));

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
      return ambiguityInFunction(doc, transform, { inputs, outputs });
    }
    case "Indexed":
    case "I":
    case "Pattern":
      return ambiguityInInks(doc, second, depth + 1);
    default:
      return undefined;
  }
}
