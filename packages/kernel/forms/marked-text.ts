/** Text strings that begin with a byte order mark (ISO 32000-2 §7.9.2.2): the rest may be invalid text, or name its language. */
import { type PdfString, textOf } from "../pdf/objects.ts";

const marks: ReadonlyArray<readonly [begins: readonly number[], encoding: string]> = [
  [[0xfe, 0xff], "utf-16be"],
  [[0xff, 0xfe], "utf-16le"],
  [[0xef, 0xbb, 0xbf], "utf-8"],
];

const encodingOf = ({ bytes }: PdfString): string | undefined =>
  marks.find(([begins]) => begins.every((byte, i) => bytes[i] === byte))?.[1];

/** Whether its bytes are characters in the encoding that it begins with. */
export function isText(value: PdfString): boolean {
  const encoding = encodingOf(value);
  if (encoding === undefined) return true;
  try {
    new TextDecoder(encoding, { fatal: true }).decode(value.bytes);
    return true;
  } catch (fault) {
    if (fault instanceof TypeError) return false;
    throw fault;
  }
}

const escapeCharacter = "\u001b";

/** Its characters without the names of languages, which stand between two escapes each (§7.9.2.2.2); other escapes stay. */
export function plainTextOf(value: PdfString): string {
  const text = textOf(value);
  const parts = encodingOf(value) === undefined ? [] : text.split(escapeCharacter);
  const isPlain = parts.length % 2 === 1 && parts.every((part, i) => i % 2 === 0 || /^[a-z]{2}([A-Z]{2})?$/.test(part));
  return isPlain ? parts.filter((_, i) => i % 2 === 0).join("") : text;
}

/** Whether some readers leave out what others show: escapes around anything but a language. */
export const hasStrayEscape = (value: PdfString): boolean =>
  encodingOf(value) !== undefined && plainTextOf(value).includes(escapeCharacter);
