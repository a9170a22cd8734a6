// Operators of contents by what they do (ISO 32000-2 §8.2, table 50).

/** Operators that paint what a path goes around, and ones that paint along it (§8.5.3). */
export const [fills, strokes] = [
  new Set(["f", "F", "f*", "B", "B*", "b", "b*"]),
  new Set(["S", "s", "B", "B*", "b", "b*"]),
];

/** Graphics states within each other; readers keep each. */
export const savedMax = 10_000;
