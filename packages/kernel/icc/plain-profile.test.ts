import { describe, expect, it } from "vitest";
import {
  changedPrint,
  coloured,
  curve,
  gamma22,
  grey,
  greyLook,
  inkLook,
  type LabNumbers,
  linkedTable,
  type Made,
  narrowTable,
  parametric,
  point,
  primaries,
  printProfile,
  profile,
  sampled,
  tabled,
  wideTable,
} from "../../../fixtures/icc-profile.ts";
import { isPlainProfile } from "./plain-profile.ts";

const screen = parametric(3, 2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045);
const greyMade: Made = { components: 1, lookOf: greyLook };
const greyTable = (made: Partial<Made>): Uint8Array => tabled("GRAY", { A2B0: wideTable({ ...greyMade, ...made }) });

/** Red, green and blue as a screen shows them. */
function screenLook(...values: readonly number[]): LabNumbers {
  const [r = 0, g = 0, b = 0] = values.map((value) => value ** 2.2);
  const root = (part: number): number => (part > 0.008856 ? Math.cbrt(part) : 7.787 * part + 16 / 116);
  const fx = root((0.4361 * r + 0.3851 * g + 0.1431 * b) / 0.9643);
  const fy = root(0.2225 * r + 0.7169 * g + 0.0606 * b);
  const fz = root((0.0139 * r + 0.0971 * g + 0.7141 * b) / 0.8251);
  return [116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)];
}
const screenMade: Made = { components: 3, lookOf: screenLook, points: 5 };
const screenTable = (lookOf: Made["lookOf"]): Uint8Array =>
  tabled("RGB", { A2B0: wideTable({ ...screenMade, lookOf }) });

describe("a profile with curves", () => {
  it.each<[string, Uint8Array]>([
    ["one gamma", coloured(gamma22)],
    ["samples", coloured(sampled(1_024, (x) => x ** 2.2))],
    ["the curve of sRGB", coloured(screen)],
    ["a gamma as parameter", coloured(parametric(0, 1.8))],
  ])("of three primaries and %s is plain", (_what, octets) => {
    const [three, one, four] = [3, 1, 4].map((components) => isPlainProfile(octets, components));
    expect([three, one, four]).toEqual([true, false, false]);
  });

  it("of grey like a screen's is plain", () => {
    expect(isPlainProfile(grey(gamma22), 1)).toBe(true);
  });

  it.each<[string, Uint8Array, number]>([
    ["that turns colours", coloured(sampled(256, (x) => 1 - x)), 3],
    ["that is black", coloured(sampled(256, () => 0)), 3],
    ["that is black in one place", coloured(sampled(256, (x) => (x > 0.9 && x < 0.91 ? 0 : x ** 2.2))), 3],
    ["that falls a little", coloured(sampled(256, (x) => (x > 0.5 && x < 0.55 ? 0.2 : x ** 2.2))), 3],
    ["whose dark tones are one", grey(sampled(256, (x) => Math.max(0.1, x ** 2.2))), 1],
    ["without curve", coloured(curve()), 3],
    ["of two samples", coloured(curve(0, 65_535)), 3],
    ["of an extreme gamma", coloured(parametric(0, 20)), 3],
    ["of parameters that turn colours", coloured(parametric(3, 1, -1, 1, 0, 0)), 3],
    ["of parameters that are no numbers", coloured(parametric(1, -1, 0, 0)), 3],
    ["of parameters that there are not", coloured(parametric(9, 2.2)), 3],
    ["with a table that is cut off", coloured(gamma22, { A2B0: Buffer.alloc(40) }), 3],
    ["with a table of another kind", coloured(gamma22, { D2B0: Buffer.alloc(40) }), 3],
    ["with two curves of one name", profile("GRAY", { kTRC: gamma22, "kTRC ": gamma22 }), 1],
    ["whose red is bright", coloured(gamma22, { rXYZ: primaries.gXYZ, gXYZ: primaries.rXYZ }), 3],
    ["whose white is dark", coloured(gamma22, { bXYZ: point(0, 0, 0), gXYZ: point(0.1, 0.5, 0) }), 3],
    ["whose paper is black", coloured(gamma22, { wtpt: point(0.01, 0.01, 0.01) }), 3],
    ["of other colours", profile("Lab", { ...primaries, rTRC: gamma22, gTRC: gamma22, bTRC: gamma22 }), 3],
    ["whose curve is a lightness", profile("GRAY", { kTRC: gamma22 }, { target: "Lab" }), 1],
    ["from one device to another", profile("GRAY", { kTRC: gamma22 }, { kind: "link" }), 1],
    ["that is cut off", coloured(gamma22).subarray(0, 150), 3],
    ["that is none", new Uint8Array(200), 3],
    ["of more tags than octets", new Uint8Array(200).fill(255), 3],
    ["that is too large", Buffer.concat([coloured(gamma22), Buffer.alloc(5_000_000)]), 3],
  ])("%s is not", (_what, octets, components) => {
    expect(isPlainProfile(octets, components)).toBe(false);
  });
});

