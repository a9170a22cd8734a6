import { describe, expect, it } from "vitest";
import { type CharacterTable, trueTypeWith } from "../../../fixtures/truetype-with.ts";
import { contradictsItself } from "./character-tables.ts";

const nines = (letter: string): string => (letter === "1" ? "9" : letter);
const formats = [0, 4, 6, 12] as const;
const unicode: CharacterTable = { kind: [3, 1], format: 4 };
const symbols: CharacterTable = { kind: [3, 0], format: 4, offset: 0xf000 };
const mac: CharacterTable = { kind: [1, 0], format: 0 };

describe("a font's tables of characters", () => {
  it.each(formats.flatMap((some) => formats.map((other) => [some, other] as const)))(
    "are compared in formats %i and %i",
    (some, other) => {
      const first: CharacterTable = { kind: [1, 0], format: some };
      expect(contradictsItself(trueTypeWith([first, { kind: [3, 1], format: other }]))).toBe(false);
      expect(contradictsItself(trueTypeWith([first, { kind: [3, 1], format: other, shows: nines }]))).toBe(true);
    },
  );

  it.each([
    ["of symbols and of codes", [{ ...symbols, shows: nines }, mac], true],
    ["of symbols at the codes themselves", [{ ...symbols, offset: 0, shows: nines }, mac], true],
    ["of symbols and of codes that agree", [symbols, mac], false],
    ["of symbols and of Unicode", [symbols, { ...unicode, shows: nines }], true],
    ["twice of one kind", [mac, { ...mac, shows: nines }], true],
    ["of all of Unicode and of its first plane", [unicode, { kind: [3, 10], format: 12, shows: nines }], true],
    ["of two platforms", [unicode, { kind: [0, 3], format: 4, shows: nines }], true],
    ["of what no program reads", [unicode, { kind: [3, 4], format: 4, shows: nines }], false],
    ["alone", [mac], false],
    ["none", [], false],
    ["more than any font has", Array.from({ length: 17 }, () => mac), true],
  ] as const)("%s", (_what, tables, differ) => {
    expect(contradictsItself(trueTypeWith(tables))).toBe(differ);
  });

  it("that end too early are taken for what they are, and a font without any for sound", () => {
    const font = trueTypeWith([unicode, mac]);
    const entry = Buffer.from(font).indexOf("cmap");
    for (const length of [0, 3, 20, 30, 60])
      expect(
        contradictsItself(
          Uint8Array.from(font)
            .with(entry + 14, 0)
            .with(entry + 15, length),
        ),
      ).toBe(true);
    expect(contradictsItself(Uint8Array.from(font).with(entry, 0x78))).toBe(false);
    expect(contradictsItself(new Uint8Array(0))).toBe(false);
  });

  it.each([
    ["segments that all end before every character", segmentsEnding(() => 0)],
    ["segments that each end behind the one before", segmentsEnding((i) => 2 * i)],
    ["groups that all end before every character", groupsEnding(700_000)],
  ])("are read in a moment, however long: %s", (_what, table) => {
    const font = trueTypeWith([]);
    const at = Buffer.from(font).indexOf("cmap");
    const longer = Buffer.concat([font, Buffer.alloc(-font.length & 3), sixteenTimes(table)]);
    longer.writeUInt32BE((font.length + 3) & ~3, at + 8);
    longer.writeUInt32BE(longer.length - ((font.length + 3) & ~3), at + 12);
    const begun = performance.now();
    expect(contradictsItself(longer)).toBe(false);
    expect(performance.now() - begun).toBeLessThan(1_000);
  });
});

/** As many tables as a font may have, all the same. */
function sixteenTimes(table: Buffer): Buffer {
  const head = Buffer.alloc(4 + 8 * 16);
  head.writeUInt16BE(16, 2);
  for (let at = 4; at < head.length; at += 8) {
    head.writeUInt16BE(3, at);
    head.writeUInt16BE(1, at + 2);
    head.writeUInt32BE(head.length, at + 4);
  }
  return Buffer.concat([head, table]);
}

function segmentsEnding(endOf: (i: number) => number): Buffer {
  const count = 32_767;
  const table = Buffer.alloc(16 + 8 * count);
  table.writeUInt16BE(4, 0);
  table.writeUInt16BE(2 * count, 6);
  for (let i = 0; i < count; i += 1) {
    table.writeUInt16BE(endOf(i), 14 + 2 * i);
    table.writeUInt16BE(0xffff, 16 + 2 * count + 2 * i);
  }
  return table;
}

function groupsEnding(count: number): Buffer {
  const table = Buffer.alloc(16 + 12 * count);
  table.writeUInt16BE(12, 0);
  table.writeUInt32BE(count, 12);
  return table;
}
