// What drawing a page costs its readers (ISO 32000-2 §7.8.2, §8.10): a kilobyte can unpack to gigabytes of contents, or hold forms that draw forms
// that draw forms, and whoever looks at the page waits without end. Counted is an upper bound: a form is drawn at most as often as its name stands
// in what draws it, strings and comments included.
import { componentsIn, hasDefaults } from "../contents/colour-spaces.ts";
import {
  type DrawnTarget,
  isGroup,
  pageResources,
  resourcesWithin,
  type Scope,
  targetsNamed,
} from "../contents/drawn-resources.ts";
import { goesOn, namesIn, opensName } from "../contents/names-in-content.ts";
import { opensText } from "../contents/part-ends.ts";
import { nameStructure, refuseStructureWords } from "../contents/structure-words.ts";
import { type Readings, requireUnambiguous } from "../one-look/readings.ts";
import { dictionaryOf, itemsOf, numberOf } from "../pdf/access.ts";
import type { ByteSource } from "../pdf/byte-source.ts";
import { drawingLimits, type PdfLimits } from "../pdf/limits.ts";
import { type PdfDict, type PdfObject, type PdfStream, pdfArray, pdfDict, pdfName, pdfStream } from "../pdf/objects.ts";
import { openPdf, type PdfDocument } from "../pdf/open-pdf.ts";
import { contentParts, listPages } from "../pdf/pages.ts";
import { broken, tooComplex, unlessBroken } from "../pdf/refusal.ts";
import { requireFewCovers, unwalked } from "./area-cost.ts";
import { coloursIn, dearestSpace } from "./colour-cost.ts";
import { type FunctionCost, functionCost } from "./function-cost.ts";
import { inlineImagesIn } from "./inline-images.ts";
import type { Mesh } from "./mesh-cost.ts";
import { type Cost, nothing, repeated, requireCheap, sum, tiled, unpainted } from "./page-cost.ts";
import { pixelsOf, programOfPicture, shadingCost, transferCost } from "./shading-cost.ts";
import { periodOfState, periodOfStates, strokesIn } from "./stroke-cost.ts";
import { areaOf, mayPaint, paintsIn, requireCoarse } from "./tiling-cost.ts";
import { requireUnpackable, requireUnpackableBelow } from "./unpacking-cost.ts";

/** Names of fonts and masks are counted too and draw no form each: a page with more of all of them is refused whatever they are. */
const namesMax = 10 * drawingLimits.pageFormsMax;

type Drawing = {
  readonly doc: PdfDocument;
  readonly known: Map<string, Cost>;
  readonly open: Set<string>;
  /** By the keys of scopes and by name. */
  readonly targets: Map<string, Map<string, readonly DrawnTarget[]>>;
  /** By dictionaries of colour spaces and of graphics states. */
  readonly tints: WeakMap<PdfDict, FunctionCost>;
  readonly periods: WeakMap<PdfDict, number>;
  /** Contents that have the octets of a structure word, by number. */
  readonly structured: Set<number>;
  /** Contents that may paint, by number. */
  readonly painting: Set<number>;
  /** How contents begin and end, by number: in a word that would go on, and in a name or a text that would. Nothing of empty ones. */
  readonly edges: Map<number, { readonly goesOn: boolean; readonly opensName: boolean; readonly opensText: boolean }>;
  /** Points of pictures, by number. */
  readonly points: Map<number, number>;
  /** Meshes of shadings, by number. */
  readonly meshes: Map<number, Mesh>;
  /** The largest page, in square units: patterns are not clipped to anything smaller (§8.7.3.1). */
  readonly area: number;
};

/**
 * Looks at what every page draws, its annotations included; nothing is drawn. Answers where contents restore what they have not saved.
 * @throws PdfRefusal FILE_TOO_COMPLEX for a page that costs more than `drawingLimits`, FILE_BROKEN for contents with words of a file's structure,
 * FILE_ACTIVE_CONTENT for what programs draw each in their own way (`requireUnambiguous`)
 */
