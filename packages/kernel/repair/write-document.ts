// Writes a document as a new file (ISO 32000-2 §7.5): header, objects in the order they are met, one cross-reference table,
// trailer. Bytes of streams are copied window by window, as they are stored.
import { createHash } from "node:crypto";
import {
  type PdfDict,
  type PdfObject,
  type PdfStream,
  pdfArray,
  pdfBytes,
  pdfDict,
  pdfNumber,
} from "../pdf/objects.ts";
import type { PdfDocument } from "../pdf/open-pdf.ts";
import { objectText } from "../pdf/write-object.ts";
import type { Reachable } from "./reachable.ts";

const windowBytes = 1024 * 1024;

/** The bytes of the new file, in order; always the same for the same document. */
export function* writeDocument(doc: PdfDocument, reachable: Reachable): Generator<Uint8Array> {
  const hash = createHash("sha256");
  const offsets = new Float64Array(reachable.refs.length + 1);
  let offset = 0;
  const part = (bytes: Uint8Array): Uint8Array => {
    offset += bytes.length;
    hash.update(bytes);
    return bytes;
  };
  yield part(Buffer.from(`%PDF-${doc.version}\n%\xe2\xe3\xcf\xd3\n`, "latin1"));
  for (const [i, ref] of reachable.refs.entries()) {
    offsets[i + 1] = offset;
    for (const bytes of objectParts(i + 1, renumbered(doc.load(ref), reachable))) yield part(bytes);
  }
  const start = offset;
  for (const bytes of tableParts(offsets)) yield part(bytes);
  const trailer = trailerOf(doc, reachable, hash.digest().subarray(0, 16));
  yield Buffer.from(`trailer\n${objectText(trailer)}\nstartxref\n${start}\n%%EOF\n`, "latin1");
}

function* objectParts(num: number, object: PdfObject): Generator<Uint8Array> {
  if (object.kind !== "stream") {
    yield Buffer.from(`${num} 0 obj\n${objectText(object)}\nendobj\n`, "latin1");
    return;
  }
  const stored = object.stored();
  const entries = new Map(object.dict.entries).set("Length", pdfNumber(stored.size));
  yield Buffer.from(`${num} 0 obj\n${objectText({ kind: "dict", entries })}\nstream\n`, "latin1");
  for (let at = 0; at < stored.size; at += windowBytes) yield stored.read(at, Math.min(windowBytes, stored.size - at));
  yield Buffer.from("\nendstream\nendobj\n", "latin1");
}

/** A copy with new numbers; a reference to nothing is null, and an entry that is null is left out (§7.3.9). */
function renumbered(object: PdfObject, reachable: Reachable): PdfObject {
  switch (object.kind) {
    case "ref": {
      const num = reachable.newNumber(object);
      return num === 0 ? { kind: "null" } : { kind: "ref", num, gen: 0 };
    }
    case "array":
      return { kind: "array", items: object.items.map((item) => renumbered(item, reachable)) };
    case "dict":
      return renumberedDict(object, reachable);
    case "stream":
      return { ...object, dict: renumberedDict(object.dict, reachable) } satisfies PdfStream;
    default:
      return object;
  }
}

function renumberedDict(dict: PdfDict, reachable: Reachable): PdfDict {
  const entries = new Map<string, PdfObject>();
  for (const [key, value] of dict.entries) {
    const copy = renumbered(value, reachable);
    if (copy.kind !== "null") entries.set(key, copy);
  }
  return { kind: "dict", entries };
}

function* tableParts(offsets: Float64Array): Generator<Uint8Array> {
  let text = `xref\n0 ${offsets.length}\n0000000000 65535 f \n`;
  for (let num = 1; num < offsets.length; num += 1) {
    text += `${String(offsets[num]).padStart(10, "0")} 00000 n \n`;
    if (text.length < windowBytes) continue;
    yield Buffer.from(text, "latin1");
    text = "";
  }
  yield Buffer.from(text, "latin1");
}

function trailerOf(doc: PdfDocument, reachable: Reachable, id: Uint8Array): PdfDict {
  const info = doc.trailer.entries.get("Info");
  const previous = doc.resolve(doc.trailer.entries.get("ID"));
  const first = previous?.kind === "array" ? doc.resolve(previous.items[0]) : undefined;
  const kept = info?.kind === "ref" && reachable.newNumber(info) !== 0 ? renumbered(info, reachable) : undefined;
  return pdfDict({
    Size: pdfNumber(reachable.refs.length + 1),
    Root: renumbered(doc.root, reachable),
    Info: kept,
    ID: pdfArray([pdfBytes(first?.kind === "string" ? first.bytes : id, true), pdfBytes(id, true)]),
  });
}
