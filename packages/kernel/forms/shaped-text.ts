// Text as glyphs (ISO 32000-2 §9.7: composite fonts). Shaping and subsetting need a font library, which stays outside
// of the kernel; it answers with these plain values and the kernel writes the font objects.

export type FontWeight = "regular" | "bold";
/** What letters of Latin, Greek and Cyrillic look like: those of values and signatures, or of what we say on a page of our own. */
export type FontFace = "sans" | "serif";
/** Which way a paragraph runs (UAX #9, P2 and P3); lines of one paragraph share it. */
export type TextDirection = "ltr" | "rtl";

/**
 * One glyph: the font it is of, its id there, the width that font gives it, how far the pen moves on and how far from the
 * pen it stands, all in 1/1000 em, and the characters it stands for.
 */
export type ShapedGlyph = {
  readonly font: string;
  readonly id: number;
  readonly width: number;
  readonly advance: number;
  readonly xOffset: number;
  readonly yOffset: number;
  readonly text: string;
};

/** Glyphs that only together stand for `text`: a syllable, a letter with its marks; nothing, where another cluster stands for it. */
export type ShapedCluster = { readonly text: string; readonly glyphs: readonly ShapedGlyph[] };

/** A line of text as clusters from left to right. `widthPt`, `ascentPt`, `descentPt` (negative) are points at `sizePt`. */
export type ShapedText = {
  readonly sizePt: number;
  readonly clusters: readonly ShapedCluster[];
  readonly widthPt: number;
  readonly ascentPt: number;
  readonly descentPt: number;
};

/** A subset of a font with what a font descriptor says of it (§9.8), in 1/1000 em. `glyphIds` maps ids of the full font to ids of the subset, which in a CFF program are the CIDs too. */
export type FontSubset = {
  readonly format: "truetype" | "cff";
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

/** How a line is set. */
export type TextStyle = {
  readonly sizePt: number;
  readonly weight?: FontWeight;
  readonly face?: FontFace;
  readonly direction?: TextDirection;
};

/**
 * Shapes one line in as many fonts as it takes (never throws; a character no font has shows its code point, `[U+1F58B]`),
 * cuts the subset of `font` that draws `glyphIds` (the same bytes for the same ids), and tells which characters no font has.
 */
export type TextShaper = {
  shape(text: string, style: TextStyle): ShapedText;
  subset(font: string, glyphIds: readonly number[]): FontSubset;
  missing(text: string): readonly string[];
};

/** The same shaper, which remembers what it shaped: for few texts that are asked for again and again. */
export function shapingOnce(shaper: TextShaper): TextShaper {
  const known = new Map<string, ShapedText>();
  return {
    subset: (font, glyphIds) => shaper.subset(font, glyphIds),
    missing: (text) => shaper.missing(text),
    shape: (text, style) => {
      const key = `${style.sizePt} ${style.direction} ${style.weight ?? ""} ${style.face ?? ""} ${text}`;
      const shaped = known.get(key) ?? shaper.shape(text, style);
      known.set(key, shaped);
      return shaped;
    },
  };
}
