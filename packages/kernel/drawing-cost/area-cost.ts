// How often a page is painted over (ISO 32000-2 §8.2): ten characters fill all of it once more, and readers go through its points each
// time.

import { resourcesWithin, type Scope } from "../contents/drawn-resources.ts";
import { longestOf, matrixOf, scaleOf } from "../contents/matrix.ts";
import { watching } from "../one-look/operator-ambiguity.ts";
import { noteWithin, unread } from "../one-look/readings.ts";
import { watchingCodes } from "../one-look/shown-codes.ts";
import type { Glyph } from "../one-look/type3-ambiguity.ts";
import { type Box, dictionaryOf, itemsOf, nameOf, numberOf, rectangleOf } from "../pdf/access.ts";
import { drawingLimits } from "../pdf/limits.ts";
import type { PdfDict, PdfObject, PdfStream } from "../pdf/objects.ts";
import type { PdfDocument } from "../pdf/open-pdf.ts";
import { joinedContents } from "../pdf/pages.ts";
import { tooComplex, unlessBroken } from "../pdf/refusal.ts";
import { type Painted, paintedBy } from "./area-walk.ts";
import type { Mesh } from "./mesh-cost.ts";
import { areaOfShading, namedPaints, requireFewEdges, type Walked } from "./named-paints.ts";
import { type Patterned, unpainted } from "./page-cost.ts";
import {
  type Area,
  addPrograms,
  beginning,
  type Colour,
  type Inherited,
  inheritedKey,
  mostOf,
  noArea,
  type Times,
} from "./painted-area.ts";

/** A page: its number from 1, its contents and annotations, what they draw with. */
export type PaintedPage = {
  readonly number: number;
  readonly dict: PdfDict;
  readonly box: Box;
  readonly scope: Scope;
};

/** A document of which nothing is counted; `meshes` are known by the numbers of shadings. */
export const unwalked = (doc: PdfDocument, meshes: Map<number, Mesh>): Walked => ({
  ...{
    doc,
    meshes,
    programs: new Map(),
    known: new Map(),
    octets: 0,
    depth: 0,
    readings: unread(),
    isAppearance: false,
    areaOf,
    look,
  },
});

/**
 * Counts what is painted on a page whose contents are cheap otherwise, so that none draw themselves. Answers how much with patterns.
 * @throws PdfRefusal FILE_TOO_COMPLEX for a page that is painted over more than `drawingLimits.pageCoversMax` times
 */
export function requireFewCovers(walked: Walked, page: PaintedPage): Patterned {
  const { doc } = walked;
  const size = sizeOf(page.box);
  if (size === 0) return unpainted;
  walked.octets = 0;
  walked.isAppearance = false;
  const own = areaOf(walked, joinedContents(doc, page.dict), { ...page, page: page.number }, beginning);
  const annotations = annotationsArea(walked, page);
  const covers = (own.area + annotations.area) / size;
  // Infinity by infinity, or times nothing, is no number, and no more than anything.
  if (!(covers <= drawingLimits.pageCoversMax))
    throw tooComplex(
      `page ${page.number} is painted over ${Number.isFinite(covers) ? Math.ceil(covers) : "infinitely many"} times`,
    );
  requireFewEdges(`page ${page.number}`, own.edges + annotations.edges);
  return {
    patterned: own.patterned + annotations.patterned,
    shaded:
      (own.programs + annotations.programs) / size + (own.least + annotations.least) / drawingLimits.pointsOfAPage,
  };
}

type Place = Pick<PaintedPage, "box" | "scope"> & {
  readonly page?: number;
  readonly glyph?: Glyph;
  readonly key?: string;
};

function areaOf(walked: Walked, bytes: Uint8Array, place: Place, inherited: Inherited): Area {
  const { box, scope, page, glyph, key } = place;
  walked.octets += bytes.length;
  if (walked.octets > 4 * drawingLimits.pageBytesMax) throw tooComplex("contents that are drawn in ways without end");
  if (walked.depth > 2 * drawingLimits.formDepthMax) throw tooComplex("contents that draw themselves");
  walked.depth += 1;
  const { doc, readings, isAppearance } = walked;
  const painted = paintedBy(bytes, { clip: box, inherited }, namedPaints(walked, scope), {
    onAmbiguous: () => {
      readings.why ??= "other operators";
    },
    watch: () => {
      const follow = watching(doc, scope, { readings, page, isAppearance, glyph, key });
      const showing = watchingCodes({ doc, scope, bytes, codes: readings.codes });
      return (operator, operands, end) => {
        readings.why ??= showing(operator, operands);
        follow(operator, operands, end);
      };
    },
  });
  const areas = painted.map((each) => withNamed(walked, each, scope));
  walked.depth -= 1;
  return mostOf(areas);
}