export function requireDrawable(source: ByteSource, limits: PdfLimits): Readings["surplus"] {
  const { decodedTotalBytesMax } = drawingLimits;
  const doc = openPdf(source, { ...limits, decodedTotalBytesMax });
  const pages = listPages(doc);
  const area = pages.reduce((most, { box }) => Math.max(most, (box[2] - box[0]) * (box[3] - box[1])), 0);
  const drawing: Drawing = {
    ...{ doc, area, known: new Map(), open: new Set(), targets: new Map(), structured: new Set() },
    ...{ painting: new Set(), edges: new Map(), points: new Map(), meshes: new Map() },
    ...{ tints: new WeakMap(), periods: new WeakMap() },
  };
  const walked = unwalked(doc, drawing.meshes);
  const seen = new Set(pages.map(({ ref }) => ref.num));
  pages.forEach(({ ref, dict, box }, i) => {
    const scope = pageResources(doc, { ref, dict });
    for (const drawn of [scope.resources, dict.entries.get("Annots")]) requireUnpackableBelow(doc, drawn, seen);
    const cost = pageCost(drawing, dict, scope);
    requireCheap(i + 1, tiled(cost, unpainted));
    // Contents that paint nothing are not unpacked once more.
    if (drawsAnything(drawing, dict))
      requireCheap(i + 1, tiled(cost, requireFewCovers(walked, { number: i + 1, dict, box, scope })));
  });
  requireUnambiguous(walked.readings);
  return walked.readings.surplus;
}

function drawsAnything({ doc, painting }: Drawing, page: PdfDict): boolean {
  const parts = contentParts(doc, page);
  return page.entries.has("Annots") || parts.some((part) => part?.kind !== "ref" || painting.has(part.num));
}

function pageCost(drawing: Drawing, page: PdfDict, scope: Scope): Cost {
  const { doc } = drawing;
  const parts = contentParts(doc, page);
  const appearances = itemsOf(doc, page.entries.get("Annots")).flatMap((annotation) => {
    const normal = dictionaryOf(doc, dictionaryOf(doc, annotation).entries.get("AP")).entries.get("N");
    const states = doc.resolve(normal);
    // One state shows at a time; an appearance of several is small.
    return states?.kind === "dict" ? [...states.entries.values()] : [normal];
  });
  const whole = { scope, isForm: false, isPart: parts.length > 1, depth: 0 };
  const own = parts.map((part, i) => costOf(drawing, part, { ...whole, isFirst: i === 0 }));
  requireSoundParts(drawing, parts, sum(own));
  return sum([...own, ...appearances.map((form) => costOf(drawing, form, { scope, isForm: true, depth: 0 }))]);
}

/** Readers read a page's parts as one (§7.7.3.3 /Contents): a string begins in one part and ends in another. */
function requireSoundParts(
  { doc, structured, edges }: Drawing,
  parts: readonly (PdfObject | undefined)[],
  { bytes }: Cost,
): void {
  // §7.8.2 ends a word with its part, and so do the readers of today; who joins the parts draws what nobody counted.
  const along = parts.flatMap((part) => (part?.kind === "ref" ? (edges.get(part.num) ?? []) : []));
  if (along.some(({ opensName }, i) => opensName && along[i + 1]?.goesOn === true))
    throw broken("a name that begins in one part of a page's contents and ends in another");
  if (along.slice(0, -1).some((part) => part.opensText))
    throw broken("a text that begins in one part of a page's contents and ends in another");
  const isStructured = parts.some((part) => part?.kind === "ref" && structured.has(part.num));
  if (parts.length < 2 || bytes > drawingLimits.pageBytesMax || !isStructured) return;
  const read = parts.flatMap((part) => {
    const stream = doc.resolve(part);
    const octets = stream?.kind === "stream" ? unlessBroken(() => doc.decodeStream(stream)) : undefined;
    return octets === undefined ? [] : [octets, Buffer.from(" ")];
  });
  refuseStructureWords(Buffer.concat(read));
}

/** A page's own contents draw with the page's resources, whatever they say themselves. */
type Where = {
  readonly scope: Scope;
  readonly isForm: boolean;
  readonly depth: number;
  readonly isGlyph?: boolean;
  /** One of several parts of a page's contents. */
  readonly isPart?: boolean;
  /** Nothing was drawn before on this page. */
  readonly isFirst?: boolean;
};
type Stream = { readonly num: number; readonly stream: PdfStream };

