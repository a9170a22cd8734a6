// What a JPEG says of itself before its first scan (ISO/IEC 10918-1 §B.2).
import { type ByteSource, bytesSource, concatSource, partOf } from "../pdf/byte-source.ts";

/** A frame (§B.2.2). */
export type Frame = {
  /** The second octet of its marker: 0xc0 to 0xcf. */
  readonly kind: number;
  /** Of a sample. */
  readonly bits: number;
  readonly width: number;
  readonly height: number;
  /** Where the two octets of its height stand. */
  readonly heightAt: number;
  /** Of its components, an octet each. */
  readonly ids: Buffer;
};

/** What stands before the first scan. */
export type JpegHeader = {
  readonly frames: readonly Frame[];
  /** What markers of Adobe say about colours (ISO/IEC 10918-6 §6.5.3); undefined where one ends before. */
  readonly transforms: ReadonlySet<number | undefined>;
  /** How many components the first scan has (§B.2.3). */
  readonly scanned: number;
};

const [startOfImage, startOfScan, ofAdobe, segmentsMax] = [0xd8, 0xda, 0xee, 2_000];

/** Segment by segment, up to the first scan; nothing where it is none. @throws PdfRefusal FILE_BROKEN where its octets cannot be read */
export function jpegHeaderOf(source: ByteSource): JpegHeader | undefined {
  const window = (at: number, length: number): Buffer =>
    viewed(source.read(Math.min(at, source.size), Math.max(0, Math.min(length, source.size - at))));
  const frames: Frame[] = [];
  const transforms = new Set<number | undefined>();
  let at = window(0, blanksMax)
    .toString("latin1")
    .search(/[^\n\r\t ]|$/);
  if (window(at, 2).toString("latin1") !== `\xff${String.fromCharCode(startOfImage)}`) return undefined;
  at += 2;
  for (let i = 0; i < segmentsMax; i += 1) {
    const segment = window(at, 4 + frameMax);
    const [mark, marker = 0] = segment;
    if (mark !== 0xff) return undefined;
    if (marker === startOfScan) return { frames, transforms, scanned: segment[4] ?? 0 };
    if (segment.length < 4) return undefined;
    // Before a marker there may be more of what it begins with (§B.1.1.2).
    if (marker === 0xff) at += 1;
    else if (marker < 0xc0 || (marker >= 0xd0 && marker <= startOfScan - 1)) return undefined;
    else {
      const isFrame = marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
      if (isFrame && segment.length < 10) return undefined;
      if (isFrame) frames.push(frameIn(segment, marker, at));
      const length = segment.readUInt16BE(2);
      if (marker === ofAdobe && segment.toString("latin1", 4, 9) === "Adobe")
        transforms.add(length < 14 ? undefined : segment[15]);
      at += 2 + length;
    }
  }
  return undefined;
}

const [blanksMax, partsMax] = [16, 255];
const frameMax = 6 + 3 * partsMax;

function frameIn(segment: Buffer, kind: number, at: number): Frame {
  const parts = Math.min(segment[9] ?? 0, Math.floor((segment.length - 10) / 3));
  const ids = Buffer.from(Array.from({ length: parts }, (_, i) => segment[10 + 3 * i] ?? 0));
  const [height, width] = [segment.readUInt16BE(5), segment.readUInt16BE(7)];
  return { kind, bits: segment[4] ?? 0, height, width, heightAt: at + 5, ids };
}

/** A JPEG whose frame says another height, up to 65,535; nothing else of it is changed. */
export function withHeight(source: ByteSource, { heightAt }: Frame, height: number): ByteSource {
  const rows = Buffer.alloc(2);
  rows.writeUInt16BE(height);
  const after = heightAt + rows.length;
  const before = concatSource(partOf(source, 0, heightAt), bytesSource(rows));
  return concatSource(before, partOf(source, after, source.size));
}

/** The same octets as a Buffer. */
export const viewed = ({ buffer, byteOffset, length }: Uint8Array): Buffer => Buffer.from(buffer, byteOffset, length);
