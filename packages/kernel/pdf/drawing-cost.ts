// What drawing a page costs its readers (ISO 32000-2 §7.8.2, §8.10): a kilobyte can unpack to gigabytes of contents, or hold
// forms that draw forms that draw forms, and whoever looks at the page waits without end. Counted is an upper bound: a form is
// drawn at most as often as its name stands in what draws it, strings and comments included.
import { dictionaryOf, itemsOf } from "./access.ts";
import type { ByteSource } from "./byte-source.ts";
import { type DrawnTargets, drawnTargets, resourcesOf, type Scope } from "./drawn-resources.ts";
import { drawingLimits, type PdfLimits } from "./limits.ts";
import { namesIn } from "./names-in-content.ts";
import type { PdfDict, PdfObject, PdfStream } from "./objects.ts";
import { openPdf, type PdfDocument } from "./open-pdf.ts";
import { listPages } from "./pages.ts";
import { tooComplex, unlessBroken } from "./refusal.ts";
import { nameStructure, refuseStructureWords } from "./structure-words.ts";
import { areaOf, paintsIn, requireCoarse } from "./tiling-cost.ts";

/** Names of fonts and masks are counted too and draw no form each: a page with more of all of them is refused whatever they are. */
const namesMax = 10 * drawingLimits.pageFormsMax;

/** Octets of operators that are gone through, forms that are drawn, how often something is painted, the largest cell to paint it with. */
type Cost = { bytes: number; forms: number; paints: number; tileBytes: number; tileForms: number };

const nothing: Cost = { bytes: 0, forms: 0, paints: 0, tileBytes: 0, tileForms: 0 };

type Drawing = {
  readonly doc: PdfDocument;
  readonly known: Map<string, Cost>;
  readonly open: Set<string>;
  readonly targets: Map<string, DrawnTargets>;
  /** Contents that have the octets of a structure word, by number. */
  readonly structured: Set<number>;
  /** The largest page, in square units: patterns are not clipped to anything smaller (§8.7.3.1). */
  readonly area: number;
};

/**
 * Looks at what every page draws, its annotations included; nothing is drawn.
 * @throws PdfRefusal FILE_TOO_COMPLEX for a page that costs more than `drawingLimits`, FILE_BROKEN for contents with words of a file's structure
 */
export function requireDrawable(source: ByteSource, limits: PdfLimits): void {
  const { decodedTotalBytesMax, pageBytesMax, pageFormsMax } = drawingLimits;
  const doc = openPdf(source, { ...limits, decodedTotalBytesMax });
  const pages = listPages(doc);
  const area = pages.reduce((most, { box }) => Math.max(most, (box[2] - box[0]) * (box[3] - box[1])), 0);
  const drawing: Drawing = { doc, known: new Map(), open: new Set(), targets: new Map(), structured: new Set(), area };
  pages.forEach(({ ref, dict }, i) => {
    const { bytes, forms } = pageCost(drawing, dict, resourcesOf(doc, dict, `${ref.num}`));
    if (bytes > pageBytesMax) throw tooComplex(`page ${i + 1} draws ${bytes} bytes of contents`);
    if (forms > pageFormsMax) throw tooComplex(`page ${i + 1} draws ${forms} forms`);
  });
}

function pageCost(drawing: Drawing, page: PdfDict, scope: Scope): Cost {
  const { doc } = drawing;
  const contents = page.entries.get("Contents");
  const parts = doc.resolve(contents)?.kind === "array" ? itemsOf(doc, contents) : [contents];
  const appearances = itemsOf(doc, page.entries.get("Annots")).flatMap((annotation) => {
    const normal = dictionaryOf(doc, dictionaryOf(doc, annotation).entries.get("AP")).entries.get("N");
    const states = doc.resolve(normal);
    // One state shows at a time; an appearance of several is small.
    return states?.kind === "dict" ? [...states.entries.values()] : [normal];
  });
  const own = parts.map((part) => costOf(drawing, part, { scope, isForm: false, depth: 0 }));
  requireSoundParts(drawing, parts, sum(own));
  const costs = [...own, ...appearances.map((form) => costOf(drawing, form, { scope, isForm: true, depth: 0 }))];
  return tiled(sum(costs));
}

/** Everything may be painted with the largest cell: which colour is in effect depends on the reader where contents are no good. */
function tiled(cost: Cost): Cost {
  const share = cost.paints / drawingLimits.tileShare;
  const { tileBytes, tileForms } = cost;
  return {
    ...nothing,
    bytes: cost.bytes + Math.ceil(share * tileBytes),
    forms: cost.forms + Math.ceil(share * tileForms),
  };
}

