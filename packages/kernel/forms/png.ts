// Reads foreign PNG files strictly (ISO/IEC 15948) and writes them again, so that only the pixels are kept. Accepts what a
// browser's canvas writes: eight bits with or without transparency.
import { crc32, deflateSync, inflateSync } from "node:zlib";
import { pdfDict, pdfNumber } from "../pdf/objects.ts";
import { undoPredictor } from "../pdf/predictors.ts";
import { PdfRefusal } from "../pdf/refusal.ts";

/** Pixels row by row from the top, four bytes each: red, green, blue, opacity (0 is transparent). */
export type Raster = { readonly width: number; readonly height: number; readonly rgba: Uint8Array };

/** What a picture may be at most: asked before anything is unpacked. */
export type RasterLimits = { readonly bytesMax: number; readonly widthMax: number; readonly heightMax: number };

const signature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
/** Bytes a pixel by colour type (§11.2.1): truecolour without and with alpha. */
const channelsOf = new Map([
  [2, 3],
  [6, 4],
]);

type Header = { readonly width: number; readonly height: number; readonly channels: number };

/** The pixels of a PNG of truecolour and eight bits a channel. @throws PdfRefusal INVALID_REQUEST for whatever else */
export function readPng(file: Uint8Array, limits: RasterLimits): Raster {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  if (bytes.length > limits.bytesMax) throw refused(`a PNG of ${bytes.length} bytes`);
  if (!bytes.subarray(0, 8).equals(signature)) throw refused("no PNG");
  const { header, packed } = readChunks(bytes);
  const { width, height, channels } = readHeader(header, limits);
  const rows = unpack(packed, height * (1 + width * channels));
  const parameters = pdfDict({
    Predictor: pdfNumber(15),
    Colors: pdfNumber(channels),
    BitsPerComponent: pdfNumber(8),
    Columns: pdfNumber(width),
  });
  const pixels = unfiltered(() => undoPredictor(rows, parameters));
  return { width, height, rgba: channels === 4 ? pixels : withOpacity(pixels) };
}

/** The same pixels as a PNG: three chunks, and nothing in them that is no pixel. */
export function writePng({ width, height, rgba }: Raster): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6, 0, 0, 0], 8);
  const row = width * 4;
  const rows = Buffer.alloc(height * (row + 1));
  // Filter 2, the difference to the row above (§9.2): most of a signature is nothing under nothing.
  for (let y = 0; y < height; y += 1) {
    rows[y * (row + 1)] = 2;
    for (let i = 0; i < row; i += 1)
      rows[y * (row + 1) + 1 + i] = (rgba[y * row + i] ?? 0) - (y === 0 ? 0 : (rgba[(y - 1) * row + i] ?? 0));
  }
  const chunks = [chunk("IHDR", header), chunk("IDAT", deflateSync(rows)), chunk("IEND", Buffer.alloc(0))];
  return new Uint8Array(Buffer.concat([signature, ...chunks]));
}

function readChunks(bytes: Buffer): { readonly header: Buffer; readonly packed: Buffer } {
  let header: Buffer | undefined;
  const data: Buffer[] = [];
  let last = "";
  for (let at = 8; last !== "IEND"; ) {
    if (at + 12 > bytes.length) throw refused("a PNG ends too early");
    const length = bytes.readUInt32BE(at);
    if (length > bytes.length - at - 12) throw refused("a PNG ends inside a chunk");
    const named = bytes.subarray(at + 4, at + 8 + length);
    if (crc32(named) !== bytes.readUInt32BE(at + 8 + length)) throw refused("a PNG with a damaged chunk");
    const type = named.subarray(0, 4).toString("latin1");
    const content = named.subarray(4);
    if ((last === "") !== (type === "IHDR")) throw refused("a PNG whose header is not its first chunk");
    if (type === "IHDR") header = content;
    else if (type === "IDAT") {
      if (data.length > 0 && last !== "IDAT") throw refused("a PNG whose pixels are interrupted");
      data.push(content);
    } else if (type === "tRNS" || (type !== "IEND" && type !== "PLTE" && !isAncillary(type)))
      throw refused(`a PNG with a chunk ${JSON.stringify(type)}`);
    last = type;
    at += 12 + length;
    if (type === "IEND" && at !== bytes.length) throw refused("a PNG with something behind its end");
  }
  if (header === undefined) throw refused("a PNG without header");
  return { header, packed: Buffer.concat(data) };
}

/** Whether a decoder may pass over a chunk (§5.4): its first letter is a small one. */
const isAncillary = (type: string): boolean => /^[a-z][A-Za-z]{3}$/.test(type);

function readHeader(header: Buffer, limits: RasterLimits): Header {
  if (header.length !== 13) throw refused("a PNG header of another length");
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  if (width < 1 || height < 1 || width > limits.widthMax || height > limits.heightMax)
    throw refused(`a PNG of ${width} by ${height} pixels`);
  const [depth, colour, packing, filters, interlace] = header.subarray(8);
  const channels = channelsOf.get(colour ?? -1);
  if (depth !== 8 || channels === undefined || packing !== 0 || filters !== 0 || interlace !== 0)
    throw refused("a PNG that is interlaced or not truecolour of eight bits");
  return { width, height, channels };
}

/** The size of zlib's buffer: at least 64 bytes; above `most` it gets no faster. */
const unpackedAtOnce = { least: 64, most: 64 * 1024 };

/** Exactly as much as the header promises; inflating stops as soon as there is more, and takes no more room than that meanwhile. */
function unpack(packed: Buffer, expected: number): Uint8Array {
  let rows: Buffer;
  try {
    const chunkSize = Math.max(unpackedAtOnce.least, Math.min(unpackedAtOnce.most, expected));
    rows = inflateSync(packed, { maxOutputLength: expected, chunkSize });
  } catch (cause) {
    throw refused("a PNG whose pixels cannot be unpacked", cause);
  }
  if (rows.length !== expected) throw refused("a PNG with missing pixels");
  return rows;
}

function unfiltered(undo: () => Uint8Array): Uint8Array {
  try {
    return undo();
  } catch (cause) {
    if (cause instanceof PdfRefusal) throw refused("a PNG with an unknown filter", cause);
    throw cause;
  }
}

function withOpacity(rgb: Uint8Array): Uint8Array {
  const rgba = new Uint8Array((rgb.length / 3) * 4).fill(255);
  for (let i = 0; i * 3 < rgb.length; i += 1) rgba.set(rgb.subarray(i * 3, i * 3 + 3), i * 4);
  return rgba;
}

function chunk(type: string, content: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), content]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(content.length, 0);
  named.copy(framed, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}

function refused(message: string, cause?: unknown): PdfRefusal {
  return new PdfRefusal("INVALID_REQUEST", message, { cause });
}
