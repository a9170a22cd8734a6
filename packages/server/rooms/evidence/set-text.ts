/** Sets a text in a column: its lines are found, measured and drawn in one and the same way, its own face or shaped. */
import type { ShapedText } from "@siegel/kernel/pdf/shaped-text.ts";
import { directionOf } from "@siegel/kernel/pdf/text-layout.ts";
import { fitText } from "./fit-text.ts";
import { canSet, type Face } from "./report-fonts.ts";
import type { ShapedLines } from "./shaped-lines.ts";

/** How a piece of text looks. */
export type TextStyle = { readonly face: Face; readonly size: number; readonly colour: string };

/** What texts are drawn on. */
export type Surface = { readonly doc: PDFKit.PDFDocument; readonly shaped: ShapedLines };

/** A line at its size, in points. `draw` puts its top left corner at a place. */
type Line = {
  readonly height: number;
  readonly width: () => number;
  readonly draw: (x: number, y: number) => void;
};

/** A text with its lines, ready to be drawn. */
export type SetText = {
  readonly style: TextStyle;
  readonly lines: readonly Line[];
  readonly height: number;
};

/** Breaks a text into lines for a column; nothing it draws is wider. */
export function setText(
  surface: Surface,
  text: string,
  { width, style }: { width: number; style: TextStyle },
): SetText {
  const { written, widthOf, line } = setterOf(surface, text, style);
  // A little air: letters of neighbouring columns never touch.
  const fitted = fitText(written, { width: width - 4, widthOf });
  const lines = fitted.text.split("\n").map((part) => line(part, style.size * fitted.scale));
  return { style, lines, height: lines.reduce((sum, { height }) => sum + height, 0) };
}

/** The same text line by line. */
export function linesOf({ style, lines }: SetText): readonly SetText[] {
  return lines.map((line) => ({ style, lines: [line], height: line.height }));
}

/** Draws a text that is set and answers its height. */
export function drawText(
  { doc }: Surface,
  { style, lines, height }: SetText,
  { x, y, width, align = "left" }: { x: number; y: number; width: number; align?: "left" | "right" },
): number {
  doc.fillColor(style.colour);
  let top = y;
  for (const line of lines) {
    line.draw(align === "right" ? x + width - line.width() : x, top);
    top += line.height;
  }
  return height;
}

/** A way to set a text: what is written, how wide a part of it is at full size, and a line of it. */
type Setter = {
  readonly written: string;
  readonly widthOf: (part: string) => number;
  readonly line: (part: string, size: number) => Line;
};

function setterOf(surface: Surface, text: string, style: TextStyle): Setter {
  if (canSet(style.face, text)) return ownSetter(surface, text, style);
  const written = text
    .toWellFormed()
    .replace(/\r\n?/g, "\n")
    .replace(/[^\P{Cc}\n]/gu, " ")
    .normalize("NFC");
  return canSet(style.face, written) ? ownSetter(surface, written, style) : shapedSetter(surface, written, style);
}

function ownSetter({ doc }: Surface, written: string, { face, size: fullSize }: TextStyle): Setter {
  const at = (size: number) => doc.font(face).fontSize(size);
  at(fullSize);
  return {
    written,
    widthOf: (part) => doc.widthOfString(part),
    line: (part, size) => ({
      height: at(size).currentLineHeight(true),
      width: () => at(size).widthOfString(part),
      draw: (x, y) => void at(size).text(part, x, y, { lineBreak: false }),
    }),
  };
}

function shapedSetter({ shaped }: Surface, written: string, { face, size: fullSize }: TextStyle): Setter {
  // Of the paragraph, and not of the line: a sentence goes on from the left behind a name that is read from the right.
  const set = { weight: face === "bold" ? "bold" : "regular", direction: directionOf(written) } as const;
  const shape = (part: string): ShapedText => shaped.shape(part, set);
  return {
    written,
    widthOf: (part) => shape(part).widthPt * fullSize,
    line: (part, size) => {
      const text = shape(part);
      return {
        height: (text.ascentPt - text.descentPt) * size,
        width: () => text.widthPt * size,
        draw: (x, y) => shaped.draw(text, { x, y: y + text.ascentPt * size, sizePt: size }),
      };
    },
  };
}
