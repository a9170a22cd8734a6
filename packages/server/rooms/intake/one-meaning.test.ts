/** Operators that all programs read and each makes another thing of: a text shows in one of them and not in the other. */
import { describe, expect, it } from "vitest";
import { darkPoints, inBothReaders } from "../../../../fixtures/both-readers.ts";
import { area, type Drawn, form, made, price, same, space, state } from "../../../../fixtures/drawn-page-with.ts";
import { contentStream } from "../../../../fixtures/make-pdf.ts";
import { hasTools } from "../../../../fixtures/outside-tool.ts";
import { blank, darkInPdfJs, expectAlike, pricedOnce } from "../../test/dark-in-readers.ts";
import { intake, refusalOf, taken } from "../../test/take-in.ts";
import { fixedNotices } from "./intake-notices.ts";

const helvetica = "/Resources << /Font << /F1 5 0 R >> >>";
const text = (before: string): string => `BT /F1 24 Tf ${before} (1000 EUR) Tj ET`;
/** A page that draws object 7, a form, and has object 8, a form with a price, by another name. */
const within = (operators: string, resources = "/Resources << >>"): Drawn => ({
  resources: `/XObject << /X 7 0 R /Y 8 0 R >> ${state("/ca 0")} ${space("/DeviceGray")}`,
  contents: "/X Do",
  more: [form(operators, resources), form(price, helvetica)],
});
/** The same with a price in it, and its box as it says. */
const boxed = (box: string): Drawn => {
  const page = within(price, helvetica);
  return { ...page, more: page.more?.map((each) => each.replace("/BBox [0 0 200 200]", box)) ?? [] };
};
/** A price below a white line of these dashes. */
const covered = (dashes: string): string => `${price} 1 G 60 w ${dashes} 0 95 m 200 95 l S`;
/** A price below a white area of this blend mode, which comes after one that leaves white out. */
const blended = (mode: string): Drawn => ({
  resources: `/ExtGState << /G << /BM ${mode} >> /H << /BM /Multiply >> >>`,
  contents: `${price} /H gs /G gs 1 g ${area}`,
});
/** A price behind a mask of this group, which is white all around. */
const masked = (group: string): Drawn => ({
  resources: state("/SMask << /S /Luminosity /G 7 0 R /BC [1] >>"),
  contents: `/G gs ${price}`,
  more: [form("0 g 0 0 1 1 re f", group)],
});
const whiteTile = form(
  "1 g 0 0 9 9 re f",
  "/PatternType 1 /PaintType 1 /TilingType 1 /XStep 9 /YStep 9 /Resources << >>",
);
/** A font of Type 3, object 7, whose only glyph is a black square. */
const glyph = (operators: string, text = ""): Drawn => ({
  fonts: "/F3 7 0 R",
  contents: `BT /F3 90 Tf 40 40 Td ${text} (a) Tj ET`,
  more: [
    "<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1 1] /FontMatrix [1 0 0 1 0 0] /CharProcs << /a 8 0 R >> /Encoding << /Differences [97 /a] >> /FirstChar 97 /LastChar 97 /Widths [1] /Resources << >> >>",
    contentStream(operators),
  ],
});
/** The font of such a shape, which says something less. */
const without = (entry: string): Pick<Drawn, "more"> => ({
  more: (glyph("1 0 0 0 1 1 d1 1 g 0 0 1 1 re f").more ?? []).map((each) => each.replace(entry, "")),
});
/** A price, and before it an area of a pattern or shading, object 7. */
const painted = (object: string, operators = "/Pattern cs /P scn 0 0 50 50 re f"): Drawn => ({
  resources: "/Pattern << /P 7 0 R >> /Shading << /P 7 0 R >>",
  contents: `q ${operators} Q ${price}`,
  more: [object],
});
const circles = (from: number, to: number): string =>
  `<< /ShadingType 3 /ColorSpace /DeviceGray /Coords [25 25 ${from} 25 25 ${to}] /Function ${same} >>`;

const square = "0 0 1 1 re f";
/** A shape of a line. */
const ruled = "1 0 0 0 1 1 d1 0.1 w 0 0 m 1 1 l S";
const tile = (steps: string): string =>
  form("0 0 9 9 re f", `/PatternType 1 /PaintType 1 /TilingType 1 ${steps} /Resources << >>`);

