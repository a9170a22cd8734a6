import { describe, expect, it } from "vitest";
import { isPlainProfile } from "./plain-profile.ts";

const fixed = (...values: readonly number[]): Buffer => {
  const octets = Buffer.alloc(4 * values.length);
  for (const [i, value] of values.entries()) octets.writeInt32BE(Math.round(value * 65_536), 4 * i);
  return octets;
};
const typed = (type: string, ...parts: readonly Buffer[]): Buffer =>
  Buffer.concat([Buffer.from(type.padEnd(4)), Buffer.alloc(4), ...parts]);
const point = (x: number, y: number, z: number): Buffer => typed("XYZ", fixed(x, y, z));

function curve(...values: readonly number[]): Buffer {
  const octets = Buffer.alloc(4 + 2 * values.length);
  octets.writeUInt32BE(values.length);
  for (const [i, value] of values.entries()) octets.writeUInt16BE(Math.round(value), 4 + 2 * i);
  return typed("curv", octets);
}

const sampled = (count: number, valueAt: (x: number) => number): Buffer =>
  curve(...Array.from({ length: count }, (_, i) => 65_535 * valueAt(i / (count - 1))));
const parametric = (kind: number, ...values: readonly number[]): Buffer =>
  typed("para", Buffer.from([0, kind, 0, 0]), fixed(...values));

type Tags = Readonly<Record<string, Buffer>>;

function profile(space: string, tags: Tags): Uint8Array {
  const names = Object.keys(tags);
  const head = Buffer.alloc(132 + 12 * names.length);
  head.write(space.padEnd(4), 16);
  head.writeUInt32BE(names.length, 128);
  const parts: Uint8Array[] = [head];
  let at = head.length;
  for (const [i, [name, tag]] of Object.entries(tags).entries()) {
    head.write(name, 132 + 12 * i);
    head.writeUInt32BE(at, 136 + 12 * i);
    head.writeUInt32BE(tag.length, 140 + 12 * i);
    parts.push(tag);
    at += tag.length;
  }
  return Buffer.concat(parts);
}

const primaries: Tags = {
  rXYZ: point(0.4361, 0.2225, 0.0139),
  gXYZ: point(0.3851, 0.7169, 0.0971),
  bXYZ: point(0.1431, 0.0606, 0.7141),
};
const coloured = (each: Buffer, more: Tags = {}): Uint8Array =>
  profile("RGB", { ...primaries, rTRC: each, gTRC: each, bTRC: each, ...more });
const gamma = curve(2.2 * 256);
const screen = parametric(3, 2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045);

describe("a profile", () => {
  it.each<[string, Uint8Array]>([
    ["one gamma", coloured(gamma)],
    ["a table", coloured(sampled(1_024, (x) => x ** 2.2))],
    ["the curve of sRGB", coloured(screen)],
    ["a gamma as parameter", coloured(parametric(0, 1.8))],
  ])("of three primaries with %s is plain", (_what, octets) => {
    expect([isPlainProfile(octets, 3), isPlainProfile(octets, 1), isPlainProfile(octets, 4)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it("of grey like a screen's is plain", () => {
    expect(isPlainProfile(profile("GRAY", { kTRC: gamma }), 1)).toBe(true);
  });

  it.each<[string, Uint8Array, number]>([
    ["that turns colours", coloured(sampled(256, (x) => 1 - x)), 3],
    ["that is black", coloured(sampled(256, () => 0)), 3],
    ["that is black in one place", coloured(sampled(256, (x) => (x > 0.9 && x < 0.91 ? 0 : x ** 2.2))), 3],
    ["without curve", coloured(curve()), 3],
    ["of an extreme gamma", coloured(parametric(0, 20)), 3],
    ["of parameters that turn colours", coloured(parametric(3, 1, -1, 1, 0, 0)), 3],
    ["of parameters that there are not", coloured(parametric(9, 2.2)), 3],
    ["with a table of colours", coloured(gamma, { A2B0: Buffer.alloc(40) }), 3],
    ["with two curves of one name", profile("GRAY", { kTRC: gamma, "kTRC ": gamma }), 1],
    ["whose red is bright", coloured(gamma, { rXYZ: primaries.gXYZ as Buffer, gXYZ: primaries.rXYZ as Buffer }), 3],
    ["whose white is dark", coloured(gamma, { bXYZ: point(0, 0, 0), gXYZ: point(0.1, 0.5, 0) }), 3],
    ["of other colours", profile("Lab", { ...primaries, rTRC: gamma, gTRC: gamma, bTRC: gamma }), 3],
    ["that is cut off", coloured(gamma).subarray(0, 150), 3],
    ["that is none", new Uint8Array(200), 3],
    ["of more tags than octets", new Uint8Array(200).fill(255), 3],
    ["that is too large", Buffer.concat([coloured(gamma), Buffer.alloc(70_000)]), 3],
  ])("%s is not", (_what, octets, components) => {
    expect(isPlainProfile(octets, components)).toBe(false);
  });
});
