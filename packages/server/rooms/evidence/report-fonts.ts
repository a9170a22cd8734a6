/** The faces of a report, read and taken apart once a process: that costs more than drawing a report with them. */
import { createRequire } from "node:module";
import { openTrueType, type TrueTypeFont } from "@siegel/kernel/forms/truetype-subset.ts";
import * as fontkit from "fontkit";

/**
 * The faces of the pages, as one file a weight; digests stand in a face of one width. What they have no letters for is set as in documents
 * (set-text.ts).
 */
const files = {
  sans: "@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf",
  bold: "@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf",
  serif: "@expo-google-fonts/source-serif-4/400Regular/SourceSerif4_400Regular.ttf",
  mono: "dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf",
} as const;

/**
 * How a word is set: without what changes a letter by its neighbours, which is of no use here and half the time that a report takes. Times
 * and sizes stand below each other, so their figures have one width and are not moved together.
 */
export const featuresOf = (word: string): Record<string, boolean> =>
  numbers.word.test(word) ? figures : { calt: false };
const figures = { calt: false, tnum: true, kern: false };

/** A face of the report. Every one is embedded as a subset: names keep their letters in any viewer. */
export type Face = keyof typeof files;

/** All faces there are. */
export const faces = Object.keys(files) as Face[];

// Words of the report itself come in each; names and digests go again.
const runs_max = 2_000;

/** Text that every face can set and that needs no shaping: nearly all words of a report. */
const simple =
  /^[\n -~\u00a0-\u00ac\u00ae-\u012b\u012e-\u0131\u0134-\u0148\u014a-\u0165\u0168-\u017f\u2013\u2014\u2018-\u201a\u201c-\u201e\u2022\u2026]*$/;
/** Text that is set from the left with one glyph for each character. */
const oneByOne = /^(?:\n|(?!\p{Default_Ignorable_Code_Point}|\p{Cc})[\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\p{sc=Zyyy}])*$/u;

/** Whether a face can set a text: has all its letters, and needs no shaping or turning round that it does not do. */
export function canSet(face: Face, text: string): boolean {
  if (simple.test(text)) return true;
  if (!oneByOne.test(text)) return false;
  const { font } = opened.get(face) ?? openFace(face);
  return [...text].every((one) => one === "\n" || font.hasGlyphForCodePoint(one.codePointAt(0) ?? 0));
}

type OpenFace = {
  readonly font: fontkit.Font;
  readonly outlines: TrueTypeFont;
  readonly shape: (text: string) => fontkit.GlyphRun;
};
const opened = new Map<Face, OpenFace>();

/** A face for one document. Tables and shaped words are shared with other documents, glyphs are not: a glyph keeps the characters it was first asked for with. */
export function fontOf(face: Face): fontkit.Font {
  const { font, outlines, shape } = opened.get(face) ?? openFace(face);
  return Object.create(font, {
    _glyphs: { value: {} },
    layout: { value: shape },
    createSubset: { value: () => openSubset(outlines) },
  }) as fontkit.Font;
}

/** A line of a document: glyphs with their places, and its width in thousandths of its size. */
type Layout = Pick<fontkit.GlyphRun, "glyphs" | "positions" | "advanceWidth">;
/** A face in a document of pdfkit's, which its types do not describe. */
type EmbeddedFace = {
  readonly layoutCached: (word: string) => Layout;
  layout: (text: string, features?: unknown) => Layout;
};

/** Registers every face of a report with `doc`, which lays out each line once: left to itself it does so for every time it measures or draws it, character by character. */
export function registerFaces(doc: PDFKit.PDFDocument): void {
  for (const face of faces) {
    // A font that is open already is taken as it is; the types of the library do not say so.
    doc.registerFont(face, fontOf(face) as unknown as Uint8Array).font(face);
    const { _font: embedded } = doc as unknown as { readonly _font: EmbeddedFace };
    const known = new Map<string, Layout>();
    embedded.layout = (text) => {
      const layout = known.get(text) ?? inOneLine(text.split(afterSpace).map((word) => embedded.layoutCached(word)));
      known.set(text, layout);
      return layout;
    };
  }
}

// Words are laid out with the space behind them, as the library does.
const afterSpace = /(?<=[ \t])/;

