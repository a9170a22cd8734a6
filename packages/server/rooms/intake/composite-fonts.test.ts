/** Ways from codes to glyphs of composite fonts that readers take each in their own way: of a price one shows nothing, or another. */
import { describe, expect, it } from "vitest";
import { darkPoints, inBothReaders } from "../../../../fixtures/both-readers.ts";
import { type Drawn, made } from "../../../../fixtures/drawn-page-with.ts";
import { hasTools } from "../../../../fixtures/outside-tool.ts";
import { letters, trueTypeWith } from "../../../../fixtures/truetype-with.ts";
import { darkInPdfJs, expectAlike, pricedOnce } from "../../test/dark-in-readers.ts";
import { intake, taken } from "../../test/take-in.ts";

const font = Buffer.from(trueTypeWith([{ kind: [3, 1], format: 4 }])).toString("latin1");
const streamOf = (octets: string, entries = ""): string =>
  `<< /Length ${octets.length} ${entries} >>\nstream\n${octets}\nendstream`;

/** "1000EUR" in glyphs of that font, whose first is what it shows for what it has not; each in `octets` octets. */
const price = (octets: 1 | 2): string =>
  [..."1000EUR"].map((letter) => (letters.indexOf(letter) + 1).toString(16).padStart(2 * octets, "0")).join("");

/** A price in a composite font; object 11 is what `encoding` or `map` name. */
function pricedIn({
  encoding = "/Identity-H",
  map = "/Identity",
  object = "null",
  text = price(2),
  file = "/FontFile2",
  fonts = "[10 0 R]",
}): Drawn {
  const system = "/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >>";
  return {
    fonts: "/F9 9 0 R",
    contents: `BT /F9 24 Tf 20 90 Td <${text}> Tj ET`,
    more: [
      `<< /Type /FontDescriptor /FontName /AAAAAA+Own /Flags 4 /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 900 /Descent -200 /CapHeight 700 /StemV 80 ${file} 8 0 R >>`,
      streamOf(font, `/Length1 ${font.length} /Subtype /OpenType`),
      `<< /Type /Font /Subtype /Type0 /BaseFont /AAAAAA+Own /Encoding ${encoding} /DescendantFonts ${fonts} >>`,
      `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /AAAAAA+Own ${system} /FontDescriptor 7 0 R /DW 636 /CIDToGIDMap ${map} >>`,
      object,
    ],
  };
}

/** Its glyphs by a map of the first so many. */
const mapped = (count: number, file = "/FontFile2"): Drawn =>
  pricedIn({
    file,
    map: "11 0 R",
    object: streamOf(Array.from({ length: count }, (_, i) => String.fromCharCode(0, i)).join("")),
  });
