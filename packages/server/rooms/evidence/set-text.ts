/** Sets a text in a column: its lines are found, measured and drawn in one and the same way, its own face or shaped. */
import type { ShapedText } from "@siegel/kernel/forms/shaped-text.ts";
import { directionOf } from "@siegel/kernel/forms/text-layout.ts";
import { type FittedText, fitText } from "./fit-text.ts";
import { canSet, type Face } from "./report-fonts.ts";
import type { ShapedLines } from "./shaped-lines.ts";

/** How a piece of text looks. */
export type TextStyle = { readonly face: Face; readonly size: number; readonly colour: string };

/** What texts are drawn on. */
export type Surface = { readonly doc: PDFKit.PDFDocument; readonly shaped: ShapedLines };

/** A line at its size, in points. `draw` puts its top left corner at a place, `tail` behind its last letter. */
type Line = {
  readonly height: number;
  readonly width: () => number;
  readonly draw: (at: { readonly x: number; readonly y: number; readonly tail: "" | " " }) => void;
};

/** A text with its lines, ready to be drawn. */
export type SetText = {
  readonly style: TextStyle;
  /** `endsWord`: a reader who sees no lines needs a space before what comes next. */
  readonly lines: ReadonlyArray<Line & { readonly endsWord: boolean }>;
  readonly height: number;
};

/**
 * Breaks a text into lines for a column; nothing it draws is wider. If one word stands on several lines, `goesOn` is true for all
 * parts but the last. A sentence of ours (`ours`) reads from the left, also if it begins with a name that reads from the right.
 */
export function setText(
  surface: Surface,
  text: string,
  { width, style, goesOn = false, ours = false }: { width: number; style: TextStyle; goesOn?: boolean; ours?: boolean },
): SetText {
  const { written, widthOf, line, isOwn } = setterOf(surface, text, { style, ours });
  // A little air: letters of neighbouring columns never touch.
  const broken = (): FittedText => fitText(written, { width: width - 4, widthOf });
  const isSentence = isOwn && written.length >= sentence_chars_min;
  const fitted = isSentence ? fitOnce(`${style.face} ${style.size} ${width} ${written}`, broken) : broken();
  let end = 0;
  const lines = fitted.text.split("\n").map((part) => {
    end = Math.max(end, written.indexOf(part, end)) + part.length;
    const endsWord = end < written.length ? /\s/.test(written.charAt(end)) : !goesOn;
    return { ...line(part, style.size * fitted.scale), endsWord };
  });
  return { style, lines, height: lines.reduce((sum, { height }) => sum + height, 0) };
}

// The report's own sentences come in every report, and fitting one measures each of its words.
const [sentence_chars_min, sentences_max] = [24, 400];
const sentences = new Map<string, FittedText>();

function fitOnce(key: string, broken: () => FittedText): FittedText {
  const fitted = sentences.get(key) ?? broken();
  // The sentence used last stands last.
  sentences.delete(key);
  sentences.set(key, fitted);
  for (const oldest of sentences.keys()) {
    if (sentences.size <= sentences_max) break;
    sentences.delete(oldest);
  }
  return fitted;
}

/** The same text line by line. */
export function linesOf({ style, lines }: SetText): readonly SetText[] {
  return lines.map((line) => ({ style, lines: [line], height: line.height }));
}

/** Draws a text that is set and answers its height. Where something follows, its last word does not run into it. */
export function drawText(
  { doc }: Surface,
  { style, lines, height }: SetText,
  at: { x: number; y: number; width: number; align?: "left" | "right"; isLast?: boolean },
): number {
  const { x, y, width, align = "left", isLast = true } = at;
  doc.fillColor(style.colour);
  let top = y;
  lines.forEach((line, i) => {
    const tail = line.endsWord && !(isLast && i === lines.length - 1) ? " " : "";
    line.draw({ x: align === "right" ? x + width - line.width() : x, y: top, tail });
    top += line.height;
  });
  return height;
}

/** A way to set a text: what is written, how wide a part of it is at full size, and a line of it. */
type Setter = {
  readonly written: string;
  /** Set in the style's own face. */
  readonly isOwn: boolean;
  readonly widthOf: (part: string) => number;
  readonly line: (part: string, size: number) => Line;
};

type Way = { readonly style: TextStyle; readonly ours: boolean };

function setterOf(surface: Surface, text: string, { style, ours }: Way): Setter {
  if (canSet(style.face, text)) return ownSetter(surface, text, style);
  const written = text
    .toWellFormed()
    .replace(/\r\n?/g, "\n")
    .replace(/[^\P{Cc}\n]/gu, " ")
    .normalize("NFC");
  return canSet(style.face, written)
    ? ownSetter(surface, written, style)
    : shapedSetter(surface, written, { style, ours });
}

function ownSetter({ doc }: Surface, written: string, { face, size: fullSize }: TextStyle): Setter {
  const at = (size: number) => doc.font(face).fontSize(size);
  at(fullSize);
  return {
    written,
    isOwn: true,
    widthOf: (part) => doc.widthOfString(part),
    line: (part, size) => ({
      height: at(size).currentLineHeight(true),
      width: () => at(size).widthOfString(part),
      draw: ({ x, y, tail }) => void at(size).text(part + tail, x, y, { lineBreak: false }),
    }),
  };
}

function shapedSetter({ doc, shaped }: Surface, written: string, { style, ours }: Way): Setter {
  const { face, size: fullSize } = style;
  // The direction is that of the paragraph, not of the line: a sentence goes on from the left behind a name that is read from the right.
  const direction = ours ? "ltr" : directionOf(written);
  const set = { weight: face === "bold" ? "bold" : "regular", direction } as const;
  const shape = (part: string): ShapedText => shaped.shape(part, set);
  return {
    written,
    isOwn: false,
    widthOf: (part) => shape(part).widthPt * fullSize,
    line: (part, size) => {
      const text = shape(part);
      return {
        height: (text.ascentPt - text.descentPt) * size,
        width: () => text.widthPt * size,
        draw: ({ x, y, tail }) => {
          shaped.draw(text, { x, y: y + text.ascentPt * size, sizePt: size });
          // Within the line it would stand where the next letter does, which may be on its left.
          if (tail !== "")
            doc
              .font(face)
              .fontSize(size)
              .text(tail, x + text.widthPt * size, y, { lineBreak: false });
        },
      };
    },
  };
}
