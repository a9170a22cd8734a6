// How often a page is painted over (ISO 32000-2 §8.2): ten characters fill all of it once more, and readers go through its points each
// time. Counted only where there is enough on a page to come near the bound. Text is left out: only its font's program says how large a
// glyph is. What bounds it are the octets of a page's contents, each a glyph at most (`drawingLimits.pageBytesMax`).
import { type Box, dictionaryOf, itemsOf, nameOf, numberOf, rectangleOf } from "./access.ts";
import { paintedBy } from "./area-walk.ts";
import { resourcesOf, type Scope } from "./drawn-resources.ts";
import { drawingLimits } from "./limits.ts";
import type { PdfDict, PdfObject, PdfStream } from "./objects.ts";
import type { PdfDocument } from "./open-pdf.ts";
import { tooComplex, unlessBroken } from "./refusal.ts";

/** A page: its number from 1, its contents and annotations, what they draw with. */
export type PaintedPage = {
  readonly number: number;
  readonly dict: PdfDict;
  readonly box: Box;
  readonly scope: Scope;
};

/** Square units in a space of its own, and how many paintings that are: each paints no more than what clips it. */
type Area = { readonly area: number; readonly paints: number };
type Walked = { readonly doc: PdfDocument; readonly known: Map<string, Area> };

/**
 * Counts what is painted on a page whose contents are cheap otherwise, so that none draw themselves. `paints` says how often something
 * may be painted at all.
 * @throws PdfRefusal FILE_TOO_COMPLEX for a page that is painted over more than `drawingLimits.pageCoversMax` times
 */
export function requireFewCovers(doc: PdfDocument, page: PaintedPage, paints: number): void {
  const size = sizeOf(page.box);
  if (size === 0 || paints <= drawingLimits.pageCoversMax / drawingLimits.shadingCovers) return;
  const walked: Walked = { doc, known: new Map() };
  const contents = page.dict.entries.get("Contents");
  const parts = doc.resolve(contents)?.kind === "array" ? itemsOf(doc, contents) : [contents];
  const octets = parts.flatMap((part) => octetsOf(doc, doc.resolve(part)) ?? []);
  const own = areaOf(walked, Buffer.concat(octets.flatMap((each) => [each, Buffer.from("\n")])), page);
  const covers = (own.area + annotationsArea(walked, page)) / size;
  // Infinity by infinity, or times nothing, is no number, and no more than anything.
  if (!(covers <= drawingLimits.pageCoversMax))
    throw tooComplex(
      `page ${page.number} is painted over ${Number.isFinite(covers) ? Math.ceil(covers) : "infinitely many"} times`,
    );
}

function octetsOf(doc: PdfDocument, stream: PdfObject | undefined): Uint8Array | undefined {
  return stream?.kind === "stream" ? unlessBroken(() => doc.decodeStream(stream)) : undefined;
}

function areaOf(walked: Walked, bytes: Uint8Array, { box, scope }: Pick<PaintedPage, "box" | "scope">): Area {
  const { doc } = walked;
  const states = dictionaryOf(doc, scope.resources.entries.get("ExtGState")).entries;
  const painted = paintedBy(bytes, box, (name) => {
    const breadth = numberOf(doc, dictionaryOf(doc, states.get(name)).entries.get("LW"));
    return breadth === undefined ? undefined : Math.abs(breadth);
  });
  let { area, paints } = painted;
  for (const [name, { scale, clip }] of painted.drawn) {
    const drawn = areaOfNamed(walked, name, scope);
    area += Math.min(drawn.area * scale, drawn.paints * clip);
    paints += drawn.paints;
  }
  for (const [name, shaded] of painted.shaded) {
    const shading = dictionaryOf(doc, dictionaryOf(doc, scope.resources.entries.get("Shading")).entries.get(name));
    area += (shading.entries.size === 0 ? 0 : drawingLimits.shadingCovers) * shaded;
    paints += drawingLimits.shadingCovers;
  }
  return { area, paints };
}

function areaOfNamed(walked: Walked, name: string, scope: Scope): Area {
  const { doc } = walked;
  const value = dictionaryOf(doc, scope.resources.entries.get("XObject")).entries.get(name);
  const stream = doc.resolve(value);
  if (stream?.kind !== "stream" || value?.kind !== "ref") return { area: 0, paints: 0 };
  if (nameOf(doc, stream.dict.entries.get("Subtype")) === "Image") return { area: 1, paints: 1 };
  const { area, paints } = areaOfForm(walked, { num: value.num, stream }, scope);
  const [a = 1, b = 0, c = 0, d = 1] = itemsOf(doc, stream.dict.entries.get("Matrix")).map(
    (item) => numberOf(doc, item) ?? 0,
  );
  return { area: area * Math.abs(a * d - b * c), paints };
}

type Form = { readonly num: number; readonly stream: PdfStream };

/** In the form's own space. */
function areaOfForm(walked: Walked, { num, stream }: Form, above: Scope): Area {
  const { doc, known } = walked;
  const scope = stream.dict.entries.has("Resources") ? resourcesOf(doc, stream.dict, `${num}`) : above;
  const key = `${num} ${scope.key}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const box = rectangleOf(doc, stream.dict.entries.get("BBox")) ?? [0, 0, 0, 0];
  const cost = areaOf(walked, octetsOf(doc, stream) ?? new Uint8Array(0), { box, scope });
  known.set(key, cost);
  return cost;
}

/** An appearance is fitted into its rectangle, whatever its own size (§12.5.5). */
function annotationsArea(walked: Walked, { dict, box, scope }: PaintedPage): number {
  const { doc } = walked;
  return itemsOf(doc, dict.entries.get("Annots")).reduce((all, annotation) => {
    const { entries } = dictionaryOf(doc, annotation);
    const normal = dictionaryOf(doc, entries.get("AP")).entries.get("N");
    const states = doc.resolve(normal);
    const forms = states?.kind === "dict" ? [...states.entries.values()] : [normal];
    const most = forms.map((form) => {
      const stream = doc.resolve(form);
      return stream?.kind === "stream" && form?.kind === "ref" ? fitted(walked, { num: form.num, stream }, scope) : 0;
    });
    const rect = rectangleOf(doc, entries.get("Rect")) ?? box;
    return all + Math.max(0, ...most) * Math.min(sizeOf(rect), sizeOf(box));
  }, 0);
}

/** How often a form paints over its own box. */
function fitted(walked: Walked, form: Form, scope: Scope): number {
  const size = sizeOf(rectangleOf(walked.doc, form.stream.dict.entries.get("BBox")) ?? [0, 0, 0, 0]);
  const { area, paints } = areaOfForm(walked, form, scope);
  return size === 0 ? 0 : Math.min(paints, area / size);
}

const sizeOf = ([left, bottom, right, top]: Box): number => (right - left) * (top - bottom);
