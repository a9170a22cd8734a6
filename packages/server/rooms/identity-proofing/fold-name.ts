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

/** Folds a first and last name; the bar keeps "Anna Maria | Berg" apart from "Anna | Maria Berg". */
export function foldName(name: { firstName: string; lastName: string }): FoldedName {
  const fold = (letters: Record<string, string>) =>
    `${foldPart(name.firstName, letters)}|${foldPart(name.lastName, letters)}`;
  return { wide: fold(wideLetters), narrow: fold(narrowLetters) };
}

/** Whether two folded names are equal under either folding. */
export function sameName(a: FoldedName, b: FoldedName): boolean {
  return a.wide === b.wide || a.narrow === b.narrow;
}

// Taking a mark off may leave a letter that folds again (Ǣ → Æ → AE), so it goes on until nothing changes.
const roundsMax = 8;

function foldPart(part: string, letters: Record<string, string>): string {
  let folded = part;
  for (let round = 0; round < roundsMax; round++) {
    const next = foldOnce(folded, letters);
    if (next === folded) break;
    folded = next;
  }
  return folded;
}

function foldOnce(part: string, letters: Record<string, string>): string {
  return [...part.normalize("NFKC").toUpperCase()]
    .map((letter) => letters[letter] ?? letter)
    .join("")
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
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
