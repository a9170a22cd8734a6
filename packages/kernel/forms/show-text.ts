// Operators that show a shaped line (ISO 32000-2 §9.4.3): glyphs stand where the shaper put them, by adjustments inside TJ
// and by text rise, and what only several glyphs together stand for says so as /ActualText (§14.9.4).

import { pdfNumber } from "../pdf/objects.ts";
import { codeHex, type EmbeddedFonts, utf16Hex } from "./embedded-font.ts";
import type { ShapedCluster, ShapedGlyph, ShapedText } from "./shaped-text.ts";

/** Adjustments below half a thousandth of an em cannot be seen. */
const visibleShift = 0.5;

/** The operators that show `text` from the current text position on, inside BT and ET. */
export function showText(text: ShapedText, fonts: EmbeddedFonts): string {
  const writer = lineWriter(text.sizePt, fonts);
  for (const cluster of text.clusters) {
    const isSpan = cluster.glyphs.length > 1 || cluster.glyphs[0]?.text !== cluster.text;
    if (isSpan) writer.operator(`/Span <</ActualText <feff${utf16Hex(cluster.text)}>>> BDC`);
    for (const glyph of inDrawingOrder(cluster)) writer.glyph(glyph);
    writer.moveOn(cluster.glyphs.reduce((sum, glyph) => sum + glyph.advance, 0));
    if (isSpan) writer.operator("EMC");
  }
  return writer.end();
}

type Drawn = { readonly glyph: ShapedGlyph; readonly x: number };

/** The letter before its marks, wherever they stand: a reader takes the place of the first glyph for that of all. */
function inDrawingOrder({ glyphs }: ShapedCluster): readonly Drawn[] {
  let pen = 0;
  const drawn = glyphs.map((glyph) => {
    const x = pen + glyph.xOffset;
    pen += glyph.advance;
    return { glyph, x };
  });
  const isMark = ({ glyph }: Drawn): number => (glyph.advance === 0 ? 1 : 0);
  return drawn.toSorted((a, b) => isMark(a) - isMark(b));
}

type LineWriter = {
  readonly operator: (text: string) => void;
  readonly glyph: (drawn: Drawn) => void;
  readonly moveOn: (advance: number) => void;
  readonly end: () => string;
};

function lineWriter(sizePt: number, fonts: EmbeddedFonts): LineWriter {
  let out = "";
  let shown = "";
  let codes = "";
  let font = "";
  let rise = 0;
  /** Where the shaper's pen is, and where the text position is, in 1/1000 em. */
  let pen = 0;
  let position = 0;
  const flush = (): void => {
    if (codes !== "") shown += `<${codes}>`;
    if (shown !== "") out += `[${shown}] TJ\n`;
    shown = "";
    codes = "";
  };
  const operator = (text: string): void => {
    flush();
    out += `${text}\n`;
  };
  return {
    operator,
    glyph: ({ glyph, x }) => {
      const { name, codeOf } = fonts.fontOf(glyph);
      if (font !== name) operator(`/${name} ${fixed(sizePt)} Tf`);
      if (rise !== glyph.yOffset) operator(`${fixed((glyph.yOffset * sizePt) / 1_000)} Ts`);
      const shift = pen + x - position;
      if (Math.abs(shift) >= visibleShift) {
        shown += `${codes === "" ? "" : `<${codes}>`}${fixed(-shift)}`;
        codes = "";
        position += shift;
      }
      codes += codeHex(codeOf(glyph));
      position += glyph.width;
      font = name;
      rise = glyph.yOffset;
    },
    moveOn: (advance) => {
      pen += advance;
    },
    end: () => {
      flush();
      return rise === 0 ? out : `${out}0 Ts\n`;
    },
  };
}

/** A number in content streams: thousandths are enough. */
export function fixed(value: number): string {
  return pdfNumber(Math.round(value * 1_000) / 1_000).text;
}
