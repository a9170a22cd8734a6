import { PNG } from "pngjs";
import { describe, expect, it } from "vitest";
import { differenceOf } from "./compare.ts";

/** A white picture with a black square of `side` pixels. */
function pictureWith(side: number, width = 200): Uint8Array {
  const png = new PNG({ width, height: 100 });
  png.data.fill(255);
  for (let y = 20; y < 20 + side; y += 1)
    for (let x = 20; x < 20 + side; x += 1) png.data.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3);
  return PNG.sync.write(png);
}

describe("two pictures of a screen", () => {
  it("that are the same do not differ", () => expect(differenceOf(pictureWith(9), pictureWith(9)).share).toBe(0));

  it("differ by the share of their pixels, and where is shown in red", () => {
    const { share, picture } = differenceOf(pictureWith(10), pictureWith(20));
    expect(share).toBeCloseTo(300 / 20_000, 3);
    const { data } = PNG.sync.read(Buffer.from(picture));
    expect([...data.subarray((35 * 200 + 35) * 4, (35 * 200 + 35) * 4 + 3)]).toEqual([255, 0, 0]);
  });

  it("of different sizes differ as a whole", () =>
    expect(differenceOf(pictureWith(9), pictureWith(9, 300)).share).toBe(1));
});
