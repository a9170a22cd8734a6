// The objects that can be reached from an object of a document, directly or by references (ISO 32000-2 §7.3.10).
import type { Resolver } from "./access.ts";
import type { PdfObject } from "./objects.ts";

/** A dictionary, array or stream, and how it is named where it is first. */
export type Part = { readonly value: PdfObject; readonly found: PdfObject };

/** All dictionaries, arrays and streams from `roots` on, each object once, in the order they are met; what else values lead to too. */
export function* partsFrom(objects: Resolver, roots: readonly PdfObject[]): Generator<Part> {
  const seen = new Set<number>();
  const waiting = [...roots].reverse();
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (value.kind === "ref" && seen.has(value.num)) continue;
    const found = objects.resolve(value);
    // It may exist under another generation (§7.3.10), so a missing object does not count as seen.
    if (found === undefined) continue;
    if (value.kind === "ref") seen.add(value.num);
    yield { value, found };
    const parts = partsOf(found).filter(isContainer);
    for (let at = parts.length - 1; at >= 0; at -= 1) {
      const part = parts[at];
      if (part !== undefined && !(part.kind === "ref" && seen.has(part.num))) waiting.push(part);
    }
  }
}

const isContainer = ({ kind }: PdfObject): boolean => /^(ref|array|dict|stream)$/.test(kind);

function partsOf(found: PdfObject): readonly PdfObject[] {
  if (found.kind === "array") return found.items;
  if (found.kind === "stream") return [...found.dict.entries.values()];
  return found.kind === "dict" ? [...found.entries.values()] : [];
}
