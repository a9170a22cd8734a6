import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { contentStream, makePdf } from "../fixtures/make-pdf.ts";
import { hasTools, runTool } from "../fixtures/outside-tool.ts";
import { type Extent, extentOf, renderers } from "../fixtures/pictures.ts";
import { someOf } from "../fixtures/slow-run.ts";
import { type Raster, writePng } from "../packages/kernel/forms/png.ts";
import { makeSigner, type Signer, takeAndSign } from "./take-and-sign.ts";

/** How the page is said to be, and what of it is seen: left, bottom, right, top in user space. */
type Boxes = {
  readonly name: string;
  readonly page: string;
  readonly parent?: string;
  readonly seen: readonly [number, number, number, number];
};

const boxes: readonly Boxes[] = [
  { name: "a media box", page: "/MediaBox [0 0 400 600]", seen: [0, 0, 400, 600] },
  { name: "cropped inside", page: "/MediaBox [0 0 400 600] /CropBox [20 30 380 560]", seen: [20, 30, 380, 560] },
  { name: "cropped larger", page: "/MediaBox [0 0 400 600] /CropBox [-50 -60 500 700]", seen: [0, 0, 400, 600] },
  { name: "cropped beside", page: "/MediaBox [0 0 400 600] /CropBox [100 -40 500 500]", seen: [100, 0, 400, 500] },
  { name: "a negative origin", page: "/MediaBox [-200 -300 200 300]", seen: [-200, -300, 200, 300] },
  {
    name: "a negative origin, cropped",
    page: "/MediaBox [-200 -300 200 300] /CropBox [-180 -250 150 300]",
    seen: [-180, -250, 150, 300],
  },
  { name: "corners the other way round", page: "/MediaBox [400 600 0 0]", seen: [0, 0, 400, 600] },
  {
    name: "inherited boxes",
    page: "",
    parent: "/MediaBox [10 20 410 620] /CropBox [30 40 400 600]",
    seen: [30, 40, 400, 600],
  },
  { name: "no box at all", page: "", seen: [0, 0, 612, 792] },
];
const turns = [0, 90, 180, 270] as const;
const units = [1, 2, 0.5] as const;
const cases = [
  ...boxes.flatMap((box) => turns.flatMap((turn) => units.map((unit) => ({ ...box, turn, unit })))),
  ...boxes.slice(0, 1).flatMap((box) => [-90, 450].map((turn) => ({ ...box, turn, unit: 1 }))),
];
type Case = (typeof cases)[number];
/** Seven has no factor in common with turns and units, so each pair of them is among the cases of a short run. */
const played = someOf(cases, 7);

function blankPdf({ page, parent = "", turn, unit }: Case): Uint8Array {
  return makePdf({
    objects: [
      "<< /Type /Catalog /Pages 2 0 R >>",
      `<< /Type /Pages /Kids [3 0 R] /Count 1 /Rotate ${turn} ${parent} >>`,
      `<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << >> /UserUnit ${unit} ${page} >>`,
      contentStream(""),
    ],
  });
}

/** Red at the top left, green at the top right, blue at the bottom left, yellow at the bottom right: 200 by 120. */
function marker(): Raster {
  const [width, height] = [200, 120];
  const rgba = new Uint8Array(width * height * 4).fill(255);
  for (let i = 0; i < width * height; i += 1) {
    const [isLeft, isTop] = [i % width < width / 2, Math.floor(i / width) < height / 2];
    rgba.set(isTop ? (isLeft ? [255, 0, 0] : [0, 255, 0]) : isLeft ? [0, 0, 255] : [255, 255, 0], 4 * i);
  }
  return { width, height, rgba };
}

const quarters = {
  red: { is: (r: number, g: number, b: number) => r > 180 && g < 90 && b < 90, x: 0, y: 0 },
  green: { is: (r: number, g: number, b: number) => g > 180 && r < 90 && b < 90, x: 0.5, y: 0 },
  blue: { is: (r: number, g: number, b: number) => b > 180 && r < 90 && g < 90, x: 0, y: 0.5 },
  yellow: { is: (r: number, g: number, b: number) => b < 90 && r > 180 && g > 180, x: 0.5, y: 0.5 },
};
const isInk = (r: number, g: number, b: number): boolean => Math.max(r, g, b) < 110;
const inPoints = ({ left, top, right, bottom }: Extent, pixels: number): number[] =>
  [left, top, right, bottom].map((edge) => edge / pixels);
