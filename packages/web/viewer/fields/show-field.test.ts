import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wayToField } from "./show-field.ts";

/** A desk of 600 by 500 that begins 100 below the top of the window. */
const seen = { top: 100, bottom: 600, left: 0, right: 600 };
const field = (top: number, height = 20, left = 50, width = 200) => ({
  ...{ top, bottom: top + height },
  ...{ left, right: left + width },
});

describe("the way to a field", () => {
  it("is none where the field is seen with what stands above it", () => {
    expect(wayToField(field(200), seen)).toEqual({ top: 0, left: 0 });
  });

  it("leads to the place of the field, wherever on its page that is, and not to the page's top", () => {
    expect(200 + wayToField(field(900), seen).top).toBeGreaterThan(200);
    expect(900 - wayToField(field(900), seen).top).toBeCloseTo(100 + 500 / 3);
    expect(-300 - wayToField(field(-300), seen).top).toBeCloseTo(100 + 500 / 3);
  });

  it("shows a field that lies at the edge with the paper around it", () => {
    expect(wayToField(field(102), seen).top).toBeLessThan(0);
    expect(wayToField(field(575), seen).top).toBeGreaterThan(0);
  });

  it("ends with the field in sight, in a room of any height, as far as it is not larger than that", () => {
    const sizes = fc.record({
      top: fc.integer({ min: -5_000, max: 5_000 }),
      left: fc.integer({ min: -2_000, max: 2_000 }),
      height: fc.integer({ min: 5, max: 100 }),
      width: fc.integer({ min: 5, max: 260 }),
      room: fc.integer({ min: 100, max: 900 }),
    });
    fc.assert(
      fc.property(sizes, ({ top, left, height, width, room }) => {
        const around = { top: 0, bottom: room, left: 0, right: 300 };
        const way = wayToField(field(top, height, left, width), around);
        const [y, x] = [top - way.top, left - way.left];
        expect([y >= 0, y + height <= room, x >= 0, x + width <= 300]).toEqual([true, true, true, true]);
      }),
    );
  });
});
