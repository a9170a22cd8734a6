/** The order of the documents in a summary. */
import type { Language } from "@siegel/contract/limits.ts";

/** `none`: as the sender put them, the report last. The words are those of `aria-sort`. */
export type NameOrder = "none" | "ascending" | "descending";

/** What the next press on the column's head makes of the order. */
export function nextOrder(order: NameOrder): NameOrder {
  return order === "ascending" ? "descending" : "ascending";
}

/** Files by the name that is shown, as people of that language sort: `Anlage 2` stands before `Anlage 10`. */
export function sortByName<File>(
  files: readonly File[],
  { order, language, nameOf }: { order: NameOrder; language: Language; nameOf: (file: File) => string },
): readonly File[] {
  if (order === "none") return files;
  const { compare } = new Intl.Collator(language, { numeric: true });
  const sorted = [...files].sort((a, b) => compare(nameOf(a), nameOf(b)));
  return order === "ascending" ? sorted : sorted.reverse();
}
