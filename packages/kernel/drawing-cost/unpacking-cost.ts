// Streams that unpack again and again (ISO 32000-2 §7.4): each filter may multiply a thousandfold what it reads, and readers unpack all
// of it before they look at how much they need.
import { itemsOf, nameOf, numberOf } from "../pdf/access.ts";
import { type PdfObject, type PdfStream, pdfArray, withEntries } from "../pdf/objects.ts";
import type { PdfDocument } from "../pdf/open-pdf.ts";

const multiplying = new Set(["FlateDecode", "Fl", "LZWDecode", "LZW", "RunLengthDecode", "RL"]);
const plain = new Set([...multiplying, "ASCIIHexDecode", "AHx", "ASCII85Decode", "A85", "Crypt"]);

/**
 * Unpacks a stream if more than one of its filters multiplies, as far as those of pictures, and a picture that has more octets than
 * its points need.
 * @throws PdfRefusal FILE_TOO_COMPLEX where that is too much, FILE_BROKEN where some readers would unpack more of it than others
 */
export function requireUnpackable(doc: PdfDocument, stream: PdfStream): void {
  const stored = doc.resolve(stream.dict.entries.get("Filter"));
  if (stored === undefined) return;
  const filter = stored.kind === "array" ? stored : pdfArray([stored]);
  const names = itemsOf(doc, filter).map((name) => nameOf(doc, name) ?? "");
  const end = names.findIndex((name) => !plain.has(name));
  const count = end < 0 ? names.length : end;
  const often = names.slice(0, count).filter((name) => multiplying.has(name)).length;
  if (often === 0 || (often === 1 && !holdsMoreThanItSays(doc, stream))) return;
  const unpacked: readonly PdfObject[] = filter.items.slice(0, count);
  doc.decodeStream({ ...stream, dict: withEntries(stream.dict, { Filter: pdfArray(unpacked) }) });
}

/** Octets of a point: four colours of sixteen bits. */
const pointOctets = 8;

/** Whether a picture has more octets as it is stored than it says to have points for: pdf.js unpacks all of them. */
function holdsMoreThanItSays(doc: PdfDocument, { dict, stored }: PdfStream): boolean {
  if (nameOf(doc, dict.entries.get("Subtype")) !== "Image") return false;
  const [width = 0, height = 0] = ["Width", "Height"].map((key) => Math.abs(numberOf(doc, dict.entries.get(key)) ?? 0));
  const { size } = stored();
  return size > storedMin && size > pointOctets * width * height;
}

/** Fewer unpack to no more than 64 MB: Flate multiplies by 1,032 at most. */
const storedMin = 64 * 1024;

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
