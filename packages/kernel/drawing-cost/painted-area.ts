// How much contents paint, in numbers (ISO 32000-2 §8.2): areas, how often something is painted, and what shadings by a function of two
// compute for the points that are.

/**
 * What such shadings compute. `programs`: octets of programs for each square unit that is painted with them. `perPoint`: octets of all of
 * them together, for each point that all paint. `least`: octets for the points that readers compute however little is painted.
 */
export type Programs = { readonly programs: number; readonly perPoint: number; readonly least: number };

/** Of no shading. */
export const noPrograms: Programs = { programs: 0, perPoint: 0, least: 0 };

type Sum = { -readonly [Kind in keyof Programs]: number };

/** Adds what is painted in a colour within an area, in square units. */
export function colourPrograms(
  sum: Sum,
  area: number,
  { perPoint, least }: Pick<Programs, "perPoint" | "least">,
): void {
  if (perPoint > 0) sum.programs += perPoint * area;
  sum.perPoint += perPoint;
  sum.least += least;
}

/** Adds what is drawn by name, all times together: within what clips it, all of it computes no more than for each point there. */
export function addPrograms(sum: Sum, drawn: Programs, { scale, clip, count }: Omit<Times, "stretch">): void {
  const most = drawn.perPoint * clip;
  // Without end times nothing would be no number.
  const isEndless = drawn.programs === Number.POSITIVE_INFINITY;
  if (drawn.perPoint > 0) sum.programs += isEndless ? most : Math.min(drawn.programs * scale, most);
  sum.perPoint += drawn.perPoint * count;
  sum.least += drawn.least * count;
}

/** All times that something was drawn: their number, sums of its sizes, of what clipped it, and of how much longer its sides became. */
export type Times = { scale: number; clip: number; stretch: number; count: number };

/**
 * Square units in a space of its own, and how many paintings that are: each paints no more than what clips it. `edges`: how long the edges
 * of what is filled are, in units of that space, beyond those of plain shapes. `patterned`: how many are with a pattern.
 */
export type Area = Programs & {
  readonly area: number;
  readonly paints: number;
  readonly edges: number;
  readonly patterned: number;
};

/** Of nothing. */
export const noArea: Area = { area: 0, paints: 0, edges: 0, patterned: 0, ...noPrograms };

/** Of several the most of each number, nothing where there are none. */
export function mostOf(areas: readonly Area[]): Area {
  const all: { -readonly [Kind in keyof Area]: number } = { ...noArea };
  for (const area of areas) for (const kind of kinds) all[kind] = Math.max(all[kind], area[kind]);
  return all;
}

const kinds = ["area", "paints", "edges", "patterned", "programs", "perPoint", "least"] as const;

/** How often a colour paints what is painted with it, a pattern for example, and how many square units at most. */
export type Colour = Pick<Programs, "perPoint" | "least"> & {
  readonly covers: number;
  readonly most: number;
  readonly isPattern: boolean;
};

/** A plain one. */
export const plain: Colour = { covers: 1, most: Number.POSITIVE_INFINITY, isPattern: false, perPoint: 0, least: 0 };

/** What a form takes over from whoever draws it (§8.10.1), as far as it says how much is painted. */
export type Inherited = {
  /** Of lines. */
  readonly breadth: number;
  readonly fill: Colour;
  readonly stroke: Colour;
  /** Of a glyph, in the space of text. */
  readonly glyph: Area;
  /** Whether glyphs are stroked (§9.3.6). */
  readonly isOutlined: boolean;
};

/** Where a page begins (§8.4.1). */
export const beginning: Inherited = {
  breadth: 1,
  fill: plain,
  stroke: plain,
  glyph: noArea,
  isOutlined: false,
};

/** A glyph of a font whose size is not one. */
export const sized = (glyph: Area, size: number): Area => ({
  ...glyph,
  ...{ area: glyph.area * size * size, edges: glyph.edges * Math.abs(size) },
});

/** What is inherited, as a text. */
export const inheritedKey = ({ breadth, fill, stroke, glyph, isOutlined }: Inherited): string =>
  `${breadth} ${colourKey(fill)} ${colourKey(stroke)} ${glyph.area} ${glyph.paints} ${glyph.edges} ${glyph.patterned} ${isOutlined}`;

const colourKey = ({ covers, isPattern, perPoint, least }: Colour): string =>
  isPattern ? `${covers}/${perPoint}/${least}` : `${covers}`;

/** Rounded up, so that there are few of them: what a form paints is counted anew for each. */
const coarse = (value: number): number => (value > 0 ? 2 ** Math.ceil(Math.log2(value)) : 0);

/** Of another scale there: how much it paints at most cannot be said. */
const taken = ({ covers, isPattern, perPoint, least }: Colour): Colour => ({
  ...{ covers: coarse(covers), most: Number.POSITIVE_INFINITY },
  ...{ isPattern, perPoint: coarse(perPoint), least: coarse(least) },
});

/** What a form takes over where it is drawn, by text that is so many times as broad. */
export function takenOver({ breadth, fill, stroke, glyph, isOutlined }: Inherited, stretch: number): Inherited {
  return {
    isOutlined,
    ...{ breadth: coarse(breadth), fill: taken(fill), stroke: taken(stroke) },
    glyph: {
      ...noArea,
      patterned: coarse(glyph.patterned),
      area: coarse(glyph.area * stretch),
      paints: coarse(glyph.paints),
      edges: coarse(glyph.edges * Math.max(1, stretch)),
    },
  };
}
