// Masks of pictures (ISO 32000-2 §8.9.6, §11.6.5.2) that programs make different things of: what one leaves out is a text in another.
import { booleanOf, itemsOf, nameOf } from "../pdf/access.ts";
import type { PdfObject } from "../pdf/objects.ts";
import { ambiguityInSamples, type Colours, ofGrey, ofStencil, type Picture, pictureOf } from "./picture-samples.ts";

/** What was found in pictures and their masks, by what they are and their objects. */
export type Pictures = Map<string, string | undefined>;

/** What programs make different things of in the masks of a picture with colours, in words; a soft one is taken before another. */
export function ambiguityInMasks(picture: Picture, colours: Colours, known: Pictures): string | undefined {
  const { doc, entries } = picture;
  const [soft, hard] = [doc.resolve(entries.get("SMask")), doc.resolve(entries.get("Mask"))];
  if (soft?.kind === "stream") return ambiguityInSoft(picture, pictureOf(doc, soft), colours, known);
  // Of one that is none MuPDF takes no other in its place.
  if (entries.has("SMask") && ((soft !== undefined && soft.kind !== "name") || hard !== undefined))
    return "a soft mask that is none";
  if (hard === undefined) return undefined;
  if (hard.kind === "array")
    return isKey(picture, colours) ? undefined : "colours that are transparent in some programs";
  return once(known, "stencil", entries.get("Mask"), () => {
    const mask = hard.kind === "stream" ? pictureOf(doc, hard) : undefined;
    if (mask === undefined || !isStencil(mask)) return "a mask that is no stencil";
    return ambiguityInSamples(mask, ofStencil);
  });
}

function once(known: Pictures, what: string, stored: PdfObject | undefined, find: () => string | undefined) {
  if (stored?.kind !== "ref") return find();
  const key = `${what} ${stored.num}`;
  if (!known.has(key)) known.set(key, find());
  return known.get(key);
}

/** Whether the picture is painted in a colour that is none of its own (§8.9.6.2). */
export function isStencil({ doc, entries }: Picture): boolean {
  return booleanOf(doc, entries.get("ImageMask")) === true;
}

const grey = new Set(["DeviceGray", "G"]);

/** A picture in grey (table 143): of any other space poppler makes nothing, of other colours of transparency MuPDF. */
function ambiguityInSoft(picture: Picture, mask: Picture, colours: Colours, known: Pictures): string | undefined {
  const { doc, entries } = mask;
  const why = once(known, "soft", picture.entries.get("SMask"), () => {
    if (!grey.has(nameOf(doc, entries.get("ColorSpace")) ?? "")) return "a soft mask that is not grey";
    if (isStencil(mask) || doc.resolve(entries.get("Mask")) !== undefined) return "a soft mask with a mask";
    return ambiguityInSamples(mask, ofGrey);
  });
  const matte = entries.get("Matte");
  if (why !== undefined || doc.resolve(matte) === undefined) return why;
  const items = itemsOf(doc, matte).map((item) => doc.resolve(item)?.kind);
  const isWhole = items.length === colours.components && items.every((kind) => kind === "number");
  const isOver = mask.width === picture.width && mask.height === picture.height;
  return isWhole && isOver && colours.kind === "colours"
    ? undefined
    : "a picture that is blended before with no colour";
}

/**
 * Ranges of whole numbers (§8.9.6.4): MuPDF takes no other, poppler none of sixteen bits. One past what samples can be leads to the
 * largest of them in MuPDF.
 */
function isKey({ doc, entries }: Picture, { components }: Colours): boolean {
  const bits = doc.resolve(entries.get("BitsPerComponent"));
  const most = bits?.kind === "number" ? 2 ** bits.value - 1 : 255;
  if (components === undefined) return false;
  // What stands behind these no program reads; some producers write more.
  const items = itemsOf(doc, entries.get("Mask"))
    .slice(0, 2 * components)
    .map((item) => doc.resolve(item));
  const isRange = items.every(
    (item, i) => item?.kind === "number" && /^\d+$/.test(item.text) && (i % 2 === 1 || item.value <= most),
  );
  return isRange && most <= 255 && items.length === 2 * components;
}
