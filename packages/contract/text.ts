/**
 * Text that crosses the wire and is shown, stored and printed again. Control characters have no place in it: a database
 * refuses some, a mail header or a report's line is forged with others, and bidirectional overrides make a name read as another.
 */
import { z } from "zod";

const controls = /\p{Cc}/u;
const controlsButBreaks = /[^\P{Cc}\n\r\t]/u;
// UAX #9: embeddings, overrides and isolates.
const directionControls = /[\u202a-\u202e\u2066-\u2069]/u;
// Unicode 16 §5.21: ignorable in display; and three that fonts show as nothing.
const invisible = /[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\u2800\u3164\uffa0]/gu;

/** Whether a person sees anything of it: blanks and characters of no width alone are no name and no reason. */
export const isVisible = (text: string): boolean => text.replace(invisible, "") !== "";

/** Whether characters in it make others read in another order than they stand; right-to-left scripts and marks need none of them. */
export const turnsDirection = (text: string): boolean => directionControls.test(text);

const isLine = (text: string): boolean => text.isWellFormed() && !controls.test(text) && !turnsDirection(text);
const isParagraphs = (text: string): boolean =>
  text.isWellFormed() && !controlsButBreaks.test(text) && !turnsDirection(text);

/** For a text's `.max`: what is too long is looked at no further. A pattern over megabytes holds everybody up, or overflows the stack. */
export const beforePatterns = { abort: true } as const;

/** One line of readable text, empty or with something to see, at most `charsMax` UTF-16 units. */
export const lineText = (charsMax: number) =>
  z
    .string()
    .trim()
    .max(charsMax, beforePatterns)
    .refine(isLine, "one line of text without control characters")
    .refine((text) => text === "" || isVisible(text), "something that can be seen");

/** Text with line breaks, at most `charsMax` UTF-16 units. */
export const paragraphsText = (charsMax: number) =>
  z.string().max(charsMax, beforePatterns).refine(isParagraphs, "text without control characters");

/** Any text as something that can be stored and printed on one line: for words of libraries and foreign servers. */
export function storableLine(text: string, charsMax: number): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, " ")
    .slice(0, charsMax)
    .toWellFormed();
}
