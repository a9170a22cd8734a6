/**
 * Whether two spellings are the same person's name. Passports, registers and senders spell "Müller" three ways;
 * a difference beyond those is another person, and a certificate is never used across it (decisions.md §5 "Whose certificate").
 */

/** A name made comparable: once with Ä as AE, once with Ä as A. Tokens are separated by single spaces. */
export type FoldedName = { readonly wide: string; readonly narrow: string };

const wideLetters: Record<string, string> = {
  Ä: "AE",
  Ö: "OE",
  Ü: "UE",
  Ø: "OE",
  Å: "AA",
  Æ: "AE",
  Œ: "OE",
  Ł: "L",
  Đ: "D",
  Þ: "TH",
  ẞ: "SS",
  ß: "SS",
};
const narrowLetters: Record<string, string> = { Ø: "O", Æ: "AE", Œ: "OE", Ł: "L", Đ: "D", Þ: "TH", ẞ: "SS", ß: "SS" };
const titles = new Set(["DR", "PROF"]);

/** Folds one part of a name: first names, or a surname. */
export const foldPart = (part: string): FoldedName => ({
  wide: foldWith(part, wideLetters),
  narrow: foldWith(part, narrowLetters),
});

/** Folds a first and last name; the bar keeps "Anna Maria | Berg" apart from "Anna | Maria Berg", and stands in neither part. */
export function foldName(name: { firstName: string; lastName: string }): FoldedName {
  const [first, last] = [foldPart(name.firstName), foldPart(name.lastName)];
  return { wide: `${first.wide}|${last.wide}`, narrow: `${first.narrow}|${last.narrow}` };
}

/** Whether two folded names are equal under either folding. */
export function sameName(a: FoldedName, b: FoldedName): boolean {
  return a.wide === b.wide || a.narrow === b.narrow;
}

// Taking a mark off may leave a letter that folds again (Ǣ → Æ → AE), so it goes on until nothing changes.
const roundsMax = 8;

function foldWith(part: string, letters: Record<string, string>): string {
  let folded = part;
  for (let round = 0; round < roundsMax; round++) {
    const next = foldOnce(folded, letters);
    if (next === folded) break;
    folded = next;
  }
  return folded;
}

/**
 * Marks that may go: Müller is Muller, and Жуков with or without its accent is one. In other scripts a mark is a vowel or a tone, and another
 * mark is another name.
 */
const looseMarks = /(?<![\p{L}--[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}]]\p{M}*)\p{Mn}/gv;

function foldOnce(part: string, letters: Record<string, string>): string {
  return [...part.normalize("NFKC").replaceAll("|", "").toUpperCase()]
    .map((letter) => letters[letter] ?? letter)
    .join("")
    .normalize("NFD")
    .replace(looseMarks, "")
    .split(/[\s\-‐‑–'’`.,]+/u)
    .filter((token) => token !== "" && !titles.has(token))
    .join(" ");
}

// Both foldings are stored, so that a later spelling can be compared with either.
export const storedName = (name: FoldedName): string => `${name.wide}\n${name.narrow}`;
export const parseStoredName = (stored: string): FoldedName => {
  const [wide = "", narrow = ""] = stored.split("\n", 2);
  return { wide, narrow };
};
