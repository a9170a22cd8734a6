/**
 * Turns what was photographed or scanned into ink on nothing, and finds where the ink is. Pure: works on the octets of a canvas,
 * four a pixel.
 */

/** Pixels as a canvas has them. */
export type Pixels = { readonly width: number; readonly height: number; readonly data: Uint8ClampedArray };

/** A part of a picture. */
export type Part = { readonly left: number; readonly top: number; readonly width: number; readonly height: number };

const cell_px = 32;
/** Between paper and ink there are no steps: so much darker is half of the way. */
const soft = 48;

/** Everything darker than its surroundings by `threshold` (0: a lot darker, 100: a little) becomes ink of one colour, the rest nothing. */
export function inkOnNothing(picture: Pixels, threshold: number): Pixels {
  const { width, height, data } = picture;
  const paper = paperUnder(picture);
  const limit = 40 + 2 * Math.min(100, Math.max(0, threshold));
  const opacity = new Uint8ClampedArray(width * height);
  const sums = [0, 0, 0, 0];
  for (let i = 0; i < opacity.length; i += 1) {
    const seen = (data[i * 4 + 3] ?? 0) / 255;
    const light = (255 * brightness(data, i)) / Math.max(1, paper(i % width, Math.floor(i / width)));
    const dark = Math.min(1, Math.max(0, (limit - light) / soft + 0.5)) * seen;
    // What is hardly there is the grain of the paper.
    opacity[i] = dark < 0.15 ? 0 : Math.round(dark * 255);
    if (dark < 0.8) continue;
    for (const channel of [0, 1, 2]) sums[channel] = (sums[channel] ?? 0) + (data[i * 4 + channel] ?? 0);
    sums[3] = (sums[3] ?? 0) + 1;
  }
  const colour = [0, 1, 2].map((channel) =>
    Math.min(140, Math.round((sums[channel] ?? 0) / Math.max(1, sums[3] ?? 0))),
  );
  const ink = new Uint8ClampedArray(data.length);
  for (const [i, value] of opacity.entries()) {
    if (value > 0) ink.set([colour[0] ?? 0, colour[1] ?? 0, colour[2] ?? 0, value], i * 4);
  }
  return { width, height, data: ink };
}

/** How bright the paper is at a place: the brightest of each cell, so that a shadow over half of a photograph is no ink. */
function paperUnder(picture: Pixels): (x: number, y: number) => number {
  const { width, height, data } = picture;
  const [across, down] = [Math.ceil(width / cell_px), Math.ceil(height / cell_px)];
  const brightest = new Float32Array(across * down);
  for (let i = 0; i < width * height; i += 1) {
    const cell = Math.floor(Math.floor(i / width) / cell_px) * across + Math.floor((i % width) / cell_px);
    // What is transparent lies on white paper.
    const light = (data[i * 4 + 3] ?? 0) < 128 ? 255 : brightness(data, i);
    if (light > (brightest[cell] ?? 0)) brightest[cell] = light;
  }
  const at = (x: number, y: number): number =>
    brightest[Math.min(down - 1, Math.max(0, y)) * across + Math.min(across - 1, Math.max(0, x))] ?? 255;
  return (x, y) => {
    const [u, v] = [x / cell_px - 0.5, y / cell_px - 0.5];
    const [left, top] = [Math.floor(u), Math.floor(v)];
    const [right, low] = [u - left, v - top];
    const upper = at(left, top) * (1 - right) + at(left + 1, top) * right;
    const lower = at(left, top + 1) * (1 - right) + at(left + 1, top + 1) * right;
    return upper * (1 - low) + lower * low;
  };
}

/** ITU-R BT.709. */
function brightness(data: Uint8ClampedArray, pixel: number): number {
  return 0.2126 * (data[pixel * 4] ?? 0) + 0.7152 * (data[pixel * 4 + 1] ?? 0) + 0.0722 * (data[pixel * 4 + 2] ?? 0);
}

/** The smallest part that holds all ink, and how much of that part is covered, 0 to 1; null where there is none to speak of. */
export function inkIn({ width, height, data }: Pixels): (Part & { readonly covered: number }) | null {
  let [left, top, right, bottom, covered, pixels] = [width, height, 0, 0, 0, 0];
  for (let i = 0; i < width * height; i += 1) {
    const opacity = data[i * 4 + 3] ?? 0;
    covered += opacity / 255;
    if (opacity < 64) continue;
    const [x, y] = [i % width, Math.floor(i / width)];
    [left, right] = [Math.min(left, x), Math.max(right, x + 1)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y + 1)];
    pixels += 1;
  }
  if (pixels < inkPixelsMin) return null;
  const part = { left, top, width: right - left, height: bottom - top };
  return { ...part, covered: covered / (part.width * part.height) };
}

/** Fewer pixels than this are dust; the server says the same. */
const inkPixelsMin = 12;
