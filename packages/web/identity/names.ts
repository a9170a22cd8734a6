/** Two spellings of a name, with what only one of them has. Pure. */

/** A part of a name, and whether the other spelling lacks it. */
export type NamePart = { readonly text: string; readonly differs: boolean };

/** The words of a name; alike are words that differ in capital letters or in how an accent is written. */
export function partsOfSpelling(name: string, other: string): readonly NamePart[] {
  const known = new Set(wordsOf(other).map(foldedWord));
  return wordsOf(name).map((text) => ({ text, differs: !known.has(foldedWord(text)) }));
}

/** Whether one of them has what the other lacks. */
export const areSpelledApart = (name: string, other: string): boolean =>
  [...partsOfSpelling(name, other), ...partsOfSpelling(other, name)].some(({ differs }) => differs);

const wordsOf = (name: string): string[] => name.split(/\s+/).filter((word) => word !== "");
const foldedWord = (word: string): string => word.normalize("NFKC").toLowerCase();
