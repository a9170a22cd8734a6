// Writes DER (ITU-T X.690 §10, §11): every function returns the complete encoding of one element in a buffer of exactly
// its size. Building from the inside out copies each byte once per level, which is cheap enough for structures of a few kilobytes.
import { compareEncodings, TAG } from "./der.ts";

/** An element with identifier byte `tag` whose content is `parts` one after the other. */
export function encodeElement(tag: number, ...parts: readonly Uint8Array[]): Uint8Array {
  return encodeJoined(tag, parts);
}

const slabLength = 8_192;
let slab = new ArrayBuffer(slabLength);
let slabTaken = 0;

// A signature with its chain is a hundred elements of a few bytes each: they share memory, as small Buffers do, because
// making and forgetting an allocation of its own for each costs more than writing it.
function emptyBytes(length: number): Uint8Array {
  if (length > slabLength / 8) return new Uint8Array(length);
  if (slabTaken + length > slabLength) {
    slab = new ArrayBuffer(slabLength);
    slabTaken = 0;
  }
  const bytes = new Uint8Array(slab, slabTaken, length);
  slabTaken += length;
  return bytes;
}

function encodeJoined(tag: number, parts: readonly (Uint8Array | null)[]): Uint8Array {
  let length = 0;
  for (const part of parts) if (part !== null) length += part.length;
  const lengthBytes = length < 0x80 ? 0 : length < 0x100 ? 1 : length < 0x10000 ? 2 : length < 0x1000000 ? 3 : 4;
  const out = emptyBytes(2 + lengthBytes + length);
  out[0] = tag;
  out[1] = lengthBytes === 0 ? length : 0x80 | lengthBytes;
  for (let i = 0; i < lengthBytes; i++) out[2 + i] = Math.floor(length / 256 ** (lengthBytes - 1 - i)) & 0xff;
  let at = 2 + lengthBytes;
  for (const part of parts) {
    if (part === null) continue;
    out.set(part, at);
    at += part.length;
  }
  return out;
}

/** SEQUENCE or SEQUENCE OF; `null` parts are left out, which is how an absent OPTIONAL member is written. */
export function encodeSequence(...parts: readonly (Uint8Array | null)[]): Uint8Array {
  return encodeJoined(TAG.sequence, parts);
}

/** SET OF with its members sorted (X.690 §11.6). */
export function encodeSetOf(members: readonly Uint8Array[]): Uint8Array {
  return encodeJoined(TAG.set, members.length > 1 ? members.toSorted(compareEncodings) : members);
}

/** `[number] EXPLICIT`. */
export function encodeExplicit(number: number, inner: Uint8Array): Uint8Array {
  return encodeElement(0xa0 | number, inner);
}

/** `[number] IMPLICIT`: the element `inner` under another identifier; it stays primitive or constructed. */
export function encodeImplicit(number: number, inner: Uint8Array): Uint8Array {
  const out = emptyBytes(inner.length);
  out.set(inner);
  out[0] = 0x80 | ((inner[0] ?? 0) & 0x20) | number;
  return out;
}

/** BOOLEAN (X.690 §11.1: TRUE is 0xFF). */
export function encodeBoolean(value: boolean): Uint8Array {
  return encodeElement(TAG.boolean, Uint8Array.of(value ? 0xff : 0));
}

/** INTEGER of any size, negative ones too. */
export function encodeInteger(value: number | bigint): Uint8Array {
  if (value >= 0 && value < 0x80) return Uint8Array.of(TAG.integer, 1, Number(value));
  return encodeElement(TAG.integer, integerBytes(BigInt(value)));
}

/** INTEGER of the unsigned big-endian number in `bytes`; leading zeros are dropped, a sign byte is added where needed. */
export function encodeUnsigned(bytes: Uint8Array): Uint8Array {
  let first = 0;
  while (first < bytes.length - 1 && bytes[first] === 0) first++;
  const minimal = bytes.subarray(first);
  const pad = minimal.length === 0 || (minimal[0] ?? 0) >= 0x80;
  return pad ? encodeElement(TAG.integer, Uint8Array.of(0), minimal) : encodeElement(TAG.integer, minimal);
}

