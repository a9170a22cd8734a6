import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { live_pages_max, livePages, pixelBudget } from "./live-pages.ts";

describe("the pages that are drawn", () => {
  it("are those seen and their neighbours", () => {
    expect([...livePages({ visible: new Set([3, 4]), current: 3, pages: 10, max: 6 })].sort()).toEqual([2, 3, 4]);
  });

  it("are no new neighbours for who is on the way through the document", () => {
    const seen = { visible: new Set([3]), current: 3, pages: 10, max: 6 };
    expect([...livePages({ ...seen, drawn: new Set([1, 2]) })].sort()).toEqual([2, 3]);
  });

  it("are the current one and the nearest where there is room for two", () => {
    expect([...livePages({ visible: new Set([3, 4, 5]), current: 4, pages: 10, max: 2 })]).toEqual([4, 3]);
  });

  it("stay inside the document and within the limit, and hold the current page", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5_000 }),
        fc.nat(),
        fc.array(fc.nat({ max: 6_000 })),
        fc.integer({ min: 2, max: live_pages_max }),
        (pages, at, visible, max) => {
          const current = 1 + (at % pages);
          const live = livePages({ visible: new Set(visible), current, pages, max });
          expect(live.has(current)).toBe(true);
          expect(live.size).toBeLessThanOrEqual(max);
          expect([...live].every((page) => page >= 1 && page <= pages)).toBe(true);
        },
      ),
    );
  });
});

describe("the pixels of drawn pages", () => {
  const phone = { coarsePointer: true, memoryGb: undefined };
  const desktop = { coarsePointer: false, memoryGb: 8 };

  it("never cost more than 48 MB on a phone and 128 MB elsewhere", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 200_000_000 }), (pagePixels) => {
        for (const [device, megapixels] of [[phone, 12] as const, [desktop, 32] as const]) {
          const { pages, pixels } = pixelBudget(device, pagePixels);
          expect(pages * pixels).toBeLessThanOrEqual(megapixels * 1_000_000);
          expect(pages).toBeGreaterThanOrEqual(2);
          expect(pages).toBeLessThanOrEqual(live_pages_max);
        }
      }),
    );
  });

  it("are enough for six pages at their usual size, and for fewer when they are enlarged", () => {
    expect(pixelBudget(desktop, 704 * 996)).toEqual({ pages: 6, pixels: 5_333_333 });
    expect(pixelBudget(desktop, 2_112 * 2_988 * 4)).toEqual({ pages: 2, pixels: 16_000_000 });
    expect(pixelBudget(phone, 390 * 552 * 9)).toEqual({ pages: 6, pixels: 2_000_000 });
  });

  it("are few where a device says that it has little memory", () => {
    expect(pixelBudget({ coarsePointer: false, memoryGb: 2 }, 1)).toEqual(pixelBudget(phone, 1));
  });
});
