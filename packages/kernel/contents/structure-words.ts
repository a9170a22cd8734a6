// Words of a file's structure in contents (ISO 32000-2 §7.2, §7.8.2). Some readers stop drawing at `endstream` or `endobj`, others
// go on. Contents may be anything, so each octet that readers may read in two ways is read as the one that finds such a word.
import { isDelimiter, latin1 } from "../pdf/lexer.ts";
import { broken } from "../pdf/refusal.ts";

const ends = ["endstream", "endobj"].map((word) => Buffer.from(word));

/** Whether the octets of such a word stand anywhere in contents, in a text for example. */
export function nameStructure(bytes: Uint8Array): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return ends.some((word) => buffer.includes(word));
}

/**
 * No contents have one outside of literal strings, comments and names.
 * @throws PdfRefusal FILE_BROKEN
 */
export function refuseStructureWords(bytes: Uint8Array): void {
  if (nameStructure(bytes) && hasStructureWord(bytes)) throw broken("contents with a word that ends a stream");
}

/** A number ends where its digits do: what follows is a word for many readers. */
const word = /^[-+.\d]*(endstream|endobj|ID)$/;

/** The same in octets that nobody knows the beginning of strings in. */
const anywhere = /(?:^|[^!-~]|[()<>[\]{}%])[-+.\d]*(?:endstream|endobj)(?:[^!-~]|[()<>[\]{}/%]|$)/;

function hasStructureWord(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; ) {
    const end = tokenEnd(bytes, at);
    // Readers pass over what is no digit within a hexadecimal string.
    if (bytes[at] === lessThan && anywhere.test(latin1(bytes, at, end))) return true;
    const found = isRegular(bytes[at]) ? word.exec(latin1(bytes, at, end))?.[1] : undefined;
    // Where the octets of an inline image end (§8.9.7) some readers compute and others guess.
    if (found === "ID") return anywhere.test(latin1(bytes, end));
    if (found !== undefined) return true;
    at = end;
  }
  return false;
}

const [parenthesis, percent, lessThan, greaterThan, slash, backslash] = [0x28, 0x25, 0x3c, 0x3e, 0x2f, 0x5c];

/** Whether a byte goes on with a word: white space and all that is no character of ASCII end one, for one reader or another. */
export function isRegular(byte: number | undefined): boolean {
  return byte !== undefined && byte > 0x20 && byte < 0x7f && !isDelimiter(byte);
}

/** Where what begins at `at` ends: a string, a comment, a name, a word or one delimiter. */
export function tokenEnd(bytes: Uint8Array, at: number): number {
  const byte = bytes[at];
  if (byte === parenthesis) return stringEnd(bytes, at);
  if (byte === percent) return lineEnd(bytes, at);
  if (byte === lessThan) return bytes[at + 1] === lessThan ? at + 2 : endOr(bytes, bytes.indexOf(greaterThan, at) + 1);
  let end = at + 1;
  if (byte === slash || isRegular(byte)) while (isRegular(bytes[end])) end += 1;
  return end;
}

const endOr = (bytes: Uint8Array, end: number): number => (end > 0 ? end : bytes.length);

function stringEnd(bytes: Uint8Array, start: number): number {
  let depth = 0;
  for (let at = start; at < bytes.length; at += 1) {
    if (bytes[at] === backslash) at += 1;
    else if (bytes[at] === parenthesis) depth += 1;
    else if (bytes[at] === parenthesis + 1 && --depth === 0) return at + 1;
  }
  return bytes.length;
}

function lineEnd(bytes: Uint8Array, start: number): number {
  let at = start;
  while (at < bytes.length && bytes[at] !== 10 && bytes[at] !== 13) at += 1;
  return at;
}
