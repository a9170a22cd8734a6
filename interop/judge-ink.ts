/**
 * No place of a signed page is drawn by one program otherwise than by another (fixtures/unmatched-ink.ts), but for those where both
 * disagreed before anybody signed: the reason is said for each file, and everything around such a place is compared as ever.
 */
import { runTool } from "../fixtures/outside-tool.ts";
import type { Picture } from "../fixtures/pictures.ts";
import { inkUnmatchedMax, unmatchedInk, unmatchedPlaces } from "../fixtures/unmatched-ink.ts";

export type Program = "pdf.js" | "poppler" | "mupdf";
export type Pair = readonly [Program, Program];
/** A page before or after it was signed, as a program draws it, once and only if it is asked for; a sentence where it draws none. */
export type Draw = (program: Program, which: "before" | "after") => Promise<Picture | string>;

/** Enough that half a pixel is little beside a digit. */
export const inkDpi = 216;

/** What is wrong between two programs, or null; whether they disagreed before. */
export type InkFinding = { readonly pair: Pair; readonly wrong: string | null; readonly isOtherwiseBefore: boolean };

/** Compares two programs' pictures of a signed page place by place; the page before is drawn only where they differ. */
export async function findInk(draw: Draw, pair: Pair): Promise<InkFinding> {
  const [a, b] = await Promise.all(pair.map((program) => draw(program, "after")));
  // Where none is drawn, the mean is not there either, and says so.
  if (!isPicture(a) || !isPicture(b) || !areOneSize(a, b)) return { pair, wrong: null, isOtherwiseBefore: false };
  if (unmatchedInk(a, b).ink <= inkUnmatchedMax) return { pair, wrong: null, isOtherwiseBefore: false };
  const [x, y] = await Promise.all(pair.map((program) => draw(program, "before")));
  const places =
    isPicture(x) && isPicture(y) && areOneSize(x, a) && areOneSize(y, b) ? unmatchedPlaces(x, y) : undefined;
  const found = unmatchedInk(a, b, places);
  const where = `${Math.round((72 * found.x) / inkDpi)}, ${Math.round((72 * found.y) / inkDpi)}`;
  return {
    pair,
    wrong: found.ink <= inkUnmatchedMax ? null : `${found.ink.toFixed(1)} pixels of ink at ${where} stand in one alone`,
    isOtherwiseBefore: places?.includes(1) === true,
  };
}

const isPicture = (drawn: Picture | string | undefined): drawn is Picture => typeof drawn === "object";
const areOneSize = (a: Picture, b: Picture): boolean =>
  Math.abs(a.width - b.width) <= 2 && Math.abs(a.height - b.height) <= 2;

/** Names of the fonts of a file's first page that are not in it: for those each program takes one of its own. @throws ToolMissing */
export function fontsOutside(path: string): readonly string[] {
  const { out } = runTool("pdffonts", "-f", "1", "-l", "1", path);
  const rows = out.split("\n").filter((row) => / no +(yes|no) +(yes|no) +\d+ +\d+$/.test(row));
  return [...new Set(rows.map((row) => row.slice(0, 36).trim()))];
}
