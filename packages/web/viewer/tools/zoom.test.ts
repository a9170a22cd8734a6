import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nextZoom, withinZoom, zoom_steps } from "./zoom.ts";

describe("zoom", () => {
  it("goes to the next step from any size, and no further than the last", () => {
    expect([nextZoom(1, 1), nextZoom(1, -1), nextZoom(1.1, 1), nextZoom(1.1, -1), nextZoom(0.999, 1)]).toEqual([
      1.25, 0.75, 1.25, 1, 1.25,
    ]);
    expect([nextZoom(4, 1), nextZoom(0.5, -1)]).toEqual([4, 0.5]);
  });

  it("stays within its bounds whatever fingers do", () => {
    fc.assert(
      fc.property(fc.float({ noNaN: true }), fc.constantFrom(1 as const, -1 as const), (wanted, direction) => {
        const zoom = withinZoom(wanted);
        expect(zoom).toBeGreaterThanOrEqual(0.5);
        expect(zoom).toBeLessThanOrEqual(4);
        expect(zoom_steps).toContain(nextZoom(zoom, direction));
      }),
    );
  });
});