const offBy = (found: readonly number[], wanted: readonly number[]): number =>
  Math.max(...wanted.map((edge, i) => Math.abs(edge - (found[i] ?? Number.NaN))));

let folder = "";
let signer: Signer | null = null;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "placing-"));
  signer = await makeSigner();
});
afterAll(() => rmSync(folder, { recursive: true }));

describe.skipIf(!hasTools("pdftoppm", "mutool", "pdftotext"))("what a signer placed", () => {
  it.each(played)(
    "[T-013] is drawn there within 2 points, upright: $name, turned by $turn, unit $unit",
    async (one) => {
      if (signer === null) throw new Error("nobody signs");
      const [left, bottom, right, top] = one.seen;
      const upright = one.turn % 180 === 0;
      const [across, along] = [(right - left) * one.unit, (top - bottom) * one.unit];
      const [width, height] = upright ? [across, along] : [along, across];
      // Asymmetric on purpose: a box mirrored or turned the wrong way would be somewhere else.
      const size = width * 0.4;
      const signature = [width * 0.5, height * 0.1, size, size * 0.6] as const;
      const text = [width * 0.08, height * 0.8, width * 0.5, Math.min(40, height * 0.1)] as const;
      const shown = { lines: [], image: writePng(marker()) };
      const { signed } = await takeAndSign(blankPdf(one), {
        ...signer,
        level: "B-B",
        text,
        signature,
        value: "Lab",
        shown,
      });
      const path = join(folder, "a.pdf");
      writeFileSync(path, signed);
      for (const [name, draw] of Object.entries(renderers)) {
        // Poppler does not know /UserUnit: its pixels are made as fine, and the scale is taken from the picture.
        const picture = draw(path, 1, name === "poppler" ? 100 * Math.max(1, one.unit) : 100);
        const pixels = picture.width / width;
        expect(Math.abs(picture.height / pixels - height), `${name}: the page's shape`).toBeLessThan(2);
        for (const [colour, { is, x, y }] of Object.entries(quarters)) {
          const found = extentOf(picture, is);
          const [atX, atY] = [signature[0] + x * signature[2], signature[1] + y * signature[3]];
          const wanted = [atX, atY, atX + signature[2] / 2, atY + signature[3] / 2];
          expect(found, `${name}: ${colour}`).not.toBeNull();
          if (found !== null) expect(offBy(inPoints(found, pixels), wanted), `${name}: ${colour}`).toBeLessThan(2);
        }
        expectInk(inPoints(extentOf(picture, isInk) ?? nowhere, pixels), text, one.unit);
      }
      expectWord(path, one, text);
    },
  );
});

type Box = readonly [number, number, number, number];
const nowhere: Extent = { left: Number.NaN, top: Number.NaN, right: Number.NaN, bottom: Number.NaN };

/** The letters stand in their box, begin at its left and are wider than high. */
function expectInk(
  [x0 = 0, y0 = 0, x1 = 0, y1 = 0]: readonly number[],
  [left, top, wide, high]: Box,
  unit: number,
): void {
  expect(x0).toBeGreaterThan(left - 2);
  // Padding and the letter's own bearing are in units of the page.
  expect(x0).toBeLessThan(left + 2 + 4 * unit);
  expect(y0).toBeGreaterThan(top - 2);
  expect(x1).toBeLessThan(left + wide + 2);
  expect(y1).toBeLessThan(top + high + 2);
  expect(x1 - x0, "wider than high: upright").toBeGreaterThan(y1 - y0);
}

/** Poppler reads the letters as one word, from left to right; it does not know /UserUnit. */
function expectWord(path: string, { unit }: Case, [left, top, wide, high]: Box): void {
  const { out } = runTool("pdftotext", "-cropbox", "-bbox", path, "-");
  const word = /xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">Lab</.exec(out);
  const [x0 = Number.NaN, y0 = Number.NaN, x1 = Number.NaN, y1 = Number.NaN] = (word ?? [])
    .slice(1)
    .map((edge) => Number(edge) * unit);
  expect(Math.abs(x0 - left)).toBeLessThan(2 * unit + 0.5);
  expect(x1).toBeLessThan(left + wide);
  expect((y0 + y1) / 2).toBeGreaterThan(top);
  expect((y0 + y1) / 2).toBeLessThan(top + high);
}
