// How large pictures are whose octets say so themselves: JPEG (ISO/IEC 10918-1 §B.2.2), JPEG 2000 (ISO/IEC 15444-1 §A.5.1) and JBIG2
// (ISO/IEC 14492 §7). Readers decode all that is there, whatever /Width and /Height of the picture say.

import { pageInformation, segmentAt, unknown } from "../contents/jbig2-segments.ts";
import { dictionaryOf, itemsOf, nameOf, numberOf } from "../pdf/access.ts";
import { type PdfObject, type PdfStream, pdfArray, withEntries } from "../pdf/objects.ts";
import type { PdfDocument } from "../pdf/open-pdf.ts";
import { unlessBroken } from "../pdf/refusal.ts";

/** Points of a picture, those that its octets hold or those it says, whichever are more. */
export function pointsOf(doc: PdfDocument, picture: PdfObject | undefined): number {
  const stream = doc.resolve(picture);
  if (stream?.kind !== "stream") return 0;
  const { entries } = stream.dict;
  const [width, height] = ["Width", "Height"].map((key) => Math.abs(numberOf(doc, entries.get(key)) ?? 0));
  return Math.max((width ?? 0) * (height ?? 0), codedPoints(doc, stream));
}

const coded: ReadonlyMap<string, (octets: Buffer) => number> = new Map([
  ["DCTDecode", pointsOfJpeg],
  ["DCT", pointsOfJpeg],
  ["JPXDecode", pointsOfJpeg2000],
  ["JBIG2Decode", pointsOfJbig2],
]);

function codedPoints(doc: PdfDocument, stream: PdfStream): number {
  const filter = doc.resolve(stream.dict.entries.get("Filter"));
  const filters = filter?.kind === "array" ? filter.items : filter === undefined ? [] : [filter];
  const at = filters.findIndex((item) => coded.has(nameOf(doc, item) ?? ""));
  const read = coded.get(nameOf(doc, filters[at]) ?? "");
  if (read === undefined) return 0;
  const octets = unlessBroken(() => {
    const source = stream.stored();
    if (at === 0) return source.read(0, Math.min(source.size, doc.limits.decodedBytesMax));
    const dict = withEntries(stream.dict, { Filter: pdfArray(filters.slice(0, at)) });
    return doc.decodeStream({ ...stream, dict });
  });
  if (octets === undefined) return 0;
  const own = read(Buffer.from(octets.buffer, octets.byteOffset, octets.length));
  return read === pointsOfJbig2 ? own + globalPoints(doc, stream, at) : own;
}

/** What pictures share (§7.4.7). */
function globalPoints(doc: PdfDocument, { dict }: PdfStream, at: number): number {
  const parameters = doc.resolve(dict.entries.get("DecodeParms"));
  const own = parameters?.kind === "array" ? itemsOf(doc, parameters)[at] : parameters;
  const globals = doc.resolve(dictionaryOf(doc, own).entries.get("JBIG2Globals"));
  if (globals?.kind !== "stream") return 0;
  const octets = unlessBroken(() => doc.decodeStream(globals)) ?? new Uint8Array(0);
  return pointsOfJbig2(Buffer.from(octets.buffer, octets.byteOffset, octets.length));
}

/** The most that a height may be which stands behind the picture (§B.2.5). */
const linesMax = 65_535;
const [startOfScan, endOfImage] = [0xda, 0xd9];

function pointsOfJpeg(octets: Buffer): number {
  let most = 0;
  for (let at = octets.indexOf("\xff\xd8", 0, "latin1") + 2; at >= 2 && at + 9 <= octets.length; ) {
    const marker = octets[at + 1] ?? 0;
    // Between segments readers look for the next one.
    if (octets[at] !== 0xff || marker === 0xff || marker < 0xc0) at += 1;
    else if (marker === startOfScan || marker === endOfImage) return most;
    else {
      const isFrame = marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
      if (isFrame) most = Math.max(most, (octets.readUInt16BE(at + 5) || linesMax) * octets.readUInt16BE(at + 7));
      at += 2 + octets.readUInt16BE(at + 2);
    }
  }
  return most;
}

function pointsOfJpeg2000(octets: Buffer): number {
  const at = octets.indexOf("\xff\x4f\xff\x51", 0, "latin1");
  if (at < 0 || at + 24 > octets.length) return 0;
  const side = (end: number, start: number): number =>
    Math.max(0, octets.readUInt32BE(at + end) - octets.readUInt32BE(at + start));
  return side(8, 16) * side(12, 20);
}

/** Text, halftone, generic and refinement regions, kept or drawn at once (§7.3.1). */
const regions = new Set([4, 6, 7, 20, 22, 23, 36, 38, 39, 40, 42, 43]);

/** Of the page and of each region on it. */
function pointsOfJbig2(octets: Buffer): number {
  let points = 0;
  for (let at = 0; at + 11 <= octets.length; ) {
    const { type, start, length } = segmentAt(octets, at);
    if (start + 8 > octets.length) return points;
    const [width, height] = [octets.readUInt32BE(start), octets.readUInt32BE(start + 4)];
    const isKnown = type === pageInformation ? height !== unknown : regions.has(type);
    if (isKnown) points += width * height;
    if (length === unknown) return points;
    at = start + length;
  }
  return points;
}