/** At least two of three readers show something else of each. */
const refused: readonly (readonly [string, Drawn])[] = [
  ["glyphs that are drawn, in text that is not", glyph(`1 0 d0 ${square}`, "3 Tr")],
  ["a glyph that says its width behind a colour", glyph(`1 g 1 0 0 0 1 1 d1 ${square}`)],
  ["a glyph that says its width twice", glyph(`1 0 d0 1 0 0 0 1 1 d1 1 g ${square}`)],
  ["a glyph that says its width in a state of its own", glyph(`q 1 0 0 0 1 1 d1 1 g ${square} Q`)],
  ["a glyph in colours that never says its width", glyph(`1 g ${square}`)],
  ["lines of a glyph in a text whose areas are white", glyph(ruled, "1 g")],
  ["lines of a glyph in a text whose lines are white", glyph(ruled, "0 0 0 rg 1 1 1 RG")],
  ["a glyph larger than it says", glyph(`1 0 0 0 0.1 0.1 d1 ${square}`)],
  [
    "a glyph much of which is in its box, and some beside it",
    glyph(`1 0 0 0 .3 .3 d1 ${"0 0 .3 .3 re f ".repeat(100)} ${square}`),
  ],
  ["a shape in a colour of its own", { ...glyph(`1 0 0 0 1 1 d1 1 g ${square}`), ...without("/FontBBox [0 0 1 1]") }],
  ["a pattern of no kind", painted(tile("/XStep 9 /YStep 9").replace("/PatternType 1", ""))],
  ["a glyph beside its box", glyph(`1 0 2 2 3 3 d1 ${square}`)],
  ["a glyph's width where there is no glyph", { contents: `1 0 0 0 1 1 d1 ${price}` }],
  ["a tile without steps", painted(tile("/XStep 9"))],
  ["a font that is missing", { contents: price.replace("/F1", "/F9") }],
  ["a font of no kind", { fonts: "/F9 << /Type /Font >>", contents: price.replace("/F1", "/F9") }],
  ["a font without a name", { fonts: "/F9 << /Type /Font /Subtype /Type1 >>", contents: price.replace("/F1", "/F9") }],
  ["a font that is missing in a form", within(price)],
  ["a form of those around it", within("/Y Do")],
  ["a graphics state of those around it", within(`/G gs ${price}`, helvetica)],
  ["a colour space that is missing", { contents: `0 g /Zz cs 1 1 1 sc ${price}` }],
  ["a colour space of those around it", within(`1 g /S cs ${price}`, helvetica)],
  ["a colour of more numbers than its space has", { contents: `1 1 0 sc ${price}` }],
  ["a colour of more numbers than a plain one", { contents: `1 g 0 0 0 sc ${price}` }],
  ["a colour of fewer numbers than a plain one", { contents: `1 1 1 rg 0 sc ${price}` }],
  [
    "a colour that its palette has not",
    { resources: space("[/Indexed /DeviceGray 1 <00ff>]"), contents: `/S cs 3 sc ${price}` },
  ],
  [
    "a colour between two of a palette",
    { resources: space("[/Indexed /DeviceGray 1 <ff00>]"), contents: `/S cs 0.6 sc ${price}` },
  ],
  [
    "a pattern in a plain colour space",
    { contents: `0 g /P scn ${price}`, resources: "/Pattern << /P 7 0 R >>", more: [whiteTile] },
  ],
  ["colours with too few numbers", { contents: `1 1 rg ${price}` }],
  ["a place with too few numbers", { contents: text("20 90 Td 500 Td") }],
  ["a place that is no number", { contents: `1 0 0 1 500 /x cm ${price}` }],
  ["a grey that is a name", { contents: `1 g /x g ${price}` }],
  ["a text without array", { contents: "BT /F1 24 Tf 20 90 Td (1000 EUR) TJ ET" }],
  ["an eighth way to paint text", { contents: text("8 Tr 20 90 Td") }],
  ["a way to paint text between two", { contents: text("3.5 Tr 20 90 Td") }],
  ["a place of text within a saved state", { contents: text("q 500 500 Td Q 20 90 Td") }],
  ["dashes of no length", { contents: covered("[0] 0 d") }],
  ["dashes of less than no length", { contents: covered("[-3 3] 0 d") }],
  ["dashes that begin before their beginning", { contents: covered("[300 300] -300 d") }],
  ["lines of less than no width", { contents: `${price} 1 G -60 w 0 95 m 200 95 l S` }],
  ["a blend mode that there is not", blended("/Foo")],
  ["a list of blend modes that begins with one that there is not", blended("[/Foo /Multiply]")],
  ["an empty list of blend modes", blended("[]")],
  ["a clip without a path", { contents: `W n ${price}` }],
  ["a clip behind its path", { contents: `0 0 200 200 re n W* n ${price}` }],
  ["text that clips, and then text that does not", { contents: text("5 Tr 20 40 Td (.) Tj 0 Tr 0 50 Td") }],
  ["a mask with a backdrop in no colour space", masked("/Group << /S /Transparency >>")],
  ["a form without a box", boxed("")],
  ["a form with a box of three numbers", boxed("/BBox [0 0 200]")],
  ["a form with a box of words", boxed("/BBox [/a /b /c /d]")],
  ["a form that restores what it has not saved", { ...within("Q Q 0 g"), contents: `1 g /X Do ${price}` }],
];

