// The octets that text operands show (ISO 32000-2 §7.3.4, §9.4.3), as programs of today read them: an end of a line in a text is whatever
// octets it is, though §7.3.4.2 calls it a line feed.

import { isWhitespace } from "../pdf/lexer.ts";
import { isNumeric, valueEnd } from "./content-tokens.ts";

/** Where texts are written to, one over the other: contents have millions, and most are looked at only once. */
export type TextBuffer = { octets: Uint8Array };
type Place = { readonly bytes: Uint8Array; at: number };

const [opening, closing, backslash, less, greater, percent] = [0x28, 0x29, 0x5c, 0x3c, 0x3e, 0x25];
const [bracket, closingBracket] = [0x5b, 0x5d];

/** Reads each text of the operand that begins at `at`; false where anything is in it that not all programs read alike. */
export function readTexts(
  place: Place,
  buffer: TextBuffer,
  take: (octets: Uint8Array, length: number) => void,
): boolean {
  const { bytes } = place;
  if (bytes[place.at] !== bracket) return readText(place, buffer, take);
  place.at += 1;
  for (;;) {
    const byte = bytes[place.at];
    if (byte === closingBracket) return true;
    if (isNumeric(byte) || isWhitespace(byte)) place.at += 1;
    else if (byte === percent) place.at = valueEnd(bytes, place.at);
    else if (!readText(place, buffer, take)) return false;
  }
}

function readText(place: Place, buffer: TextBuffer, take: (octets: Uint8Array, length: number) => void): boolean {
  const byte = place.bytes[place.at];
  const length = byte === opening ? readLiteral(place, buffer) : byte === less ? readHex(place, buffer) : odd;
  if (length !== odd) take(buffer.octets, length);
  return length !== odd;
}

/** Instead of a length. */
const odd = -1;

function larger(buffer: TextBuffer): Uint8Array {
  const octets = new Uint8Array(2 * buffer.octets.length);
  octets.set(buffer.octets);
  buffer.octets = octets;
  return octets;
}

/** The last digit may be missing (§7.3.4.3); what is neither a digit nor white space some programs pass over, and others take for one. */
function readHex(place: Place, buffer: TextBuffer): number {
  const { bytes } = place;
  let { octets } = buffer;
  let [digits, high] = [0, 0];
  for (let at = place.at + 1; ; at += 1) {
    const byte = bytes[at];
    const digit = digitOf(byte ?? 0);
    if (digit < 0) {
      if (isWhitespace(byte)) continue;
      place.at = at + 1;
      return byte === greater ? (digits + 1) >> 1 : odd;
    }
    if (digits >> 1 === octets.length) octets = larger(buffer);
    high = digits % 2 === 0 ? digit << 4 : high | digit;
    octets[digits >> 1] = high;
    digits += 1;
  }
}

function digitOf(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}

function readLiteral(place: Place, buffer: TextBuffer): number {
  const { bytes } = place;
  let { octets } = buffer;
  let [depth, length] = [1, 0];
  place.at += 1;
  for (;;) {
    let byte = bytes[place.at];
    if (byte === undefined) return odd;
    place.at += 1;
    if (byte === closing) {
      depth -= 1;
      if (depth === 0) return length;
    } else if (byte === opening) depth += 1;
    else if (byte === backslash) {
      byte = readEscape(place);
      if (byte === nothing) continue;
      if (byte > 0xff) return odd;
    }
    if (length === octets.length) octets = larger(buffer);
    octets[length] = byte;
    length += 1;
  }
}

const escapes = new Map([
  [0x6e, 10],
  [0x72, 13],
  [0x74, 9],
  [0x62, 8],
  [0x66, 12],
]);

/** Of a line that goes on. */
const nothing = -1;

/** An octet; of a larger number, pdf.js keeps all, and others what goes into one. */
function readEscape(place: Place): number {
  const { bytes } = place;
  const escaped = bytes[place.at] ?? 0;
  place.at += 1;
  if (escaped === 13 && bytes[place.at] === 10) place.at += 1;
  if (escaped === 13 || escaped === 10) return nothing;
  if (!isOctal(escaped)) return escapes.get(escaped) ?? escaped;
  let value = escaped - 0x30;
  for (let digits = 1; digits < 3 && isOctal(bytes[place.at]); digits += 1) {
    value = value * 8 + (bytes[place.at] ?? 0) - 0x30;
    place.at += 1;
  }
  return value;
}

const isOctal = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x30 && byte <= 0x37;