function inOneLine(words: readonly Layout[]): Layout {
  const [only] = words;
  if (only !== undefined && words.length === 1) return only;
  return {
    glyphs: words.flatMap(({ glyphs }) => glyphs),
    positions: words.flatMap(({ positions }) => positions),
    advanceWidth: words.reduce((sum, { advanceWidth }) => sum + advanceWidth, 0),
  };
}

/** What the library embeds of a font, in its own words. Its own subsets take four times as long, which was most of a report. */
function openSubset(outlines: TrueTypeFont) {
  const places = new Map([[0, 0]]);
  return {
    includeGlyph: (id: number): number => {
      const place = places.get(id) ?? places.size;
      places.set(id, place);
      return place;
    },
    encode: (): Uint8Array => outlines.cut([...places.keys()]),
  };
}

function openFace(face: Face): OpenFace {
  const font = fontkit.openSync(createRequire(import.meta.url).resolve(files[face]));
  if (!("layout" in font)) throw new TypeError(`${files[face]} is a collection of fonts`);
  // It keeps what it read of the file; its types do not say so.
  const { stream } = font as unknown as { readonly stream: { readonly buffer: Uint8Array } };
  const made = { font, outlines: openTrueType(stream.buffer), shape: shapeOnce(font, face === "mono") };
  opened.set(face, made);
  return made;
}

/** Shapes a text, or answers as before. Every text is shaped with glyphs of its own, so that it does not matter what came before it. */
function shapeOnce(font: fontkit.Font, isFixedPitch: boolean): (text: string) => fontkit.GlyphRun {
  const shaper = Object.create(font, { _glyphs: { value: {}, writable: true } }) as fontkit.Font & { _glyphs: object };
  const runs = new Map<string, fontkit.GlyphRun>();
  const shape = (text: string, features = featuresOf(text)): fontkit.GlyphRun => {
    shaper._glyphs = {};
    return atFullSize(shaper.layout(text, features), 1_000 / font.unitsPerEm);
  };
  const { word, signs } = isFixedPitch ? hexadecimal : numbers;
  const single = new Map([...signs].map((sign) => [sign, shape(sign, figures)]));
  return (text) => {
    // They come new in every report: remembered, they would only drive out what comes again.
    if (word.test(text)) return inARow(text, single);
    const run = runs.get(text) ?? shape(text);
    // Asked for last stands last.
    runs.delete(text);
    runs.set(text, run);
    for (const oldest of runs.keys()) {
      if (runs.size <= runs_max) break;
      runs.delete(oldest);
    }
    return run;
  };
}

const measures = ["xAdvance", "yAdvance", "xOffset", "yOffset"] as const;

/**
 * The layout engine multiplies every enumerable measure of each position, again for every document. Here the measures are multiplied
 * already and are not enumerable.
 */
function atFullSize(run: fontkit.GlyphRun, scale: number): fontkit.GlyphRun {
  const positions = run.positions.map((position) => {
    const scaled = measures.map((measure) => [measure, { value: position[measure] * scale, writable: true }] as const);
    return Object.defineProperties({}, Object.fromEntries(scaled)) as fontkit.GlyphPosition;
  });
  return Object.assign(Object.create(Object.getPrototypeOf(run)), run, { positions }) as fontkit.GlyphRun;
}

/** Words whose signs stand beside each other as they are in the faces of a report: digests, times and sizes. */
const hexadecimal = { word: /^[0-9a-f]{2,} ?$/, signs: "0123456789abcdef " };
const numbers = { word: /^\d[\d:.,]+ ?$/, signs: "0123456789:., " };

function inARow(text: string, single: ReadonlyMap<string, fontkit.GlyphRun>): fontkit.GlyphRun {
  const first = single.get(text.charAt(0));
  if (first === undefined) throw new Error("no signs");
  const glyphs: fontkit.Glyph[] = [];
  const positions: fontkit.GlyphPosition[] = [];
  // Every digit of every digest comes this way: nothing is made for one but its place.
  for (let i = 0; i < text.length; i += 1) {
    const run = single.get(text.charAt(i));
    const [glyph, position] = [run?.glyphs[0], run?.positions[0]];
    if (glyph === undefined || position === undefined) continue;
    glyphs.push(glyph);
    positions.push(position);
  }
  return Object.assign(Object.create(Object.getPrototypeOf(first)), first, { glyphs, positions }) as fontkit.GlyphRun;
}
