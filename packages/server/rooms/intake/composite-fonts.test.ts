/** Ways from codes to glyphs of composite fonts that readers take each in their own way: of a price one shows nothing, or another. */
import { describe, expect, it } from "vitest";
import { darkPoints, inBothReaders } from "../../../../fixtures/both-readers.ts";
import { type Drawn, form, made } from "../../../../fixtures/drawn-page-with.ts";
import { hasTools } from "../../../../fixtures/outside-tool.ts";
import { letters, trueTypeWith } from "../../../../fixtures/truetype-with.ts";
import { darkInPdfJs, expectAlike, pricedOnce } from "../../test/dark-in-readers.ts";
import { intake, refusalOf, taken } from "../../test/take-in.ts";

const font = Buffer.from(trueTypeWith([{ kind: [3, 1], format: 4 }])).toString("latin1");
const streamOf = (octets: string, entries = ""): string =>
  `<< /Length ${octets.length} ${entries} >>\nstream\n${octets}\nendstream`;

/** "1000EUR" in glyphs of that font, whose first is what it shows for what it has not; each in `octets` octets. */
const price = (octets: 1 | 2): string =>
  [..."1000EUR"].map((letter) => (letters.indexOf(letter) + 1).toString(16).padStart(2 * octets, "0")).join("");

type Wanted = "text" | "contents" | "resources" | "more";
/** A price in a composite font; object 11 is what `encoding` or `map` name. */
function pricedIn({
  encoding = "/Identity-H",
  map = "/Identity",
  object = "null",
  text = price(2),
  contents = `BT /F9 24 Tf 20 90 Td <${text}> Tj ET`,
  resources = "",
  more = "null",
  file = "/FontFile2",
  fonts = "[10 0 R]",
}: Partial<Record<Wanted | "encoding" | "map" | "object" | "file" | "fonts", string>>): Drawn {
  const system = "/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >>";
  return {
    fonts: "/F9 9 0 R",
    ...{ contents, resources },
    more: [
      `<< /Type /FontDescriptor /FontName /AAAAAA+Own /Flags 4 /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 900 /Descent -200 /CapHeight 700 /StemV 80 ${file} 8 0 R >>`,
      streamOf(font, `/Length1 ${font.length} /Subtype /OpenType`),
      `<< /Type /Font /Subtype /Type0 /BaseFont /AAAAAA+Own /Encoding ${encoding} /DescendantFonts ${fonts} >>`,
      `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /AAAAAA+Own ${system} /FontDescriptor 7 0 R /DW 636 /CIDToGIDMap ${map} >>`,
      object,
      more,
    ],
  };
}

/** Its glyphs by a map of the first so many. */
const mapped = (count: number, { file = "/FontFile2", text = price(2) } = {}): Drawn =>
  pricedIn({
    ...{ file, text },
    map: "11 0 R",
    object: streamOf(Array.from({ length: count }, (_, i) => String.fromCharCode(0, i)).join("")),
  });
