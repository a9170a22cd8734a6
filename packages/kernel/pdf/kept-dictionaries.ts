// Dictionaries of resources (ISO 32000-2 §7.8.3) are named by thousands of forms, and one of a hundred thousand names is larger than what
// readers of objects keep: each is read once for a document, not once for each form or name.
import { dictionaryOf } from "./access.ts";
import { type BoundedCache, boundedCache } from "./bounded-cache.ts";
import type { PdfDict, PdfObject } from "./objects.ts";
import type { PdfDocument } from "./open-pdf.ts";

/** Weighed by their entries. */
const entriesKept = 1_000_000;

const kept = new WeakMap<PdfDocument, BoundedCache<number, PdfDict>>();

/** The same dictionary each time for the same reference, as long as others leave room for it. */
export function keptDictionary(doc: PdfDocument, stored: PdfObject | undefined): PdfDict {
  if (stored?.kind !== "ref") return dictionaryOf(doc, stored);
  const cache = kept.get(doc) ?? boundedCache<number, PdfDict>(entriesKept, { aloneMax: Number.POSITIVE_INFINITY });
  kept.set(doc, cache);
  const found = cache.get(stored.num);
  if (found !== undefined) return found;
  const read = dictionaryOf(doc, stored);
  cache.set(stored.num, read, 1 + read.entries.size);
  return read;
}