describe("a profile with tables", () => {
  it.each<[string, Uint8Array, number]>([
    ["of print, as it is in use,", printProfile(), 4],
    ["of sixteen bits", greyTable({}), 1],
    ["of eight bits", tabled("GRAY", { A2B0: narrowTable(greyMade) }), 1],
    ["with parts that stand apart", tabled("RGB", { A2B0: linkedTable(screenMade) }), 3],
    ["for each intent", tabled("RGB", { A2B0: wideTable(screenMade), A2B1: linkedTable(screenMade) }), 3],
    [
      "of dull colours",
      screenTable((...rgb) => {
        const [l, a, b] = screenLook(...rgb);
        return [30 + 0.7 * l, a / 2, b / 2];
      }),
      3,
    ],
    ["behind a curve", greyTable({ input: Math.sqrt, lookOf: (x) => greyLook(x ** 2) }), 1],
  ])("%s is plain", (_what, octets, components) => {
    expect(isPlainProfile(octets, components)).toBe(true);
  });

  it.each<[string, Uint8Array, number]>([
    ["that turn black and white", greyTable({ lookOf: (x) => greyLook(1 - x) }), 1],
    ["that have one node turned", greyTable({ points: 33, lookOf: (x) => greyLook(x === 0.25 ? 1 : x) }), 1],
    ["in which a grey is white", greyTable({ lookOf: (x) => [x >= 0.5 ? 100 : greyLook(x)[0], 0, 0] }), 1],
    ["of no more contrast", greyTable({ lookOf: () => [50, 0, 0] }), 1],
    ["whose white is grey", greyTable({ lookOf: (x) => [0.8 * greyLook(x)[0], 0, 0] }), 1],
    ["behind a curve that falls", greyTable({ input: (x) => 1 - x, lookOf: (x) => greyLook(1 - x) }), 1],
    ["behind a step", greyTable({ points: 2, input: (x) => (x < 0.75 ? 0.02 * x : x) }), 1],
    ["before a curve that falls", greyTable({ output: (x) => 1 - x, lookOf: (x) => [100 - greyLook(x)[0], 0, 0] }), 1],
    [
      "for one intent only",
      tabled("GRAY", { A2B0: wideTable(greyMade), A2B1: wideTable({ ...greyMade, lookOf: (x) => greyLook(1 - x) }) }),
      1,
    ],
    ["of an intent that there is not", tabled("GRAY", { A2B0: wideTable(greyMade), A2B3: wideTable(greyMade) }), 1],
    ["without hue", screenTable((...rgb) => [screenLook(...rgb)[0], 0, 0]), 3],
    [
      "with a matrix that turns",
      tabled("RGB", { A2B0: linkedTable(screenMade, [-1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 0, 0]) }),
      3,
    ],
    ["for other components", greyTable({ components: 3, lookOf: screenLook }), 1],
    [
      "of print in which black is white",
      changedPrint((inks, look) => (inks.join() === "0,0,0,5" ? [65_280, 32_768, 32_768] : look)),
      4,
    ],
    [
      "of print in which light yellow is nothing",
      changedPrint((inks, look) => (inks.join() === "0,0,1,0" ? [65_280, 32_768, 32_768] : look)),
      4,
    ],
    [
      "of too many nodes",
      tabled("CMYK", { A2B0: wideTable({ components: 4, points: 24, lookOf: () => [0, 0, 0] }) }),
      4,
    ],
  ])("%s is not", (_what, octets, components) => {
    expect(isPlainProfile(octets, components)).toBe(false);
  });

  it("takes little time, with 280 000 nodes", () => {
    const octets = tabled("CMYK", { A2B0: wideTable({ components: 4, points: 23, lookOf: inkLook }) });
    const begun = process.cpuUsage();
    expect(isPlainProfile(octets, 4)).toBe(true);
    const { user, system } = process.cpuUsage(begun);
    // A tenth of a second, and as much again for whoever else works here.
    expect((user + system) / 1_000).toBeLessThan(300);
  });
});
