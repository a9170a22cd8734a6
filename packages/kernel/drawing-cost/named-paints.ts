// What contents paint with by name (ISO 32000-2 §7.8.3): graphics states, fonts, patterns and shadings, as far as they say how much is
// painted.

import { componentsIn } from "../contents/colour-spaces.ts";
import { type ResourceKind, resourcesWithin, type Scope } from "../contents/drawn-resources.ts";
import { longestOf, matrixOf, scaleOf } from "../contents/matrix.ts";
import { noteWithin, type Readings } from "../one-look/readings.ts";
import { contentsKey } from "../one-look/states-taken-over.ts";
import type { Glyph } from "../one-look/type3-ambiguity.ts";
import { dictionaryOf, itemsOf, nameOf, numberOf, rectangleOf } from "../pdf/access.ts";
import { drawingLimits } from "../pdf/limits.ts";
import type { PdfDict, PdfObject } from "../pdf/objects.ts";
import type { PdfDocument } from "../pdf/open-pdf.ts";
import { tooComplex, unlessBroken } from "../pdf/refusal.ts";
import type { NamedPaints } from "./area-walk.ts";
import { type FontProgram, fontProgram } from "./font-program.ts";
import { type Mesh, meshOf } from "./mesh-cost.ts";
import {
  type Area,
  beginning,
  type Colour,
  type Inherited,
  mostOf,
  noArea,
  noPrograms,
  plain,
  sized,
} from "./painted-area.ts";
import { shadedOf } from "./shading-cost.ts";
import { stepOf } from "./tiling-cost.ts";

/** A document that is followed: what was counted of it before, and how many octets were on a page. */
export type Walked = {
  readonly doc: PdfDocument;
  /** By the numbers of shadings and of programs of fonts. */
  readonly meshes: Map<number, Mesh>;
  readonly programs: Map<number, FontProgram>;
  readonly known: Map<string, Area>;
  octets: number;
  depth: number;
  /** What programs make different things of. */
  readonly readings: Readings;
  /** What is followed is an annotation's, not a page's. */
  isAppearance: boolean;
  /** Reads a soft mask; how often it paints over what is counted elsewhere. */
  readonly look: (walked: Walked, form: PdfObject, scope: Scope) => Area;
  readonly areaOf: (
    walked: Walked,
    bytes: Uint8Array,
    place: {
      readonly box: readonly [number, number, number, number];
      readonly scope: Scope;
      readonly glyph?: Glyph;
      readonly key: string;
    },
    inherited: Inherited,
  ) => Area;
};

/** @throws PdfRefusal FILE_TOO_COMPLEX where readers would follow the edges of what is filled for seconds */
export function requireFewEdges(what: string, edges: number): void {
  // No number is no more than anything.
  if (!(edges <= drawingLimits.pageEdgesMax)) throw tooComplex(`${what} fills areas with ${edges} points of edges`);
}

/** Everything of some resources. */
export function namedPaints(walked: Walked, scope: Scope): NamedPaints {
  const { doc } = walked;
  const colours = new Map<string, Colour>();
  const find = (kind: ResourceKind, name: string): PdfObject | undefined => scope.dictionary(kind).entries.get(name);
  return {
    componentsOf: componentsIn(doc, scope),
    stateOf: (name) => {
      const { entries } = dictionaryOf(doc, find("ExtGState", name));
      const breadth = numberOf(doc, entries.get("LW"));
      const [font, size] = itemsOf(doc, entries.get("Font"));
      const glyph = font === undefined ? undefined : areaOfGlyph(walked, font, scope);
      const mask = dictionaryOf(doc, entries.get("SMask")).entries.get("G");
      return {
        mask: mask && walked.look(walked, mask, scope),
        breadth: breadth === undefined ? undefined : Math.abs(breadth),
        glyph: glyph && sized(glyph, numberOf(doc, size) ?? 1),
      };
    },
    glyphOf: (name) => areaOfGlyph(walked, find("Font", name), scope),
    patternOf: (name) => {
      const colour = colours.get(name) ?? colourOf(walked, find("Pattern", name), scope);
      colours.set(name, colour);
      return colour;
    },
  };
}

/** Of one that is no mesh, everything that clips it; points of shadings are dear. */
export function areaOfShading({ doc, meshes }: Walked, shading: PdfObject, scope: Scope): Area {
  const { shadingCovers } = drawingLimits;
  const mesh = meshOf(doc, shading, meshes);
  if (mesh === undefined) {
    const { each, points } = shadedOf(doc, shading, scope);
    const programs = { programs: Number.POSITIVE_INFINITY, perPoint: each, least: each * points };
    return { ...noArea, ...programs, area: Number.POSITIVE_INFINITY, paints: shadingCovers };
  }
  return { ...noArea, area: shadingCovers * mesh.area, paints: shadingCovers * mesh.elements };
}

