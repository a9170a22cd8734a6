// Pictures as image XObjects (ISO 32000-2 §8.9): PNG (ISO/IEC 15948) of eight bits, with or without transparency, and
// JPEG as it is (§7.4.8).
import { deflateSync } from "node:zlib";
import { decode, roomFor } from "../pdf/filters.ts";
import type { PdfUpdate } from "../pdf/incremental-update.ts";
import {
  type PdfDict,
  type PdfName,
  type PdfRef,
  pdfArray,
  pdfBytes,
  pdfDict,
  pdfName,
  pdfNumber,
  pdfStream,
  withEntries,
} from "../pdf/objects.ts";
import { PdfRefusal } from "../pdf/refusal.ts";

/** An image in the document with its size in pixels. */
export type EmbeddedImage = { readonly ref: PdfRef; readonly width: number; readonly height: number };

const pixelsMax = 4_000 * 4_000;
const pngSignature = "\x89PNG\r\n\x1a\n";

/**
 * How a picture is put in: with `hardEdges` a pixel is painted or not (an explicit mask, §8.9.6.3), which is no transparency and stands
 * in every part of PDF/A, whatever its colour space to blend in; what is below is seen all the same.
 */
export type ImageUse = { readonly hardEdges: boolean };

/** Adds a PNG or JPEG; throws INVALID_REQUEST for anything else, for more than 16 million pixels and for damaged files. */
export function embedImage(update: PdfUpdate, file: Uint8Array, use: ImageUse = { hardEdges: false }): EmbeddedImage {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  if (bytes.subarray(0, 8).toString("latin1") === pngSignature) return embedPng(update, bytes, use);
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return embedJpeg(update, bytes);
  throw refused("an image is neither PNG nor JPEG");
}

function refused(message: string, cause?: unknown): PdfRefusal {
  return new PdfRefusal("INVALID_REQUEST", message, { cause });
}

function imageDict(width: number, height: number): PdfDict {
  if (width < 1 || height < 1 || width * height > pixelsMax) throw refused(`an image of ${width} by ${height} pixels`);
  return pdfDict({
    Type: pdfName("XObject"),
    Subtype: pdfName("Image"),
    Width: pdfNumber(width),
    Height: pdfNumber(height),
    BitsPerComponent: pdfNumber(8),
  });
}

type Png = {
  readonly width: number;
  readonly height: number;
  readonly colour: number;
  readonly palette: Buffer | undefined;
  readonly scanlines: Buffer;
};

function readPng(bytes: Buffer): Png {
  const found = new Map<string, Buffer[]>();
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.subarray(at + 4, at + 8).toString("latin1");
    if (at + 12 + length > bytes.length) throw refused("a PNG ends inside a chunk");
    found.set(type, [...(found.get(type) ?? []), bytes.subarray(at + 8, at + 8 + length)]);
    at += 12 + length;
  }
  const header = found.get("IHDR")?.[0];
  if (header === undefined || header.length !== 13) throw refused("a PNG without header");
  if (header[8] !== 8 || header[12] !== 0) throw refused("a PNG that is interlaced or not of eight bits");
  if (found.has("tRNS")) throw refused("a PNG with a transparent colour");
  const scanlines = Buffer.concat(found.get("IDAT") ?? []);
  return {
    width: header.readUInt32BE(0),
    height: header.readUInt32BE(4),
    colour: header[9] ?? 0,
    palette: found.get("PLTE")?.[0],
    scanlines,
  };
}

function embedPng(update: PdfUpdate, bytes: Buffer, use: ImageUse): EmbeddedImage {
  const png = readPng(bytes);
  const { width, height } = png;
  const dict = imageDict(width, height);
  const colours = new Map([
    [0, 1],
    [2, 3],
    [3, 1],
    [4, 2],
    [6, 4],
  ]).get(png.colour);
  if (colours === undefined) throw refused(`a PNG of colour type ${png.colour}`);
  const parameters = pdfDict({
    Predictor: pdfNumber(15),
    Colors: pdfNumber(colours),
    BitsPerComponent: pdfNumber(8),
    Columns: pdfNumber(width),
  });
  const pixels = pixelsOf(png, parameters, colours);
  if (png.colour === 4 || png.colour === 6) {
    const parts = splitAlpha(pixels, colours);
    const ref = use.hardEdges ? addWithEdges(update, dict, { ...parts, width }) : addWithMask(update, dict, parts);
    return { ref, width, height };
  }
  const space = png.colour === 3 ? indexedSpace(png.palette) : pdfName(png.colour === 0 ? "DeviceGray" : "DeviceRGB");
  const stored = withEntries(dict, { ColorSpace: space, Filter: pdfName("FlateDecode"), DecodeParms: parameters });
  return { ref: update.add(pdfStream(stored, png.scanlines)), width, height };
}

