// Shadings (ISO 32000-2 §8.7.4.5) that programs make different things of: of one that does not say all that its kind must, or says it
// in another way, pdf.js, poppler and MuPDF paint each something else, or nothing, over whatever is below.

import { componentsOf } from "../contents/colour-spaces.ts";
import { ambiguityInFunction, type Interval, tint } from "../functions/function-ambiguity.ts";
import { booleanOf, dictionaryOf, integerOf, itemsOf, nameOf, numbersOf } from "../pdf/access.ts";
import type { PdfDict, PdfObject } from "../pdf/objects.ts";
import type { PdfDocument } from "../pdf/open-pdf.ts";
import { ambiguityInInks, isOfInks } from "./ink-ambiguity.ts";

type Entries = PdfDict["entries"];

/** What programs make different things of in a shading, in words; `isPattern` where a pattern paints it, not `sh`. */
export function ambiguityInShading(
  doc: PdfDocument,
  stored: PdfObject | undefined,
  { isPattern }: { readonly isPattern: boolean },
): string | undefined {
  const { entries } = dictionaryOf(doc, stored);
  const type = integerOf(doc, entries.get("ShadingType")) ?? 0;
  if (type < 1 || type > 7) return "a shading of a kind that there is not";
  const components = colourOf(doc, entries.get("ColorSpace"));
  if (components === undefined) return "a shading in no colour space";
  return (
    ambiguityInAround(doc, entries, { type, components, isPattern }) ??
    ambiguityInInks(doc, entries.get("ColorSpace")) ??
    ambiguityInColours(doc, entries, { type, components }) ??
    (type === 1 ? ambiguityInArea(doc, entries) : type < 4 ? ambiguityInLine(doc, entries, type) : undefined) ??
    (type >= 4 ? ambiguityInMesh(doc, stored, { type, components }) : undefined)
  );
}

/** How many numbers a colour has; pdf.js alone looks up names that the resources have, and others know those of devices only. */
function colourOf(doc: PdfDocument, space: PdfObject | undefined): number | undefined {
  const name = nameOf(doc, space);
  return name !== undefined && !name.startsWith("Device") ? undefined : componentsOf(doc, space);
}

type Kind = { readonly type: number; readonly components: number };

/** What is around a shading (table 77): its box, and what is painted beside it in patterns only, not by `sh`. */
function ambiguityInAround(
  doc: PdfDocument,
  entries: Entries,
  { type, components, isPattern }: Kind & { readonly isPattern: boolean },
): string | undefined {
  if (doc.resolve(entries.get("BBox")) !== undefined) {
    if (numbersOf(doc, entries.get("BBox"))?.length !== 4) return "a shading whose box is none";
    // pdf.js clips them where `sh` paints them.
    if (isPattern && type === 2) return "a shading along a line in a box, in a pattern";
  }
  if (doc.resolve(entries.get("Background")) === undefined) return undefined;
  const isWhole = numbersOf(doc, entries.get("Background"))?.length === components;
  return isPattern && type !== 1 && isWhole ? undefined : "a shading with a background";
}

/** One function for all numbers of a colour, or one for each; meshes may have none. Without one, others paint nothing in any program. */
function ambiguityInColours(doc: PdfDocument, entries: Entries, { type, components }: Kind): string | undefined {
  const stored = entries.get("Function");
  const resolved = doc.resolve(stored);
  if (resolved === undefined) return undefined;
  const several = resolved.kind === "array" ? resolved.items : undefined;
  if (several !== undefined && several.length !== components) return "a shading whose functions give no colour";
  const asked = {
    inputs: inputsOf(doc, entries, type),
    outputs: several === undefined ? components : 1,
    ...(isOfInks(doc, entries.get("ColorSpace")) ? { within: Array.from({ length: components }, () => tint) } : {}),
  };
  for (const each of several ?? [stored]) {
    const why = ambiguityInFunction(doc, each, asked);
    if (why !== undefined) return `a shading with ${why}`;
  }
  const [family] = itemsOf(doc, entries.get("ColorSpace"));
  // §8.7.4.5.1: numbers of a palette have nothing between them.
  return type < 4 && nameOf(doc, family) === "Indexed" ? "a shading between colours of a palette" : undefined;
}

