/** Shapes text with DejaVu Sans (free licence, Latin, Greek, Cyrillic, Arabic) and cuts the subset a document embeds. */

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { FontWeight, ShapedGlyph } from "@siegel/kernel/pdf/shaped-text.ts";
import * as fontkit from "fontkit";
import type { TextShapingPort } from "../ports/text-shaping.ts";

const files: Record<FontWeight, string> = {
  regular: "dejavu-fonts-ttf/ttf/DejaVuSans.ttf",
  bold: "dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf",
};
/** Stem widths of the two weights in 1/1000 em (§9.8.1 StemV), as drawn. */
const stems: Record<FontWeight, number> = { regular: 88, bold: 165 };

/** Opens both weights once; every call works in memory and never throws. */
export function openTextShaping(): TextShapingPort {
  const require = createRequire(import.meta.url);
  const fonts = { regular: openFont(require.resolve(files.regular)), bold: openFont(require.resolve(files.bold)) };
  return {
    shape(text, { sizePt, weight = "regular" }) {
      const font = fonts[weight];
      const scale = 1_000 / font.unitsPerEm;
      // One advance a glyph keeps /W simple; ligatures would hide characters from a search.
      const run = font.layout(drawable(text), { kern: false, liga: false, clig: false, dlig: false } as never);
      const glyphs: ShapedGlyph[] = run.glyphs.map((glyph) => ({
        id: glyph.id,
        advance: Math.round(glyph.advanceWidth * scale),
        text: String.fromCodePoint(...glyph.codePoints),
      }));
      const widthPt = (glyphs.reduce((sum, glyph) => sum + glyph.advance, 0) * sizePt) / 1_000;
      return {
        weight,
        sizePt,
        glyphs,
        widthPt,
        ascentPt: (font.hhea.ascent * scale * sizePt) / 1_000,
        descentPt: (font.hhea.descent * scale * sizePt) / 1_000,
      };
    },
    subset(weight, glyphIds) {
      const font = fonts[weight];
      const scale = 1_000 / font.unitsPerEm;
      const subset = font.createSubset();
      const mapped = new Map(glyphIds.map((id) => [id, Number(subset.includeGlyph(font.getGlyph(id)))] as const));
      const { minX, minY, maxX, maxY } = font.bbox;
      return {
        postscriptName: font.postscriptName,
        program: subset.encode(),
        glyphIds: mapped,
        ascent: font.hhea.ascent * scale,
        descent: font.hhea.descent * scale,
        capHeight: font.glyphForCodePoint(0x48).bbox.maxY * scale,
        italicAngle: font.italicAngle,
        stemV: stems[weight],
        bbox: [minX * scale, minY * scale, maxX * scale, maxY * scale],
      };
    },
  };
}

function openFont(path: string): fontkit.Font {
  const font = fontkit.create(readFileSync(path));
  if (!("layout" in font)) throw new TypeError(`${path} is a collection of fonts`);
  return font;
}

/** Control characters and lone surrogates have no glyph and no meaning on paper. */
function drawable(text: string): string {
  return text.toWellFormed().replace(/[\p{Cc}\ufeff]/gu, " ");
}
