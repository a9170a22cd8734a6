// Tables of ICC profiles that lead from colours to what they look like (ICC.1:2022 §10.10 to §10.12): a curve for each component, a
// grid of nodes, and curves with a matrix between them behind it.
import { type Curve, identity, type ReadCurve, readCurve, samplesAt } from "./profile-curves.ts";
import { fixedAt, typeOf } from "./profile-tags.ts";

/** Coordinates of what a profile leads to; for /Lab those of the table, each 0 to 1. */
type Encoding = { readonly lightness: number; readonly chroma: number; readonly zero: number };
/** A table as it is computed: curves, the nodes that its grid has, and what is done with what these say. */
export type Table = {
  readonly inputs: readonly Curve[];
  /** Nodes along each component; the last is the one that changes first. */
  readonly grid: readonly number[];
  /** One of three numbers of a node, 0 to 1. */
  readonly nodeAt: (index: number) => number;
  /** What is done with them: curves, a matrix of three rows with an offset each, curves. */
  readonly middles: readonly Curve[];
  readonly matrix: readonly number[] | undefined;
  readonly outputs: readonly Curve[];
  readonly lab: Encoding;
};

const outputsCount = 3;
const [gridMax, entriesMax] = [255, 4_096];
const modern: Encoding = { lightness: 100, chroma: 255, zero: 128 };
/** Of sixteen bits as they were before version 4 (§6.3.4.2). */
const former: Encoding = { lightness: (100 * 65_535) / 65_280, chroma: 65_535 / 256, zero: 128 };
const plainMatrix = [1, 0, 0, 0, 1, 0, 0, 0, 1];

/** Nodes of a grid altogether. */
export const nodesOf = (grid: readonly number[]): number => grid.reduce((all, each) => all * each, 1);

/** Reads a table for so many components; undefined where it is cut off or of another kind. */
export function readTable(tag: Buffer, components: number): Table | undefined {
  if (tag.length < 32 || tag[8] !== components || tag[9] !== outputsCount) return undefined;
  const type = typeOf(tag);
  if (type === "mft1") return readFlat(tag, { components, width: 1, counts: [256, 256], start: 48 });
  if (type === "mft2" && tag.length >= 52)
    return readFlat(tag, { components, width: 2, counts: [tag.readUInt16BE(48), tag.readUInt16BE(50)], start: 52 });
  return type === "mAB " ? readLinked(tag, components) : undefined;
}

type Flat = {
  readonly components: number;
  readonly width: 1 | 2;
  readonly counts: readonly [inputs: number, outputs: number];
  readonly start: number;
};

/** Curves, grid and curves that follow each other. */
function readFlat(tag: Buffer, { components, width, counts, start }: Flat): Table | undefined {
  const points = tag[10] ?? 0;
  const grid = Array.from({ length: components }, () => points);
  const nodes = nodesOf(grid) * outputsCount;
  const behind = start + width * components * counts[0];
  const end = behind + width * nodes;
  if (points < 2 || counts.some((count) => count < 2 || count > entriesMax)) return undefined;
  if (tag.length < end + width * outputsCount * counts[1]) return undefined;
  // Only colours that are X, Y and Z themselves go through it (§10.10), though some readers take it for others.
  if (components === 3 && plainMatrix.some((wanted, i) => fixedAt(tag, 12 + 4 * i) !== wanted)) return undefined;
  const curves = (from: number, number: number, count: number): Curve[] =>
    Array.from({ length: number }, (_, i) => samplesAt(tag, { start: from + i * count * width, count, width }));
  return {
    inputs: curves(start, components, counts[0]),
    grid,
    nodeAt: nodeReader(tag, behind, width),
    middles: [identity, identity, identity],
    matrix: undefined,
    outputs: curves(end, outputsCount, counts[1]),
    lab: width === 1 ? modern : former,
  };
}

const nodeReader = (tag: Buffer, start: number, width: number): Table["nodeAt"] =>
  width === 1
    ? (index) => (tag[start + index] ?? 0) / 255
    : (index) => (((tag[start + 2 * index] ?? 0) << 8) | (tag[start + 2 * index + 1] ?? 0)) / 65_535;

/** Parts that stand somewhere in the tag, or nowhere (§10.12). */
function readLinked(tag: Buffer, components: number): Table | undefined {
  const [atOutputs = 0, atMatrix = 0, atMiddles = 0, atGrid = 0, atInputs = 0] = [12, 16, 20, 24, 28].map((at) =>
    tag.readUInt32BE(at),
  );
  const inputs =
    atGrid === 0 ? Array.from({ length: components }, () => identity) : curvesAt(tag, atInputs, components);
  const middles = curvesAt(tag, atMiddles, outputsCount);
  const outputs = curvesAt(tag, atOutputs, outputsCount);
  const nodes = atGrid === 0 ? sameNodes(components) : gridAt(tag, atGrid, components);
  const matrix = atMatrix === 0 ? undefined : matrixAt(tag, atMatrix);
  if (inputs === undefined || middles === undefined || outputs === undefined || nodes === undefined) return undefined;
  if (atMatrix !== 0 && matrix === undefined) return undefined;
  return { inputs, ...nodes, middles, matrix, outputs, lab: modern };
}

/** Without a grid three numbers go on as they are. */
function sameNodes(components: number): Pick<Table, "grid" | "nodeAt"> | undefined {
  if (components !== outputsCount) return undefined;
  return { grid: [2, 2, 2], nodeAt: (index) => (Math.trunc(index / 3) >> (2 - (index % 3))) & 1 };
}

function gridAt(tag: Buffer, at: number, components: number): Pick<Table, "grid" | "nodeAt"> | undefined {
  const width = tag[at + 16];
  if (width !== 1 && width !== 2) return undefined;
  const grid = [...tag.subarray(at, at + components)];
  if (grid.some((points) => points < 2 || points > gridMax)) return undefined;
  if (tag.length < at + 20 + width * outputsCount * nodesOf(grid)) return undefined;
  return { grid, nodeAt: nodeReader(tag, at + 20, width) };
}

/** Curves one after the other, each from a number of octets that is a multiple of four; plain ones where there are none. */
function curvesAt(tag: Buffer, at: number, count: number): Curve[] | undefined {
  const curves: Curve[] = [];
  let next = at;
  while (curves.length < count) {
    const read: ReadCurve | undefined = at === 0 ? { curve: identity, length: 0 } : readCurve(tag.subarray(next));
    if (read === undefined) return undefined;
    curves.push(read.curve);
    next += (read.length + 3) & ~3;
  }
  return curves;
}

function matrixAt(tag: Buffer, at: number): number[] | undefined {
  if (tag.length < at + 48) return undefined;
  return Array.from({ length: 12 }, (_, i) => fixedAt(tag, at + 4 * i));
}
