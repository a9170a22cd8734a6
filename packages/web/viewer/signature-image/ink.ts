/**
 * Turns what was photographed or scanned into ink on nothing, and finds where the ink is. Pure: works on the bytes of a canvas,
 * four a pixel.
 */

import { signature_image_ink_pixels_min, signature_image_opacity_min } from "@siegel/contract/limits.ts";

/** Pixels as a canvas has them. */
export type Pixels = { readonly width: number; readonly height: number; readonly data: Uint8ClampedArray };

/** A part of an image. */
export type Part = { readonly left: number; readonly top: number; readonly width: number; readonly height: number };

const cell_px = 32;
/** Between paper and ink there are no steps: so much darker is half of the way. */
const soft = 48;

/** Everything darker than its surroundings by `threshold` (0: a lot darker, 100: a little) becomes ink of one colour, the rest nothing. */
export function inkOnNothing(pixels: Pixels, threshold: number): Pixels {
  const { width, height, data } = pixels;
  const paper = paperUnder(pixels);
  const limit = 40 + 2 * Math.min(100, Math.max(0, threshold));
  const ink = new Uint8ClampedArray(data.length);
  // Numbers alone in these loops: they go over two million pixels, on the thread that moves the slider.
  let [red, green, blue, inked, at] = [0, 0, 0, 0, 0];
  for (let y = 0; y < height; y += 1) {
    const row = paper(y);
    for (let x = 0; x < width; x += 1, at += 4) {
      const light = (255 * brightness(data, at)) / Math.max(1, row[x] ?? 255);
      const dark = (Math.min(1, Math.max(0, (limit - light) / soft + 0.5)) * (data[at + 3] ?? 0)) / 255;
      // What is hardly there is the grain of the paper.
      ink[at + 3] = dark < 0.15 ? 0 : Math.round(dark * 255);
      if (dark < 0.8) continue;
      red += data[at] ?? 0;
      green += data[at + 1] ?? 0;
      blue += data[at + 2] ?? 0;
      inked += 1;
    }
  }
  paint(
    ink,
    [red, green, blue].map((sum) => Math.min(140, Math.round(sum / Math.max(1, inked)))),
  );
  return { width, height, data: ink };
}

/** Gives everything that is seen one colour. */
function paint(ink: Uint8ClampedArray, [red = 0, green = 0, blue = 0]: readonly number[]): void {
  for (let at = 0; at < ink.length; at += 4) {
    if (ink[at + 3] === 0) continue;
    ink[at] = red;
    ink[at + 1] = green;
    ink[at + 2] = blue;
  }
}

/** How bright the paper is in each place of a row: the brightest of each cell, so that a shadow over half of a photograph is no ink. */
function paperUnder(pixels: Pixels): (y: number) => Float64Array {
  const { width, height, data } = pixels;
  const [across, down] = [Math.ceil(width / cell_px), Math.ceil(height / cell_px)];
  const brightest = new Float32Array(across * down);
  let pixel = 0;
  for (let y = 0; y < height; y += 1) {
    const row = Math.floor(y / cell_px) * across;
    for (let x = 0; x < width; x += 1, pixel += 4) {
      const cell = row + Math.floor(x / cell_px);
      // What is transparent lies on white paper.
      const light = (data[pixel + 3] ?? 0) < 128 ? 255 : brightness(data, pixel);
      if (light > (brightest[cell] ?? 0)) brightest[cell] = light;
    }
  }
  return rowsBetween(brightest, across, width);
}

/** Between the middles of cells, what lies between; beyond them what they are. A row is the same array each time. */
function rowsBetween(cells: Float32Array, across: number, width: number): (y: number) => Float64Array {
  const down = cells.length / across;
  const [column, row] = [new Float64Array(across), new Float64Array(width)];
  return (y) => {
    const v = Math.min(down - 1, Math.max(0, y / cell_px - 0.5));
    const top = Math.floor(v);
    const below = Math.min(down - 1, top + 1);
    for (let cell = 0; cell < across; cell += 1)
      column[cell] =
        (cells[top * across + cell] ?? 0) * (1 - v + top) + (cells[below * across + cell] ?? 0) * (v - top);
    for (let x = 0; x < width; x += 1) {
      const u = Math.min(across - 1, Math.max(0, x / cell_px - 0.5));
      const left = Math.floor(u);
      row[x] = (column[left] ?? 0) * (1 - u + left) + (column[Math.min(across - 1, left + 1)] ?? 0) * (u - left);
    }
    return row;
  };
}

/** Of the pixel that begins there, ITU-R BT.709. */
function brightness(data: Uint8ClampedArray, at: number): number {
  return 0.2126 * (data[at] ?? 0) + 0.7152 * (data[at + 1] ?? 0) + 0.0722 * (data[at + 2] ?? 0);
}

/** The smallest part that holds all ink, and how much of that part is covered, 0 to 1; null where there is none to speak of. */
export function inkIn({ width, height, data }: Pixels): (Part & { readonly covered: number }) | null {
  let [left, top, right, bottom, covered, pixels] = [width, height, 0, 0, 0, 0];
  let at = 3;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 4) {
      const opacity = data[at] ?? 0;
      covered += opacity / 255;
      if (opacity < signature_image_opacity_min) continue;
      if (x < left) left = x;
      if (x >= right) right = x + 1;
      if (y < top) top = y;
      bottom = y + 1;
      pixels += 1;
    }
  }
  if (pixels < signature_image_ink_pixels_min) return null;
  const part = { left, top, width: right - left, height: bottom - top };
  return { ...part, covered: covered / (part.width * part.height) };
}
