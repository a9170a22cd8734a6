// Where a page's contents are divided (ISO 32000-2 §7.7.3.3 /Contents): between tokens only. Of a string that begins in one part and ends
// in another, readers make different texts: poppler joins `(pay 10` and `0 euro)`, pdf.js and MuPDF put a space between.
import { isWhitespace } from "../pdf/lexer.ts";
import { isRegular, tokenEnd } from "./structure-words.ts";

const [parenthesis, percent] = [0x28, 0x25];

/** Whether contents end within a string, or within a comment that may go on. */
export function opensText(bytes: Uint8Array): boolean {
  // A string that ends with the contents ends before this.
  const padded = Buffer.concat([bytes, Buffer.from("\n")]);
  for (let at = 0; at < bytes.length; ) {
    const end = tokenEnd(padded, at);
    if (padded[at] === parenthesis && end === padded.length) return true;
    if (padded[at] === percent && end === bytes.length) return true;
    at = isImageBegin(padded, at, end) ? imageEnd(padded, end) : end;
  }
  return false;
}

const isImageBegin = (bytes: Uint8Array, at: number, end: number): boolean =>
  end - at === 2 && bytes[at] === 0x49 && bytes[at + 1] === 0x44;

/** Behind the octets of an inline image that begin at `start` (§8.9.7): at an `EI` between white space. */
function imageEnd(bytes: Uint8Array, start: number): number {
  for (let at = bytes.indexOf(0x45, start); at >= 0; at = bytes.indexOf(0x45, at + 1))
    if (bytes[at + 1] === 0x49 && isWhitespace(bytes[at - 1]) && !isRegular(bytes[at + 2])) return at + 2;
  return bytes.length;
}
