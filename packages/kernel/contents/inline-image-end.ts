// Where the octets of inline images end (ISO 32000-2 §8.9.7). The standard counts them, pdf.js looks for an `EI` with operators behind
// it: what lies between is operators for one of them only.
import { inflateSync } from "node:zlib";
import { isDelimiter, isWhitespace } from "../pdf/lexer.ts";
import { isNumeric, operandsOf, type Place, readContentWord, readNumber, valueEnd } from "./content-tokens.ts";
import { nameIn } from "./names-in-content.ts";

/** How many numbers a colour has in a space of the resources, undefined where that cannot be said. */
export type ComponentsOf = (space: string) => number | undefined;

/** What an image says of itself, brackets left out; its octets begin at `from`. */
export type InlineTokens = { readonly tokens: readonly string[]; readonly from: number };

/** An image: what stands between `BI` and its octets, and these. */
export type InlineParts = { readonly entries: Uint8Array; readonly octets: Uint8Array };

/** The image whose `BI` ends at `start`; nothing where no `ID` follows. */
export function inlineImageAt(bytes: Uint8Array, start: number, divides: boolean): InlineTokens | undefined {
  const tokens: string[] = [];
  const place: Place = { bytes, at: start, hasOddNumber: false };
  while (place.at < bytes.length) {
    const { at } = place;
    const byte = bytes[at];
    if (isNumeric(byte)) tokens.push(`${readNumber(place)}`);
    else if (isWhitespace(byte)) place.at += 1;
    else if (isDelimiter(byte)) {
      place.at = valueEnd(bytes, at);
      if (byte === 0x2f) tokens.push(`/${nameIn(bytes, at + 1, place.at)}`);
    } else {
      const word = readContentWord(place, divides);
      if (word === "ID") return { tokens, from: place.at + 1 };
      tokens.push(word);
    }
  }
  return undefined;
}

/** Behind the `EI` of an image, for pdf.js and by the standard. */
export function imageEnds(
  bytes: Uint8Array,
  image: InlineTokens,
  componentsOf: ComponentsOf,
): { readonly found: number; readonly counted: number } {
  const found = foundEnd(bytes, image);
  const length = lengthOf(bytes, image, componentsOf);
  const counted = length === undefined ? found : behindEnd(bytes, image.from + length);
  return { found, counted };
}

function entryOf({ tokens }: InlineTokens, ...keys: readonly string[]): string {
  return tokens[tokens.findLastIndex((token) => keys.includes(token)) + 1] ?? "";
}

const numberIn = (image: InlineTokens, ...keys: readonly string[]): number => {
  const at = image.tokens.findLastIndex((token) => keys.includes(token));
  return at < 0 ? 0 : Number.parseInt(image.tokens[at + 1] ?? "", 10) || 0;
};

const filterOf = (image: InlineTokens): string =>
  image.tokens.some((token) => token === "/F" || token === "/Filter") ? entryOf(image, "/F", "/Filter").slice(1) : "";

/** Octets of an image, as it says, or as they are. */
function lengthOf(bytes: Uint8Array, image: InlineTokens, componentsOf: ComponentsOf): number | undefined {
  const said = numberIn(image, "/L", "/Length");
  if (said > 0) return said;
  const filter = filterOf(image);
  if (filter === "Fl" || filter === "FlateDecode") return packedLength(bytes.subarray(image.from));
  const bits = bitsOf(image, componentsOf);
  if (filter !== "" || bits === undefined) return undefined;
  return Math.ceil((numberIn(image, "/W", "/Width") * bits) / 8) * numberIn(image, "/H", "/Height");
}

/** Of one point. */
function bitsOf(image: InlineTokens, componentsOf: ComponentsOf): number | undefined {
  if (/^true/.test(entryOf(image, "/IM", "/ImageMask"))) return 1;
  const space = entryOf(image, "/CS", "/ColorSpace").slice(1);
  const components = known.get(space) ?? componentsOf(space);
  return components === undefined ? undefined : components * numberIn(image, "/BPC", "/BitsPerComponent");
}

const known = new Map([
  ...["G", "DeviceGray", "CalGray", "I", "Indexed"].map((name) => [name, 1] as const),
  ...["RGB", "DeviceRGB"].map((name) => [name, 3] as const),
  ...["CMYK", "DeviceCMYK"].map((name) => [name, 4] as const),
]);

