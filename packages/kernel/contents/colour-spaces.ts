// Spaces of colours (ISO 32000-2 §8.6): how many numbers a colour has in one, and whether plain colours are taken for those of another.
import { dictionaryOf, itemsOf, nameOf, numberOf, type Resolver } from "../pdf/access.ts";
import type { PdfObject } from "../pdf/objects.ts";
import type { PdfDocument } from "../pdf/open-pdf.ts";
import type { Scope } from "./drawn-resources.ts";

/** How many numbers a colour has in a space of some resources, by its name there (§8.6). */
export function componentsIn(doc: PdfDocument, { dictionary }: Scope): (name: string) => number | undefined {
  return (name) => componentsOf(doc, dictionary("ColorSpace").entries.get(name));
}

/** The same of a space. */
export function componentsOf(doc: Resolver, space: PdfObject | undefined): number | undefined {
  const [family, second] = itemsOf(doc, space);
  switch (nameOf(doc, family) ?? nameOf(doc, space)) {
    case "DeviceGray":
    case "CalGray":
    case "Indexed":
    case "Separation":
      return 1;
    case "DeviceRGB":
    case "CalRGB":
    case "Lab":
      return 3;
    case "DeviceCMYK":
      return 4;
    case "DeviceN":
      return itemsOf(doc, second).length;
    case "ICCBased":
      return numberOf(doc, dictionaryOf(doc, second).entries.get("N"));
    default:
      return undefined;
  }
}

/** Whether plain colours are taken for those of another space (§8.6.5.6), which is read each time one is set. */
export function hasDefaults({ dictionary }: Scope): boolean {
  const spaces = dictionary("ColorSpace").entries;
  return ["DefaultGray", "DefaultRGB", "DefaultCMYK"].some((name) => spaces.has(name));
}