/** Its codes as a map of them says. */
function coded(says: string, { entries = "", ...shown }: Partial<Record<"entries" | Wanted, string>> = {}): Drawn {
  const map = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Own def /CMapType 1 def ${says} endcmap end end`;
  return pricedIn({ encoding: "11 0 R", object: streamOf(map, `/Type /CMap /CMapName /Own ${entries}`), ...shown });
}
/** Shown by a form, in a font that it takes over from the page. */
const byForm = (text: string) => ({
  contents: "BT /F9 24 Tf ET /X Do",
  resources: "/XObject << /X 12 0 R >>",
  more: form(`BT 20 90 Td <${text}> Tj ET`),
});
const spaces = (...ranges: readonly string[]): string =>
  `${ranges.length} begincodespacerange ${ranges.join(" ")} endcodespacerange`;
const numbers = (...ranges: readonly string[]): string =>
  `${ranges.length} begincidrange ${ranges.join(" ")} endcidrange`;
const [ones, twos] = ["<00> <FF>", "<0000> <FFFF>"];
const chars = [...new Set(price(2).match(/..../g))].map((code) => `<${code}> ${Number.parseInt(code, 16)}`).join(" ");
const all = numbers("<0000> <00FF> 0");
/** Of digits, not of the letters behind them. */
const digits = numbers("<0002> <000B> 2");
const section = (kind: string, ...entries: readonly string[]): string =>
  `${entries.length} begin${kind} ${entries.join(" ")} end${kind}`;
const inRows = price(2).replace(/../g, (octet, i: number) => (i % 4 === 0 ? "82" : octet));

const refused: readonly (readonly [string, Drawn])[] = [
  ["glyphs behind the end of their map", mapped(2)],
  ["glyphs behind the end of their map, of an OpenType font", mapped(2, { file: "/FontFile3" })],
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
  ["codes that their map has not", coded(`${spaces(twos)} ${digits}`)],
  [
    "codes that their map only has for what is missing",
    coded(`${spaces(twos)} ${digits} ${section("notdefrange", "<0000> <00FF> 3")}`),
  ],
  [
    "blanks that their map has not",
    coded(`${spaces(twos)} ${numbers("<0002> <00FF> 2")}`, { text: `${price(2)}00010001` }),
  ],
  ["codes that their map has not, in a form", coded(`${spaces(twos)} ${digits}`, byForm(price(2)))],
  [
    "codes that their map has not, in a font by a state",
    coded(`${spaces(twos)} ${digits}`, {
      contents: `/G gs BT 20 90 Td <${price(2)}> Tj ET`,
      resources: "/ExtGState << /G << /Font [9 0 R 24] >> >>",
    }),
  ],
  [
    "codes that begin within another",
    coded(`${spaces(twos)} ${all}`, { contents: `BT /F9 24 Tf 20 90 Td <00> Tj <02${price(2)}> Tj ET` }),
  ],
  [
    "codes that no space has, of two octets or one",
    coded(`${spaces("<00> <0F>", "<8105> <9FFC>")} ${numbers("<00> <0F> 0", "<8105> <81FC> 5")}`, {
      text: `810281038104${price(1)}`,
    }),
  ],
  [
    "codes that browsers find in a space by number, and others by octet",
    coded(`${spaces("<8104> <9FFC>")} ${numbers("<8204> <82FC> 4", "<8300> <8303> 0")}`, { text: inRows }),
  ],
  [
    "codes over a gap between two spaces",
    coded(`${spaces("<0000> <00FF>", "<8100> <FFFF>")} ${numbers("<0000> <FFFF> 0")}`),
  ],
  ["codes that lead past the last number", coded(`${spaces(twos)} ${all} ${numbers("<0100> <0101> 65535")}`)],
  [
    "a code of several characters beside them",
    coded(`${spaces(twos)} ${all} ${section("bfchar", "<0200> <00410042>")}`),
  ],
  [
    "characters past the last one beside them",
    coded(`${spaces(twos)} ${all} ${section("bfrange", "<0100> <0200> <FFF0>")}`),
  ],
  [
    "a code of one octet and of two, a character and a glyph",
    coded(`${spaces(twos)} ${all} ${section("bfchar", "<02> <0001>")}`),
  ],
  ["a map that builds upon another", coded("/Identity-H usecmap")],
  ["a map that says so beside it", coded("", { entries: "/UseCMap /Identity-H" })],
];

describe("an embedded composite font with", () => {
  it.each(refused)("%s is refused", async (_what, file) => {
    expect(await refusalOf(made(file))).toMatchSnapshot();
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
    ["glyphs by a map of those that are shown", mapped(12, { text: price(2).slice(0, 16).repeat(2) })],
    ["codes in a form, in a font that it takes over", coded(`${spaces(twos)} ${all}`, byForm(price(2)))],
    [
      "codes beside others for what is missing",
      coded(
        `${spaces(twos)} ${section("notdefrange", "<00> <1f> 1", "<0000> <00FF> 3")} ${all} ${section("notdefchar", "<0003> 3")}`,
      ),
    ],
    [
      "codes beside those of characters",
      coded(
        `${spaces(twos)} ${all} ${section("bfrange", "<0100> <01FF> <0020>", "<0300> <0301> [<0020> <21>]")} ${section("bfchar", "<0200> <0041>")}`,
      ),
    ],
    [
      "codes of one space and the next",
      coded(`${spaces("<0009> <FFFF>", "<0000> <0003>", "<0004> <0008>")} ${numbers("<0000> <FFFF> 0")}`),
    ],
    ["codes whose map has not others", coded(`${spaces(twos)} ${numbers("<0002> <0003> 2", "<000C> <00FF> 12")}`)],
    [
      "codes as Adobe writes them",
      coded(
        `%%BeginResource: CMap (Own)\n/CIDSystemInfo 3 dict dup begin /Registry (Adobe) def /Ordering (Own) def /Supplement 1 def end def /UIDOffset 950 def /XUID [1 10 25343] def ${spaces("<00> <80>", "<8140> <9ffc>", "<a0> <df>", "<e040> <fcfc>")} ${section("notdefrange", "<80> <80> 1")} ${numbers("<00> <7e> 0", "<8140> <817e> 633", "<a0> <df> 326", "<e040> <e07e> 5500")}`,
        { text: price(1) },
      ),
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
    ["codes of one number, twice", coded(`${spaces(twos)} ${all} ${numbers("<0002> <0003> 5")}`)],
    ["codes of glyphs and of characters", coded(`${spaces(twos)} ${all} ${section("bfchar", "<0002> <0031>")}`)],
    ["codes behind what is missing, without end", coded(`${spaces(twos)} 1 beginnotdefrange <0000> <00FF> 3 ${all}`)],
    ["codes of half their octets", pricedIn({ text: `${price(2)}02` })],
    ["codes of half their octets, in a form", pricedIn(byForm(`${price(2)}02`))],
    [
      "some of their glyphs by a map by name",
      pricedIn({ encoding: "/UniJIS-UTF16-H", map: "11 0 R", object: streamOf("\0\0\0\x01") }),
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
    expect(await refusalOf(made(file))).toMatchSnapshot();
  });

  it("a map of more than a quarter of a million octets is refused", async () => {
    const file = made(coded(`${spaces(twos)} ${all} ${" ".repeat(250_000)}`));
    expect(await intake(file)).toMatchObject({ ok: false, code: "FILE_ACTIVE_CONTENT" });
  });
});
