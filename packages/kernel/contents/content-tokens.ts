// Operators of contents and the tokens between them (ISO 32000-2 §7.8.2, Annex A), as pdf.js reads them and as the standard says.
import { isDelimiter, isWhitespace } from "../pdf/lexer.ts";
import { tooComplex } from "../pdf/refusal.ts";
import { tokenEnd } from "./structure-words.ts";

/** How many operands operators have; a negative number is how many there may be at most. */
export const operandsOf: ReadonlyMap<string, number> = new Map(
  Object.entries({
    0: "q Q h S s f F f* B B* b b* n W W* BT ET T* BI ID EMC BX EX",
    1: "w J j M ri i gs Tc Tw Tz TL Tr Ts Tj TJ ' CS cs G g sh EI Do MP BMC",
    2: "d m l Tf Td TD d0 DP BDC",
    3: '" RG rg',
    4: "v y re K k",
    6: "cm c Tm d1",
    [-4]: "SC sc",
    [-33]: "SCN scn",
  }).flatMap(([count, operators]) => operators.split(" ").map((operator) => [operator, Number(count)])),
);

/** Beginnings of words that pdf.js does not divide. */
const undivided = new Set([...operandsOf.keys(), ..."BM BD true fa fal fals false nu nul null".split(" ")]);

/** Whether a byte begins a number. */
export const isNumeric = (byte: number | undefined): boolean =>
  byte !== undefined && ((byte >= 0x30 && byte <= 0x39) || byte === 0x2b || byte === 0x2d || byte === 0x2e);

/** Whether a byte goes on with a word or name, as readers of today see it; others see less (`isRegular`). */
export const isWordByte = (byte: number | undefined): boolean =>
  byte !== undefined && !isWhitespace(byte) && !isDelimiter(byte);

/** No operator is longer, nor one of those beginnings. */
const lettersMax = 6;

/** Contents, how far they were read, and whether a number there is written in a way that programs read each as another one. */
export type Place = { readonly bytes: Uint8Array; at: number; hasOddNumber: boolean };

/** Reads a word; longer ones than operators are cut. pdf.js divides them where an operator goes on with what is none. */
export function readContentWord(place: Place, divides: boolean): string {
  const { bytes, at } = place;
  const [first = 0, next = 0] = [bytes[at], bytes[at + 1]];
  let [end, word] = [at + 1, String.fromCharCode(first)];
  const isSingle = isDelimiter(first) || (divides && (first < 0x20 || first > 0x7f) && next >= 0x20 && next <= 0x7f);
  for (; !isSingle && isWordByte(bytes[end]); end += 1) {
    const longer = word + String.fromCharCode(bytes[end] ?? 0);
    if (divides && undivided.has(word) && !undivided.has(longer)) break;
    if (word.length <= lettersMax) word = longer;
  }
  place.at = end;
  return word;
}

/** Where a string, comment or name ends that begins at `at`. */
export function valueEnd(bytes: Uint8Array, at: number): number {
  if (bytes[at] !== 0x2f) return tokenEnd(bytes, at);
  let end = at + 1;
  while (isWordByte(bytes[end])) end += 1;
  return end;
}

/**
 * Reads a number, by hand: maps have millions of them. A minus sign within it is passed over, and no exponents are known. Signs within it
 * and a second point are odd (ISO 32000-2 §7.3.3).
 * @throws PdfRefusal FILE_TOO_COMPLEX for a number without end
 */
export function readNumber(place: Place): number {
  const { bytes, at: start } = place;
  let [at, value, scale, sign] = [start, 0, 0, 1];
  if (bytes[at] === 0x2d) {
    sign = -1;
    if (bytes[at + 1] === 0x2d) [place.hasOddNumber, at] = [true, at + 1];
    at += 1;
    while (bytes[at] === 10 || bytes[at] === 13) at += 1;
  } else if (bytes[at] === 0x2b) at += 1;
  for (; ; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte >= 0x30 && byte <= 0x39) {
      value = value * 10 + byte - 0x30;
      scale *= 10;
    } else if (byte === 0x2e && scale === 0) scale = 1;
    else if (byte === 0x2d && at > start) place.hasOddNumber = true;
    else break;
  }
  if (bytes[at] === 0x2e) place.hasOddNumber = true;
  const number = (sign * value) / (scale || 1);
  if (!Number.isFinite(number)) throw tooComplex("a number of more than 300 digits in contents");
  place.at = Math.max(at, start + 1);
  return number;
}
