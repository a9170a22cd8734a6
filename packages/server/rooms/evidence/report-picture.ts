/** The image in a signature as paper shows it: on white, so that the report needs no transparency (ISO 19005-2 §6.2.10). */
import { type Raster, readPng } from "@siegel/kernel/forms/png.ts";
import { imageIdOf, type SignatureImage, signatureImageLimits } from "../documents/documents.ts";
import type { ReportedPicture } from "./report-content.ts";

/** The picture of the image that was approved with this id; null where another one is kept, or none. */
export function pictureOf(image: SignatureImage | null, approvedId: string | null): ReportedPicture | null {
  if (image === null || approvedId === null || imageIdOf(image.png) !== approvedId) return null;
  return onWhite(readPng(image.png, signatureImageLimits));
}

function onWhite({ width, height, rgba }: Raster): ReportedPicture {
  const rgb = new Uint8Array(width * height * 3);
  for (let from = 0, to = 0; from < rgba.length; from += 4, to += 3) {
    const opacity = (rgba[from + 3] ?? 0) / 255;
    for (let i = 0; i < 3; i += 1) rgb[to + i] = Math.round(255 + ((rgba[from + i] ?? 0) - 255) * opacity);
  }
  return { width, height, rgb };
}
