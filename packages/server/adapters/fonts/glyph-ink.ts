/** How far a glyph's ink goes up and down: marks that are put on one another go beyond what their font says of its lines. */
import type { ShapedGlyph } from "@siegel/kernel/forms/shaped-text.ts";
import type { OpenFont } from "./fonts.ts";

/** From the base line, in 1/1000 em; `bottom` is negative below it. */
export type Ink = { readonly top: number; readonly bottom: number };

const none: Ink = { top: 0, bottom: 0 };
const known = new WeakMap<OpenFont, Map<number, Ink>>();

/** Where the ink of a glyph stands on its line. */
export function inkOf(font: OpenFont, { id, yOffset }: Pick<ShapedGlyph, "id" | "yOffset">): Ink {
  const { top, bottom } = ownInk(font, id);
  return { top: top + yOffset, bottom: bottom + yOffset };
}

function ownInk(font: OpenFont, id: number): Ink {
  const ofFont = known.get(font) ?? new Map<number, Ink>();
  known.set(font, ofFont);
  const extents = ofFont.has(id) ? undefined : font.shaping.glyphExtents(id);
  // HarfBuzz counts the height downwards from the upper edge.
  const measured = extents && {
    top: extents.yBearing * font.scale,
    bottom: (extents.yBearing + extents.height) * font.scale,
  };
  const ink = ofFont.get(id) ?? measured ?? none;
  ofFont.set(id, ink);
  return ink;
}
