/** Cuts a line into runs of one direction, one font and one script, and puts them in the order they are seen in (UAX #9). */
import type { TextStyle } from "@siegel/kernel/forms/shaped-text.ts";
import bidiFactory from "bidi-js";
import type { FontShelf, OpenFont } from "./fonts.ts";

/** A piece of a line that is set in one font; `text` is in the order it is read. */
type Piece = {
  readonly text: string;
  readonly font: OpenFont;
  /** What no font has, where `text` only tells its code point. */
  readonly standsFor?: string;
};

/** A piece that is shaped at once. */
export type TextRun = Piece & {
  readonly isRightToLeft: boolean;
  readonly level: number;
};

// The package is CommonJS and its exports are the factory itself; its types speak of a default export.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)();
const graphemes = new Intl.Segmenter("und", { granularity: "grapheme" });
const scripts = ["Latin", "Greek", "Cyrillic", "Arabic", "Hebrew", "Thai", "Devanagari", "Han", "Kana", "Hangul"];
const scriptTests = scripts.map((script) => ({
  script,
  test: script === "Kana" ? /[\p{scx=Hira}\p{scx=Kana}]/u : new RegExp(`\\p{scx=${script}}`, "u"),
}));

type LineStyle = Omit<TextStyle, "sizePt">;

/** Whether a character is only for other characters to know, as joiners are. */
export function isIgnorable(character: string): boolean {
  return /^\p{Default_Ignorable_Code_Point}$/u.test(character);
}

/** The runs of `line` in reading order. */
export function runsOf(shelf: FontShelf, line: string, { direction, ...style }: LineStyle): readonly TextRun[] {
  const { levels } = bidi.getEmbeddingLevels(line, direction ?? "auto");
  const runs: (TextRun & { readonly script: string })[] = [];
  for (const { segment, index } of graphemes.segment(line)) {
    const level = levels[index] ?? 0;
    for (const piece of piecesOf(shelf, segment, style)) {
      const last = runs.at(-1);
      const script = scriptOf(segment) ?? last?.script ?? "";
      const isAlike = last?.level === level && last.font === piece.font && last.script === script;
      if (last !== undefined && isAlike && last.standsFor === undefined && piece.standsFor === undefined)
        runs[runs.length - 1] = { ...last, text: last.text + piece.text };
      else runs.push({ ...piece, level, isRightToLeft: level % 2 === 1 && piece.standsFor === undefined, script });
    }
  }
  return runs;
}

const withIgnorables = /.\p{Default_Ignorable_Code_Point}*/gsu;

/**
 * A character in the first font that has all of it. Where none has, each of its parts in a font of its own, and what no font
 * has told by its code point: a box would say nothing, and whoever reads it could not tell one name from another.
 */
function piecesOf(shelf: FontShelf, character: string, style: LineStyle): readonly Piece[] {
  const font = fontFor(shelf, character, style);
  if (font !== undefined) return [{ text: character, font }];
  const [first] = shelf.ofStyle(style);
  if (first === undefined) throw new TypeError("there is no font");
  return (character.match(withIgnorables) ?? []).map((part) => {
    const own = fontFor(shelf, part, style);
    return own === undefined ? { text: codePointOf(part), font: first, standsFor: part } : { text: part, font: own };
  });
}

/** As Unicode writes a code point, in brackets because letters may stand beside it. */
function codePointOf(character: string): string {
  return `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}]`;
}

function fontFor(shelf: FontShelf, character: string, style: LineStyle): OpenFont | undefined {
  const codePoints = [...character].filter((one) => !isIgnorable(one)).map((one) => one.codePointAt(0) ?? 0);
  for (const font of shelf.ofStyle(style)) if (codePoints.every(font.has)) return font;
  return undefined;
}

function scriptOf(character: string): string | undefined {
  const [first = ""] = character;
  if (/\p{Script=Common}|\p{Script=Inherited}/u.test(first)) return undefined;
  return scriptTests.find(({ test }) => test.test(first))?.script ?? "other";
}

/** From left to right: from the highest level down, what is of that level or above is turned round (UAX #9, L2). */
export function inVisualOrder(runs: readonly TextRun[]): readonly TextRun[] {
  let ordered = [...runs];
  for (let level = Math.max(0, ...runs.map((run) => run.level)); level > 0; level -= 1) {
    const turned: TextRun[] = [];
    let held: TextRun[] = [];
    for (const run of ordered) {
      if (run.level >= level) held = [run, ...held];
      else {
        turned.push(...held, run);
        held = [];
      }
    }
    ordered = [...turned, ...held];
  }
  return ordered;
}
