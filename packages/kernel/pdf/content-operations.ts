// The operations of a content stream, one after the other (ISO 32000-2 §7.8.2): operands, then what is done with them. Inline
// images (§8.9.7) are one operation, `BI`, without their bytes.
import { cursorAt, isWhitespace, latin1, readObject, readWord, skipWhitespace, WindowEnd } from "./lexer.ts";
import type { PdfObject } from "./objects.ts";
import { broken } from "./refusal.ts";

/** What is done, and with what. */
export type Operation = { readonly operator: string; readonly operands: readonly PdfObject[] };

/** No operator has more (§9.6.2: six numbers), but arrays of colours. */
const operands_max = 64;

/** Reads them. @throws PdfRefusal FILE_BROKEN for what is no content, FILE_TOO_COMPLEX for a million values */
export function* operationsOf(content: Uint8Array): Generator<Operation> {
  // Objects end before a delimiter, so the last one needs one behind it.
  const cursor = cursorAt(Buffer.concat([content, Buffer.from("\n")]));
  let operands: PdfObject[] = [];
  try {
    for (skipWhitespace(cursor); cursor.at < cursor.bytes.length; skipWhitespace(cursor)) {
      if (!isOperator(cursor.bytes, cursor.at)) {
        if (operands.length >= operands_max) throw broken("operands without an operator");
        operands.push(readObject(cursor));
        continue;
      }
      const operator = readWord(cursor);
      if (operator === "") throw broken("a delimiter that closes nothing");
      if (operator === "BI") cursor.at = inlineImageEnd(cursor.bytes, cursor.at);
      yield { operator, operands };
      operands = [];
    }
  } catch (fault) {
    if (fault instanceof WindowEnd) throw broken("a content stream ends within an object");
    throw fault;
  }
}

/** Whether a word that is no value begins here. */
function isOperator(bytes: Uint8Array, at: number): boolean {
  const byte = bytes[at] ?? 0;
  if ("tfn".includes(String.fromCharCode(byte)))
    return !/^(true|false|null)\b/.test(latin1(bytes, at, Math.min(at + 6, bytes.length)));
  return !(byte >= 0x30 && byte <= 0x39) && !"+-./(<[".includes(String.fromCharCode(byte));
}

/** Bytes behind `EI` that have to look like content: image data seldom does. */
const looked_at_bytes = 12;

/** Behind the `EI` of the inline image that begins here. */
function inlineImageEnd(bytes: Uint8Array, start: number): number {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = data.indexOf("EI", start, "latin1"); at >= 0; at = data.indexOf("EI", at + 1, "latin1")) {
    const isApart = isWhitespace(bytes[at - 1]) && (at + 2 >= bytes.length || isWhitespace(bytes[at + 2]));
    if (isApart && isText(bytes.subarray(at + 2, at + 2 + looked_at_bytes))) return at + 2;
  }
  throw broken("an inline image has no end");
}

const isText = (bytes: Uint8Array): boolean =>
  bytes.every((byte) => isWhitespace(byte) || (byte >= 0x20 && byte < 0x7f));
