// Images that stand in contents (ISO 32000-2 §8.9.7), found without reading operators: contents may be anything, and readers differ
// on where the octets of one end. Whatever may be one is taken for one.

import { nameIn } from "../contents/names-in-content.ts";
import { isRegular, tokenEnd } from "../contents/structure-words.ts";
import { latin1 } from "../pdf/lexer.ts";
import { tooComplex } from "../pdf/refusal.ts";

/** What an image says of itself; the largest of what it says twice. Its octets begin at `from`, behind what ends `ID`. */
export type InlineImage = {
  readonly width: number;
  readonly height: number;
  readonly filters: readonly string[];
  readonly from: number;
};

/** Follows references: none may stand in contents, but some readers look for them there. */
type NumberOf = (objectNumber: number, generation: number) => number | undefined;

const [bLetter, iLetter, slash] = [0x42, 0x49, 0x2f];
/** What may be read behind all `BI` of some contents together, beyond their own length: a `BI` in a text leads to no image. */
const readMax = 64 * 1024 * 1024;

/** All that may be one, wherever `BI` stands. @throws PdfRefusal FILE_TOO_COMPLEX where that cannot be said in a reasonable time */
export function inlineImagesIn(bytes: Uint8Array, numberOf: NumberOf): InlineImage[] {
  const images: InlineImage[] = [];
  let left = bytes.length + readMax;
  const lastId = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).lastIndexOf("ID");
  for (let at = bytes.indexOf(bLetter); at >= 0 && at < lastId; at = bytes.indexOf(bLetter, at + 1)) {
    const isWord = bytes[at + 1] === iLetter && !isRegular(bytes[at + 2]) && !isLetter(bytes[at - 1]);
    if (!isWord) continue;
    const { image, read } = readImage(bytes, at + 2, left);
    left -= read;
    if (left < 0) throw tooComplex("inline images whose beginnings do not end");
    if (image !== undefined) images.push(described(image, numberOf));
  }
  return images;
}

/** A number ends where its digits do, for many readers: what stands before a word need not be white space. */
const isLetter = (byte: number | undefined): boolean =>
  isRegular(byte) && !/[-+.\d]/.test(String.fromCharCode(byte ?? 0));

type Tokens = { readonly tokens: readonly string[]; readonly from: number };

function readImage(bytes: Uint8Array, start: number, most: number): { image: Tokens | undefined; read: number } {
  const tokens: string[] = [];
  for (let at = start; at < bytes.length && at - start <= most; ) {
    const end = tokenEnd(bytes, at);
    if (bytes[at] === slash) tokens.push(`/${nameIn(bytes, at + 1, end)}`);
    else if (isRegular(bytes[at])) {
      const word = latin1(bytes, at, end);
      if (/^[-+.\d]*ID$/.test(word)) return { image: { tokens, from: end + 1 }, read: end - start };
      tokens.push(word);
    }
    at = end;
  }
  return { image: undefined, read: bytes.length - start };
}

/** Also by the names of filters in full: readers take both (tables 91 and 92). */
const filterNames =
  /^\/(?:FlateDecode|Fl|LZWDecode|LZW|RunLengthDecode|RL|ASCIIHexDecode|AHx|ASCII85Decode|A85|DCTDecode|DCT|CCITTFaxDecode|CCF)$/;

function described({ tokens, from }: Tokens, numberOf: NumberOf): InlineImage {
  const largest = (...keys: readonly string[]): number =>
    tokens.reduce(
      (most, token, i) => (keys.includes(token) ? Math.max(most, valueAt(tokens, i + 1, numberOf)) : most),
      0,
    );
  return {
    width: largest("/W", "/Width"),
    height: largest("/H", "/Height"),
    filters: tokens.filter((token) => filterNames.test(token)).map((token) => token.slice(1)),
    from,
  };
}

function valueAt(tokens: readonly string[], at: number, numberOf: NumberOf): number {
  const [value = "", generation = "", letter = ""] = tokens.slice(at, at + 3);
  const own = Number(/\d+(?:\.\d*)?/.exec(value)?.[0] ?? 0);
  return letter === "R" ? Math.abs(numberOf(own, Number(generation)) ?? 0) : own;
}