function costOf(drawing: Drawing, value: PdfObject | undefined, where: Where): Cost {
  const { doc, known, open } = drawing;
  const stream = doc.resolve(value);
  if (stream?.kind !== "stream" || value?.kind !== "ref") return nothing;
  const within = { dict: stream.dict, owner: `${value.num}` };
  const scope = where.isForm ? resourcesWithin(doc, within, where.scope) : where.scope;
  const key = `${value.num} ${scope.key}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  if (open.has(key)) throw tooComplex(`form ${value.num} draws itself`);
  if (where.depth > drawingLimits.formDepthMax) throw tooComplex("forms within forms without end");
  open.add(key);
  const cost = contentCost(drawing, { num: value.num, stream }, { ...where, scope });
  open.delete(key);
  known.set(key, cost);
  return cost;
}

function contentCost(drawing: Drawing, { num, stream }: Stream, where: Where): Cost {
  const { doc, targets, structured, painting, edges } = drawing;
  const { scope, depth } = where;
  // What cannot be unpacked draws nothing.
  const bytes = unlessBroken(() => doc.decodeStream(stream)) ?? new Uint8Array(0);
  refuseStructureWords(bytes);
  if (nameStructure(bytes)) structured.add(num);
  if (mayPaint(bytes)) painting.add(num);
  if (bytes.length > 0)
    edges.set(num, {
      goesOn: goesOn(bytes),
      opensName: opensName(bytes),
      opensText: where.isPart === true && opensText(bytes),
    });
  const drawn = targets.get(scope.key) ?? new Map<string, readonly DrawnTarget[]>();
  targets.set(scope.key, drawn);
  const named = (name: string): readonly DrawnTarget[] => {
    const found = drawn.get(name) ?? targetsNamed(doc, name, scope);
    // Contents may have millions of names that stand for nothing.
    if (found.length > 0) drawn.set(name, found);
    return found;
  };
  const counts = namesIn(bytes, (name) => named(name).length > 0, namesMax);
  if ([...counts.values()].reduce((all, times) => all + times, 0) > namesMax)
    throw tooComplex("contents that draw without end");
  const { length } = bytes;
  const area = where.isForm ? areaOf(doc, stream.dict.entries.get("BBox")) : drawing.area;
  const costs = [...counts].flatMap(([name, times]) =>
    named(name).map((target) => {
      if (target.kind === "font") return glyphsCost(drawing, target, { ...where, length });
      if (target.kind === "picture") return pictureCost(drawing, target.value, { scope, times });
      if (target.kind === "shading" || target.kind === "shading-pattern")
        return shadingCost(drawing, { ...target, isPattern: target.kind !== "shading" }, { scope, times });
      if (target.kind === "mask-transfer")
        return { ...nothing, programs: times * functionCost(doc, target.value).each };
      if (target.kind === "transfer") return { ...nothing, programs: times * transferCost(doc, target.value) };
      const each = costOf(drawing, target.value, { scope, isForm: true, depth: depth + 1 });
      if (target.kind === "tile") return tileCost(drawing, { target, each, times }, area);
      const apart = target.kind === "mask" ? 1 : isGroup(doc, target.value) ? 1 / drawingLimits.groupShare : 0;
      return repeated({ ...each, forms: each.forms + 1, masks: each.masks + apart }, times);
    }),
  );
  const own = { ...nothing, ...linesCost(drawing, bytes, where), bytes: length, paints: paintsIn(bytes) };
  return sum([{ ...own, ...coloursCost(drawing, bytes, scope) }, inlineCost(drawing, bytes, scope), ...costs]);
}

function pictureCost(
  { doc, points }: Drawing,
  picture: PdfObject,
  { scope, times }: { readonly scope: Scope; readonly times: number },
): Cost {
  const pixels = pixelsOf(doc, picture, points);
  return {
    ...nothing,
    pixels: times * pixels,
    programs: times * programOfPicture(doc, { picture, pixels }, scope),
  };
}

/** Colours may be set in a space that somebody else has set. */
function coloursCost({ doc, tints }: Drawing, bytes: Uint8Array, scope: Scope): Partial<Cost> {
  const { colours, spaces, plain } = coloursIn(bytes);
  const { each, once } = dearestSpace(doc, scope, tints);
  return { colours, spaces: hasDefaults(scope) ? spaces + plain : spaces, tint: each, tintRead: once };
}

/** Their points are in whatever space of the resources, and what their filters give is counted where several multiply it. */
function inlineCost({ doc, tints }: Drawing, bytes: Uint8Array, scope: Scope): Cost {
  const images = inlineImagesIn(bytes, (num, gen) => numberOf(doc, { kind: "ref", num, gen }));
  if (images.length === 0) return nothing;
  const { each, once } = dearestSpace(doc, scope, tints);
  const pixels = images.reduce((all, { width, height }) => all + width * height, 0);
  for (const { filters, from } of images) {
    const Filter = pdfArray(filters.map((name) => pdfName(name)));
    requireUnpackable(doc, pdfStream(pdfDict({ Filter }), bytes.subarray(from)));
  }
  return { ...nothing, pixels, programs: (each * pixels + once * images.length) / drawingLimits.pointsOfAPage };
}

const openBracket = 0x5b;

/** Where a page begins, lines are whole: paths are followed there only where a pattern is set. */
function linesCost(
  { doc, periods }: Drawing,
  bytes: Uint8Array,
  where: Where,
): Pick<Cost, "dashes" | "bare" | "period"> {
  const ofStates = periodOfStates(doc, where.scope.dictionary("ExtGState"), periods);
  const isWhole = where.isFirst === true && ofStates === Number.POSITIVE_INFINITY;
  // Without an array nothing is a pattern.
  if (isWhole && !bytes.includes(openBracket)) return { dashes: 0, bare: 0, period: ofStates };
  const states = where.scope.dictionary("ExtGState").entries;
  const { dashes, bare, period } = strokesIn(bytes, {
    componentsOf: componentsIn(doc, where.scope),
    periodOf: (state) => periodOfState(doc, states.get(state)),
  });
  return { dashes, bare: isWhole ? 0 : bare, period: Math.min(period, ofStates) };
}

type Named = { readonly target: { readonly value: PdfObject }; readonly each: Cost; readonly times: number };

function tileCost({ doc }: Drawing, { target, each, times }: Named, area: number): Cost {
  const pattern = doc.resolve(target.value);
  if (pattern?.kind !== "stream") return { ...nothing, forms: times };
  requireCoarse(doc, pattern.dict, area);
  const { paints: _, ...cell } = tiled(each);
  const whole = { ...nothing, ...cell, forms: cell.forms + 1 };
  const { bytes, forms, programs, shaded } = whole;
  const largest = { tileBytes: bytes, tileForms: forms, tileProgram: programs, tileShaded: shaded };
  return { ...repeated(whole, times), ...largest };
}

/** At most one glyph an octet; their operators are few, and readers keep them: they weigh a little of what others do. */
function glyphsCost(
  drawing: Drawing,
  { font, key }: { readonly font: PdfDict; readonly key: string },
  where: Where & { readonly length: number },
): Cost {
  if (where.isGlyph === true) throw tooComplex("glyphs that are drawn with glyphs");
  const { doc } = drawing;
  const scope = resourcesWithin(doc, { dict: font, owner: key }, where.scope);
  const glyphs = [...dictionaryOf(doc, font.entries.get("CharProcs")).entries.values()].map((glyph) =>
    costOf(drawing, glyph, { scope, isForm: true, isGlyph: true, depth: where.depth + 1 }),
  );
  const most = (of: keyof Cost): number =>
    where.length * glyphs.reduce((largest, glyph) => Math.max(largest, glyph[of]), 0);
  const kept = (of: keyof Cost): number => Math.ceil(most(of) / drawingLimits.glyphShare);
  const all = sum(glyphs);
  return {
    ...all,
    ...{ bytes: kept("bytes"), forms: most("forms"), paints: kept("paints"), pixels: kept("pixels") },
    ...{ masks: kept("masks"), colours: kept("colours"), spaces: kept("spaces") },
    // How much of the page a glyph shades is not followed.
    ...{ programs: kept("programs") + kept("shaded"), shaded: 0 },
    ...{ tileProgram: all.tileProgram + all.tileShaded, tileShaded: 0 },
  };
}
