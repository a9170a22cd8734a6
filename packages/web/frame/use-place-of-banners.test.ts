import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Area, placeOf } from "./use-place-of-banners.ts";

/** On a phone, where everything is beside everything. */
const pile = { height: 96, left: 20, right: 370, top: null };
const across = (top: number, bottom: number): Area => ({ top, bottom, left: 0, right: 390 });
const inWindow = (...kept: Area[]): number => placeOf(pile, 844, kept);

describe("the place of the banners", () => {
  it("is the foot of the window where nothing is covered there", () => {
    expect(inWindow()).toBe(844 - 96 - 12);
    expect(inWindow(across(300, 372)), "the way on stands higher up").toBe(736);
    expect(inWindow(across(900, 972)), "or below the window").toBe(736);
  });

  it("is above the way on where that lies at the foot, with the footer below it or without", () => {
    expect(inWindow(across(772, 844))).toBe(772 - 96 - 12);
    expect(inWindow(across(729, 801))).toBe(729 - 96 - 12);
  });

  it("is above the field that is written in, also where that stands on the way on", () => {
    const [guide, wayOn] = [across(560, 720), across(724, 844)];
    expect(inWindow(wayOn, guide)).toBe(560 - 96 - 12);
  });

  it("is not led astray by what stands beside it on a wide screen", () => {
    const beside = { top: 600, bottom: 844, left: 0, right: 200 };
    expect(placeOf({ height: 96, left: 900, right: 1250, top: null }, 844, [beside])).toBe(736);
  });

  it("is where it was as long as it covers nothing there: it does not follow what is scrolled", () => {
    const at = (top: number, ...kept: Area[]): number => placeOf({ ...pile, top }, 844, kept);
    expect(at(400, across(700, 760))).toBe(400);
    expect(at(400, across(450, 500))).toBe(736);
    expect(at(900), "in a window that has become lower").toBe(736);
  });

  it("covers nothing as long as there is room anywhere, and stays in the window", () => {
    const area = fc
      .tuple(fc.integer({ min: 0, max: 800 }), fc.integer({ min: 20, max: 150 }))
      .map(([top, height]) => across(top, top + height));
    fc.assert(
      fc.property(fc.array(area, { maxLength: 3 }), (kept) => {
        const top = inWindow(...kept);
        expect(top >= 12 && top + pile.height <= 844).toBe(true);
        const free = (at: number): boolean => kept.every((one) => one.bottom <= at || one.top >= at + pile.height);
        const hasRoom = Array.from({ length: 844 - 96 - 24 }, (_, at) => at + 12).some(
          (at) => free(at - 12) && free(at) && free(at + 12),
        );
        if (hasRoom) expect(free(top)).toBe(true);
      }),
    );
  });
});
