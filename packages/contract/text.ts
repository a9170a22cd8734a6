/**
 * Text that crosses the wire and is shown, stored and printed again. Control characters have no place in it: a database
 * refuses some, a mail header or a report's line is forged with others, and some make a name read as another.
 */
import { z } from "zod";
import { valueFaults } from "./value-faults.ts";

const controls = /\p{Cc}/u;
const controlsButBreaks = /[^\P{Cc}\n\r\t]/u;
// Embeddings, overrides and isolates (UAX #9); separators that break lines here and nowhere there (Unicode 16 §5.8); tags, which say
// in letters that nobody sees what is not on paper (§23.9); what annotates other letters (§23.8), and what is no character (§23.7).
const misleading =
  /[\u202a-\u202e\u2066-\u2069\u2028\u2029\ufff9-\ufffb\u{e0000}-\u{e007f}\p{Noncharacter_Code_Point}]/u;
const misleadingRuns = new RegExp(`(?:\\p{Cc}|${misleading.source})+`, "gu");
/** Marks upon one letter: no writing needs as many, and more make towers that leave their line. */
const marksMax = 10;
const tower = new RegExp(`(\\p{M}{${marksMax}})\\p{M}+`, "u");
const everyTower = new RegExp(tower, "gu");
// Unicode 16 §5.21: ignorable in display; and three that fonts show as nothing.
const invisible = /[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\u2800\u3164\uffa0]/gu;

/** What a person sees of it: without characters of no width, and each gap one blank. */
export const visibleOf = (text: string): string =>
  text
    .replace(invisible, (character) => (/\p{White_Space}/u.test(character) ? " " : ""))
    .replace(/ {2,}/g, " ")
    .trim();

/** Whether a person sees anything of it: blanks and characters of no width alone are no name and no reason. */
export const isVisible = (text: string): boolean => text.replace(invisible, "") !== "";

/** Whether characters in it make it read as something else than it holds; scripts, their marks and joiners need none of them. */
export const misleads = (text: string): boolean => misleading.test(text);

const isText = (text: string): boolean => text.isWellFormed() && !misleads(text) && !tower.test(text);
const isLine = (text: string): boolean => isText(text) && !controls.test(text);
const isParagraphs = (text: string): boolean => isText(text) && !controlsButBreaks.test(text);

/** A text with line breaks as \n only: of other systems, and those that word processors put within a paragraph. */
export const plainBreaks = (text: string): string => text.replace(/\r\n?|[\u2028\u2029]/g, "\n");

/** For a text's `.max`: what is too long is looked at no further. A pattern over megabytes holds everybody up, or overflows the stack. */
export const beforePatterns = { abort: true } as const;

/** One line of readable text, empty or with something to see, at most `charsMax` UTF-16 units. */
export const lineText = (charsMax: number) =>
  z
    .string()
    .trim()
    .max(charsMax, beforePatterns)
    .refine(isLine, valueFaults.line.en)
    .refine((text) => text === "" || isVisible(text), valueFaults.nothingSeen.en);

/** One line of readable text that says something: blanks alone are refused in the words of what cannot be seen. */
export const filledLine = (charsMax: number) => lineText(charsMax).min(1, valueFaults.nothingSeen.en);

/** Text with line breaks, at most `charsMax` UTF-16 units; who pasted a separator of lines meant a break. */
export const paragraphsText = (charsMax: number) =>
  z
    .string()
    .max(charsMax, beforePatterns)
    .overwrite((text) => text.replace(/[\u2028\u2029]/g, "\n"))
    .refine(isParagraphs, valueFaults.paragraphs.en);

/** A character with its code point: whoever reads of one that fonts do not have may have no font for it either. */
export const namedCharacter = (character: string): string =>
  `${character} (U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")})`;

/** Any text as something that can be stored and printed on one line: for words of libraries and foreign servers. */
export function storableLine(text: string, charsMax: number): string {
  return text.toWellFormed().replace(misleadingRuns, " ").replace(everyTower, "$1").slice(0, charsMax).toWellFormed();
}
