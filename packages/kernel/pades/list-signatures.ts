// Finds the signatures of a document and the bytes each covers (ISO 32000-2 §12.8.1, EN 319 142-1 §5.3). It says
// nothing about validity; it only refuses ambiguous files.

import { readFields } from "../forms/field-tree.ts";
import { nameOf } from "../pdf/access.ts";
import type { ByteSource } from "../pdf/byte-source.ts";
import type { PdfDict } from "../pdf/objects.ts";
import type { PdfDocument } from "../pdf/open-pdf.ts";
import type { ByteRange } from "./byte-range.ts";

/** A signature as it stands in the file. `contents` is the DER without the zeros behind it; `paddedContents` with them. */
export type FoundSignature = {
  readonly fieldName: string;
  readonly subFilter: string;
  readonly byteRange: ByteRange;
  readonly contents: Uint8Array;
  readonly paddedContents: Uint8Array;
  /** Where the signed revision ends: the file up to here is what was signed. */
  readonly revisionEnd: number;
  readonly coversWholeFile: boolean;
  readonly dict: PdfDict;
};

/** Why a signature dictionary has no single reading. */
export type ByteRangeAnomaly =
  | "no-byte-range"
  | "no-contents"
  | "outside-file"
  | "gap-is-not-contents"
  | "contents-not-der";

/** A signature field whose value is not a signature one can speak about. */
export type AnomalousSignature = { readonly fieldName: string; readonly anomaly: ByteRangeAnomaly };

/** The signatures of a document, oldest revision first, and those that are none. */
export type ListedSignatures = {
  readonly signatures: readonly FoundSignature[];
  readonly anomalies: readonly AnomalousSignature[];
};

/** Lists the filled signature fields of a document. */
export function listSignatures(doc: PdfDocument): ListedSignatures {
  const signatures: FoundSignature[] = [];
  const anomalies: AnomalousSignature[] = [];
  // A thousand fields may name one long value: it is compared with its gap once.
  const read = new Map<PdfDict, FoundSignature | AnomalousSignature>();
  for (const { fieldName, value } of filledSignatureFields(doc)) {
    const known = read.get(value) ?? readSignature(doc, fieldName, value);
    read.set(value, known);
    const found = { ...known, fieldName };
    if ("anomaly" in found) anomalies.push(found);
    else signatures.push(found);
  }
  return { signatures: signatures.toSorted((a, b) => a.revisionEnd - b.revisionEnd), anomalies };
}

type FilledField = { readonly fieldName: string; readonly value: PdfDict };

function filledSignatureFields(doc: PdfDocument): FilledField[] {
  return readFields(doc).flatMap((field) => {
    const value = field.attribute("V");
    const filled = nameOf(doc, field.attribute("FT")) === "Sig" && value?.kind === "dict";
    return filled ? [{ fieldName: field.name, value }] : [];
  });
}

function readSignature(doc: PdfDocument, fieldName: string, dict: PdfDict): FoundSignature | AnomalousSignature {
  const byteRange = byteRangeOf(doc, dict);
  if (byteRange === null) return { fieldName, anomaly: "no-byte-range" };
  const padded = doc.resolve(dict.entries.get("Contents"));
  if (padded?.kind !== "string" || padded.bytes.length === 0) return { fieldName, anomaly: "no-contents" };
  const revisionEnd = byteRange[2] + byteRange[3];
  if (revisionEnd > doc.source.size || byteRange[1] >= byteRange[2]) return { fieldName, anomaly: "outside-file" };
  if (!gapHolds(doc.source, byteRange, padded.bytes)) return { fieldName, anomaly: "gap-is-not-contents" };
  const contents = withoutPadding(padded.bytes);
  if (contents === null) return { fieldName, anomaly: "contents-not-der" };
  return {
    fieldName,
    subFilter: nameOf(doc, dict.entries.get("SubFilter")) ?? "",
    byteRange,
    contents,
    paddedContents: padded.bytes,
    revisionEnd,
    coversWholeFile: revisionEnd === doc.source.size,
    dict,
  };
}

function byteRangeOf(doc: PdfDocument, dict: PdfDict): ByteRange | null {
  const array = doc.resolve(dict.entries.get("ByteRange"));
  if (array?.kind !== "array" || array.items.length !== 4) return null;
  const numbers = array.items.map((item) => (item.kind === "number" ? item.value : -1));
  const [start = -1, first = -1, second = -1, last = -1] = numbers;
  const whole = numbers.every((n) => Number.isSafeInteger(n) && n >= 0) && start === 0;
  return whole ? [start, first, second, last] : null;
}

// What is not signed must be exactly the /Contents of this dictionary: one hex string, nothing before or behind it.
function gapHolds(source: ByteSource, byteRange: ByteRange, contents: Uint8Array): boolean {
  const gap = byteRange[2] - byteRange[1];
  if (gap !== contents.length * 2 + 2) return false;
  const text = Buffer.from(source.read(byteRange[1], gap)).toString("latin1");
  return (
    text.startsWith("<") &&
    text.endsWith(">") &&
    text.slice(1, -1).toLowerCase() === Buffer.from(contents).toString("hex")
  );
}

/** The first DER element of a padded value; null if there is no such element or if other bytes than zeros follow it. */
export function withoutPadding(padded: Uint8Array): Uint8Array | null {
  const first = padded[1] ?? 0;
  const lengthBytes = first < 0x80 ? 0 : first & 0x7f;
  if (padded[0] !== 0x30 || lengthBytes > 4 || (first >= 0x80 && lengthBytes === 0)) return null;
  let length = lengthBytes === 0 ? first : 0;
  for (let i = 0; i < lengthBytes; i++) length = length * 256 + (padded[2 + i] ?? 0);
  const end = 2 + lengthBytes + length;
  if (end > padded.length || padded.subarray(end).some((byte) => byte !== 0)) return null;
  return padded.subarray(0, end);
}
