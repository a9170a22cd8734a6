// The contents of one cross-reference section (ISO 32000-2 §7.5.4, §7.5.8), whichever form it has.
import type { PdfDict } from "./objects.ts";

/** Where an object stands: at an offset, inside an object stream, or nowhere. */
export type Location =
  | { readonly kind: "free" }
  | { readonly kind: "offset"; readonly offset: number; readonly gen: number }
  | { readonly kind: "compressed"; readonly stream: number; readonly index: number };

/** One cross-reference section; `find` answers undefined for objects it does not mention. */
export type Section = {
  readonly kind: "table" | "stream";
  readonly trailer: PdfDict;
  /** One more than the highest object number mentioned. */
  readonly end: number;
  readonly find: (num: number) => Location | undefined;
};

/** The newest revision that mentions an object says where it is; `look` is told how far one had to look. */
export function locateIn(sections: readonly Section[], num: number, look: (steps: number) => void): Location {
  for (const [i, section] of sections.entries()) {
    const found = section.find(num);
    if (found === undefined) continue;
    look(i >> 2);
    // A hybrid's table calls the objects of its /XRefStm free so that old readers do not see them (§7.5.8.4).
    const hidden =
      found.kind === "free" && section.trailer.entries.has("XRefStm") ? sections[i + 1]?.find(num) : undefined;
    return hidden ?? found;
  }
  look(sections.length >> 2);
  return { kind: "free" };
}