/** Its codes as a map of them says. */
function coded(says: string, { entries = "", text = price(2) } = {}): Drawn {
  const map = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Own def /CMapType 1 def ${says} endcmap end end`;
  return pricedIn({ encoding: "11 0 R", object: streamOf(map, `/Type /CMap /CMapName /Own ${entries}`), text });
}
const spaces = (...ranges: readonly string[]): string =>
  `${ranges.length} begincodespacerange ${ranges.join(" ")} endcodespacerange`;
const numbers = (...ranges: readonly string[]): string =>
  `${ranges.length} begincidrange ${ranges.join(" ")} endcidrange`;
const [ones, twos] = ["<00> <FF>", "<0000> <FFFF>"];
const chars = [...new Set(price(2).match(/..../g))].map((code) => `<${code}> ${Number.parseInt(code, 16)}`).join(" ");
const all = numbers("<0000> <00FF> 0");

const refused: readonly (readonly [string, Drawn])[] = [
  ["glyphs behind the end of their map", mapped(2)],
  ["glyphs behind the end of their map, of an OpenType font", mapped(2, "/FontFile3")],
  ["a font that is no list of fonts", pricedIn({ fonts: "10 0 R" })],
  ["codes by a name that there is not", pricedIn({ encoding: "/Identity" })],
  [
    "codes behind a line's end in a string",
    coded(`/X (%) def ${spaces(twos)} 1 beginnotdefrange <0000> <00FF> 3 endnotdefrange\n${spaces(twos)}`),
  ],
  ["codes behind the end of their map", coded(`${spaces(twos)} endcmap ${all}`)],
  ["codes in a dictionary", coded(`${spaces(twos)} << /A ${all} >>`)],
  ["codes in strings", coded(`${spaces(twos)} 1 begincidrange (\\000\\000) (\\000\\377) 0 endcidrange`)],
  ["codes between blanks that are none", coded(`${spaces(twos)} 1 begincidrange <0000>\xA0<00FF> 0 endcidrange`)],
  ["codes that lead to no whole number", coded(`${spaces(twos)} ${numbers("<0000> <00FF> 0.7")}`)],
  ["codes of one octet and of two that begin alike", coded(`${spaces(ones, twos)} ${numbers("<00> <FF> 0")} ${all}`)],
  ["the same the other way", coded(`${spaces(twos, ones)} ${all} ${numbers("<00> <FF> 0")}`)],
  ["codes of no length", coded(all)],
  ["codes outside of their space", coded(`${spaces("<0000> <0002>")} ${all}`)],
  ["codes behind a comment", coded(`${spaces("<0000> <0002>")} % ${spaces(twos)}\n ${all}`)],
  ["a space of codes in a string", coded(`(${spaces(twos)}) pop ${all}`)],
  ["numbers for what is no code", coded(`${spaces(twos)} 1 beginnotdefrange <0000> <00FF> 3 endnotdefrange`)],
  ["codes as characters", coded(`${spaces(twos)} 1 beginbfrange <0000> <00FF> <0000> endbfrange`)],
  ["a map that builds upon another", coded("/Identity-H usecmap")],
  ["a map that says so beside it", coded("", { entries: "/UseCMap /Identity-H" })],
];

describe("an embedded composite font with", () => {
  it.each(refused)("%s is refused", async (_what, file) => {
    expect(await intake(made(file))).toMatchObject({ ok: false, code: "FILE_ACTIVE_CONTENT" });
    expect(await intake(made(file, { signed: true }))).toMatchObject({ ok: false, code: "FILE_ACTIVE_CONTENT" });
  });

  it.runIf(hasTools("pdftoppm", "mutool")).each(refused)(
    "%s shows otherwise in another reader",
    async (_what, file) => {
      const dark = [await darkInPdfJs(made(file)), ...inBothReaders(made(file)).map(darkPoints)];
      expect(Math.max(...dark) - Math.min(...dark)).toBeGreaterThan(100);
    },
  );

  it.runIf(hasTools("pdftoppm", "mutool")).each([
    ["glyphs by their numbers", pricedIn({})],
    ["glyphs by a map of all", mapped(letters.length + 1)],
    ["codes of two octets", coded(`${spaces(twos)} ${all}`)],
    ["codes of two octets, each by itself", coded(`${spaces(twos)} 3 begincidchar ${chars} endcidchar`)],
    [
      "codes of two octets, as producers write them",
      coded(`%!PS-Adobe-3.0 Resource-CMap\n/Registry (Adobe) def /WMode 0 def\n${spaces(twos)}\n${all}\n%%EOF\n`),
    ],
    ["codes of one octet", coded(`${spaces(ones)} ${numbers("<00> <FF> 0")}`, { text: price(1) })],
    [
      "codes of one octet or two, by the first",
      coded(`${spaces("<00> <0F>", "<1000> <FFFF>")} ${numbers("<00> <0F> 0", "<1000> <10FF> 0")}`, { text: price(1) }),
    ],
  ])("%s is taken as it is, and shows everywhere", async (_what, file) => {
    expect((await taken(made(file))).notices).toEqual([]);
    await expectAlike(made(file), pricedOnce);
  });

  it.each([
    [
      "codes of one number and two lengths",
      coded(`${spaces("<02> <FF>", "<0000> <01FF>")} ${numbers("<02> <0F> 0", "<0000> <00FF> 3")}`),
    ],
    ["codes of an odd number of digits", coded(`${spaces("<0> <F>")} ${numbers("<0> <F> 0")}`)],
    ["codes that go back", coded(`${spaces(twos)} ${numbers("<00FF> <0000> 0")}`)],
    ["codes of two lengths", coded(`${spaces(twos)} ${numbers("<00> <00FF> 0")}`)],
    ["codes as numbers", coded(`${spaces(twos)} ${numbers("0 255 0")}`)],
    ["codes without end", coded(`${spaces(twos)} 1 begincidrange <0000> <00FF> 0`)],
    ["codes behind a name", coded(`/x${spaces(twos)} ${all}`)],
    ["a space of codes by name", coded(`1 /begincodespacerange ${twos} /endcodespacerange ${all}`)],
    ["strings within strings", coded(`((${spaces(twos)})) pop ${all}`)],
    [
      "codes of four octets, all of them",
      coded(`${spaces("<00000000> <FFFFFFFF>")} ${numbers("<00000000> <FFFFFFFF> 0")}`),
    ],
    ["codes across, and beside them down", coded(`${spaces(twos)} ${all}`, { entries: "/WMode 1" })],
    ["codes down, and beside them across", coded(`/WMode 1 def ${spaces(twos)} ${all}`)],
    ["codes that cannot be read", coded(`${spaces(twos)} ${all}`, { entries: "/Filter /FlateDecode" })],
  ])("%s is refused, as nobody writes it", async (_what, file) => {
    expect(await intake(made(file))).toMatchObject({ ok: false, code: "FILE_ACTIVE_CONTENT" });
  });

  it("a map of more than a quarter of a million octets is refused", async () => {
    const file = made(coded(`${spaces(twos)} ${all} ${" ".repeat(250_000)}`));
    expect(await intake(file)).toMatchObject({ ok: false, code: "FILE_ACTIVE_CONTENT" });
  });
});
