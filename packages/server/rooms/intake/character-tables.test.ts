/** Embedded fonts that have two glyphs for one character: of an amount one reader shows another. */
import { describe, expect, it } from "vitest";
import { darkPoints, inBothReaders } from "../../../../fixtures/both-readers.ts";
import { type Drawn, made, price } from "../../../../fixtures/drawn-page-with.ts";
import { hasTools } from "../../../../fixtures/outside-tool.ts";
import { type CharacterTable, trueTypeWith } from "../../../../fixtures/truetype-with.ts";
import { darkInPdfJs, expectAlike, pricedOnce } from "../../test/dark-in-readers.ts";
import { intake, refusalOf, taken } from "../../test/take-in.ts";

/** A price in a font with these tables; `entries` are those of the font, `flags` of its descriptor. */
function pricedIn(tables: readonly CharacterTable[], { entries = "", flags = 4 } = {}): Drawn {
  const font = Buffer.from(trueTypeWith(tables)).toString("latin1");
  const widths = `/FirstChar 32 /LastChar 90 /Widths [${"636 ".repeat(59)}]`;
  return {
    fonts: `/F9 << /Type /Font /Subtype /TrueType /BaseFont /AAAAAA+Own ${widths} /FontDescriptor 7 0 R ${entries} >>`,
    contents: price.replace("/F1", "/F9"),
    more: [
      `<< /Type /FontDescriptor /FontName /AAAAAA+Own /Flags ${flags} /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 900 /Descent -200 /CapHeight 700 /StemV 80 /FontFile2 8 0 R >>`,
      `<< /Length ${font.length} /Length1 ${font.length} >>\nstream\n${font}\nendstream`,
    ],
  };
}

const winAnsi = "/Encoding /WinAnsiEncoding";
const nothing = (): string => " ";
const unicode: CharacterTable = { kind: [3, 1], format: 4 };
const symbols: CharacterTable = { kind: [3, 0], format: 4, offset: 0xf000 };
const mac: CharacterTable = { kind: [1, 0], format: 0 };

const refused: readonly (readonly [string, Drawn])[] = [
  ["of Unicode and of codes", pricedIn([{ ...mac, shows: nothing }, unicode])],
  ["of codes and of Unicode", pricedIn([mac, { ...unicode, shows: nothing }])],
  ["of symbols and of codes", pricedIn([{ ...mac, shows: nothing }, symbols], { flags: 32 })],
  ["of codes and of symbols", pricedIn([mac, { ...symbols, shows: nothing }], { flags: 32 })],
  ["of symbols and of Unicode", pricedIn([{ ...unicode, shows: nothing }, symbols], { entries: winAnsi })],
];

describe("a file with a font whose tables differ,", () => {
  it.each(refused)("%s, is refused", async (_what, file) => {
    expect(await refusalOf(made(file))).toMatchSnapshot();
    expect(await intake(made(file, { signed: true }))).toMatchObject({ ok: false, code: "FILE_ACTIVE_CONTENT" });
  });

  it.runIf(hasTools("pdftoppm", "mutool")).each(refused)(
    "%s, shows otherwise in another reader",
    async (_what, file) => {
      const dark = [await darkInPdfJs(made(file)), ...inBothReaders(made(file)).map(darkPoints)];
      expect(Math.max(...dark) - Math.min(...dark)).toBeGreaterThan(100);
    },
  );

  it.runIf(hasTools("pdftoppm", "mutool")).each([
    ["of Unicode and of codes", pricedIn([mac, unicode])],
    ["of symbols and of codes", pricedIn([mac, symbols])],
    ["of Unicode, with an encoding", pricedIn([mac, unicode], { entries: winAnsi, flags: 32 })],
  ])("and that agree is taken as it is: %s", async (_what, file) => {
    expect((await taken(made(file))).notices).toEqual([]);
    await expectAlike(made(file), pricedOnce);
  });
});
