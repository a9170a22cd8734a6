// The classes of what drawing costs (ISO 32000-2 §8, §11): each has a bound of its own, and a page is refused over any of them.
import { drawingLimits } from "../pdf/limits.ts";
import { tooComplex } from "../pdf/refusal.ts";

/** What drawing contents costs, what they draw included. */
export type Cost = {
  /** Octets of operators that are gone through. */
  readonly bytes: number;
  readonly forms: number;
  /** Points of pictures. */
  readonly pixels: number;
  /** Surfaces that are painted apart: soft masks and, at their share, groups. */
  readonly masks: number;
  /** Octets of programs that colour each point. */
  readonly programs: number;
  /** The same of shadings by a function of two, as if each covered the page: `Patterned` says how much of it they do. */
  readonly shaded: number;
  /** Pieces of dashed lines; `bare` and `period` as of `Strokes`. */
  readonly dashes: number;
  readonly bare: number;
  readonly period: number;
  /** How often something is painted, and the largest cell and program to paint it with. */
  readonly paints: number;
  readonly tileBytes: number;
  readonly tileForms: number;
  readonly tileProgram: number;
  readonly tileShaded: number;
  /** How often a colour is set, and a space of colours; and the dearest function to compute it with, and to read before. */
  readonly colours: number;
  readonly spaces: number;
  readonly tint: number;
  readonly tintRead: number;
};

/** Of no contents. */
export const nothing: Cost = {
  ...{ bytes: 0, forms: 0, pixels: 0, masks: 0, programs: 0, shaded: 0 },
  ...{ dashes: 0, bare: 0, period: Number.POSITIVE_INFINITY },
  ...{ paints: 0, tileBytes: 0, tileForms: 0, tileProgram: 0, tileShaded: 0 },
  ...{ colours: 0, spaces: 0, tint: 0, tintRead: 0 },
};

/** Of these each one adds to the others; of those only the most counts. */
const added = [
  "bytes",
  "forms",
  "pixels",
  "masks",
  "programs",
  "shaded",
  "dashes",
  "bare",
  "paints",
  "colours",
  "spaces",
] as const;
const most = ["tileBytes", "tileForms", "tileProgram", "tileShaded", "tint", "tintRead"] as const;

/** One after the other. */
export function sum(costs: readonly Cost[]): Cost {
  const all: { -readonly [Class in keyof Cost]: number } = { ...nothing };
  for (const cost of costs) {
    for (const kind of added) all[kind] += cost[kind];
    for (const kind of most) all[kind] = Math.max(all[kind], cost[kind]);
    all.period = Math.min(all.period, cost.period);
  }
  return all;
}

/** The same so many times. */
export function repeated(cost: Cost, times: number): Cost {
  const all: { -readonly [Class in keyof Cost]: number } = { ...cost };
  for (const kind of added) all[kind] *= times;
  return all;
}

/**
 * How much of a page is painted with patterns, where contents were followed: how often something is, and what shadings by a function of
 * two compute there for the points they cover, in octets for each point of the page.
 */
export type Patterned = { readonly patterned: number; readonly shaded: number };

/** Of contents that paint nothing. */
export const unpainted: Patterned = { patterned: 0, shaded: 0 };

/** Of contents that nobody has followed: everything may be, all over the page. */
const anything: Patterned = { patterned: Number.POSITIVE_INFINITY, shaded: Number.POSITIVE_INFINITY };

/** What is painted with a pattern may be painted with the largest cell, and what is coloured in the dearest colour. */
export function tiled(cost: Cost, painted: Patterned = anything): Cost {
  const share = Math.min(cost.paints, painted.patterned) / drawingLimits.tileShare;
  // Where it is known what is painted with one, each time counts: readers draw the cell anew.
  const cells = Number.isFinite(painted.patterned) ? painted.patterned : share;
  const tints = (cost.colours + cost.spaces) * cost.tint + cost.spaces * cost.tintRead;
  return {
    ...cost,
    bytes: cost.bytes + Math.ceil(cells * cost.tileBytes),
    forms: cost.forms + Math.ceil(share * cost.tileForms),
    programs: cost.programs + share * cost.tileProgram + tints / drawingLimits.pointsOfAPage,
    shaded: Math.min(cost.shaded + share * cost.tileShaded, painted.shaded),
    ...{ paints: 0, tileBytes: 0, tileForms: 0, tileProgram: 0, tileShaded: 0 },
    ...{ colours: 0, spaces: 0, tint: 0, tintRead: 0 },
  };
}

/** @throws PdfRefusal FILE_TOO_COMPLEX for a page that costs more than `drawingLimits` */
export function requireCheap(page: number, cost: Cost): void {
  const { pageBytesMax, pageFormsMax, pagePixelsMax, pageMasksMax, pageProgramBytesMax, pageDashesMax } = drawingLimits;
  // Lines for which nothing is said are cut by whatever pattern is in effect where they are drawn.
  const dashes = cost.dashes + cost.bare / cost.period;
  const bounds: readonly [number, number, string][] = [
    [cost.bytes, pageBytesMax, "bytes of contents"],
    [cost.forms, pageFormsMax, "forms"],
    [cost.pixels, pagePixelsMax, "points of pictures"],
    [cost.masks, pageMasksMax, "soft masks and groups"],
    [cost.programs + cost.shaded, pageProgramBytesMax, "octets of programs for each point"],
    [dashes, pageDashesMax, "pieces of lines"],
  ];
  // Infinity by infinity, or times nothing, is no number, and no more than anything.
  const over = bounds.find(([found, most]) => !(found <= most));
  if (over !== undefined)
    throw tooComplex(
      `page ${page} draws ${Number.isFinite(over[0]) ? Math.ceil(over[0]) : "infinitely many"} ${over[2]}`,
    );
}
