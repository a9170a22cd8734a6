/**
 * What honest programs write against the standard in what pages draw with, or as not all readers follow it, so that each draws its own
 * picture: in a file that is written anew it is put so that all show the same (docs/decisions/0017). Whoever writes it on purpose gains
 * nothing by it.
 */
import { jpegHeaderOf, withHeight } from "@siegel/kernel/contents/jpeg-header.ts";
import { booleanOf, dictionaryOf, itemsOf, nameOf, numberOf, numbersOf } from "@siegel/kernel/pdf/access.ts";
import type { PdfUpdate } from "@siegel/kernel/pdf/incremental-update.ts";
import { type PdfDict, type PdfObject, type PdfStream, pdfName, withEntries } from "@siegel/kernel/pdf/objects.ts";
import type { Page } from "@siegel/kernel/pdf/pages.ts";
import { unlessBroken } from "@siegel/kernel/pdf/refusal.ts";
import { partsDrawn } from "./active-content-streams.ts";
import { type KnownGroups, turnedMask } from "./turned-mask.ts";

/** Mends what the pending document draws with; answers whether there was anything. */
export function mendDrawn(update: PdfUpdate, pages: readonly Page[]): boolean {
  let isMended = false;
  const known: KnownGroups = new Map();
  const put = (stored: PdfObject | undefined, object: PdfObject | undefined): void => {
    if (stored?.kind !== "ref" || object === undefined) return;
    update.put(stored, object);
    isMended = true;
  };
  for (const { value, found } of partsDrawn(update, pages)) {
    if (found.kind === "dict") {
      const form = found.entries.get("G");
      if (nameOf(update, found.entries.get("S")) === "Luminosity") put(form, withSpace(update, found, form));
      put(value, withoutBox(update, found));
      const turned = value.kind === "ref" ? turnedMask(update, found, known) : undefined;
      put(turned?.form, turned?.group);
      put(value, turned?.state);
    }
    if (found.kind !== "stream" || nameOf(update, found.dict.entries.get("Subtype")) !== "Image") continue;
    const soft = found.dict.entries.get("SMask");
    put(soft, inGrey(update, soft));
    put(value, asTallAsSaid(update, withoutMask(update, found)) ?? changed(found, withoutMask(update, found)));
  }
  return isMended;
}

const changed = <T>(before: T, after: T): T | undefined => (after === before ? undefined : after);

/** A group of a soft mask of light, which must have a colour space (ISO 32000-2 §11.6.5.2): without one poppler leaves the mask out. */
function withSpace(update: PdfUpdate, mask: PdfDict, stored: PdfObject | undefined): PdfObject | undefined {
  const form = update.resolve(stored);
  if (form?.kind !== "stream" || update.resolve(mask.entries.get("BC")) !== undefined) return undefined;
  const group = dictionaryOf(update, form.dict.entries.get("Group"));
  const isGroup = nameOf(update, group.entries.get("S")) === "Transparency";
  if (!isGroup || update.resolve(group.entries.get("CS")) !== undefined) return undefined;
  return { ...form, dict: withEntries(form.dict, { Group: withEntries(group, { CS: pdfName("DeviceRGB") }) }) };
}

/** A pattern of a shading along a line without the box of that shading (§8.7.4.3): pdf.js clips to none there. */
function withoutBox(update: PdfUpdate, pattern: PdfDict): PdfDict | undefined {
  if (numberOf(update, pattern.entries.get("PatternType")) !== 2) return undefined;
  const shading = update.resolve(pattern.entries.get("Shading"));
  if (shading?.kind !== "dict" || numberOf(update, shading.entries.get("ShadingType")) !== 2) return undefined;
  if (numbersOf(update, shading.entries.get("BBox"))?.length !== 4) return undefined;
  return withEntries(pattern, { Shading: withEntries(shading, { BBox: undefined }) });
}

/** A picture without a mask that is a picture itself and no stencil (§8.9.6.3): pdf.js leaves it out. */
function withoutMask(update: PdfUpdate, picture: PdfStream): PdfStream {
  const { entries } = picture.dict;
  const mask = update.resolve(entries.get("Mask"));
  if (mask?.kind !== "stream" || entries.has("SMask")) return picture;
  const isStencil = mask.dict.entries.get("ImageMask");
  if (update.resolve(isStencil) !== undefined && booleanOf(update, isStencil) !== false) return picture;
  return { ...picture, dict: withEntries(picture.dict, { Mask: undefined }) };
}

/** A soft mask in a space of one colour that is grey after all (table 143): pdf.js takes its samples as they are, poppler leaves it out. */
function inGrey(update: PdfUpdate, stored: PdfObject | undefined): PdfObject | undefined {
  const mask = update.resolve(stored);
  const [family, second, ...more] = mask?.kind === "stream" ? itemsOf(update, mask.dict.entries.get("ColorSpace")) : [];
  if (mask?.kind !== "stream" || more.length > 0) return undefined;
  const kind = nameOf(update, family);
  const isProfile = kind === "ICCBased" && numberOf(update, dictionaryOf(update, second).entries.get("N")) === 1;
  const isGrey = isProfile || kind === "CalGray" || (kind === "DeviceGray" && second === undefined);
  return isGrey ? { ...mask, dict: withEntries(mask.dict, { ColorSpace: pdfName("DeviceGray") }) } : undefined;
}

const isJpeg = (name: string | undefined): boolean => name === "DCTDecode" || name === "DCT";

/**
 * A JPEG whose header says more rows than the picture has, as scanners write it that do not know yet how long a sheet is: pdf.js shows
 * nothing, others the rows that there are. Only where points stand row by row (ISO/IEC 10918-1 §A.2.3), which end wherever one stops reading.
 */
function asTallAsSaid(update: PdfUpdate, picture: PdfStream): PdfStream | undefined {
  const { entries } = picture.dict;
  const [filter, ...more] = itemsOf(update, entries.get("Filter"));
  if (more.length > 0 || !isJpeg(nameOf(update, filter ?? entries.get("Filter")))) return undefined;
  const octets = unlessBroken(() => picture.stored());
  const header = octets && unlessBroken(() => jpegHeaderOf(octets));
  const [frame, ...others] = header?.frames ?? [];
  if (octets === undefined || frame === undefined || others.length > 0) return undefined;
  const [width, height] = ["Width", "Height"].map((key) => numberOf(update, entries.get(key)) ?? 0);
  const isRowByRow = frame.kind <= 0xc1 && header?.scanned === frame.ids.length;
  if (
    !isRowByRow ||
    frame.width !== width ||
    height === undefined ||
    !Number.isInteger(height) ||
    height < 1 ||
    frame.height <= height
  )
    return undefined;
  const stored = withHeight(octets, frame, height);
  return { ...picture, stored: () => stored, read: () => stored.read(0, stored.size) };
}
