// Pictures whose octets say themselves how large they are and of how many colours (ISO 32000-2 §7.4.6 to §7.4.9): where the dictionary
// says otherwise, pdf.js shows what the octets say, and others read them in rows of another length.

import { pageInformation, segmentAt, unknown } from "../contents/jbig2-segments.ts";
import { jpegHeaderOf, viewed } from "../contents/jpeg-header.ts";
import { booleanOf, numberOf } from "../pdf/access.ts";
import type { ByteSource } from "../pdf/byte-source.ts";
import type { PdfObject } from "../pdf/objects.ts";
import type { PdfDocument } from "../pdf/open-pdf.ts";
import { unlessBroken } from "../pdf/refusal.ts";

type Said = {
  readonly doc: PdfDocument;
  readonly width: number;
  readonly height: number;
  readonly entries: ReadonlyMap<string, PdfObject>;
};
type Code = {
  readonly name: string;
  readonly parameters: ReadonlyMap<string, PdfObject>;
  readonly octets: () => ByteSource;
};
type Colours = { readonly components: number | undefined };

/** What programs make different things of in a picture that is packed as one, in words; nothing in any other. */
export function ambiguityInCode(said: Said, code: Code, colours: Colours): string | undefined {
  switch (code.name) {
    case "DCTDecode":
    case "DCT":
      return isPlainJpeg(said, code, colours) ? undefined : "a JPEG that is something else than it is called";
    case "JPXDecode":
      if (isPlainJpeg2000(said, code, colours)) return undefined;
      return isTranslucent(said, code)
        ? "a JPEG 2000 that brings its own opacity"
        : "a JPEG 2000 that is something else than it is called";
    case "JBIG2Decode":
      return isPlainJbig2(said, code) && colours.components === 1
        ? undefined
        : "a JBIG2 that is something else than it is called";
    case "CCITTFaxDecode":
    case "CCF":
      return isPlainFax(said, code) && colours.components === 1 ? undefined : "a fax in rows of another length";
    default:
      return undefined;
  }
}

/** By its one frame (ISO/IEC 10918-1 §B.2.2): of eight bits, and neither lossless nor arithmetic. */
function isPlainJpeg({ width, height, doc }: Said, { parameters, octets }: Code, { components }: Colours): boolean {
  const found = unlessBroken(() => jpegHeaderOf(octets()));
  const [frame, ...more] = found?.frames ?? [];
  if (found === undefined || frame === undefined || more.length > 0) return false;
  if (found.transforms.size > 1 || found.transforms.has(undefined)) return false;
  const isRead = frame.kind >= 0xc0 && frame.kind <= 0xc2 && frame.bits === 8;
  if (!isRead || frame.width !== width || frame.height !== height || frame.ids.length !== components) return false;
  // MuPDF takes colours for brightness and hue that say to be red, green and blue by the names of their parts alone.
  if (found.transforms.size === 0 && frame.ids.toString("latin1") === "RGB") return false;
  const transform = parameters.get("ColorTransform");
  return transform === undefined || [0, 1].includes(numberOf(doc, transform) ?? -1);
}

/** Its size stands before any of its points, at most behind a profile. */
const headMax = 4 * 1024 * 1024;

function headOf(octets: () => ByteSource): Buffer {
  const head = unlessBroken(() => {
    const source = octets();
    return source.read(0, Math.min(source.size, headMax));
  });
  return viewed(head ?? new Uint8Array(0));
}

/**
 * By its size (ISO/IEC 15444-1 §A.5.1), without a palette of its own (§I.5.3.4) and without what is translucent (§7.4.9): of `/SMaskInData`
 * poppler makes nothing, and MuPDF takes it as translucent whatever is said. MuPDF takes no colour for transparent by a `/Mask`.
 */
function isPlainJpeg2000({ doc, entries, width, height }: Said, { octets }: Code, { components }: Colours): boolean {
  const head = headOf(octets);
  const at = sizeIn(head);
  if (at === undefined || head.subarray(0, at).includes("pclr")) return false;
  const side = (end: number, start: number): number => head.readUInt32BE(at + end) - head.readUInt32BE(at + start);
  const parts = partsAt(head, at);
  const isKeyed = doc.resolve(entries.get("Mask"))?.kind === "array";
  const isOfSpace = components === undefined ? parts === 1 || parts === 3 : parts === components;
  return isOfSpace && !isKeyed && side(8, 16) === width && side(12, 20) === height;
}

/** Where it says its size, behind the beginning of its octets. */
function sizeIn(head: Buffer): number | undefined {
  const at = head.indexOf("\xff\x4f\xff\x51", 0, "latin1");
  return at < 0 || at + 42 > head.length ? undefined : at;
}

const partsAt = (head: Buffer, at: number): number => head.readUInt16BE(at + 40);

/** Whether it says to be translucent by a part beside its colours (§7.4.9), as Pillow writes every such picture. */
function isTranslucent({ doc, entries }: Said, { octets }: Code): boolean {
  const head = headOf(octets);
  const at = sizeIn(head);
  const isSaid = [1, 2].includes(numberOf(doc, entries.get("SMaskInData")) ?? 0);
  return isSaid && at !== undefined && [2, 4].includes(partsAt(head, at));
}

const segmentsOfJbig2Max = 10_000;

/** By its page (ISO/IEC 14492 §7.4.8). */
function isPlainJbig2({ width, height }: Said, { octets }: Code): boolean {
  const head = headOf(octets);
  let at = 0;
  for (let i = 0; i < segmentsOfJbig2Max && at + 11 <= head.length; i += 1) {
    const { type, start, length } = segmentAt(head, at);
    if (start + 8 > head.length) return false;
    const [wide, high] = [head.readUInt32BE(start), head.readUInt32BE(start + 4)];
    if (type === pageInformation) return isRow(wide, width) && (high === unknown || high >= height);
    at = start + length;
  }
  return false;
}

const columnsOfFax = 1_728;

/** By its parameters (table 11). */
function isPlainFax({ doc, width, height }: Said, { parameters }: Code): boolean {
  const numberAt = (key: string, otherwise: number): number =>
    parameters.has(key) ? (numberOf(doc, parameters.get(key)) ?? Number.NaN) : otherwise;
  const isFlag = (key: string): boolean => !parameters.has(key) || booleanOf(doc, parameters.get(key)) !== undefined;
  if (!["BlackIs1", "EncodedByteAlign", "EndOfLine", "EndOfBlock"].every(isFlag)) return false;
  const rows = numberAt("Rows", 0);
  const isWhole = rows === 0 || rows >= height || booleanOf(doc, parameters.get("EndOfBlock")) !== false;
  return Number.isInteger(numberAt("K", 0)) && isRow(numberAt("Columns", columnsOfFax), width) && isWhole;
}

/** Whether rows of so many points begin where those of a picture do (§8.9.5.1): some scanners fill up their last octets. */
const isRow = (points: number, width: number): boolean =>
  points >= width && Math.ceil(points / 8) === Math.ceil(width / 8);
