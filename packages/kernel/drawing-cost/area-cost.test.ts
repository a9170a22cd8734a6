/** Pages that are painted over again and again, and ones with as much on them that lies side by side. */
import { describe, expect, it } from "vitest";
import { form, packed, page } from "../../../fixtures/drawn-page.ts";
import { contentStream } from "../../../fixtures/make-pdf.ts";
import { bytesSource } from "../pdf/byte-source.ts";
import { defaultLimits } from "../pdf/limits.ts";
import { requireDrawable } from "./drawing-cost.ts";

const check = (bytes: Uint8Array) => requireDrawable(bytesSource(bytes), defaultLimits);

const drawing = (operators: string, ...objects: readonly string[]): Uint8Array =>
  page("/Contents 4 0 R", contentStream(operators), ...objects);
const line = "<< /ShadingType 2 /ColorSpace /DeviceGray /Coords [0 0 9 0] >>";
const shading = (operators: string): Uint8Array =>
  page(`/Contents 4 0 R /Resources << /Shading << /S ${line} >> >>`, contentStream(operators));
const full = "0 0 595 842 re ";
const picture = packed(
  Buffer.alloc(81),
  "/Subtype /Image /Width 9 /Height 9 /BitsPerComponent 8 /ColorSpace /DeviceGray",
);
const large = (operators: string, entries = ""): string =>
  form(operators, entries).replace("[0 0 9 9]", "[0 0 595 842]");

/** A page with a font `/F`, a graphics state with one, a pattern of fills, and a form. */
const text = (operators: string, ...objects: readonly string[]): Uint8Array =>
  page(
    "/Contents 4 0 R /Resources << /Font << /F << /Subtype /Type1 /BaseFont /Helvetica >> >> /ExtGState << /G << /Font [7 0 R 500] >> >> /Pattern << /P 6 0 R >> /XObject << /X 5 0 R >> >>",
    contentStream(operators),
    objects[0] ?? "null",
    contentStream("0 0 99 99 re f ".repeat(20)).replace(
      "<<",
      "<< /PatternType 1 /BBox [0 0 99 99] /XStep 99 /YStep 99",
    ),
    "<< /Subtype /Type1 /BaseFont /Helvetica >>",
  );
/** So many letters of Type 3. */
const drawnText = (glyph: string, matrix: string, count: number): Uint8Array =>
  page(
    "/Contents 4 0 R /Resources << /Font << /F 5 0 R >> >>",
    contentStream(`/F 10 Tf (${"a".repeat(count)}) Tj`),
    `<< /Subtype /Type3 /Encoding << /Differences [97 /a] >> /FirstChar 97 /LastChar 97 /Widths [1] /FontMatrix ${matrix} /CharProcs << /a 6 0 R >> >>`,
    contentStream(`1 0 d0 ${glyph}`),
  );

/** A font of a thousand units with a triangle, as large as can be, or one made of a small triangle that is so far away. */
function trueType(away: number): Buffer {
  const words = (...numbers: readonly number[]): Buffer =>
    Buffer.from(numbers.flatMap((one) => [(one >> 8) & 255, one & 255]));
  const side = away === 0 ? 30_000 : 9;
  const triangle = Buffer.concat([words(1, 0, 0, 0, 0, 2, 0), Buffer.from([9, 2]), words(0, side, 0, 0, 0, side)]);
  const part = (distance: number): Buffer => words(0, distance, distance);
  const made = Buffer.concat([words(-1, 0, 0, 0, 0), words(35), part(0), words(3), part(50 * away)]);
  const tables = {
    glyf: Buffer.concat([triangle, made]),
    head: words(...Array.from({ length: 27 }, (_, i) => (i === 9 ? 1_000 : 0))),
    loca: words(0, triangle.length / 2, (triangle.length + made.length) / 2),
  };
  let at = 12 + 3 * 16;
  const entries = Object.entries(tables).map(([tag, octets]) => {
    at += octets.length;
    return Buffer.concat([Buffer.from(tag), words(0, 0, 0, at - octets.length, 0, octets.length)]);
  });
  return Buffer.concat([words(0, 1, 0, 3, 0, 0), ...entries, ...Object.values(tables)]);
}

