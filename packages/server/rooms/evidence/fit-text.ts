/** Breaks a text into lines where a reader would: between words, then after @, then after other joints; else it shrinks. */

/** Below this the text would be too small to read; such a word is broken between characters. */
const scale_min = 0.75;

const words = new Intl.Segmenter("und", { granularity: "word" });
const characters = new Intl.Segmenter("und", { granularity: "grapheme" });
const hasNoSpaces = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u;

const joints = /(?<=[@.\-_/])/;

/** How a word too wide for its column is taken apart, the best way first. */
const ways: readonly ((word: string) => readonly string[])[] = [
  (word) => [word],
  (word) => word.split(/(?<=@)/),
  (word) => word.split(joints),
  (word) => word.split(joints).flatMap((part) => (hasNoSpaces.test(part) ? wordsIn(part) : [part])),
];

/** A text with its line breaks, and what to multiply the font size by. */
export type FittedText = { readonly text: string; readonly scale: number };

type Column = { readonly room: number; readonly widthOf: (part: string) => number; readonly anywhere?: boolean };

/** Fits a text into `width` points; `widthOf` measures at full size. No line is wider, unless one character is. */
export function fitText(
  text: string,
  column: { readonly width: number; readonly widthOf: (part: string) => number },
): FittedText {
  const { widthOf } = column;
  // Rounding must not make a line too wide that just fits.
  const room = column.width - 0.01;
  // Most cells are one short line, and need not be taken apart to see that.
  if (!/^\s|\n/.test(text) && widthOf(text) <= room) return { text, scale: 1 };
  const parts = text.split(/[ \n]+/).flatMap((word) => takeApart(word, { room, widthOf }));
  const widest = Math.max(...parts.map(widthOf));
  const scale = widest > room && widest * scale_min <= room ? room / widest : 1;
  const lines = text
    .split("\n")
    .map((line) => breakLine(line, { room: room / scale, widthOf, anywhere: widest * scale_min > room }));
  return { text: lines.join("\n"), scale };
}

/** The word whole if it fits, else in the fewest kinds of parts that fit. */
function takeApart(word: string, { room, widthOf, anywhere = false }: Column): readonly string[] {
  const fits = (part: string): boolean => widthOf(part) <= room;
  let parts: readonly string[] = [];
  for (const way of ways) {
    parts = way(word);
    if (parts.every(fits)) return parts;
  }
  return anywhere ? parts.flatMap((part) => (fits(part) ? [part] : charactersIn(part, fits))) : parts;
}

/** The words of a script that writes them without spaces; what is no word stays with the one before it. */
function wordsIn(text: string): readonly string[] {
  const parts: string[] = [];
  for (const { segment, isWordLike } of words.segment(text)) {
    if (isWordLike === false && parts.length > 0) parts.push(`${parts.pop()}${segment}`);
    else parts.push(segment);
  }
  return parts;
}

/** Characters as a reader counts them; one of several code points that are written out may be too wide itself. */
function charactersIn(text: string, fits: (part: string) => boolean): readonly string[] {
  return [...characters.segment(text)].flatMap(({ segment }) => (fits(segment) ? [segment] : [...segment]));
}

function breakLine(line: string, column: Column): string {
  const { room, widthOf } = column;
  const lines: string[] = [];
  let current = "";
  for (const word of line.split(" ")) {
    takeApart(word, column).forEach((part, i) => {
      const longer = i === 0 && current !== "" ? `${current} ${part}` : `${current}${part}`;
      if (current === "" || widthOf(longer) <= room) {
        current = longer;
        return;
      }
      lines.push(current);
      current = part;
    });
  }
  return [...lines, current].join("\n");
}
