import { describe, expect, it } from "vitest";
import { inkIn, inkOnNothing, type Pixels } from "./ink.ts";

/** A sheet on which a shadow falls from the right, with a blue bar of 60 by 6 pixels across both halves. */
function sheet(): Pixels {
  const [width, height] = [160, 96];
  const data = new Uint8ClampedArray(width * height * 4);
  for (let i = 0; i < width * height; i += 1) {
    const [x, y] = [i % width, Math.floor(i / width)];
    const light = Math.round(250 - 0.6 * x);
    const isInk = x >= 50 && x < 110 && y >= 40 && y < 46;
    data.set(isInk ? [20, 30, 110, 255] : [light, light - 5, light - 15, 255], i * 4);
  }
  return { width, height, data };
}

describe("a photograph of a signature", () => {
  it("keeps its ink, in one colour, and loses its paper, in the shade too", () => {
    const ink = inkOnNothing(sheet(), 60);
    expect(inkIn(ink)).toMatchObject({ left: 50, top: 40, width: 60, height: 6 });
    const seen = new Set<string>();
    for (let i = 0; i < ink.width * ink.height; i += 1)
      if ((ink.data[i * 4 + 3] ?? 0) > 0) seen.add([...ink.data.subarray(i * 4, i * 4 + 3)].join(" "));
    expect([...seen]).toEqual(["20 30 110"]);
  });

  it("has more ink the further the threshold goes, and none where there is only paper", () => {
    const covered = [0, 30, 60, 100].map((threshold) => {
      const { data } = inkOnNothing(sheet(), threshold);
      return data.reduce((sum, value, at) => sum + (at % 4 === 3 ? value : 0), 0);
    });
    expect(covered).toEqual(covered.toSorted((a, b) => a - b));
    const blank = { width: 64, height: 64, data: new Uint8ClampedArray(64 * 64 * 4).fill(240) };
    expect(inkIn(inkOnNothing(blank, 80))).toBeNull();
  });

  it("may be transparent already", () => {
    const data = new Uint8ClampedArray(64 * 64 * 4);
    for (let x = 10; x < 50; x += 1) data.set([0, 0, 0, 255], (30 * 64 + x) * 4);
    expect(inkIn(inkOnNothing({ width: 64, height: 64, data }, 60))).toMatchObject({
      left: 10,
      top: 30,
      width: 40,
      height: 1,
    });
  });

  it("says how much of itself is covered, and that dust is nothing", () => {
    const data = new Uint8ClampedArray(10 * 10 * 4).fill(255);
    expect(inkIn({ width: 10, height: 10, data })?.covered).toBe(1);
    const dust = new Uint8ClampedArray(10 * 10 * 4);
    dust.fill(255, 0, 4 * 4);
    expect(inkIn({ width: 10, height: 10, data: dust })).toBeNull();
  });
});
