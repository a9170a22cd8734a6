import { roomInLook } from "@siegel/kernel/forms/signature-look.ts";
import { describe, expect, it } from "vitest";
import { monospaceShaper } from "../../../../fixtures/monospace-shaper.ts";
import { areaBeside } from "./image-area.ts";
import { appearanceLines, referenceOf } from "./signature-appearance.ts";

const now = new Date("2026-11-22T13:05:06Z");
const deps = {
  clock: { now: () => now },
  shaper: monospaceShaper,
  zone: "Europe/Berlin",
};
const signer = { type: "s_signature", language: "de", name: "Käthe Größe" } as const;

describe("where an image will stand", () => {
  it("is the room that the words of the act itself leave", () => {
    const box = { width: 180, height: 60 };
    const area = areaBeside(deps, signer, box);
    // Another moment and another act: times and references of the same form.
    const signedAt = new Date("2026-11-22T13:09:41Z");
    const lines = appearanceLines({ ...signer, zone: deps.zone, signedAt, reference: referenceOf("9f3a61c2") });
    const { room } = roomInLook(monospaceShaper, box, lines);
    expect(area.left * 180).toBeCloseTo(room[0]);
    expect(area.width * 180).toBeCloseTo(room[2]);
    expect((1 - area.top - area.height) * 60).toBeCloseTo(room[1]);
    expect(area.height * 60).toBeCloseTo(room[3]);
  });

  it("comes with the words line by line as the file breaks them, no time without its zone, in letters of their size", () => {
    const linesIn = (width: number, height: number) => {
      const { lines, size } = areaBeside(deps, signer, { width, height });
      return [...lines, Math.round(size * height * 10) / 10];
    };
    const name = "Käthe Größe";
    const moment = "22.11.2026,\u00a014:05:06\u00a0MEZ";
    expect(linesIn(220, 72)).toEqual([name, "Einfache elektronische", "Signatur", moment, "Referenz …", 6.9]);
    expect(linesIn(90, 90)).toEqual([name, "Einfache elektronische", "Signatur", moment, "Referenz …", 4.2]);
    const narrow = ["Einfache", "elektronische", "Signatur", "22.11.2026,\u00a0", "14:05:06\u00a0MEZ", "Referenz", "…"];
    expect(linesIn(150, 72)).toEqual([name, ...narrow, 6]);
  });

  it("is a smaller part of a box in which the words have little room", () => {
    const [roomy, tight] = [
      areaBeside(deps, signer, { width: 260, height: 60 }),
      areaBeside(deps, signer, { width: 90, height: 32 }),
    ];
    expect(roomy.width).toBeGreaterThan(0.37);
    expect(tight.width).toBeLessThan(0.35);
  });
});
