import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { live_pages_max, livePages } from "./live-pages.ts";

describe("the pages that are drawn", () => {
  it("are those seen and their neighbours", () => {
    expect([...livePages({ visible: new Set([3, 4]), current: 3, pages: 10 })].sort()).toEqual([2, 3, 4]);
  });

  it("stay inside the document and within the limit, and hold the current page", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5_000 }),
        fc.nat(),
        fc.array(fc.nat({ max: 6_000 })),
        (pages, at, visible) => {
          const current = 1 + (at % pages);
          const live = livePages({ visible: new Set(visible), current, pages });
          expect(live.has(current)).toBe(true);
          expect(live.size).toBeLessThanOrEqual(live_pages_max);
          expect([...live].every((page) => page >= 1 && page <= pages)).toBe(true);
        },
      ),
    );
  });
});
