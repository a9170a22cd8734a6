// Rules for the entries of a dictionary while it is read (ISO 32000-2 §7.3.7).
import { inheritable, inheritableByFields, type PdfObject } from "./objects.ts";

/** Takes out null entries, which mean the same as no entry. Entries that pages and fields inherit are kept also if null. */
export function withoutNulls(entries: Map<string, PdfObject>): ReadonlyMap<string, PdfObject> {
  for (const [key, { kind }] of entries)
    if (kind === "null" && !inheritable.has(key) && !inheritableByFields.has(key)) entries.delete(key);
  return entries;
}
