/** Breaks a text into lines where a reader would: between words, then after @, then after other joints; else it shrinks. */

/** Below this the text would be too small to read; such a word is left to the page to break. */
const scale_min = 0.75;
/** How a word too wide for its column is taken apart, the best way first. */
const joints = [/$/, /(?<=@)/, /(?<=[@.\-_/])/] as const;

/** A text with its line breaks, and what to multiply the font size by. */
export type FittedText = { readonly text: string; readonly scale: number };

/** Fits a text into `width` points; `widthOf` measures at full size. */
export function fitText(
  text: string,
  column: { readonly width: number; readonly widthOf: (part: string) => number },
): FittedText {
  // Rounding must not make the page break a line again that just fits.
  const room = column.width - 0.01;
  // Most cells are one short line, and need not be taken apart to see that.
  if (!/^\s|\n/.test(text) && column.widthOf(text) <= room) return { text, scale: 1 };
  const words = text.split(/\s+/).map((word) => takeApart(word, room, column.widthOf));
  const widest = Math.max(...words.flat().map(column.widthOf));
  const scale = widest > room && widest * scale_min <= room ? room / widest : 1;
  const lines = text.split("\n").map((line) => breakLine(line, { room: room / scale, widthOf: column.widthOf }));
  return { text: lines.join("\n"), scale };
}

/** The word whole if it fits, else in the fewest kinds of parts that fit. */
function takeApart(word: string, room: number, widthOf: (part: string) => number): string[] {
  const ways = joints.map((joint) => word.split(joint));
  return ways.find((parts) => parts.every((part) => widthOf(part) <= room)) ?? ways.at(-1) ?? [word];
}

function breakLine(line: string, { room, widthOf }: { room: number; widthOf: (part: string) => number }): string {
  const lines: string[] = [];
  let current = "";
  for (const word of line.split(" ")) {
    takeApart(word, room, widthOf).forEach((part, i) => {
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
