// What the entries of a dictionary may be (ISO 32000-2 §7.3.7), while it is read.
import { inheritable, inheritableByFields, type PdfObject } from "./objects.ts";
import { PdfRefusal } from "./refusal.ts";

/**
 * The same twice is untidy and means one thing. Of two values some readers take the first and some the last: a classic way to show two
 * things to two readers, and no damage that a repair may leave out.
 * @throws PdfRefusal FILE_ACTIVE_CONTENT for a key that stands there already with another value
 */
export function requireOneValue(entries: ReadonlyMap<string, PdfObject>, key: string, value: PdfObject): void {
  if (entries.has(key) && !isSame(entries.get(key), value))
    throw new PdfRefusal("FILE_ACTIVE_CONTENT", `a dictionary that has /${key} twice, with two values`);
}

/** Takes out what is null, which is as good as nothing; of what pages and fields inherit it is kept. */
export function withoutNulls(entries: Map<string, PdfObject>): ReadonlyMap<string, PdfObject> {
  for (const [key, { kind }] of entries)
    if (kind === "null" && !inheritable.has(key) && !inheritableByFields.has(key)) entries.delete(key);
  return entries;
}

/** Of two values just read, however their strings and numbers are written. */
function isSame(a: PdfObject | undefined, b: PdfObject | undefined): boolean {
  if (a?.kind === "array" && b?.kind === "array")
    return a.items.length === b.items.length && a.items.every((item, at) => isSame(item, b.items[at]));
  if (a?.kind === "dict" && b?.kind === "dict")
    return (
      a.entries.size === b.entries.size && [...a.entries].every(([key, value]) => isSame(value, b.entries.get(key)))
    );
  if (a?.kind === "string" && b?.kind === "string") return Buffer.compare(a.bytes, b.bytes) === 0;
  if (a?.kind === "ref" && b?.kind === "ref") return a.num === b.num && a.gen === b.gen;
  if (a?.kind === "null" && b?.kind === "null") return true;
  return a !== undefined && b !== undefined && "value" in a && "value" in b && a.kind === b.kind && a.value === b.value;
}
