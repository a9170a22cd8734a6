// Pictures (ISO 32000-2 §8.9) that programs make different things of: each has its own idea of what a dictionary that is not as it should
// be means, so that a text is black in one and white, or not there, in another.

import { componentsOf } from "../contents/colour-spaces.ts";
import { itemsOf, nameOf, numberOf } from "../pdf/access.ts";
import type { PdfObject } from "../pdf/objects.ts";
import type { PdfDocument } from "../pdf/open-pdf.ts";
import { ambiguityInInks } from "./ink-ambiguity.ts";
import { ambiguityInMasks, isStencil, type Pictures } from "./picture-masks.ts";
import { ambiguityInSamples, type Colours, ofStencil, type Picture, pictureOf } from "./picture-samples.ts";

/** What programs make different things of in a picture that is drawn by a name, in words; nothing in what is none. */
export function ambiguityInPicture(
  doc: PdfDocument,
  stored: PdfObject | undefined,
  known: Pictures,
): string | undefined {
  const stream = doc.resolve(stored);
  if (stream?.kind !== "stream" || stored?.kind !== "ref") return undefined;
  if (nameOf(doc, stream.dict.entries.get("Subtype")) !== "Image") return undefined;
  const key = `picture ${stored.num}`;
  if (!known.has(key)) known.set(key, ambiguityOf(pictureOf(doc, stream), known));
  return known.get(key);
}

/** Names that only inline images have (table 91); all programs follow some of them anywhere, and pdf.js before the others. */
const short = ["W", "H", "BPC", "CS", "D", "IM", "F", "DP", "I"];

function ambiguityOf(picture: Picture, known: Pictures): string | undefined {
  const { doc, entries } = picture;
  if (short.some((key) => entries.has(key))) return "a picture by names of inline ones";
  const space = entries.get("ColorSpace");
  return ambiguityInParts(picture, { colours: coloursOf(doc, space), space }, known);
}

/** @see ambiguityInPicture; `space` is its own, where it has one that is no name of the resources, and `colours` are those of it. */
export function ambiguityInParts(
  picture: Picture,
  { colours, space }: { readonly colours: Colours | undefined; readonly space: PdfObject | undefined },
  known: Pictures,
): string | undefined {
  const { doc, entries } = picture;
  const said = doc.resolve(entries.get("ImageMask"))?.kind ?? "boolean";
  if (said !== "boolean") return "a picture that is a stencil in some programs";
  if (isStencil(picture)) {
    // Some mask stencils, too.
    const masks = ["SMask", "Mask"].map((key) => doc.resolve(entries.get(key))?.kind ?? "name");
    const isMasked = masks.some((kind) => kind !== "name");
    return isMasked ? "a stencil with a mask" : ambiguityInSamples(picture, ofStencil);
  }
  const isOfItself = colours === undefined && !entries.has("ColorSpace") && isJpeg2000(picture);
  const found: Colours | undefined = isOfItself ? { kind: "colours", components: undefined } : colours;
  if (found === undefined) return "a picture of no colour space";
  return ambiguityInSamples(picture, found) ?? ambiguityInInks(doc, space) ?? ambiguityInMasks(picture, found, known);
}

function isJpeg2000({ doc, entries }: Picture): boolean {
  const filter = entries.get("Filter");
  return nameOf(doc, itemsOf(doc, filter).at(-1) ?? filter) === "JPXDecode";
}

/** Names that all programs know, other than of resources, which pdf.js looks for; MuPDF does not know `CMYK`. */
const plain = new Map([
  ...["DeviceGray", "G"].map((name) => [name, 1] as const),
  ...["DeviceRGB", "RGB"].map((name) => [name, 3] as const),
  ["DeviceCMYK", 4],
]);

/** Those of a space (§8.9.5.3) that stands in a picture; nothing where programs take different ones. */
export function coloursOf(doc: PdfDocument, stored: PdfObject | undefined): Colours | undefined {
  const components = componentsOfSpace(doc, stored);
  const [family, base, last] = itemsOf(doc, stored);
  const isPalette = nameOf(doc, family) === "Indexed";
  // Of a last one that is no whole number `whole-palette.ts` makes one.
  const isEndless = numberOf(doc, last) === undefined || componentsOfSpace(doc, base) === undefined;
  if (components === undefined || (isPalette && isEndless)) return undefined;
  return { kind: isPalette ? "palette" : "colours", components };
}

function componentsOfSpace(doc: PdfDocument, stored: PdfObject | undefined): number | undefined {
  const isArray = itemsOf(doc, stored).length > 0;
  return isArray ? componentsOf(doc, stored) : plain.get(nameOf(doc, stored) ?? "");
}