/** More need not be unpacked: where such an image ends nobody says in less. */
const unpackedMax = 16 * 1024 * 1024;

function packedLength(octets: Uint8Array): number | undefined {
  try {
    const { engine } = inflateSync(octets, { info: true, maxOutputLength: unpackedMax }) as unknown as {
      engine: { bytesWritten: number };
    };
    return engine.bytesWritten;
  } catch {
    return undefined;
  }
}

/** Behind the next `EI`. */
function behindEnd(bytes: Uint8Array, from: number): number {
  const at = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).indexOf("EI", from);
  return at < 0 ? bytes.length : at + 2;
}

/** As pdf.js looks for it. */
function foundEnd(bytes: Uint8Array, image: InlineTokens): number {
  const end = codedEnd(bytes, image.from, filterOf(image));
  if (end !== undefined) return behindEnd(bytes, end);
  let last = bytes.length;
  for (let at = behindEnd(bytes, image.from); at < bytes.length; at = behindEnd(bytes, at - 1)) {
    const next = bytes[at];
    if (next !== 0x20 && next !== 10 && next !== 13) continue;
    last = at;
    if (at + 1 === bytes.length || (isPlain(bytes, at + 1) && beginsOperator(bytes, at + 1))) return at;
  }
  return last;
}

function codedEnd(bytes: Uint8Array, from: number, filter: string): number | undefined {
  const mark = { A85: "~", ASCII85Decode: "~", AHx: ">", ASCIIHexDecode: ">" }[filter];
  if (mark !== undefined) return bytes.indexOf(mark.charCodeAt(0), from) + 1 || undefined;
  return filter === "DCT" || filter === "DCTDecode" ? jpegEnd(bytes, from) : undefined;
}

const [endOfImage, marked] = [0xd9, 0xff];

/** Segments are passed over by their length (ISO/IEC 10918-1 §B.1.1.4). */
function jpegEnd(bytes: Uint8Array, from: number): number | undefined {
  for (let at = bytes.indexOf(marked, from); at >= 0 && at + 1 < bytes.length; at = bytes.indexOf(marked, at)) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === endOfImage) return at + 2;
    const isSegment =
      marker === 0xfe || (marker >= 0xc0 && marker <= 0xef && marker !== 0xc8 && (marker & 0xf8) !== 0xd0);
    const length = isSegment ? (bytes[at + 2] ?? 0) * 256 + (bytes[at + 3] ?? 0) : 0;
    at += marker === marked ? 1 : 2 + (length > 2 ? length : 0);
  }
  return undefined;
}

const looked = 15;

function isPlain(bytes: Uint8Array, from: number): boolean {
  for (let at = from; at < Math.min(from + looked, bytes.length); at += 1) {
    const byte = bytes[at] ?? 0;
    const isText = byte === 10 || byte === 13 || (byte >= 0x20 && byte <= 0x7f);
    if (!isText && !(byte === 0 && at + 1 < from + looked && bytes[at + 1] !== 0)) return false;
  }
  return true;
}

/** Whether an operator with as many operands as it has follows soon, and no other word before. */
function beginsOperator(bytes: Uint8Array, from: number): boolean {
  const place: Place = { bytes: bytes.subarray(from, from + 5 * looked), at: 0, hasOddNumber: false };
  let count = 0;
  while (place.at < place.bytes.length) {
    const { bytes: octets, at } = place;
    const byte = octets[at];
    if (isWhitespace(byte)) place.at += 1;
    else if (byte === 0x25) place.at = valueEnd(octets, at);
    else if (isNumeric(byte)) {
      readNumber(place);
      count += 1;
    } else if (byte === 0x28 || byte === 0x2f || (byte === 0x3c && octets[at + 1] !== 0x3c)) {
      place.at = valueEnd(octets, at);
      count += 1;
    } else {
      const word = readContentWord(place, true);
      const operands = operandsOf.get(word);
      const isValue = word === "true" || word === "false" || word === "null";
      if (operands === undefined && !isValue) return false;
      if (operands !== undefined && (operands < 0 ? count <= -operands : count === operands)) return true;
      count = isValue ? count + 1 : 0;
    }
  }
  return false;
}
