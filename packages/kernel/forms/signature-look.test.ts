/** What a visible signature looks like in a box of whatever size. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { monospaceShaper } from "../../../fixtures/monospace-shaper.ts";
import { setWhole } from "./picture-and-text.ts";
import { roomInLook, signatureLook } from "./signature-look.ts";

const texts = ["Käthe Größe", "Einfache elektronische Signatur", "22.11.2026, 14:05:06 MEZ", "Referenz ab12-cd34"];
const boxes = fc.record({
  width: fc.double({ min: 5, max: 600, noNaN: true }),
  height: fc.double({ min: 5, max: 400, noNaN: true }),
});
const picture = { width: 300, height: 100 };
const said = (lines: ReturnType<typeof signatureLook>["lines"]): string =>
  lines.flatMap(({ text }) => text.clusters.map((cluster) => cluster.text.trim())).join("");

describe("a visible signature", () => {
  it("has a frame, a ring, and its name in bold, where all words have room beside them", () => {
    const { behind, lines } = signatureLook(monospaceShaper, { width: 240, height: 52 }, { texts });
    expect(behind).toContain("re S");
    expect(behind.match(/ c\b/g)).toHaveLength(4);
    expect(lines).toHaveLength(4);
    expect(lines.map(({ text }) => text.clusters[0]?.glyphs[0]?.font)).toEqual([
      "bold",
      ...Array.from({ length: 3 }, () => "regular"),
    ]);
    // In the middle: as much is left above as below.
    const ink = lines.flatMap(({ text, y }) => [y + text.descentPt, y + text.ascentPt] as const);
    expect(Math.min(...ink)).toBeCloseTo(52 - Math.max(...ink), 3);
  });

  it("sets its words smaller before it breaks a time, and keeps them off the frame", () => {
    const joined = texts.map((text) => (text.includes(":") ? text.replaceAll(" ", "\u00a0") : text));
    const look = (width: number, height: number) => {
      const box = { width, height };
      const { behind, lines } = signatureLook(monospaceShaper, box, { texts: joined, picture });
      if (!behind.includes("re S")) throw new Error("no frame");
      for (const { text, x, y } of lines) {
        expect(Math.min(x, y + text.descentPt)).toBeGreaterThanOrEqual(5.99);
        expect(width - x - text.widthPt).toBeGreaterThanOrEqual(5.99);
        expect(height - y - text.ascentPt).toBeGreaterThanOrEqual(5.99);
      }
      return { said: lines.map(({ said }) => said), sizePt: lines[0]?.text.sizePt ?? 0 };
    };
    const roomy = look(220, 72);
    expect(roomy.said).toContain(joined[2]);
    expect([roomy.sizePt >= 6, roomy.sizePt < 8]).toEqual([true, true]);
    // Where it would be too small, the date has a line of its own, and the zone stays with the time.
    expect(look(150, 72).said).toContain("14:05:06\u00a0MEZ");
  });

  it("leaves out ring and frame before it leaves out a word, and keeps every word in the box", () => {
    let [ringless, frameless] = [0, 0];
    fc.assert(
      fc.property(boxes, (box) => {
        const { behind, lines } = signatureLook(monospaceShaper, box, { texts });
        if (behind === "") frameless += 1;
        else if (!behind.includes(" c ")) ringless += 1;
        expect(said(lines).length).toBe(said(setWhole(monospaceShaper, box, texts).lines).length);
        const { shown } = setWhole(monospaceShaper, box, texts);
        if (shown === 0) return;
        for (const { text, x, y } of lines) {
          expect(x).toBeGreaterThanOrEqual(0);
          expect(x + text.widthPt).toBeLessThanOrEqual(box.width + 0.01);
          expect(y + text.descentPt).toBeGreaterThanOrEqual(-0.01);
          expect(y + text.ascentPt).toBeLessThanOrEqual(box.height + 0.01);
        }
      }),
      { numRuns: 40, examples: [[{ width: 8, height: 8 }], [{ width: 60, height: 60 }], [{ width: 150, height: 26 }]] },
    );
    expect([ringless > 0, frameless > 0]).toEqual([true, true]);
  });

  it("has its picture where a page was told, between the ring and the words", () => {
    const box = { width: 260, height: 60 };
    const { lines, picture: found } = signatureLook(monospaceShaper, box, { texts, picture });
    const { room, ring } = roomInLook(monospaceShaper, box, texts);
    if (found === null || ring === null) throw new Error("picture and ring");
    expect(found[0]).toBeGreaterThanOrEqual(ring[0] + ring[2]);
    expect(found[0] + found[2] / 2).toBeCloseTo(room[0] + room[2] / 2, 6);
    expect(found[1] + found[3] / 2).toBeCloseTo(room[1] + room[3] / 2, 6);
    for (const { x } of lines) expect(x).toBeGreaterThanOrEqual(found[0] + found[2]);
  });
});
