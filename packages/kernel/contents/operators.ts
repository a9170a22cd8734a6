// Operators of contents by what they do (ISO 32000-2 §8.2, table 50).

const of = (operators: string): ReadonlySet<string> => new Set(operators.split(" "));

/** Those that a path is made of (§8.5.2). */
export const pathConstruction = of("m l c v y h re");
/** Those that paint what a path goes around (§8.5.3). */
export const fills = of("f F f* B B* b b*");
/** Those that paint along it. */
export const strokes = of("S s B B* b b*");
/** All that a path ends with, `n` among them, which paints nothing. */
export const pathPainting: ReadonlySet<string> = new Set([...fills, ...strokes, "n"]);
/** Those that show text (§9.4.3). */
export const shows = of("Tj TJ ' \"");

/** Graphics states within each other; readers keep each. */
export const savedMax = 10_000;
