/** Cuts a line into runs of one direction, one font and one script, and puts them in the order they are seen in (UAX #9). */
import type { FontWeight, TextDirection } from "@siegel/kernel/pdf/shaped-text.ts";
import bidiFactory from "bidi-js";
import type { FontShelf, OpenFont } from "./fonts.ts";

/** A piece of a line that is shaped at once; `text` is in the order it is read. */
export type TextRun = {
  readonly text: string;
  readonly font: OpenFont;
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

/** Whether a character is only for other characters to know, as joiners are. */
export function isIgnorable(character: string): boolean {
  return /^\p{Default_Ignorable_Code_Point}$/u.test(character);
}

/** The runs of `line` in reading order. */
export function runsOf(
  shelf: FontShelf,
  line: string,
  { weight, direction }: { readonly weight: FontWeight; readonly direction: TextDirection | undefined },
): readonly TextRun[] {
  const { levels } = bidi.getEmbeddingLevels(line, direction ?? "auto");
  const runs: (TextRun & { readonly script: string })[] = [];
  for (const { segment, index } of graphemes.segment(line)) {
    const last = runs.at(-1);
    const level = levels[index] ?? 0;
    const font = fontFor(shelf, segment, weight);
    const script = scriptOf(segment) ?? last?.script ?? "";
    const joins = last !== undefined && last.level === level && last.font === font && last.script === script;
    if (joins) runs[runs.length - 1] = { ...last, text: last.text + segment };
    else runs.push({ text: segment, font, level, isRightToLeft: level % 2 === 1, script });
  }
  return runs;
}

/** The first font that has all of a character; where none has, the first, which draws its missing glyph. */
function fontFor(shelf: FontShelf, character: string, weight: FontWeight): OpenFont {
  const codePoints = [...character].filter((one) => !isIgnorable(one)).map((one) => one.codePointAt(0) ?? 0);
  let first: OpenFont | undefined;
  for (const font of shelf.ofWeight(weight)) {
    first ??= font;
    if (codePoints.every(font.has)) return font;
  }
  if (first === undefined) throw new TypeError(`no font of weight ${weight}`);
  return first;
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