function colourOf(walked: Walked, value: PdfObject | undefined, scope: Scope): Colour {
  const { doc, known } = walked;
  const pattern = doc.resolve(value);
  const { entries } = dictionaryOf(doc, pattern);
  const shading = entries.get("Shading");
  if (shading !== undefined) {
    const matrix = itemsOf(doc, entries.get("Matrix")).map((item) => numberOf(doc, item) ?? 0);
    const { area, paints, perPoint, least } = areaOfShading(walked, shading, scope);
    const isPattern = true;
    return { covers: Math.max(1, paints), most: area * scaleOf(matrixOf(matrix)), isPattern, perPoint, least };
  }
  if (pattern?.kind !== "stream" || value?.kind !== "ref") return plain;
  const own = resourcesWithin(doc, { dict: pattern.dict, owner: `${value.num}` }, scope);
  noteWithin(walked.readings, own, scope);
  const key = `pattern ${value.num} ${own.key} ${walked.isAppearance}`;
  const box = rectangleOf(doc, entries.get("BBox")) ?? [0, 0, 0, 0];
  const bytes = known.has(key) ? undefined : unlessBroken(() => doc.decodeStream(pattern));
  const area =
    known.get(key) ??
    walked.areaOf(walked, bytes ?? new Uint8Array(0), { box, scope: own, key: contentsKey(value) }, beginning);
  known.set(key, area);
  const matrix = itemsOf(doc, entries.get("Matrix")).map((item) => numberOf(doc, item) ?? 0);
  requireFewEdges("a pattern", area.edges * longestOf(matrixOf(matrix)));
  const step = stepOf(doc, pattern.dict, { XStep: box[2] - box[0], YStep: box[3] - box[1] });
  const cells = step === 0 ? 0 : Math.max(1, ((box[2] - box[0]) * (box[3] - box[1])) / step);
  return {
    ...{ covers: Math.max(1, step === 0 ? 0 : area.area / step), most: Number.POSITIVE_INFINITY, isPattern: true },
    // Whatever of a cell is painted, each of its shadings may lie there.
    ...{ perPoint: area.perPoint * cells, least: area.least },
  };
}

const everywhere = [
  Number.NEGATIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  Number.POSITIVE_INFINITY,
  Number.POSITIVE_INFINITY,
] as const;

/** The largest glyph of a font, its size one; those of Type 3 are contents that nothing clips (§9.6.4). */
function areaOfGlyph(walked: Walked, value: PdfObject | undefined, scope: Scope): Area {
  const { doc, known } = walked;
  const font = dictionaryOf(doc, value);
  const isType3 = nameOf(doc, font.entries.get("Subtype")) === "Type3";
  const own = isType3 ? resourcesWithin(doc, { dict: font, owner: `font ${scope.key}` }, scope) : scope;
  noteWithin(walked.readings, own, scope);
  const key = value?.kind === "ref" ? `font ${value.num} ${isType3 ? own.key : ""}` : undefined;
  const found = key === undefined ? undefined : known.get(key);
  if (found !== undefined) return found;
  const area = isType3
    ? drawnGlyph(walked, { entries: font.entries, key: contentsKey(value) }, own)
    : embeddedGlyph(walked, font);
  if (key !== undefined) known.set(key, area);
  return area;
}

function embeddedGlyph({ doc, programs, readings }: Walked, font: PdfDict): Area {
  const { box, isContradictory } = fontProgram(doc, font, programs);
  // Composite fonts find their glyphs by number, without any of these tables.
  if (isContradictory && nameOf(doc, font.entries.get("Subtype")) === "TrueType")
    readings.why ??= "a font that has two glyphs for one character";
  return { ...noArea, area: box, paints: 1 };
}

type Type3 = Pick<PdfDict, "entries"> & { readonly key: string };

function drawnGlyph(walked: Walked, font: Type3, scope: Scope): Area {
  const { doc } = walked;
  const { entries, key } = font;
  const matrix = itemsOf(doc, entries.get("FontMatrix")).map((item) => numberOf(doc, item) ?? 0);
  const scale = scaleOf(matrixOf(matrix));
  const glyphs = [...dictionaryOf(doc, entries.get("CharProcs")).entries.values()].flatMap((glyph): readonly Area[] => {
    const stream = doc.resolve(glyph);
    const bytes = stream?.kind === "stream" ? unlessBroken(() => doc.decodeStream(stream)) : undefined;
    if (bytes === undefined) return [];
    const own = areaOfContents(walked, bytes, { scope, key });
    const area = own.area === Number.POSITIVE_INFINITY ? own.area : own.area * scale;
    // What glyphs shade is counted by name (`drawing-cost.ts`).
    return [{ ...own, ...noPrograms, area, edges: own.edges * longestOf(matrixOf(matrix)) }];
  });
  return mostOf(glyphs);
}

/** @see areaOfGlyph; notes a glyph that goes over the box that it says (`d1`): pdf.js and MuPDF clip it, poppler does not. */
type Contents = { readonly scope: Scope; readonly key: string };

function areaOfContents(walked: Walked, bytes: Uint8Array, contents: Contents): Area {
  const { readings, areaOf } = walked;
  const glyph: Glyph = {};
  const whole = areaOf(walked, bytes, { ...contents, box: everywhere, glyph }, beginning);
  const [left = 0, bottom = 0, right = 0, top = 0] = glyph.box ?? [];
  const [width, height] = [Math.abs(right - left), Math.abs(top - bottom)];
  // One of no size clips nothing in any.
  if (width === 0 || height === 0) return whole;
  const box = [
    Math.min(left, right) - boxSlack * width,
    Math.min(bottom, top) - boxSlack * height,
    Math.max(left, right) + boxSlack * width,
    Math.max(bottom, top) + boxSlack * height,
  ] as const;
  const clipped = areaOf(walked, bytes, { ...contents, box, glyph: {} }, beginning);
  if (whole.area - clipped.area > besideMax * width * height) readings.why ??= "a glyph larger than it says";
  return whole;
}

/** Boxes are rounded, and cut a point of letters that are pictures. */
const boxSlack = 0.1;
/** Of the size of its box. */
const besideMax = 0.01;
