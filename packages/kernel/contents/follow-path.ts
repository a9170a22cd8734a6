// Paths of contents (ISO 32000-2 §8.5.2): how long they are and the box around them, in the space that contents begin with. Nothing is
// drawn.
import type { Box } from "../pdf/access.ts";
import { type Matrix, transformed } from "./matrix.ts";
import { numbersIn, type Operand } from "./read-operators.ts";

/** A path as far as it was led; `start` is where its last part begins, `edges` how long it is across and along within `bounds`. */
export type Path = {
  box: Box;
  length: number;
  edges: number;
  bounds: Box;
  at: readonly [x: number, y: number];
  start: readonly [x: number, y: number];
};

/** Around nothing. */
export const noBox: Box = [
  Number.POSITIVE_INFINITY,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
];

const everywhere: Box = [
  Number.NEGATIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  Number.POSITIVE_INFINITY,
  Number.POSITIVE_INFINITY,
];

/** A path that goes nowhere. */
export const emptyPath = (): Path => ({
  ...{ box: noBox, length: 0, edges: 0, bounds: everywhere, at: [0, 0], start: [0, 0] },
});

/** Forgets a path that was painted. */
export function endPath(path: Path): void {
  path.box = noBox;
  path.length = 0;
  path.edges = 0;
}

/** Leads a path on; of curves the way along their control points is followed. Whether the operator was one of paths. */
export function followPath(path: Path, operator: string, operands: readonly Operand[], matrix: Matrix): boolean {
  switch (operator) {
    case "m":
    case "l":
    case "c":
    case "v":
    case "y": {
      const numbers = numbersIn(operands) ?? [];
      for (let i = 0; i + 1 < numbers.length; i += 2)
        lead(path, transformed(matrix, numbers[i] ?? 0, numbers[i + 1] ?? 0), operator !== "m");
      if (operator === "m") path.start = path.at;
      return true;
    }
    case "re": {
      const [x, y, width, height] = numbersIn(operands) ?? [];
      if (x === undefined || y === undefined || width === undefined || height === undefined) return true;
      lead(path, transformed(matrix, x, y), false);
      path.start = path.at;
      lead(path, transformed(matrix, x + width, y), true);
      lead(path, transformed(matrix, x + width, y + height), true);
      lead(path, transformed(matrix, x, y + height), true);
      lead(path, path.start, true);
      return true;
    }
    case "h":
      if (path.length > 0) lead(path, path.start, true);
      return true;
    default:
      return false;
  }
}

function lead(path: Path, to: readonly [x: number, y: number], isLine: boolean): void {
  const [left, bottom, right, top] = path.box;
  path.box = [Math.min(left, to[0]), Math.min(bottom, to[1]), Math.max(right, to[0]), Math.max(top, to[1])];
  if (isLine) {
    path.length += Math.hypot(to[0] - path.at[0], to[1] - path.at[1]);
    path.edges += edgesTo(path, to);
  }
  path.at = to;
}

/** How long a line is across and along, of what lies within the path's bounds; of one beside them nothing. */
function edgesTo({ at: [x, y], bounds: [left, bottom, right, top] }: Path, [toX, toY]: Path["at"]): number {
  const isBeside = (from: number, to: number, least: number, most: number): boolean =>
    (from <= least && to <= least) || (from >= most && to >= most);
  if (isBeside(x, toX, left, right) || isBeside(y, toY, bottom, top)) return 0;
  const within = (place: number, least: number, most: number): number => Math.min(Math.max(place, least), most);
  return (
    Math.abs(within(toX, left, right) - within(x, left, right)) +
    Math.abs(within(toY, bottom, top) - within(y, bottom, top))
  );
}
