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
});
