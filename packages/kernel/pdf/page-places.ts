// Positions of the objects that lead to a file's pages (ISO 32000-2 §7.7.2, §7.7.3). A program that reads over a network
// needs all of them before it shows the first page; with these positions it fetches them at once instead of one by one.
import type { PdfDict, PdfObject } from "./objects.ts";
import type { PdfDocument } from "./open-pdf.ts";
import { nodesMax } from "./pages.ts";
import { tooComplex } from "./refusal.ts";

/** Bytes `[start, end)` of a file. */
export type Place = { readonly start: number; readonly end: number };

/** What a stream's dictionary and key words take beside its bytes; a guess, as a place is only a hint. */
const around_a_stream_bytes = 512;

/**
 * The catalog, then every node and page of the page tree, each where it stands: itself, or the object stream around it, once.
 * One step a node, so that the caller may let other work have its turn.
 * @throws PdfRefusal FILE_TOO_COMPLEX for a tree of too many nodes, and what reading them throws
 */
export function* pagePlaces(doc: PdfDocument): Generator<Place | undefined> {
  const seen = new Set<number>([doc.root.num]);
  yield placeOf(doc, doc.root.num, seen);
  const waiting: PdfObject[] = [];
  const catalog = doc.resolve(doc.root);
  if (catalog?.kind === "dict") waiting.push(...entriesOf(catalog, "Pages"));
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (value.kind === "ref") {
      if (seen.has(value.num)) continue;
      seen.add(value.num);
      if (seen.size > nodesMax(doc)) throw tooComplex("the page tree has too many nodes");
      yield placeOf(doc, value.num, seen);
    }
    const node = doc.resolve(value);
    if (node?.kind !== "dict") continue;
    const kids = doc.resolve(node.entries.get("Kids"));
    if (kids?.kind === "array") waiting.push(...kids.items.toReversed());
  }
}

function entriesOf(dict: PdfDict, key: string): PdfObject[] {
  const value = dict.entries.get(key);
  return value === undefined ? [] : [value];
}

function placeOf(doc: PdfDocument, num: number, seen: Set<number>): Place | undefined {
  const location = doc.locate(num);
  if (location.kind === "free") return undefined;
  if (location.kind === "offset") return { start: location.offset, end: endOfObject(doc, location.offset) };
  if (seen.has(location.stream)) return undefined;
  seen.add(location.stream);
  const around = doc.locate(location.stream);
  const stream = doc.load({ kind: "ref", num: location.stream, gen: 0 });
  if (around.kind !== "offset" || stream.kind !== "stream") return undefined;
  const end = around.offset + around_a_stream_bytes + stream.stored().size;
  return { start: around.offset, end: Math.min(end, doc.source.size) };
}

/** Behind the first `endobj` from here, looked for a while: an array of five thousand kids takes 50 KB. */
function endOfObject({ source }: PdfDocument, start: number): number {
  for (let length = 1_024; length <= 256 * 1_024; length *= 4) {
    const bytes = source.read(start, Math.min(length, source.size - start));
    const at = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).indexOf("endobj", 0, "latin1");
    if (at >= 0) return start + at + "endobj".length;
    if (start + length >= source.size) break;
  }
  return Math.min(source.size, start + 1_024);
}
