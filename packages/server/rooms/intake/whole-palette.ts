/**
 * Palettes with fewer colours than they say (ISO 32000-2 §8.6.6.3): pdf.js and MuPDF take nothing for what is missing, poppler leaves out
 * the whole space where they stand in a string. With all of them every reader shows the same.
 */

import { componentsOf } from "@siegel/kernel/contents/colour-spaces.ts";
import { itemsOf, nameOf, numberOf } from "@siegel/kernel/pdf/access.ts";
import type { PdfUpdate } from "@siegel/kernel/pdf/incremental-update.ts";
import { type PdfArray, pdfArray, pdfBytes, pdfName, pdfNumber } from "@siegel/kernel/pdf/objects.ts";

const plain = new Map([
  ["DeviceGray", 1],
  ["DeviceRGB", 3],
  ["DeviceCMYK", 4],
]);

/** The same array where nothing is missing, or where what it counts by cannot be said. */
export function wholePalette(update: PdfUpdate, array: PdfArray): PdfArray {
  const [family, base, last, colours] = array.items;
  const table = update.resolve(colours);
  const highest = numberOf(update, last);
  const components =
    plain.get(nameOf(update, base) ?? "") ??
    (itemsOf(update, base).length > 0 ? componentsOf(update, base) : undefined);
  if (table?.kind !== "string" || base === undefined || highest === undefined || components === undefined) return array;
  const whole = Math.min(255, Math.max(0, Math.floor(highest)));
  const octets = Buffer.alloc((whole + 1) * components);
  if (whole === highest && table.bytes.length >= octets.length) return array;
  octets.set(table.bytes.subarray(0, octets.length));
  return pdfArray([family ?? pdfName("Indexed"), base, pdfNumber(whole), pdfBytes(octets, true)]);
}
