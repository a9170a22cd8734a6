// Matrices of the space that contents are drawn in (ISO 32000-2 §8.3.3).

/** What a point is multiplied with. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/** One that changes nothing. */
export const unchanged: Matrix = [1, 0, 0, 1, 0, 0];

/** The matrix of some numbers, where they are six. */
export function matrixOf([a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: readonly number[]): Matrix {
  return [a, b, c, d, e, f];
}

/** `m` first, then `n`. */
export function product(m: Matrix, n: Matrix): Matrix {
  return [
    ...([m[0] * n[0] + m[1] * n[2], m[0] * n[1] + m[1] * n[3]] as const),
    ...([m[2] * n[0] + m[3] * n[2], m[2] * n[1] + m[3] * n[3]] as const),
    ...([m[4] * n[0] + m[5] * n[2] + n[4], m[4] * n[1] + m[5] * n[3] + n[5]] as const),
  ];
}

/** Where a point lies behind a matrix. */
export function transformed([a, b, c, d, e, f]: Matrix, x: number, y: number): readonly [x: number, y: number] {
  return [a * x + c * y + e, b * x + d * y + f];
}

/** How large a square of one unit is at most, were its sides at right angles: a slanted one takes as long as an upright one. */
export const scaleOf = ([a, b, c, d]: Matrix): number => Math.hypot(a, b) * Math.hypot(c, d);

/** How long a line of one unit is at most. */
export const longestOf = ([a, b, c, d]: Matrix): number => Math.max(Math.hypot(a, b), Math.hypot(c, d));