/** What is drawn by name, too. */
function withNamed(walked: Walked, painted: Painted, scope: Scope): Area {
  let { area, paints, edges, patterned } = painted;
  const programs = { ...painted.programs };
  const add = (drawn: Area, times: Times): void => {
    const { scale, clip, stretch } = times;
    area +=
      drawn.area === Number.POSITIVE_INFINITY ? drawn.paints * clip : Math.min(drawn.area * scale, drawn.paints * clip);
    paints += drawn.paints * times.count;
    edges += drawn.edges * stretch;
    patterned += drawn.patterned * times.count;
    addPrograms(programs, drawn, times);
  };
  for (const drawn of painted.drawn.values()) add(areaOfNamed(walked, drawn, scope), drawn);
  for (const [name, shaded] of painted.shaded) {
    const shading = scope.dictionary("Shading").entries.get(name);
    if (shading !== undefined) add(areaOfShading(walked, shading, scope), shaded);
  }
  return { area, paints, edges, patterned, ...programs };
}

type Drawn = { readonly name: string; readonly inherited: Inherited };

function areaOfNamed(walked: Walked, { name, inherited }: Drawn, scope: Scope): Area {
  const { doc } = walked;
  const value = scope.dictionary("XObject").entries.get(name);
  const stream = doc.resolve(value);
  if (stream?.kind !== "stream" || value?.kind !== "ref") return noArea;
  if (nameOf(doc, stream.dict.entries.get("Subtype")) === "Image") return pictureIn(inherited.fill);
  return placed(walked, { num: value.num, stream, inherited }, scope);
}

/** One that is a stencil is painted in the colour. */
const pictureIn = ({ covers, isPattern, perPoint, least }: Colour): Area => ({
  ...{ ...noArea, area: covers, paints: covers, patterned: isPattern ? 1 : 0 },
  ...{ programs: perPoint, perPoint, least },
});

/** In the space where it is drawn. */
function placed(walked: Walked, form: Form, scope: Scope): Area {
  const { doc } = walked;
  const own = areaOfForm(walked, form, scope);
  const items = itemsOf(doc, form.stream.dict.entries.get("Matrix"));
  const matrix = matrixOf(items.map((item) => numberOf(doc, item) ?? 0));
  const scale = scaleOf(matrix);
  const programs = own.programs === 0 ? 0 : own.programs * scale;
  return { ...own, area: own.area * scale, programs, edges: own.edges * longestOf(matrix) };
}

type Form = { readonly num: number; readonly stream: PdfStream; readonly inherited: Inherited };

/** In the form's own space. */
function areaOfForm(walked: Walked, { num, stream, inherited }: Form, above: Scope): Area {
  const { doc, known } = walked;
  const scope = resourcesWithin(doc, { dict: stream.dict, owner: `${num}` }, above);
  noteWithin(walked.readings, scope, above);
  const key = `${num} ${scope.key} ${inheritedKey(inherited)} ${walked.isAppearance}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const box = rectangleOf(doc, stream.dict.entries.get("BBox")) ?? [0, 0, 0, 0];
  const bytes = unlessBroken(() => doc.decodeStream(stream)) ?? new Uint8Array(0);
  const cost = areaOf(walked, bytes, { box, scope, key: `${num}` }, inherited);
  known.set(key, cost);
  return cost;
}

function look(walked: Walked, value: PdfObject, above: Scope): Area {
  const stream = walked.doc.resolve(value);
  if (stream?.kind !== "stream" || value.kind !== "ref") return noArea;
  return placed(walked, { num: value.num, stream, inherited: beginning }, above);
}

/** An appearance is fitted into its rectangle, whatever its own size (§12.5.5). */
function annotationsArea(walked: Walked, { dict, box, scope }: PaintedPage): Fitted {
  const { doc } = walked;
  walked.isAppearance = true;
  const all = { ...unfitted };
  for (const annotation of itemsOf(doc, dict.entries.get("Annots"))) {
    const { entries } = dictionaryOf(doc, annotation);
    const normal = dictionaryOf(doc, entries.get("AP")).entries.get("N");
    const states = doc.resolve(normal);
    const forms = states?.kind === "dict" ? [...states.entries.values()] : [normal];
    const shown = forms.flatMap((form) => {
      const stream = doc.resolve(form);
      if (stream?.kind !== "stream" || form?.kind !== "ref") return [];
      return [fitted(walked, { num: form.num, stream, inherited: beginning }, scope)];
    });
    const rect = rectangleOf(doc, entries.get("Rect")) ?? box;
    const size = Math.min(sizeOf(rect), sizeOf(box));
    const largest = mostOf(shown);
    all.area += largest.area * size;
    all.edges += largest.edges * Math.sqrt(size);
    all.programs += largest.programs * size;
    all.least += largest.least;
    all.patterned += largest.patterned;
  }
  return all;
}

/** How often is not said of all of them together. */
type Fitted = Omit<Area, "paints" | "perPoint">;
const unfitted: Fitted = noArea;

/** How often a form paints over its own box, and how many of its sides its edges are long. */
function fitted(walked: Walked, form: Form, scope: Scope): Area {
  const size = sizeOf(rectangleOf(walked.doc, form.stream.dict.entries.get("BBox")) ?? [0, 0, 0, 0]);
  const own = areaOfForm(walked, form, scope);
  const programs = Math.min(own.perPoint, own.programs / size);
  return size === 0
    ? noArea
    : { ...own, area: Math.min(own.paints, own.area / size), edges: own.edges / Math.sqrt(size), programs };
}

const sizeOf = ([left, bottom, right, top]: Box): number => (right - left) * (top - bottom);