describe("a page that is painted over without end", () => {
  it.each<[string, Uint8Array]>([
    ["by fills", drawing(`${full}f `.repeat(20_000))],
    ["by fills without white space, at another scale", drawing(`595 0 0 842 0 0 cm${" 0 0 1 1re 0f*".repeat(6_000)}`)],
    ["by more than the page holds", drawing("-9000 -9000 99999 99999 re f ".repeat(6_000))],
    ["by curves", drawing("0 421 m 0 1300 595 1300 595 421 c 595 -450 0 -450 0 421 c f ".repeat(6_000))],
    ["by broad lines", drawing(`900 w ${"0 421 m 595 421 l S ".repeat(6_000)}`)],
    ["by shadings", shading("/S sh ".repeat(600))],
    ["by a picture", drawing(`595 0 0 842 0 0 cm ${"/X Do ".repeat(6_000)}`, picture)],
    ["by inline images", drawing(`595 0 0 842 0 0 cm ${"BI /W 1 /H 1 /BPC 1 /IM true ID ( EI ".repeat(6_000)}`)],
    ["by a form that is drawn often", drawing("/X Do ".repeat(100), large(`${full}f `.repeat(100)))],
    [
      "by a form that is drawn often in another",
      drawing(
        "/X Do",
        large("/Y Do ".repeat(100), "/Resources << /XObject << /Y 6 0 R >> >>"),
        large(`${full}f `.repeat(100)),
      ),
    ],
    [
      "by a small form that is enlarged",
      drawing("99 0 0 99 0 0 cm /X Do ".concat("/X Do ".repeat(99)), form("0 0 9 9 re f ".repeat(100))),
    ],
    [
      "by a form of another scale",
      drawing("/X Do ".repeat(100), form("0 0 9 9 re f ".repeat(100), "/Matrix [99 0 0 99 0 0]")),
    ],
    [
      "by an annotation",
      page("/Annots [<< /Rect [0 0 595 842] /AP << /N 4 0 R >> >>]", form("0 0 9 9 re f ".repeat(6_000))),
    ],
    ["in several parts", page(`/Contents [${"4 0 R ".repeat(10)}]`, contentStream(`${full}f `.repeat(600)))],
    ["behind operands that are too many", drawing(`0 0 0 0 ${full}f `.repeat(6_000))],
    ["behind a hundred operands", drawing(`${"0 ".repeat(100)}${full}f `.repeat(6_000))],
    ["behind operands that are too few", drawing(`0 cm 9 w 0 re 0 l W n ${`${full}f `.repeat(6_000)}`)],
    ["behind a number without end", drawing(`0.${"1".repeat(400)} 0 1 1 re f ${`${full}f `.repeat(6_000)}`)],
    [
      "behind a scale without end",
      drawing(`q 1${"0".repeat(400)} 0 0 1 0 0 cm 0 0 1 1 re f Q ${`${full}f `.repeat(6_000)}`),
    ],
    [
      "behind scales that multiply without end",
      drawing(`q ${`1${"0".repeat(200)} 0 0 1 0 0 cm `.repeat(2)}0 0 1 1 re f Q ${`${full}f `.repeat(6_000)}`),
    ],
    [
      "behind graphics states without end",
      drawing(`${"q ".repeat(10_001)}${"Q ".repeat(10_000)}.001 0 0 .001 0 0 cm Q ${`${full}f `.repeat(6_000)}`),
    ],
    ["behind an ID without a BI", drawing(`ID ${`${full}f `.repeat(6_000)}`)],
    ["behind a scale within an inline image", drawing(`BI 0 0 0 0 0 0 cm ID ( EI ${`${full}f `.repeat(6_000)}`)],
    [
      "by lines that a graphics state broadens",
      page(
        "/Contents 4 0 R /Resources << /ExtGState << /G << /LW 900 >> >> >>",
        contentStream(`/G gs ${"0 421 m 595 421 l S ".repeat(6_000)}`),
      ),
    ],
    ["by text", text("/F 900 Tf (a) Tj ".repeat(3_000))],
    ["by many letters of one text", text(`/F 500 Tf (${"a".repeat(9_000)}) Tj`)],
    ["by hexadecimal letters in an array", text(`/F 500 Tf [9 <${"61".repeat(9_000)}>] TJ`)],
    ["by text of another scale", text(`/F 1 Tf 500 0 0 500 0 0 Tm 900 Tz (${"a".repeat(9_000)}) '`)],
    ["by the outlines of text", text(`/F 9 Tf 900 w 1 Tr (${"a".repeat(9_000)}) Tj`)],
    ["by text in the font of a graphics state", text(`/G gs (${"a".repeat(9_000)}) Tj`)],
    [
      "by text of a form in the font of the page",
      text(`/F 500 Tf 99 0 0 99 0 0 cm /X Do`, form(`(${"a".repeat(9_000)}) Tj`)),
    ],
    ["by text in a pattern", text(`/Pattern cs /P scn /F 60 Tf (${"a".repeat(9_000)}) Tj`)],
    ["by glyphs that are drawn", drawnText(`${full}f`, "[1 0 0 1 0 0]", 9_000)],
    ["by small ones that are enlarged", drawnText("0 0 1 1 re f", "[900 0 0 900 0 0]", 9_000)],
    [
      "by large outlines of a small text",
      page(
        "/Contents 4 0 R /Resources << /Font << /F << /Subtype /TrueType /FontDescriptor << /FontFile2 5 0 R >> >> >> >>",
        contentStream(`/F 9 Tf (${"a".repeat(60_000)}) Tj`),
        packed(trueType(0)),
      ),
    ],
    [
      "by large outlines of what a small text is made of",
      page(
        "/Contents 4 0 R /Resources << /Font << /F << /DescendantFonts [<< /FontDescriptor << /FontFile2 5 0 R >> >>] >> >> >>",
        contentStream(`/F 9 Tf (${"a".repeat(60_000)}) Tj`),
        packed(trueType(600)),
      ),
    ],
    ["by fills in a pattern that paints much", text(`/Pattern cs /P scn ${`${full}f `.repeat(600)}`)],
    [
      "by a shading that is filled with",
      page(
        `/Contents 4 0 R /Resources << /Pattern << /P << /PatternType 2 /Shading ${line} >> >> >>`,
        contentStream(`/Pattern cs /P scn ${`${full}f `.repeat(600)}`),
      ),
    ],
    [
      "by lines of a form, as broad as the page says",
      drawing("300 w /X Do ".repeat(40), large("0 421 m 595 421 l S ".repeat(400))),
    ],
    ["by a path that is painted where it is enlarged", drawing(`q 0 0 1 1 re 595 0 0 842 0 0 cm f Q `.repeat(6_000))],
    ["by a slanted picture", drawing(`595 842 595 842.001 0 0 cm ${"/X Do ".repeat(6_000)}`, picture)],
    ["behind a word that is none", drawing(`0 0 595 842 xyz re f `.repeat(6_000))],
    ["by words without white space", drawing("0 0 595 842ref ".repeat(6_000))],
    ["by operands that others left", drawing("0 0 595 842 1 w re f ".repeat(6_000))],
    ["behind an array of operators", drawing(`[ 0 0 1 1 re W n ] 0 d ${`${full}f `.repeat(6_000)}`)],
    [
      "within an inline image, for some readers",
      drawing(`BI /W 999 /H 99 /BPC 8 /CS /G ID x EI ${`${full}f `.repeat(6_000)}`),
    ],
    [
      "behind an inline image, for others",
      drawing(`BI /W 33 /H 1 /BPC 8 /CS /G ID x EI 0 0 1 1 re W n 0 0 1 1 re W n EI ${`${full}f `.repeat(6_000)}`),
    ],
    ["behind a clip that ends", drawing(`q 0 0 1 1 re W n Q ${`${full}f `.repeat(6_000)}`)],
  ])("%s: is refused", (_what, bytes) => {
    expect(() => check(bytes)).toThrow(expect.objectContaining({ code: "FILE_TOO_COMPLEX" }));
  });
});

