/**
 * Our two faces in the letters and weights that pages are written in, a third of what their packages hold: a name with one Polish letter
 * in it would otherwise fetch 130 KB more. Made by each build into `.cache/`; every other script comes from the packages as before.
 */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import subsetFont from "subset-font";

/** By part, as a style sheet writes ranges: Latin-1 with the punctuation, and Latin Extended-A with Romanian and the capital ß: the unicode-range in styles/fonts.css. */
export const letters = {
  latin: "20-7E,A0-FF,131,152-153,2C6,2DA,2DC,2000-206F,20AC,2122,2191,2193,2212,2215",
  "latin-ext": "100-130,132-151,154-17F,218-21B,2C7,2D8-2D9,2DB,2DD,1E9E",
};
const faces = {
  inter: "@fontsource-variable/inter/files/inter",
  "source-serif": "@fontsource-variable/source-serif-4/files/source-serif-4",
};
/** What our styles ask for: kerning, marks, ligatures and figures of one width. */
const keepFeatures = ["kern", "mark", "mkmk", "ccmp", "locl", "liga", "calt", "tnum"];

/** Writes the four files beside this one. @throws when a package has no such file, or it cannot be read as a font */
export async function makeSmallFonts(): Promise<void> {
  const folder = new URL(".cache/fonts/", import.meta.url);
  await mkdir(folder, { recursive: true });
  for (const [face, files] of Object.entries(faces)) {
    for (const [part, ranges] of Object.entries(letters)) {
      const whole = await readFile(fileURLToPath(import.meta.resolve(`${files}-${part}-wght-normal.woff2`)));
      const variationAxes = { wght: { min: 400, max: 700, default: 400 } };
      const small = await subsetFont(whole, lettersOf(ranges), { targetFormat: "woff2", variationAxes, keepFeatures });
      await writeFile(new URL(`${face}-${part}.woff2`, folder), small);
    }
  }
}

/** Every letter of ranges as a style sheet writes them: hexadecimal, first and last included. */
function lettersOf(ranges: string): string {
  const points = ranges.split(",").flatMap((range) => {
    const [first = 0, last = first] = range.split("-").map((point) => Number.parseInt(point, 16));
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
  return String.fromCodePoint(...points);
}