/** What a browser shows of pages that restore too much. */
const mended: readonly (readonly [string, Drawn, typeof blank])[] = [
  ["at once", { contents: `Q Q Q ${price}` }, pricedOnce],
  ["behind a colour", { contents: `1 g Q ${price}` }, blank],
  ["behind what was saved", { contents: `0 g q 1 g Q Q ${price}` }, pricedOnce],
  ["behind a matrix", { contents: `1 0 0 1 0 40 cm Q ${price}` }, pricedOnce],
];

/** What every reader shows alike. */
const asItIs: readonly (readonly [string, Drawn])[] = [
  ["glyphs that are drawn", glyph(`1 0 d0 ${square}`)],
  ["glyphs that are drawn in the colour of their text", glyph(`1 0 0 0 1 1 d1 ${square}`)],
  ["glyphs that are drawn, behind text that is not", glyph(`1 0 d0 ${square}`, "q 3 Tr Q")],
  ["lines of a glyph in a text of one colour", glyph(ruled, "0.2 0 0 rg 0.2 0 0 RG")],
  [
    "lines of a glyph in a text of one colour of a space",
    { ...glyph(ruled, "/S cs 0.1 sc /S CS 0.1 SC"), resources: space("/DeviceGray") },
  ],
  ["lines of a glyph in a text of one colour again", glyph(ruled, "q 1 g Q")],
  ["a glyph with lines in colours of its own", glyph("1 0 d0 1 G 0.1 w 0 0 m 1 1 l S")],
  ["a glyph in a box of no size", glyph(`1 0 0 0 0 0 d1 ${square}`)],
  ["a glyph in a box that is turned over", glyph(`1 0 1 1 0 0 d1 ${square}`)],
  ["a glyph that shows nothing", glyph("")],
  ["glyphs of a width and nothing else, in text that is not shown", glyph("1 0 d0", "3 Tr")],
  ["glyphs of a width and a state, in text that is not shown", glyph("1 0 d0 q Q", "3 Tr")],
  ["glyphs of a width and a box, in text that is not shown", glyph("500 0 0 0 500 500 d1\n", "3 Tr")],
  ["a glyph in the colour of its text that never says its width", glyph(square)],
  ["a tile with steps", painted(tile("/XStep 9 /YStep -9"))],
  ["a circle of no radius", painted(circles(0, 20), "/P sh")],
  ["states that stay open", { contents: `q q q ${price}` }],
  ["a text within a saved state", { contents: `q 1 g BT /F1 9 Tf 20 90 Td (Q) Tj ET Q ${price}` }],
  ["a colour saved in a text", { contents: text("20 90 Td q 1 g Q") }],
  ["text behind its end", { contents: "BT /F1 24 Tf 20 90 Td ET (1000 EUR) Tj" }],
  ["a colour of a palette", { resources: space("[/Indexed /DeviceGray 1 <ff00>]"), contents: `/S cs 1 sc ${price}` }],
  ["a form with a box and a matrix", boxed("/BBox [0 0 200 200] /Matrix [1 0 0 1 0 0]")],
  ["dashes", { contents: covered("[20 10] 5 d") }],
  ["a list of one blend mode", blended("[/Multiply]")],
  ["a clip within its path", { contents: `0 0 200 200 re W n ${price}` }],
  ["text that clips alone", { contents: `q ${text("7 Tr 20 40 Td (.) Tj 0 50 Td")} Q ${price}` }],
  ["text that clips at last", { contents: text("20 40 Td (.) Tj 5 Tr 0 50 Td") }],
  ["a mask with a backdrop", masked("/Group << /S /Transparency /CS /DeviceGray >>")],
  ["names of nothing", { contents: `/Zz gs /Zz Do /Zz sh ${price}` }],
  ["names of nothing in a form", within(`/Zz gs /Zz Do ${price}`, helvetica)],
  ["a form with the page's font", { ...within(price), more: [form(price), "null"] }],
  ["a pattern", { ...within(price, helvetica), contents: `/Pattern cs /Pattern CS 0 g /X Do` }],
  ["marks without all operands", { contents: `/Span BDC ${price} EMC` }],
];

