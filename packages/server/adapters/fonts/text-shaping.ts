/**
 * Shapes text: UAX #9 orders what runs left and right (bidi-js), HarfBuzz shapes each run in the first font that has its
 * characters, and a subset of it is cut for the document to embed. What no font has shows its code point and is copied as itself.
 */

import type {
  FontSubset,
  ShapedCluster,
  ShapedGlyph,
  ShapedText,
  TextStyle,
} from "@siegel/kernel/forms/shaped-text.ts";
import type { TrueTypeFont } from "@siegel/kernel/forms/truetype-subset.ts";
import type * as fontkit from "fontkit";
import { ClusterLevel, Direction, Feature, BufferFlag as Flag, Buffer as ShapingBuffer, shape } from "harfbuzzjs";
import type { TextShapingPort } from "../../ports/text-shaping.ts";
import { type FontShelf, firstFonts, type OpenFont, openFontShelf } from "./fonts.ts";
import { inkOf } from "./glyph-ink.ts";
import { inVisualOrder, isIgnorable, runsOf, type TextRun } from "./text-runs.ts";

// Ligatures would hide characters from a search, and kerning makes widths of parts unlike those of the whole.
const features = ["kern", "liga", "clig", "dlig"].map((tag) => new Feature(tag, 0));

// One for all: HarfBuzz frees its memory when JavaScript forgets a buffer, which it does not while a long text is laid out.
const buffer = new ShapingBuffer();

/** Works in memory and never throws on any text; fonts other than the first ones are read from disk when a text needs them. */
export function openTextShaping(): TextShapingPort {
  const shelf = openFontShelf();
  for (const name of firstFonts) shelf.named(name);
  return {
    shape: (text, style) => shapeLine(shelf, text, style),
    subset: (name, glyphIds) => cutSubset(shelf.named(name), glyphIds),
    missing: (text) => missingIn(shelf, text.normalize("NFC")),
  };
}

function missingIn(shelf: FontShelf, text: string): readonly string[] {
  const runs = runsOf(shelf, drawable(text), {});
  const missing = runs.flatMap(({ standsFor = "" }) => [...standsFor].filter((one) => !isIgnorable(one)));
  return [...new Set(missing)];
}

function shapeLine(shelf: FontShelf, text: string, { sizePt, ...style }: TextStyle): ShapedText {
  const runs = inVisualOrder(runsOf(shelf, drawable(text), style));
  const clusters = runs.flatMap(shapeRun);
  const width = clusters.flatMap(({ glyphs }) => glyphs).reduce((sum, { advance }) => sum + advance, 0);
  const [first] = shelf.ofStyle(style);
  const fonts = first === undefined ? [] : [first, ...runs.map(({ font }) => font)];
  let ascent = Math.max(...fonts.map(({ cutting, scale }) => cutting.hhea.ascent * scale));
  let descent = Math.min(...fonts.map(({ cutting, scale }) => cutting.hhea.descent * scale));
  for (const glyph of clusters.flatMap(({ glyphs }) => glyphs)) {
    const { top, bottom } = inkOf(shelf.named(glyph.font), glyph);
    ascent = Math.max(ascent, top);
    descent = Math.min(descent, bottom);
  }
  const inPt = (thousandths: number): number => (thousandths * sizePt) / 1_000;
  return { sizePt, clusters, widthPt: inPt(width), ascentPt: inPt(ascent), descentPt: inPt(descent) };
}

/** Control characters and lone surrogates have no glyph and no meaning on paper. */
function drawable(text: string): string {
  return text.toWellFormed().replace(/[\p{Cc}\ufeff]/gu, " ");
}

type PlacedGlyph = Omit<ShapedGlyph, "text"> & { readonly cluster: number };

function shapeRun(run: TextRun): readonly ShapedCluster[] {
  const glyphs = glyphsOf(run);
  if (run.standsFor !== undefined) return [{ text: run.standsFor, glyphs: withTexts(run.text, glyphs) }];
  const starts = [...new Set(glyphs.map(({ cluster }) => cluster)), run.text.length].toSorted((a, b) => a - b);
  // What stands before the first glyph, an invisible joiner for example, belongs to it.
  starts[0] = 0;
  const ends = new Map(starts.map((start, i) => [start, starts[i + 1]]));
  const clusters: { readonly text: string; readonly glyphs: PlacedGlyph[]; readonly cluster: number }[] = [];
  for (const glyph of glyphs) {
    const last = clusters.at(-1);
    if (last?.cluster === glyph.cluster) last.glyphs.push(glyph);
    else {
      const from = ends.has(glyph.cluster) ? glyph.cluster : 0;
      clusters.push({ text: run.text.slice(from, ends.get(from)), glyphs: [glyph], cluster: glyph.cluster });
    }
  }
  return asRead(
    clusters.map(({ text, glyphs: own }) => ({ text, glyphs: withTexts(text, own) })),
    run,
  );
}