/** Readers read a page's parts as one (§7.7.3.3 /Contents): a string begins in one part and ends in another. */
function requireSoundParts(
  { doc, structured }: Drawing,
  parts: readonly (PdfObject | undefined)[],
  { bytes }: Cost,
): void {
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
};
type Stream = { readonly num: number; readonly stream: PdfStream };

function costOf(drawing: Drawing, value: PdfObject | undefined, where: Where): Cost {
  const { doc, known, open } = drawing;
  const stream = doc.resolve(value);
  if (stream?.kind !== "stream" || value?.kind !== "ref") return nothing;
  const hasOwn = where.isForm && stream.dict.entries.has("Resources");
  const scope = hasOwn ? resourcesOf(doc, stream.dict, `${value.num}`) : where.scope;
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
  const { doc, targets, structured } = drawing;
  const { scope, depth } = where;
  // What cannot be unpacked draws nothing.
  const bytes = unlessBroken(() => doc.decodeStream(stream)) ?? new Uint8Array(0);
  refuseStructureWords(bytes);
  if (nameStructure(bytes)) structured.add(num);
  const drawn = targets.get(scope.key) ?? drawnTargets(doc, scope);
  targets.set(scope.key, drawn);
  const counts = drawn.size === 0 ? new Map<string, number>() : namesIn(bytes, drawn, namesMax);
  if ([...counts.values()].reduce((all, times) => all + times, 0) > namesMax)
    throw tooComplex("contents that draw without end");
  const length = bytes.length;
  const costs = [...counts].flatMap(([name, times]) =>
    (drawn.get(name) ?? []).map((target) => {
      if (target.kind === "font") return glyphsCost(drawing, target, { ...where, length });
      const each = costOf(drawing, target.stream, { scope, isForm: true, depth: depth + 1 });
      if (target.kind === "tile")
        return tileCost(drawing, { target, each, times }, areaOfStream(drawing, stream, where));
      return { ...each, bytes: times * each.bytes, forms: times * (each.forms + 1), paints: times * each.paints };
    }),
  );
  return sum([{ ...nothing, bytes: length, paints: paintsIn(bytes) }, ...costs]);
}

function areaOfStream({ doc, area }: Drawing, stream: PdfStream, { isForm }: Where): number {
  return isForm ? areaOf(doc, stream.dict.entries.get("BBox")) : area;
}

type Named = { readonly target: { readonly stream: PdfObject }; readonly each: Cost; readonly times: number };

function tileCost({ doc }: Drawing, { target, each, times }: Named, area: number): Cost {
  const pattern = doc.resolve(target.stream);
  if (pattern?.kind !== "stream") return { ...nothing, forms: times };
  requireCoarse(doc, pattern.dict, area);
  const { bytes, forms } = tiled(each);
  return { ...nothing, bytes: times * bytes, forms: times * (forms + 1), tileBytes: bytes, tileForms: forms + 1 };
}

/** At most one glyph an octet; their operators are few, and readers keep them: they weigh a little of what others do. */
function glyphsCost(
  drawing: Drawing,
  { font, key }: { readonly font: PdfDict; readonly key: string },
  where: Where & { readonly length: number },
): Cost {
  if (where.isGlyph === true) throw tooComplex("glyphs that are drawn with glyphs");
  const { doc } = drawing;
  const scope = font.entries.has("Resources") ? resourcesOf(doc, font, key) : where.scope;
  const glyphs = [...dictionaryOf(doc, font.entries.get("CharProcs")).entries.values()].map((glyph) =>
    costOf(drawing, glyph, { scope, isForm: true, isGlyph: true, depth: where.depth + 1 }),
  );
  const largest = glyphs.reduce((most, { bytes }) => Math.max(most, bytes), 0);
  const most = glyphs.reduce((forms, glyph) => Math.max(forms, glyph.forms), 0);
  const paints = glyphs.reduce((all, glyph) => Math.max(all, glyph.paints), 0);
  return {
    ...sum(glyphs),
    bytes: Math.ceil((where.length * largest) / drawingLimits.glyphShare),
    forms: where.length * most,
    paints: Math.ceil((where.length * paints) / drawingLimits.glyphShare),
  };
}

function sum(costs: readonly Cost[]): Cost {
  const all = { ...nothing };
  for (const { bytes, forms, paints, tileBytes, tileForms } of costs) {
    all.bytes += bytes;
    all.forms += forms;
    all.paints += paints;
    all.tileBytes = Math.max(all.tileBytes, tileBytes);
    all.tileForms = Math.max(all.tileForms, tileForms);
  }
  return all;
}
