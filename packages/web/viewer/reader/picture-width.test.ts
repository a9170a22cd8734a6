import { describe, expect, it } from "vitest";
import { pictureWidth } from "./picture-width.ts";

const a4 = { width: 595, height: 842 };

describe("the width of a page's picture", () => {
  it.each<[string, { scale: number; pixelsMax: number }, number, number]>([
    ["a phone of 390 px with three to each", { scale: 358 / 595, pixelsMax: 6_000_000 }, 3, 1_200],
    ["a phone of 360 px with two to each", { scale: 328 / 595, pixelsMax: 6_000_000 }, 2, 800],
    ["the same, four times as large", { scale: (4 * 328) / 595, pixelsMax: 6_000_000 }, 2, 1_600],
    ["the same, where there are pixels for it", { scale: (4 * 328) / 595, pixelsMax: 16_000_000 }, 2, 2_400],
    ["a small picture among all pages", { scale: 104 / 595, pixelsMax: 200_000 }, 2, 160],
    ["fewer pixels than any has", { scale: 1, pixelsMax: 100 }, 1, 160],
  ])("%s", (_what, fineness, density, width) => {
    expect(pictureWidth(a4, fineness, density)).toBe(width);
  });
});