function glyphsOf({ font, text, isRightToLeft }: TextRun): readonly PlacedGlyph[] {
  buffer.reset();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  buffer.setDirection(isRightToLeft ? Direction.RTL : Direction.LTR);
  buffer.setClusterLevel(ClusterLevel.MONOTONE_CHARACTERS);
  const keepsJoiners = [...text].every((one) => !isIgnorable(one) || font.has(one.codePointAt(0) ?? 0));
  const ignorables = keepsJoiners ? Flag.PRESERVE_DEFAULT_IGNORABLES : Flag.REMOVE_DEFAULT_IGNORABLES;
  buffer.setFlags(ignorables | Flag.DO_NOT_INSERT_DOTTED_CIRCLE);
  shape(font.shaping, buffer, features);
  const positions = buffer.getGlyphPositions();
  const inEm = (units: number): number => Math.round(units * font.scale);
  const glyphs = buffer.getGlyphInfos().map(({ codepoint: id, cluster }, i) => ({
    font: font.name,
    id,
    cluster,
    width: inEm(font.cutting.getGlyph(id).advanceWidth),
    advance: inEm(positions[i]?.xAdvance ?? 0),
    xOffset: inEm(positions[i]?.xOffset ?? 0),
    yOffset: inEm(positions[i]?.yOffset ?? 0),
  }));
  return glyphs.filter(({ id, cluster }) => isDrawn(id, String.fromCodePoint(text.codePointAt(cluster) ?? 0)));
}

/** Not a soft hyphen, whose glyph is a hyphen: it shows where a line is broken at it, which none is. Not the box of a font that lacks a filler. */
function isDrawn(id: number, character: string): boolean {
  return character !== "\u00ad" && (id !== 0 || !isIgnorable(character));
}

/** Each glyph of a cluster reads as one of its characters, the last as all that are left. */
function withTexts(text: string, glyphs: readonly PlacedGlyph[]): readonly ShapedGlyph[] {
  const characters = [...text];
  return glyphs.map(({ cluster: _, ...glyph }, i) => {
    const own = i === glyphs.length - 1 ? characters.slice(i) : characters.slice(i, i + 1);
    return { ...glyph, text: own.join("") || (characters.at(-1) ?? "") };
  });
}

/**
 * From left to right a mark is joined to its letter: readers that look at places take a raised mark for another line. From
 * right to left they turn characters round one by one, so each has to be a glyph of its own.
 */
function asRead(clusters: readonly ShapedCluster[], run: TextRun): readonly ShapedCluster[] {
  if (run.isRightToLeft) return clusters.flatMap((cluster) => oneByOne(cluster, run.font));
  const joined: ShapedCluster[] = [];
  for (const cluster of clusters) {
    const letter = joined.at(-1);
    if (letter === undefined || !/^\p{M}+$/u.test(cluster.text)) joined.push(cluster);
    else
      joined[joined.length - 1] = {
        text: letter.text + cluster.text,
        glyphs: [...letter.glyphs, ...cluster.glyphs],
      };
  }
  return joined;
}

const joiner = 0x200d;

/**
 * A ligature's first letter is read from its glyph, the others from joiners, which have neither width nor ink. So is a mark
 * that stands beside the line: its own glyph then reads as nothing.
 */
function oneByOne(cluster: ShapedCluster, font: OpenFont): readonly ShapedCluster[] {
  const [glyph, ...others] = cluster.glyphs;
  const [first = "", ...rest] = cluster.text;
  if (glyph === undefined || others.length > 0 || !font.has(joiner)) return [cluster];
  const isMoved = glyph.xOffset !== 0 || glyph.yOffset !== 0;
  if (rest.length === 0 && !isMoved) return [cluster];
  const { id, advanceWidth } = font.cutting.glyphForCodePoint(joiner);
  const blank = {
    font: font.name,
    id,
    width: Math.round(advanceWidth * font.scale),
    advance: 0,
    xOffset: 0,
    yOffset: 0,
  };
  const read = (text: string): ShapedCluster => ({ text, glyphs: [{ ...blank, text }] });
  const invisible = rest.toReversed().map(read);
  const letter = { ...glyph, text: first };
  return isMoved
    ? [...invisible, read(first), { text: "", glyphs: [letter] }]
    : [...invisible, { text: first, glyphs: [letter] }];
}

function cutSubset(font: OpenFont, glyphIds: readonly number[]): FontSubset {
  const { cutting, outlines, scale, stemV } = font;
  const { program, mapped } = outlines === null ? cutCff(cutting, glyphIds) : cutTrueType(outlines, glyphIds);
  const { minX, minY, maxX, maxY } = cutting.bbox;
  return {
    format: outlines === null ? "cff" : "truetype",
    postscriptName: cutting.postscriptName,
    program,
    glyphIds: mapped,
    ascent: cutting.hhea.ascent * scale,
    descent: cutting.hhea.descent * scale,
    capHeight: (font.has(0x48) ? cutting.glyphForCodePoint(0x48).bbox.maxY : cutting.hhea.ascent) * scale,
    italicAngle: cutting.italicAngle,
    stemV,
    bbox: [minX * scale, minY * scale, maxX * scale, maxY * scale],
  };
}

type Cut = { readonly program: Uint8Array; readonly mapped: ReadonlyMap<number, number> };

function cutTrueType(outlines: TrueTypeFont, glyphIds: readonly number[]): Cut {
  const places = new Map([...new Set([0, ...glyphIds])].map((id, place) => [id, place]));
  const program = outlines.cut([...places.keys()]);
  return { program, mapped: new Map(glyphIds.map((id) => [id, places.get(id) ?? 0])) };
}

function cutCff(cutting: fontkit.Font, glyphIds: readonly number[]): Cut {
  const subset = cutting.createSubset();
  const mapped = new Map(glyphIds.map((id) => [id, Number(subset.includeGlyph(cutting.getGlyph(id)))]));
  return { program: subset.encode(), mapped };
}
