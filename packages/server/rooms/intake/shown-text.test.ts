/** Text that readers take each their own octets from, whatever its font: of a price one shows other digits, or nothing. */
import { describe, expect, it } from "vitest";
import { darkPoints, inBothReaders } from "../../../../fixtures/both-readers.ts";
import { made } from "../../../../fixtures/drawn-page-with.ts";
import { hasTools } from "../../../../fixtures/outside-tool.ts";
import { darkInPdfJs, expectAlike, pricedOnce } from "../../test/dark-in-readers.ts";
import { refusalOf, taken } from "../../test/take-in.ts";

const shown = (text: string): Uint8Array => made({ contents: `BT /F1 24 Tf 20 90 Td ${text} ET` });

const refused: readonly (readonly [string, string])[] = [
  ["digits between which other letters stand", "<313030G30302045555x2> Tj"],
  ["digits and a blank that is none", "<31\x0b303030\x0b20455552> Tj"],
  ["octal numbers of more than an octet", "(1\\460\\460\\460 EUR) Tj"],
  ["an array in an array", "[(1000) [(000)] ( EUR)] TJ"],
  ["a dictionary in an array", "[(1000) << /A (0) >> ( EUR)] TJ"],
  ["a name in an array", "[(1) /A (000 EUR)] TJ"],
  ["a truth in an array", "[(1) true (000 EUR)] TJ"],
  ["nothing in an array", "[(1) null (000 EUR)] TJ"],
];

describe("a text with", () => {
  it.each(refused)("%s is refused", async (_what, text) => {
    expect(await refusalOf(shown(text))).toMatchSnapshot();
  });

  it.runIf(hasTools("pdftoppm", "mutool")).each(refused)(
    "%s shows otherwise in another reader",
    async (_what, text) => {
      const dark = [await darkInPdfJs(shown(text)), ...inBothReaders(shown(text)).map(darkPoints)];
      expect(Math.max(...dark) - Math.min(...dark)).toBeGreaterThan(80);
    },
  );

  it.runIf(hasTools("pdftoppm", "mutool")).each([
    ["blanks between digits", "<31 30\x0c30\x0030\n20455552> Tj"],
    ["a digit that is missing", "<31303030204555522> Tj"],
    ["octal numbers", "(1\\60\\0600 \\105UR) Tj"],
    ["signs that need no sign before them", "(\\1000 \\EUR) Tj"],
    ["lines that go on", "(10\\\r\n00 \\\nEUR) Tj"],
    ["brackets", "[(1) -20 (00) % so\n (0 \\(E\\)UR)] TJ"],
    ["texts by the next line", "0 TL (1000) ' 60 0 Td 0 0 (EUR) \""],
    ["nothing in it", "() Tj <> Tj [] TJ (1000 EUR) Tj"],
  ])("%s is taken, and shows everywhere", async (_what, text) => {
    expect((await taken(shown(text))).notices).toEqual([]);
    await expectAlike(shown(text), pricedOnce);
  });
});
