// Streams that unpack again and again (ISO 32000-2 §7.4): each filter may multiply a thousandfold what it reads, and readers unpack all
// of it before they look at how much they need.
import { itemsOf, nameOf } from "./access.ts";
import { type PdfObject, type PdfStream, pdfArray, withEntries } from "./objects.ts";
import type { PdfDocument } from "./open-pdf.ts";

const multiplying = new Set(["FlateDecode", "Fl", "LZWDecode", "LZW", "RunLengthDecode", "RL"]);
const plain = new Set([...multiplying, "ASCIIHexDecode", "AHx", "ASCII85Decode", "A85", "Crypt"]);

/**
 * Unpacks a stream if more than one of its filters multiplies, as far as those of pictures.
 * @throws PdfRefusal FILE_TOO_COMPLEX where that is too much, FILE_BROKEN where some readers would unpack more of it than others
 */
export function requireUnpackable(doc: PdfDocument, stream: PdfStream): void {
  const filter = doc.resolve(stream.dict.entries.get("Filter"));
  if (filter?.kind !== "array") return;
  const names = itemsOf(doc, filter).map((name) => nameOf(doc, name) ?? "");
  const end = names.findIndex((name) => !plain.has(name));
  const count = end < 0 ? names.length : end;
  if (names.slice(0, count).filter((name) => multiplying.has(name)).length < 2) return;
  const unpacked: readonly PdfObject[] = filter.items.slice(0, count);
  doc.decodeStream({ ...stream, dict: withEntries(stream.dict, { Filter: pdfArray(unpacked) }) });
}

/** What leads from what is drawn to the rest of the document, or to what no viewer reads. */
const leadAway = new Set(["Parent", "P", "Pg", "Dest", "A", "AA", "Popup", "IRT", "PieceInfo", "Metadata", "AF"]);

/**
 * The same for everything below a value; `seen` are the numbers of objects that need not be looked at again.
 * @throws PdfRefusal as `requireUnpackable`
 */
export function requireUnpackableBelow(doc: PdfDocument, value: PdfObject | undefined, seen: Set<number>): void {
  const waiting: (PdfObject | undefined)[] = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (next?.kind === "ref" && seen.has(next.num)) continue;
    if (next?.kind === "ref") seen.add(next.num);
    const found = doc.resolve(next);
    if (found?.kind === "stream") requireUnpackable(doc, found);
    if (found?.kind === "array") for (const item of found.items) if (isLeading(item)) waiting.push(item);
    const entries = found?.kind === "stream" ? found.dict.entries : found?.kind === "dict" ? found.entries : [];
    for (const [key, entry] of entries) if (isLeading(entry) && !leadAway.has(key)) waiting.push(entry);
  }
}

const isLeading = ({ kind }: PdfObject): boolean => kind === "ref" || kind === "dict" || kind === "array";