/** ENUMERATED of a value below 128, as all of ours are. */
export function encodeEnumerated(value: number): Uint8Array {
  return encodeElement(TAG.enumerated, Uint8Array.of(value));
}

/** NULL. */
export function encodeNull(): Uint8Array {
  return Uint8Array.of(TAG.null, 0);
}

/** OCTET STRING; with several parts their concatenation. */
export function encodeOctetString(...parts: readonly Uint8Array[]): Uint8Array {
  return encodeElement(TAG.octetString, ...parts);
}

/** BIT STRING of whole bytes. */
export function encodeBitString(bytes: Uint8Array): Uint8Array {
  return encodeElement(TAG.bitString, Uint8Array.of(0), bytes);
}

/** BIT STRING of named bits, trailing zeros cut off (X.690 §11.2.2). Bit 0 is the first. */
export function encodeNamedBits(bits: readonly number[]): Uint8Array {
  if (bits.length === 0) return encodeElement(TAG.bitString, Uint8Array.of(0));
  // Not as arguments of one call: a value of any length has more bits than a stack has room for.
  const highest = bits.reduce((most, bit) => Math.max(most, bit), 0);
  const bytes = new Uint8Array((highest >> 3) + 2);
  bytes[0] = 7 - (highest & 7);
  for (const bit of bits) bytes[(bit >> 3) + 1] = (bytes[(bit >> 3) + 1] ?? 0) | (0x80 >> (bit & 7));
  return encodeElement(TAG.bitString, bytes);
}

const encodedIdentifiers = new Map<string, Uint8Array>();
const IDENTIFIERS_KEPT_MAX = 1000;

/** OBJECT IDENTIFIER from dotted decimal. The result is shared: never write into it. */
export function encodeOid(dotted: string): Uint8Array {
  const known = encodedIdentifiers.get(dotted);
  if (known) return known;
  const encoded = encodeElement(TAG.objectIdentifier, oidBytes(dotted));
  if (encodedIdentifiers.size < IDENTIFIERS_KEPT_MAX) encodedIdentifiers.set(dotted, encoded);
  return encoded;
}

/** UTF8String. */
export function encodeUtf8String(text: string): Uint8Array {
  return encodeElement(TAG.utf8String, Buffer.from(text, "utf8"));
}

/**
 * PrintableString.
 * @throws RangeError for a character outside of X.680 §41.4
 */
export function encodePrintableString(text: string): Uint8Array {
  if (!/^[A-Za-z0-9 '()+,\-./:=?]*$/.test(text)) throw new RangeError("not a PrintableString");
  return encodeElement(TAG.printableString, Buffer.from(text, "latin1"));
}

/**
 * IA5String (ASCII).
 * @throws RangeError for any other character
 */
export function encodeIa5String(text: string): Uint8Array {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0x7f) throw new RangeError("not an IA5String");
  return encodeElement(TAG.ia5String, Buffer.from(text, "latin1"));
}

/** Two's complement in the fewest bytes (X.690 §8.3), by way of hexadecimal, whose cost grows with the length and not its square. */
function integerBytes(value: bigint): Uint8Array {
  const magnitude = (value < 0n ? ~value : value).toString(16);
  const bits = magnitude.length * 4 - (Math.clz32(Number.parseInt(magnitude[0] ?? "0", 16)) - 28);
  const length = Math.floor(bits / 8) + 1; // one bit more, for the sign
  const written = BigInt.asUintN(length * 8, value).toString(16);
  return Buffer.from(written.padStart(length * 2, "0"), "hex");
}

function oidBytes(dotted: string): Uint8Array {
  if (!/^[012](\.(0|[1-9]\d*))+$/.test(dotted)) throw new RangeError(`not an object identifier: ${dotted}`);
  const [root = 0n, second = 0n, ...rest] = dotted.split(".").map(BigInt);
  if (root < 2n && second > 39n) throw new RangeError(`not an object identifier: ${dotted}`);
  return Uint8Array.from([root * 40n + second, ...rest].flatMap(arcBytes));
}

function arcBytes(arc: bigint): number[] {
  const bytes = [Number(arc & 0x7fn)];
  for (let rest = arc >> 7n; rest > 0n; rest >>= 7n) bytes.unshift(Number(rest & 0x7fn) | 0x80);
  return bytes;
}
