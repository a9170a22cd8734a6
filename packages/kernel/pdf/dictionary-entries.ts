// Rules for the entries of a dictionary while it is read (ISO 32000-2 §7.3.7).
import { inheritable, inheritableByFields, type PdfObject } from "./objects.ts";

/** Takes out what is null, which is as good as nothing; of what pages and fields inherit it is kept. */
export function withoutNulls(entries: Map<string, PdfObject>): ReadonlyMap<string, PdfObject> {
  for (const [key, { kind }] of entries)
    if (kind === "null" && !inheritable.has(key) && !inheritableByFields.has(key)) entries.delete(key);
  return entries;
}