/** What goes into the functions of a shading (tables 78 to 84); of meshes, what stands for a colour. */
function inputsOf(doc: PdfDocument, entries: Entries, type: number): readonly Interval[] {
  if (type >= 4) {
    const [from = 0, to = 1] = (numbersOf(doc, entries.get("Decode")) ?? []).slice(4);
    return [[Math.min(from, to), Math.max(from, to)]];
  }
  const domain = numbersOr(doc, entries.get("Domain"), type === 1 ? [0, 1, 0, 1] : [0, 1]);
  return Array.from({ length: type === 1 ? 2 : 1 }, (_, i) => [domain[2 * i] ?? 0, domain[2 * i + 1] ?? 1]);
}

function ambiguityInArea(doc: PdfDocument, entries: Entries): string | undefined {
  const domain = numbersOr(doc, entries.get("Domain"), [0, 1, 0, 1]);
  const [left = 0, right = 0, bottom = 0, top = 0] = domain;
  if (domain.length !== 4 || left > right || bottom > top) return "a shading of no area";
  const matrix = numbersOr(doc, entries.get("Matrix"), [1, 0, 0, 1, 0, 0]);
  return matrix.length === 6 ? undefined : "a shading whose matrix is none";
}

/** What is stored, or `otherwise` where nothing is; none of anything that is not all numbers. */
function numbersOr(doc: PdfDocument, stored: PdfObject | undefined, otherwise: readonly number[]): readonly number[] {
  return doc.resolve(stored) === undefined ? otherwise : (numbersOf(doc, stored) ?? []);
}

/** Units; from here on pdf.js counts too coarsely to show where a shading begins. */
const placeMost = 10_000_000;
/** Units, and of the largest number: what is nearer is one point for some programs, and two for others. */
const [apartLeast, apartShare] = [0.001, 0.000_001];

/** Along a line, or from circle to circle (§8.7.4.5.3, §8.7.4.5.4). */
function ambiguityInLine(doc: PdfDocument, entries: Entries, type: number): string | undefined {
  const coords = numbersOf(doc, entries.get("Coords")) ?? [];
  if (coords.length !== (type === 2 ? 4 : 6)) return "a shading without places";
  const most = Math.max(...coords.map(Math.abs));
  if (most > placeMost) return "a shading without end";
  const [x = 0, y = 0, start = 0, ...rest] = type === 2 ? [...coords.slice(0, 2), 0, ...coords.slice(2), 0] : coords;
  const [toX = 0, toY = 0, end = 0] = rest;
  if (start < 0 || end < 0) return "a circle of less than no radius";
  const apart = Math.max(Math.hypot(toX - x, toY - y), Math.abs(end - start));
  // Of two equal circles all show nothing, of two equal points poppler shows all.
  const isNothing = type === 3 && apart === 0;
  if (!isNothing && apart < Math.max(apartLeast, apartShare * most)) return "a shading from a place to the same";
  const domain = numbersOr(doc, entries.get("Domain"), [0, 1]);
  const [from = 0, to = 0] = domain;
  if (domain.length !== 2 || from >= to) return "a shading over no domain";
  return isExtend(doc, entries.get("Extend")) ? undefined : "a shading that goes on at one end";
}

function isExtend(doc: PdfDocument, stored: PdfObject | undefined): boolean {
  if (doc.resolve(stored) === undefined) return true;
  const items = itemsOf(doc, stored);
  return items.length === 2 && items.every((item) => booleanOf(doc, item) !== undefined);
}

/** Bits that numbers of meshes have (tables 82 to 84). */
const bitsAre = [
  ["BitsPerCoordinate", new Set([1, 2, 4, 8, 12, 16, 24, 32])],
  ["BitsPerComponent", new Set([1, 2, 4, 8, 12, 16])],
  ["BitsPerFlag", new Set([2, 4, 8])],
] as const;

/** Meshes (§8.7.4.5.5 to §8.7.4.5.8). Where bits of flags are not said, pdf.js reads without end. */
function ambiguityInMesh(
  doc: PdfDocument,
  stored: PdfObject | undefined,
  { type, components }: Kind,
): string | undefined {
  const { entries } = dictionaryOf(doc, stored);
  if (doc.resolve(stored)?.kind !== "stream") return "a mesh without points";
  const isLattice = type === 5;
  for (const [key, counts] of isLattice ? bitsAre.slice(0, 2) : bitsAre)
    if (!counts.has(integerOf(doc, entries.get(key)) ?? 0)) return "a mesh whose numbers have no size";
  const colours = doc.resolve(entries.get("Function")) === undefined ? components : 1;
  if (numbersOf(doc, entries.get("Decode"))?.length !== 4 + 2 * colours) return "a mesh of numbers that mean nothing";
  const perRow = integerOf(doc, entries.get("VerticesPerRow")) ?? 0;
  return isLattice && perRow < 2 ? "a mesh without rows" : undefined;
}
