import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { surplusThumbnails, thumbnails_max } from "./use-thumbnails.ts";

const from = (first: number, count: number): number[] => Array.from({ length: count }, (_, at) => first + at);

describe("thumbnails that are too many", () => {
  it("are those furthest from sight", () => {
    expect(surplusThumbnails(from(1, 26), new Set(from(20, 7)))).toEqual([1, 2]);
    expect(surplusThumbnails(from(1, thumbnails_max), new Set([24]))).toEqual([]);
  });

  it("are never in sight, however many are: what was forgotten there would be drawn for ever", () => {
    const pages = fc.uniqueArray(fc.integer({ min: 1, max: 300 }), { maxLength: 80 });
    fc.assert(
      fc.property(pages, pages, (drawn, inSight) => {
        const seen = new Set(inSight);
        const surplus = surplusThumbnails(drawn, seen);
        expect(surplus.filter((page) => seen.has(page))).toEqual([]);
        const kept = drawn.length - surplus.length;
        expect(kept).toBeLessThanOrEqual(Math.max(thumbnails_max, drawn.filter((page) => seen.has(page)).length));
      }),
    );
  });
});
