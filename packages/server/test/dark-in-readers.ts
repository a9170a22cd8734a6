/** How dark a page is in pdf.js, which shows it to whoever signs, in poppler and in MuPDF. */
import { bytesSource } from "@siegel/kernel/pdf/byte-source.ts";
import { expect } from "vitest";
import { darkPoints, inBothReaders } from "../../../fixtures/both-readers.ts";
import type { Picture } from "../../../fixtures/pictures.ts";
import { openPages } from "../adapters/pdf-pages.ts";
import { decodedWebp } from "./decoded-webp.ts";

/** Pixels of 200 points at 100 dpi, as poppler and MuPDF draw them. */
const width = 278;

/** Dark points of the first page, 200 points wide, in pdf.js. */
export async function darkInPdfJs(pdf: Uint8Array): Promise<number> {
  const pages = await openPages(bytesSource(pdf));
  return darkPoints(await decodedWebp(await pages.picture(1, width)));
}

/** The first page in pdf.js: its points, and its picture at 100 dpi. */
export async function inPdfJs(
  pdf: Uint8Array,
): Promise<{ readonly points: readonly number[]; readonly picture: Picture }> {
  const pages = await openPages(bytesSource(pdf));
  const { size } = await pages.describe(1);
  const picture = await decodedWebp(await pages.picture(1, Math.round((size.width * 100) / 72)));
  return { points: [size.width, size.height], picture };
}

/** What a page must have of dark points: a text that is there or not is some hundred to some thousand of them. */
export type Darkness = { readonly least: number; readonly most: number };
/** Nothing is to be seen; a price is. */
export const [blank, pricedOnce]: readonly [Darkness, Darkness] = [
  { least: 0, most: 50 },
  { least: 600, most: 2_000 },
];

/** Expects all three to show as much, and `others` as well. @throws ToolMissing */
export async function expectAlike(pdf: Uint8Array, { least, most }: Darkness, others: readonly number[] = []) {
  const shown = [await darkInPdfJs(pdf), ...inBothReaders(pdf).map(darkPoints), ...others];
  const [lightest, darkest] = [Math.min(...shown), Math.max(...shown)];
  expect(lightest).toBeGreaterThanOrEqual(least);
  expect(darkest).toBeLessThanOrEqual(most);
  // A white price on a black ground is some thousand points less.
  expect(darkest - lightest).toBeLessThan(Math.min(darkest / 4 + 50, 500));
}