/** pdf.js draws none of the page. */
const undrawn: readonly (readonly [string, Drawn])[] = [
  ["a tile that steps by nothing", painted(tile("/XStep 0 /YStep 9"))],
  ["a circle of less than no radius", painted(circles(-1, 20), "/P sh")],
  ["one that ends so", painted(circles(1, -20), "/P sh")],
  ["one in a pattern", painted(`<< /PatternType 2 /Shading ${circles(-1, 20)} >>`)],
];

describe("an unsigned file with", () => {
  it.each(undrawn)("%s, which a browser draws nothing of, is refused", async (_what, file) => {
    await expect(darkInPdfJs(made(file))).rejects.toThrow();
    expect(await refusalOf(made(file))).toMatchSnapshot();
  });

  it.each(refused)("%s is refused", async (_what, file) => {
    expect(await refusalOf(made(file))).toMatchSnapshot();
  });

  it.runIf(hasTools("pdftoppm", "mutool")).each(refused)(
    "%s shows otherwise in another reader",
    async (_what, file) => {
      const dark = [await darkInPdfJs(made(file)), ...inBothReaders(made(file)).map(darkPoints)];
      expect(Math.max(...dark) - Math.min(...dark)).toBeGreaterThan(100);
    },
  );

  it.runIf(hasTools("pdftoppm", "mutool"))(
    "a key that says two things is refused: readers take each one of them",
    async () => {
      const file = made({ fonts: "/F1 << /Type /Font >>", contents: price });
      expect(await intake(file)).toMatchObject({ ok: false, code: "FILE_ACTIVE_CONTENT" });
      const dark = [await darkInPdfJs(file), ...inBothReaders(file).map(darkPoints)];
      expect(Math.max(...dark) - Math.min(...dark)).toBeGreaterThan(100);
    },
  );

  it.each(mended)("states restored too often %s is mended, and the sender is told", async (_what, file) => {
    const { prepared, notices } = await taken(made(file));
    expect(notices).toEqual([fixedNotices.looks]);
    expect((await taken(prepared, { bob: [] })).notices).toEqual([]);
  });

  it.runIf(hasTools("pdftoppm", "mutool")).each(mended)(
    "states restored too often %s shows everywhere afterwards what a browser showed before",
    async (_what, file, seen) => {
      const { prepared } = await taken(made(file));
      await expectAlike(prepared, seen, [await darkInPdfJs(made(file))]);
    },
  );

  it("states restored too often is mended where nobody signs it, too", async () => {
    const { prepared } = await taken(made({ contents: `Q ${price}` }), { alice: [] }, { isSigned: false });
    await expectAlike(prepared, pricedOnce);
  });

  it.each(asItIs)("%s is taken as it is", async (_what, file) => {
    expect((await taken(made(file))).notices).toEqual([]);
  });
});

describe("a signed file with", () => {
  it.each([...refused, ...mended.map(([what, file]) => [`states restored too often ${what}`, file] as const)])(
    "%s is refused",
    async (_what, file) => {
      expect(await intake(made(file, { signed: true }))).toMatchObject({ ok: false, code: "FILE_ACTIVE_CONTENT" });
    },
  );

  it.each(asItIs)("%s is taken as it is", async (_what, file) => {
    expect(await intake(made(file, { signed: true }))).toMatchObject({ ok: true });
  });
});
