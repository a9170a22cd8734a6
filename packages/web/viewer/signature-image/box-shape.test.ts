import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { monospaceShaper } from "../../../../fixtures/monospace-shaper.ts";
import { signatureLook } from "../../../kernel/forms/signature-look.ts";
import { isWideBox } from "./box-shape.ts";

describe("a signature's box on the page", () => {
  it("has its image beside the words where the file has, and above them where the file has", () => {
    const sides = fc.record({ width: fc.integer({ min: 40, max: 400 }), height: fc.integer({ min: 40, max: 200 }) });
    const edges = fc.integer({ min: 40, max: 200 }).map((height) => ({ width: 2 * height, height }));
    fc.assert(
      fc.property(fc.oneof(sides, edges), (box) => {
        const wished = { picture: { width: 3, height: 1 }, texts: ["K"] };
        const { lines, picture } = signatureLook(monospaceShaper, box, wished);
        const isBeside = picture !== null && lines.every(({ x }) => x >= picture[0] + picture[2]);
        expect([box, isWideBox(box)]).toEqual([box, isBeside]);
      }),
    );
  });
});