/** Decodes the pixels: to split off transparency, and to see that all of them are there. */
function pixelsOf({ width, height, scanlines }: Png, parameters: PdfDict, colours: number): Uint8Array {
  const expected = width * height * colours;
  let pixels: Uint8Array;
  try {
    pixels = decode(scanlines, [{ name: "FlateDecode", parameters }], roomFor(expected + height + 64));
  } catch (cause) {
    throw refused("a PNG whose pixels cannot be read", cause);
  }
  if (pixels.length < expected) throw refused("a PNG with missing pixels");
  return pixels.subarray(0, expected);
}

function indexedSpace(palette: Buffer | undefined): ReturnType<typeof pdfArray> {
  if (palette === undefined || palette.length % 3 !== 0 || palette.length === 0) throw refused("a PNG without palette");
  return pdfArray([
    pdfName("Indexed"),
    pdfName("DeviceRGB"),
    pdfNumber(palette.length / 3 - 1),
    pdfBytes(palette, true),
  ]);
}

type Pixels = { readonly colours: Uint8Array; readonly alpha: Uint8Array; readonly space: PdfName };

function splitAlpha(pixels: Uint8Array, channels: number): Pixels {
  const count = pixels.length / channels;
  const colours = new Uint8Array(count * (channels - 1));
  const alpha = new Uint8Array(count);
  for (let i = 0; i < count; i += 1) {
    for (let c = 0; c < channels - 1; c += 1) colours[i * (channels - 1) + c] = pixels[i * channels + c] ?? 0;
    alpha[i] = pixels[i * channels + channels - 1] ?? 0;
  }
  return { colours, alpha, space: pdfName(channels === 2 ? "DeviceGray" : "DeviceRGB") };
}

const flate = pdfName("FlateDecode");

function addWithMask(update: PdfUpdate, dict: PdfDict, { colours, alpha, space }: Pixels): PdfRef {
  const mask = update.add(
    pdfStream(withEntries(dict, { ColorSpace: pdfName("DeviceGray"), Filter: flate }), deflateSync(alpha)),
  );
  return update.add(
    pdfStream(withEntries(dict, { ColorSpace: space, SMask: mask, Filter: flate }), deflateSync(colours)),
  );
}

/** A one in the mask leaves its pixel out; each row begins at a whole octet (§8.9.5.2). */
function addWithEdges(
  update: PdfUpdate,
  dict: PdfDict,
  { colours, alpha, space, width }: Pixels & { readonly width: number },
): PdfRef {
  const row = Math.ceil(width / 8);
  const mask = new Uint8Array(row * (alpha.length / width));
  for (const [i, opacity] of alpha.entries()) {
    const at = Math.floor(i / width) * row + ((i % width) >> 3);
    if (opacity < 128) mask[at] = (mask[at] ?? 0) | (0x80 >> ((i % width) & 7));
  }
  const stencil = withEntries(dict, {
    BitsPerComponent: pdfNumber(1),
    ImageMask: { kind: "boolean", value: true },
    Filter: flate,
  });
  const ref = update.add(pdfStream(stencil, deflateSync(mask)));
  return update.add(
    pdfStream(withEntries(dict, { ColorSpace: space, Mask: ref, Filter: flate }), deflateSync(colours)),
  );
}

function embedJpeg(update: PdfUpdate, bytes: Buffer): EmbeddedImage {
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes[at + 1] ?? 0;
    // Start of frame: C0–CF without C4 (tables), C8 (reserved) and CC (arithmetic conditioning).
    if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc) {
      const [height, width, components] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7), bytes[at + 9]];
      if (components !== 1 && components !== 3) throw refused(`a JPEG of ${components} components`);
      const space = pdfName(components === 1 ? "DeviceGray" : "DeviceRGB");
      const dict = withEntries(imageDict(width, height), { ColorSpace: space, Filter: pdfName("DCTDecode") });
      return { ref: update.add(pdfStream(dict, bytes)), width, height };
    }
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  throw refused("a JPEG without frame");
}
