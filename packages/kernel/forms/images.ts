// A signature's picture as an image XObject (ISO 32000-2 §8.9) with its transparency.
import { deflateSync } from "node:zlib";
import type { PdfUpdate } from "../pdf/incremental-update.ts";
import { type PdfDict, type PdfRef, pdfDict, pdfName, pdfNumber, pdfStream, withEntries } from "../pdf/objects.ts";
import { type Raster, type RasterLimits, readPng } from "./png.ts";

/** An image in the document with its size in pixels. */
export type EmbeddedImage = { readonly ref: PdfRef; readonly width: number; readonly height: number };

const limits: RasterLimits = { bytesMax: 64 * 1_048_576, widthMax: 4_000, heightMax: 4_000 };

/**
 * How a picture is put in: with `hardEdges` a pixel is painted or not (an explicit mask, §8.9.6.3), which is no transparency and stands
 * in every part of PDF/A, whatever its colour space to blend in; what is below is seen all the same.
 */
export type ImageUse = { readonly hardEdges: boolean };

/** Adds a PNG of eight bits and truecolour. @throws PdfRefusal INVALID_REQUEST for whatever else, and for more than 4,000 by 4,000 pixels */
export function embedImage(update: PdfUpdate, png: Uint8Array, { hardEdges }: ImageUse): EmbeddedImage {
  const raster = readPng(png, limits);
  const { width, height } = raster;
  const { colours, alpha } = splitAlpha(raster.rgba);
  const mask = update.add(hardEdges ? stencilOf(raster, alpha) : softMaskOf(raster, alpha));
  const dict = withEntries(imageDict(raster), {
    ColorSpace: pdfName("DeviceRGB"),
    BitsPerComponent: pdfNumber(8),
    [hardEdges ? "Mask" : "SMask"]: mask,
  });
  return { ref: update.add(pdfStream(dict, deflateSync(colours))), width, height };
}

const imageDict = ({ width, height }: Raster): PdfDict =>
  pdfDict({
    Type: pdfName("XObject"),
    Subtype: pdfName("Image"),
    Width: pdfNumber(width),
    Height: pdfNumber(height),
    Filter: pdfName("FlateDecode"),
  });

function splitAlpha(rgba: Uint8Array): { readonly colours: Uint8Array; readonly alpha: Uint8Array } {
  const count = rgba.length / 4;
  const colours = new Uint8Array(count * 3);
  const alpha = new Uint8Array(count);
  for (let i = 0; i < count; i += 1) {
    for (let c = 0; c < 3; c += 1) colours[i * 3 + c] = rgba[i * 4 + c] ?? 0;
    alpha[i] = rgba[i * 4 + 3] ?? 0;
  }
  return { colours, alpha };
}

function softMaskOf(raster: Raster, alpha: Uint8Array): ReturnType<typeof pdfStream> {
  const grey = { ColorSpace: pdfName("DeviceGray"), BitsPerComponent: pdfNumber(8) };
  return pdfStream(withEntries(imageDict(raster), grey), deflateSync(alpha));
}

/** A one leaves its pixel out; each row begins at a whole byte (§8.9.5.2). */
function stencilOf(raster: Raster, alpha: Uint8Array): ReturnType<typeof pdfStream> {
  const { width, height } = raster;
  const row = Math.ceil(width / 8);
  const mask = new Uint8Array(row * height);
  for (const [i, opacity] of alpha.entries()) {
    const at = Math.floor(i / width) * row + ((i % width) >> 3);
    if (opacity < 128) mask[at] = (mask[at] ?? 0) | (0x80 >> ((i % width) & 7));
  }
  const stencil = { BitsPerComponent: pdfNumber(1), ImageMask: { kind: "boolean", value: true } as const };
  return pdfStream(withEntries(imageDict(raster), stencil), deflateSync(mask));
}
