/** A signature's picture and its words in a box of whatever shape. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { monospaceShaper } from "../../../fixtures/monospace-shaper.ts";
import { arrange, divide, setWhole } from "./picture-and-text.ts";

const texts = ["Käthe Größe", "Einfache elektronische Signatur", "22.11.2026, 14:05:06 MEZ", "Referenz ab12-cd34"];
const boxes = fc.record({
  width: fc.double({ min: 5, max: 600, noNaN: true }),
  height: fc.double({ min: 5, max: 400, noNaN: true }),
});
const pictures = fc.record({ width: fc.integer({ min: 1, max: 900 }), height: fc.integer({ min: 1, max: 300 }) });

describe("words alone", () => {
  it("stand there whole or not at all: the first ones, as many as there is room for", () => {
    let left = 0;
    fc.assert(
      fc.property(boxes, (box) => {
        const { lines, shown } = setWhole(monospaceShaper, box, texts);
        if (shown === 0) return;
        if (shown < texts.length) left += 1;
        for (const { text, x, y } of lines) {
          expect(x + text.widthPt).toBeLessThanOrEqual(box.width + 0.01);
          expect(y + text.descentPt).toBeGreaterThanOrEqual(-0.01);
          expect(y + text.ascentPt).toBeLessThanOrEqual(box.height + 0.01);
        }
        const drawn = lines.flatMap(({ text }) => text.clusters.map((cluster) => cluster.text)).join("");
        // A line is broken at spaces, which are not drawn there.
        expect(drawn.replaceAll(" ", "")).toBe(texts.slice(0, shown).join("").replaceAll(" ", ""));
      }),
      { numRuns: 200, examples: [[{ width: 150, height: 12 }], [{ width: 90, height: 14 }]] },
    );
    expect(left).toBeGreaterThan(1);
  });

  it("leave out a name that would never be whole, and show level, time and reference", () => {
    const box = { width: 200, height: 60 };
    const { lines, shown } = setWhole(monospaceShaper, box, ["W".repeat(5_000), ...texts.slice(1)]);
    expect(shown).toBe(3);
    const drawn = lines.flatMap(({ text }) => text.clusters.map((cluster) => cluster.text)).join("");
    expect(drawn.replaceAll(" ", "")).toBe(texts.slice(1).join("").replaceAll(" ", ""));
  });

  it("begin with the name where not even that has room", () => {
    const { lines, shown } = setWhole(monospaceShaper, { width: 8, height: 4 }, texts);
    expect([shown, lines.length > 0]).toEqual([0, true]);
  });
});

describe("a picture with words", () => {
  it("stands in its box, keeps its shape, and has no word over it", () => {
    fc.assert(
      fc.property(boxes, pictures, (box, picture) => {
        const {
          lines,
          picture: [left, bottom, width, height],
        } = arrange(monospaceShaper, box, { picture, texts });
        expect(left).toBeGreaterThanOrEqual(0);
        expect(bottom).toBeGreaterThanOrEqual(0);
        expect(left + width).toBeLessThanOrEqual(box.width + 1e-6);
        expect(bottom + height).toBeLessThanOrEqual(box.height + 1e-6);
        expect(width / height).toBeCloseTo(picture.width / picture.height, 3);
        expect(width * height).toBeGreaterThan(0);
        for (const { text, x, y } of lines) expect(x >= left + width || y + text.ascentPt <= bottom + 1e-6).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  it("leaves the words their room: where they fit beside a smaller picture, that is what is drawn", () => {
    const roomy = arrange(monospaceShaper, { width: 260, height: 60 }, { picture: { width: 300, height: 100 }, texts });
    const tight = arrange(monospaceShaper, { width: 90, height: 32 }, { picture: { width: 300, height: 100 }, texts });
    expect(roomy.picture[2]).toBeGreaterThan(100);
    expect(tight.picture[2]).toBeLessThan(35);
    for (const { lines } of [roomy, tight]) expect(lines.every(({ text, y }) => y + text.descentPt >= 0)).toBe(true);
  });

  it("has the room that can be told before there is one", () => {
    fc.assert(
      fc.property(boxes, pictures, (box, picture) => {
        const { lines, room } = divide(monospaceShaper, box, texts);
        const arranged = arrange(monospaceShaper, box, { picture, texts });
        const [left, bottom, width, height] = arranged.picture;
        expect(arranged.lines).toEqual(lines);
        // In the middle of it, and as large as it takes: what a browser calls `object-fit: contain`.
        expect(left + width / 2).toBeCloseTo(room[0] + room[2] / 2, 6);
        expect(bottom + height / 2).toBeCloseTo(room[1] + room[3] / 2, 6);
        expect(Math.max(width / room[2], height / room[3])).toBeCloseTo(1, 6);
      }),
      { numRuns: 40 },
    );
  });

  it("stands above them in a narrow box, and alone in all of it", () => {
    const { lines, picture } = arrange(
      monospaceShaper,
      { width: 150, height: 140 },
      { picture: { width: 3, height: 1 }, texts },
    );
    expect(lines.every(({ text, y }) => y + text.ascentPt <= picture[1])).toBe(true);
    const alone = arrange(monospaceShaper, { width: 90, height: 30 }, { picture: { width: 3, height: 1 }, texts: [] });
    expect(alone).toMatchObject({ lines: [], picture: [0, 0, 90, 30] });
  });
});