/** Triangles side by side, one path, in a space of `size`. */
const zigzag = (count: number, size = 500): string =>
  `0 0 m ${Array.from({ length: count }, (_, i) => `${((size * i) / count).toFixed(4)} ${i % 2 === 0 ? size : 0} l`).join(" ")} f`;

describe("a page with areas of more edges than a browser goes through", () => {
  it.each<[string, Uint8Array]>([
    ["in one path", drawing(zigzag(30_000))],
    ["in some paths", drawing(`${zigzag(3_000)} `.repeat(10))],
    ["in a form", drawing("/X Do", large(zigzag(30_000)))],
    ["in a form that is drawn often", drawing("/X Do ".repeat(10), large(zigzag(3_000)))],
    ["in a form that is enlarged", drawing("99 0 0 99 0 0 cm /X Do", form(zigzag(30_000, 9)))],
    ["in a form of another scale", drawing("/X Do", form(zigzag(30_000, 9), "/Matrix [99 0 0 99 0 0]"))],
    ["in an annotation", page("/Annots [<< /Rect [0 0 595 842] /AP << /N 4 0 R >> >>]", form(zigzag(30_000, 9)))],
    ["in a glyph", drawnText(zigzag(30_000, 1), "[60 0 0 60 0 0]", 1)],
    ["in glyphs", drawnText(zigzag(300, 1), "[1 0 0 1 0 0]", 9_000)],
  ])("%s: is refused", (_what, bytes) => {
    expect(() => check(bytes)).toThrow(
      expect.objectContaining({ code: "FILE_TOO_COMPLEX", message: expect.stringContaining("edges") }),
    );
  });

  it("in a pattern: is refused", () => {
    const tile = contentStream(zigzag(30_000)).replace(
      "<<",
      "<< /PatternType 1 /PaintType 1 /BBox [0 0 500 500] /XStep 500 /YStep 500",
    );
    const bytes = page(
      "/Contents 4 0 R /Resources << /Pattern << /P 5 0 R >> >>",
      contentStream(`/Pattern cs /P scn ${full}f`),
      tile,
    );
    expect(() => check(bytes)).toThrow(expect.objectContaining({ code: "FILE_TOO_COMPLEX" }));
  });
});

