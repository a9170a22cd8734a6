// Text as glyphs (ISO 32000-2 §9.7: composite fonts). Shaping and subsetting need a font library, which stays outside
// of the kernel; it answers with these plain values and the kernel writes the font objects.

export type FontWeight = "regular" | "bold";

/** One glyph of a shaped text: its id in the full font, its advance in 1/1000 em, and the characters it stands for. */
export type ShapedGlyph = { readonly id: number; readonly advance: number; readonly text: string };

/** A line of text as glyphs in drawing order. `widthPt`, `ascentPt`, `descentPt` (negative) are points at `sizePt`. */
export type ShapedText = {
  readonly weight: FontWeight;
  readonly sizePt: number;
  readonly glyphs: readonly ShapedGlyph[];
  readonly widthPt: number;
  readonly ascentPt: number;
  readonly descentPt: number;
};

/** A TrueType subset with what a font descriptor says of it (§9.8), in 1/1000 em. `glyphIds` maps ids of the full font to ids of the subset. */
export type FontSubset = {
  readonly postscriptName: string;
  readonly program: Uint8Array;
  readonly glyphIds: ReadonlyMap<number, number>;
  readonly ascent: number;
  readonly descent: number;
  readonly capHeight: number;
  readonly italicAngle: number;
  readonly stemV: number;
  readonly bbox: readonly [number, number, number, number];
};

/** Shapes one line (never throws; unknown characters become the missing glyph) and cuts the subset that draws `glyphIds`, the same bytes for the same ids. */
export type TextShaper = {
  shape(text: string, style: { readonly sizePt: number; readonly weight?: FontWeight }): ShapedText;
  subset(weight: FontWeight, glyphIds: readonly number[]): FontSubset;
};
