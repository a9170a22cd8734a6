// Transformation matrices (ISO 32000-2 §8.3.4), and boxes under them.
import type { Box } from "./access.ts";

/** `[a b c d e f]`: x' = ax + cy + e, y' = bx + dy + f. */
export type Matrix = readonly [number, number, number, number, number, number];

export const identity: Matrix = [1, 0, 0, 1, 0, 0];

/** `n` after `m`. */
export function chained(m: Matrix, n: Matrix): Matrix {
  const [a, b, c, d, e, f] = m;
  return [
    a * n[0] + b * n[2],
    a * n[1] + b * n[3],
    c * n[0] + d * n[2],
    c * n[1] + d * n[3],
    e * n[0] + f * n[2] + n[4],
    e * n[1] + f * n[3] + n[5],
  ];
}

/** Where a point goes. */
export function moved([a, b, c, d, e, f]: Matrix, x: number, y: number): readonly [number, number] {
  return [a * x + c * y + e, b * x + d * y + f];
}

/** The box around points; undefined around none. */
export function boxAround(points: readonly (readonly [number, number])[]): Box | undefined {
  if (points.length === 0) return undefined;
  let [left, low, right, high] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of points) {
    left = Math.min(left, x);
    low = Math.min(low, y);
    right = Math.max(right, x);
    high = Math.max(high, y);
  }
  return [left, low, right, high];
}

/** The box around a box that was moved. */
export function movedBox(matrix: Matrix, [left, low, right, high]: Box): Box {
  const corners = [
    moved(matrix, left, low),
    moved(matrix, right, low),
    moved(matrix, left, high),
    moved(matrix, right, high),
  ];
  return boxAround(corners) ?? [0, 0, 0, 0];
}

/** What two boxes have in common; undefined where that has no area. */
export function common(a: Box, b: Box): Box | undefined {
  const box: Box = [Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.min(a[2], b[2]), Math.min(a[3], b[3])];
  return box[2] > box[0] && box[3] > box[1] ? box : undefined;
}
