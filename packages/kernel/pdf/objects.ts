// The objects of a PDF as values (ISO 32000-2 §7.3). Names and strings are byte strings: names are kept as Latin-1 text
// with the #xx escapes resolved, strings as bytes, numbers with their source text so that rewriting never rounds.
import { type ByteSource, bytesSource } from "./byte-source.ts";

export type PdfNull = { readonly kind: "null" };
export type PdfBoolean = { readonly kind: "boolean"; readonly value: boolean };
export type PdfNumber = { readonly kind: "number"; readonly text: string; readonly value: number };
export type PdfName = { readonly kind: "name"; readonly value: string };
export type PdfString = { readonly kind: "string"; readonly bytes: Uint8Array; readonly hex: boolean };
export type PdfRef = { readonly kind: "ref"; readonly num: number; readonly gen: number };
export type PdfArray = { readonly kind: "array"; readonly items: readonly PdfObject[] };
export type PdfDict = { readonly kind: "dict"; readonly entries: ReadonlyMap<string, PdfObject> };
/**
 * A stream's bytes are those before any filter: `stored` gives access to them without holding them, `read` holds them all.
 * Only these two touch the file; both throw PdfRefusal FILE_BROKEN when the bytes do not end where /Length says.
 */
export type PdfStream = {
  readonly kind: "stream";
  readonly dict: PdfDict;
  readonly stored: () => ByteSource;
  readonly read: () => Uint8Array;
};
/** Bytes written as they are: placeholders that a signature fills in later. Never comes out of a file. */
export type PdfVerbatim = { readonly kind: "verbatim"; readonly written: string | Uint8Array };

/** Any object of §7.3, told apart by `kind`. */
export type PdfObject =
  | PdfNull
  | PdfBoolean
  | PdfNumber
  | PdfName
  | PdfString
  | PdfRef
  | PdfArray
  | PdfDict
  | PdfStream
  | PdfVerbatim;

export const pdfNull: PdfNull = { kind: "null" };

/**
 * What a page inherits (§7.7.3.4). Null is as good as nothing (§7.3.7), but of these it ends for some readers what is inherited: there it is kept.
 */
export const inheritable: ReadonlySet<string> = new Set(["Resources", "MediaBox", "CropBox", "Rotate"]);

/** What fields and widgets inherit (§12.7.4.1 table 226), likewise. */
export const inheritableByFields: ReadonlySet<string> = new Set(["FT", "Ff", "V", "DV"]);

/** A name object; `value` without the leading slash. */
export function pdfName(value: string): PdfName {
  return { kind: "name", value };
}

/** A number; reals are written with at most four decimals and never with an exponent (§7.3.3); throws RangeError for NaN and infinity. */
export function pdfNumber(value: number): PdfNumber {
  if (!Number.isFinite(value)) throw new RangeError(`${value} is not a number a PDF can hold`);
  const text = Number.isInteger(value) ? String(value) : value.toFixed(4).replace(/\.?0+$/, "");
  return { kind: "number", text: text === "-0" ? "0" : text, value };
}

/** An array object. */
export function pdfArray(items: readonly PdfObject[]): PdfArray {
  return { kind: "array", items };
}

/** A dictionary from a record; entries that are undefined are left out. */
export function pdfDict(record: Readonly<Record<string, PdfObject | undefined>>): PdfDict {
  const entries = new Map<string, PdfObject>();
  for (const [key, value] of Object.entries(record)) if (value !== undefined) entries.set(key, value);
  return { kind: "dict", entries };
}

/** A byte string. */
export function pdfBytes(bytes: Uint8Array, hex = false): PdfString {
  return { kind: "string", bytes, hex };
}

/** A text string (§7.9.2.2): ASCII as it is, everything else as UTF-16BE with its byte order mark. */
export function pdfText(text: string): PdfString {
  if (/^[\x20-\x7e\r\n\t]*$/.test(text)) return pdfBytes(Buffer.from(text, "latin1"));
  const utf16 = Buffer.from(`\ufeff${text}`, "utf16le");
  utf16.swap16();
  return pdfBytes(utf16);
}

/** A stream over bytes already at hand; /Length is set from them. */
export function pdfStream(dict: PdfDict, bytes: Uint8Array): PdfStream {
  return {
    kind: "stream",
    dict: withEntries(dict, { Length: pdfNumber(bytes.length) }),
    stored: () => bytesSource(bytes),
    read: () => bytes,
  };
}

/** A copy of `dict` with `changes` applied; a change to undefined removes the entry. */
export function withEntries(dict: PdfDict, changes: Readonly<Record<string, PdfObject | undefined>>): PdfDict {
  const entries = new Map(dict.entries);
  for (const [key, value] of Object.entries(changes)) {
    if (value === undefined) entries.delete(key);
    else entries.set(key, value);
  }
  return { kind: "dict", entries };
}

/** Whether two references name the same object. */
export function sameRef(a: PdfObject | undefined, b: PdfObject | undefined): boolean {
  return a?.kind === "ref" && b?.kind === "ref" && a.num === b.num && a.gen === b.gen;
}

// PDFDocEncoding (Annex D.2) differs from Latin-1 in 0x18–0x1f, 0x80–0xa0.
const docEncoding18 = "˘ˇˆ˙˝˛˚˜";
const docEncoding80 = "•†‡…—–ƒ⁄‹›−‰„“”‘’‚™ﬁﬂŁŒŠŸŽıłœšž\ufffd€";

/** The characters of a text string: UTF-16BE or UTF-8 with byte order mark, else PDFDocEncoding (§7.9.2.2). */
export function textOf(value: PdfString): string {
  const { bytes } = value;
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes.subarray(2));
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes.subarray(2));
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return new TextDecoder().decode(bytes.subarray(3));
  let text = "";
  for (const byte of bytes) {
    if (byte >= 0x18 && byte <= 0x1f) text += docEncoding18[byte - 0x18];
    else if (byte >= 0x80 && byte <= 0xa0) text += docEncoding80[byte - 0x80];
    else text += String.fromCharCode(byte);
  }
  return text;
}

/** The text of a name (§7.3.5): its bytes as UTF-8, or as Latin-1 where they are none. */
export function textOfName(name: string): string {
  if (!/[\u0080-\u00ff]/.test(name)) return name;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Buffer.from(name, "latin1"));
  } catch (fault) {
    if (fault instanceof TypeError) return name;
    throw fault;
  }
}