describe("a page with as much side by side", () => {
  it.each<[string, Uint8Array]>([
    ["a thousand covers", drawing(`${full}f `.repeat(1_000))],
    ["a hatched area", drawing(zigzag(9_000))],
    ["a hatched area, much of which is elsewhere", drawing(zigzag(60_000, 30_000))],
    ["a map of small places", drawing("9 9 20 20 re f ".repeat(300_000))],
    ["a plan of thin lines", drawing(".1 w 0 0 m 595 842 l S ".repeat(300_000))],
    ["full fills, each clipped", drawing(`q 9 9 20 20 re W n ${full}f Q `.repeat(50_000))],
    ["shadings, each clipped", shading("q 9 9 20 20 re W* n /S sh Q ".repeat(20_000))],
    ["a form in strips", drawing("q 0 0 595 9 re W n /X Do Q ".repeat(93), large(`${full}f `.repeat(600)))],
    ["a logo", drawing("q 30 0 0 30 9 9 cm /X Do Q ".repeat(20_000), picture)],
    ["a symbol", drawing("q 1 0 0 1 9 9 cm /X Do Q ".repeat(20_000), form("0 0 9 9 re f ".repeat(9)))],
    [
      "a thousand graphics states within each other",
      drawing(`${"q ".repeat(1_001)}${"9 9 20 20 re f ".repeat(9_000)}`),
    ],
    ["a text", text(`/F 10 Tf ${`(${"a".repeat(99)}) Tj `.repeat(300)}`)],
    ["a large title", text("/F 200 Tf (Siegel) Tj ".repeat(9))],
    [
      "a text that is broader where it is drawn",
      text(`1 0 0 1 0 0 cm .001 0 0 .001 0 0 cm 9000 w /F 10000 Tf 2 Tr ${"(abc) Tj ".repeat(3_000)}`),
    ],
    [
      "an unseen text over a scan",
      text(`595 0 0 842 0 0 cm /F 1 Tf 3 Tr .01 0 0 .01 0 0 Tm ${"(abcdefgh) Tj ".repeat(2_000)}`),
    ],
    ["a text of glyphs that are drawn", drawnText("0 0 999 999 re f", "[.001 0 0 .001 0 0]", 9_000)],
    [
      "a text in a font that is its own program",
      page(
        "/Contents 4 0 R /Resources << /Font << /F << /Subtype /TrueType /FontDescriptor << /FontFile2 5 0 R >> >> >> >>",
        contentStream(`/F 9 Tf (${"a".repeat(9_000)}) Tj`),
        packed(Buffer.from("no font at all")),
      ),
    ],
    [
      "symbols in lines as broad as the page says",
      drawing(`3 w ${"/X Do ".repeat(9_000)}`, form("0 0 m 9 9 l S ".repeat(9))),
    ],
  ])("%s: is taken", (_what, bytes) => {
    expect(() => check(bytes)).not.toThrow();
  });
});
