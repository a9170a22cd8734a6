// Writes objects back as bytes (ISO 32000-2 §7.3): always the same bytes for the same object.
import { latin1 } from "./lexer.ts";
import type { PdfDict, PdfObject } from "./objects.ts";

/** The source of an object as Latin-1 text; a stream's data is not part of it. */
export function objectText(value: PdfObject): string {
  switch (value.kind) {
    case "null":
      return "null";
    case "boolean":
      return value.value ? "true" : "false";
    case "number":
      return value.text;
    case "verbatim":
      return typeof value.written === "string" ? value.written : latin1(value.written);
    case "name":
      return nameText(value.value);
    case "string":
      return value.hex ? `<${Buffer.from(value.bytes).toString("hex")}>` : literalText(value.bytes);
    case "ref":
      return `${value.num} ${value.gen} R`;
    case "array":
      return `[${value.items.map(objectText).join(" ")}]`;
    case "dict":
      return dictText(value);
    case "stream":
      return dictText(value.dict);
  }
}

/** An indirect object with its numbers, from `n g obj` to `endobj` and a line feed: Latin-1 text, and a stream's bytes. */
export function indirectParts(num: number, gen: number, value: PdfObject): readonly WrittenPart[] {
  const head = `${num} ${gen} obj\n`;
  if (value.kind === "stream") return [`${head}${objectText(value)}\nstream\n`, value.read(), "\nendstream\nendobj\n"];
  return value.kind === "dict" ? dictParts(head, value) : [`${head}${objectText(value)}\nendobj\n`];
}

/** A dictionary whose values of many bytes, the placeholders of signatures, are not turned into text and back. */
function dictParts(head: string, dict: PdfDict): WrittenPart[] {
  const parts: WrittenPart[] = [];
  let text = `${head}<<`;
  let lineEnd = "";
  for (const [key, value] of dict.entries) {
    text += `${lineEnd}${nameText(key)} `;
    lineEnd = "\n";
    if (value.kind === "verbatim" && typeof value.written !== "string") {
      parts.push(text, value.written);
      text = "";
    } else text += objectText(value);
  }
  parts.push(`${text}>>\nendobj\n`);
  return parts;
}

/** A piece of a file to write: Latin-1 text, a byte a character, or bytes. */
export type WrittenPart = string | Uint8Array;

/** All `parts` one after the other, written into place once. */
export function joinParts(parts: readonly WrittenPart[]): Uint8Array {
  const bytes = Buffer.allocUnsafe(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    if (typeof part === "string") bytes.write(part, at, "latin1");
    else bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

function dictText(dict: PdfDict): string {
  let text = "<<";
  let lineEnd = "";
  for (const [key, value] of dict.entries) {
    text += `${lineEnd}${nameText(key)} ${objectText(value)}`;
    lineEnd = "\n";
  }
  return `${text}>>`;
}

function nameText(name: string): string {
  // Most names are plain, and to find that out costs less than to replace nothing.
  if (!/[^!-~]|[#()<>[\]{}/%]/.test(name)) return `/${name}`;
  return `/${name.replace(/[^!-~]|[#()<>[\]{}/%]/g, (c) => `#${c.charCodeAt(0).toString(16).padStart(2, "0")}`)}`;
}

const isPlain = (byte: number): boolean =>
  byte >= 0x20 && byte <= 0x7e && byte !== 0x28 && byte !== 0x29 && byte !== 0x5c;

// Control characters are escaped too: a reader normalises a bare CR inside a string (§7.3.4.2).
function literalText(bytes: Uint8Array): string {
  if (bytes.every(isPlain)) return `(${latin1(bytes)})`;
  let text = "(";
  for (const byte of bytes) {
    if (byte === 0x28 || byte === 0x29 || byte === 0x5c) text += `\\${String.fromCharCode(byte)}`;
    else if (byte < 0x20 || byte > 0x7e) text += `\\${byte.toString(8).padStart(3, "0")}`;
    else text += String.fromCharCode(byte);
  }
  return `${text})`;
}
