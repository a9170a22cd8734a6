/** Patterns count for what is painted with them (ISO 32000-2 §8.7): text beside hatches is cheap, and so are small badges of a formula. */
import { describe, expect, it } from "vitest";
import { form, packed, page } from "../../../fixtures/drawn-page.ts";
import { contentStream } from "../../../fixtures/make-pdf.ts";
import { bytesSource } from "../pdf/byte-source.ts";
import { defaultLimits } from "../pdf/limits.ts";
import { requireDrawable } from "./drawing-cost.ts";

const check = (bytes: Uint8Array) => requireDrawable(bytesSource(bytes), defaultLimits);

const sized = (stream: string, box: string): string => stream.replace("[0 0 9 9]", box);
const tile = (operators: string, entries = "/BBox [0 0 9 9] /XStep 9 /YStep 9"): string =>
  contentStream(operators).replace("<<", `<< /Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 ${entries}`);
const font = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>";
const glyphs =
  "<< /Type /Font /Subtype /Type3 /FontBBox [0 0 9 9] /FontMatrix [.001 0 0 .001 0 0] /Encoding << /Differences [97 /a] >> /FirstChar 97 /LastChar 97 /Widths [1] /CharProcs << /a 8 0 R >> >>";

/** A page with a hatch `/P` of 60 kB, a form `/X`, and two fonts, one of which is drawn. */
const hatched = (operators: string, drawn = form("q Q"), glyph = "9 0 0 0 9 9 d1 0 0 9 9 re f"): Uint8Array =>
  page(
    `/Contents 4 0 R /Resources << /Pattern << /P 6 0 R >> /XObject << /X 5 0 R >> /Font << /F ${font} /G 7 0 R >> /ExtGState << /M << /SMask << /S /Luminosity /G 5 0 R >> >> >> >>`,
    contentStream(operators),
    drawn,
    packed(
      Buffer.from("0 0 m ".repeat(10_000)),
      "/PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 9 9] /XStep 9 /YStep 9",
    ),
    glyphs,
    contentStream(glyph),
  );
const hatches = "q /Pattern cs /P scn 9 9 90 90 re f Q ";
const many = 30_000;
const onlyHatch = "/Resources << /Pattern << /P 6 0 R >> >>";

describe("a page with a hatch", () => {
  it.each<[string, Uint8Array]>([
    ["text beside it", hatched(`${hatches}BT /F 9 Tf ${"(a) Tj ".repeat(many)} ET`)],
    [
      "text in a plain colour behind it",
      hatched(`/Pattern cs /P scn 9 9 90 90 re f 0 g BT /F 9 Tf ${"(a) Tj ".repeat(many)} ET`),
    ],
    ["areas beside lines with it", hatched(`/Pattern CS /P SCN 0 0 m 9 9 l S ${"0 0 9 9 re f ".repeat(many)}`)],
    ["lines beside areas with it", hatched(`/Pattern cs /P scn 0 0 9 9 re f ${"0 0 m 9 9 l S ".repeat(many)}`)],
    ["text whose outlines would have it", hatched(`/Pattern CS /P SCN BT /F 9 Tf ${"(a) Tj ".repeat(many)} ET`)],
    ["a form of much text beside it", hatched(`${hatches}/X Do`, form(`${"0 0 9 9 re f ".repeat(many)}`))],
    ["a form that has it, once", hatched("/X Do", form(`${hatches}${"0 0 9 9 re f ".repeat(many)}`, onlyHatch))],
    ["a text of glyphs that are drawn beside it", hatched(`${hatches}BT /G 9 Tf (${"a".repeat(1_000_000)}) Tj ET`)],
  ])("%s: is taken", (_what, bytes) => {
    expect(() => check(bytes)).not.toThrow();
  });

  it.each<[string, Uint8Array]>([
    ["text with it", hatched(`/Pattern cs /P scn BT /F 9 Tf ${"(a) Tj ".repeat(many)} ET`)],
    ["outlines of text with it", hatched(`/Pattern CS /P SCN BT 1 Tr /F 9 Tf ${"(a) Tj ".repeat(many)} ET`)],
    ["lines with it", hatched(`/Pattern CS /P SCN ${"0 0 m 9 9 l S ".repeat(many)}`)],
    ["areas and lines, either with it", hatched(`/Pattern CS /P SCN ${"0 0 9 9 re B ".repeat(many)}`)],
    [
      "areas with it, behind others that were restored",
      hatched(`/Pattern cs /P scn q 0 g Q ${"0 0 9 9 re f ".repeat(many)}`),
    ],
    [
      "areas with it, each set anew",
      hatched("/Pattern cs ".concat("/P scn 0 0 9 9 re f 0 g /Pattern cs ".repeat(many))),
    ],
    ["stencils with it", hatched(`/Pattern cs /P scn ${"BI /W 1 /H 1 /BPC 1 /IM true ID a EI ".repeat(many)}`)],
    [
      "a picture that is a stencil with it",
      hatched(
        `/Pattern cs /P scn ${"/X Do ".repeat(many)}`,
        packed(Buffer.alloc(1), "/Subtype /Image /Width 1 /Height 1 /BitsPerComponent 1 /ImageMask true"),
      ),
    ],
    [
      "a form that has its colour from the page",
      hatched("/Pattern cs /P scn /X Do", form("0 0 9 9 re f ".repeat(many))),
    ],
    [
      "a form that is drawn often",
      hatched("/X Do ".repeat(300), form("/Pattern cs /P scn ".concat("0 0 9 9 re f ".repeat(100)), onlyHatch)),
    ],
    [
      "a form that is drawn often in its colour",
      hatched("/Pattern cs /P scn ".concat("/X Do ".repeat(300)), form("0 0 9 9 re f ".repeat(100))),
    ],
    [
      "a soft mask that is set often",
      hatched(
        "/M gs 0 0 9 9 re f ".repeat(300),
        form(
          "/Pattern cs /P scn ".concat("0 0 9 9 re f ".repeat(100)),
          `/Group << /S /Transparency /CS /DeviceGray >> ${onlyHatch}`,
        ),
      ),
    ],
    ["glyphs that are drawn, with it", hatched(`/Pattern cs /P scn BT /G 9 Tf (${"a".repeat(1_200_000)}) Tj ET`)],
    [
      "an annotation with it",
      page(
        "/Annots [<< /Rect [0 0 9 9] /AP << /N 4 0 R >> >>]",
        form(`/Pattern cs /P scn ${"0 0 9 9 re f ".repeat(many)}`, "/Resources << /Pattern << /P 5 0 R >> >>"),
        tile("0 0 m ".repeat(10_000)),
      ),
    ],
  ])("%s: is refused", (_what, bytes) => {
    expect(() => check(bytes)).toThrow(
      expect.objectContaining({ code: "FILE_TOO_COMPLEX", message: expect.stringContaining("bytes of contents") }),
    );
  });
});

/** A page with a shading by a formula of 2 kB as `/S`, as a pattern `/P`, as a cell of all the page `/T` masked by it, and a form `/X` with it. */
const shaded = (operators: string, { drawn = "/S sh", entries = "", domain = "[0 20 0 20]" } = {}): Uint8Array => {
  const shading = `<< /ShadingType 1 /ColorSpace /DeviceGray /Domain ${domain} /Function 6 0 R >>`;
  const pattern = `<< /PatternType 2 /Matrix [30 0 0 30 0 0] /Shading ${shading} >>`;
  const own = `/Resources << /Shading << /S ${shading} >> /Pattern << /P ${pattern} >> >>`;
  const whole = "/BBox [0 0 595 842]";
  return page(
    `/Contents 4 0 R /Resources << /Shading << /S ${shading} >> /Pattern << /P ${pattern} /T 7 0 R >> /XObject << /X 5 0 R >> /ExtGState << /M << /SMask << /S /Luminosity /G 8 0 R >> >> >> /Font << /F ${font} >> >>`,
    contentStream(operators),
    sized(form(drawn, `${own} ${entries}`), "[0 0 9 9]"),
    contentStream(`{pop pop .5${" ".repeat(2_000)}}`).replace(
      "<<",
      "<< /FunctionType 4 /Domain [0 99 0 99] /Range [0 1]",
    ),
    tile(
      "/M gs /Pattern cs /P scn 0 0 595 842 re f",
      `${whole} /XStep 595 /YStep 842 /Resources << /ExtGState << /M << /SMask << /S /Luminosity /G 8 0 R >> >> >> /Pattern << /P ${pattern} >> >>`,
    ),
    sized(
      form("/Pattern cs /P scn 0 0 595 842 re f", `/Group << /S /Transparency /CS /DeviceGray >> ${own}`),
      "[0 0 595 842]",
    ),
  );
};
const badge = (i: number, size = "60 18"): string => `${10 + 70 * (i % 8)} ${20 + 30 * Math.floor(i / 8)} ${size} re`;
const times = (count: number, operators: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => operators(i)).join(" ");
const inPattern = (name: string, count: number, size?: string): string =>
  times(count, (i) => `q /Pattern cs /${name} scn ${badge(i, size)} f Q`);

describe("badges that a formula colours", () => {
  it.each<[string, Uint8Array]>([
    ["four, each a masked cell of all the page", shaded(inPattern("T", 4))],
    ["thirty of them", shaded(inPattern("T", 30))],
    ["thirty", shaded(inPattern("P", 30))],
    ["thirty clips", shaded(times(30, (i) => `q ${badge(i)} W n /S sh Q`))],
    ["thirty outlines", shaded(times(30, (i) => `q /Pattern CS /P SCN ${badge(i)} S Q`))],
    ["thirty forms", shaded(times(30, (i) => `q 1 0 0 1 ${9 * i} 9 cm /X Do Q`))],
    [
      "thirty in a form that takes their colour over",
      shaded("/Pattern cs /P scn /X Do", { drawn: times(30, (i) => `${i} 0 1 9 re f`) }),
    ],
    ["one of all the page", shaded("/S sh")],
  ])("%s: are taken", (_what, bytes) => {
    expect(() => check(bytes)).not.toThrow();
  });

  const [full, clipped] = ["0 0 595 842 re f ", "q 0 0 9 9 re W n "];
  it.each<[string, Uint8Array]>([
    ["thirty of all the page", shaded(`/Pattern cs /P scn ${full}`.repeat(30))],
    ["thirty cells of all the page", shaded(`/Pattern cs /T scn ${full}`.repeat(30))],
    ["thirty without a clip", shaded("/S sh ".repeat(30))],
    [
      "thirty small boxes that are scaled up",
      shaded(`66 0 0 94 0 0 cm ${"/Pattern cs /P scn 0 0 9 9 re f ".repeat(30)}`),
    ],
    ["thirty small clips that are scaled up", shaded(`66 0 0 94 0 0 cm ${`${clipped} /S sh Q `.repeat(30)}`)],
    ["thirty clips that are over", shaded(`${clipped} Q /S sh `.repeat(30))],
    ["thirty small forms that are scaled up", shaded(`66 0 0 94 0 0 cm ${"/X Do ".repeat(30)}`)],
    ["thirty small forms with a matrix", shaded("/X Do ".repeat(30), { entries: "/Matrix [66 0 0 94 0 0]" })],
    ["a form of thirty", shaded("66 0 0 94 0 0 cm /X Do", { drawn: "/S sh ".repeat(30) })],
    [
      "a form of a hundred in the colour of the page",
      shaded("66 0 0 94 0 0 cm /Pattern cs /P scn /X Do", { drawn: "0 0 9 9 re f ".repeat(100) }),
    ],
    [
      "thirty that a soft mask is made of, whatever is masked",
      shaded(times(30, (i) => `q ${badge(i)} W n /M gs 0 g ${full} Q`)),
    ],
    ["thirty outlines around the page", shaded("/Pattern CS /P SCN 0 0 595 842 re S ".repeat(30))],
    ["thirty texts, wherever they stand", shaded("/Pattern cs /P scn BT /F 9 Tf (a) Tj ET ".repeat(30))],
    ["thirty paths that are moved", shaded("/Pattern cs /P scn q 0 0 1 1 re 595 0 0 842 0 0 cm f Q ".repeat(30))],
    [
      "thirty of which pdf.js computes a quarter of a million points each",
      shaded(
        times(30, (i) => `q ${badge(i)} W n /S sh Q`),
        { domain: "[0 512 0 512]" },
      ),
    ],
    ["thousands, however small", shaded(times(4_000, () => `${clipped} /S sh Q`))],
    ["thousands of forms, however small", shaded("/X Do ".repeat(4_000))],
  ])("%s: are refused", (_what, bytes) => {
    expect(() => check(bytes)).toThrow(
      expect.objectContaining({ code: "FILE_TOO_COMPLEX", message: expect.stringContaining("octets of programs") }),
    );
  });

  it("thirty in an annotation that fits small ones into all the page: are refused", () => {
    const shading = "<< /ShadingType 1 /ColorSpace /DeviceGray /Function 5 0 R >>";
    const bytes = (rect: string): Uint8Array =>
      page(
        `/Annots [<< /Rect ${rect} /AP << /N 4 0 R >> >>]`,
        form("/S sh ".repeat(30), `/Resources << /Shading << /S ${shading} >> >>`),
        contentStream(`{pop pop .5${" ".repeat(2_000)}}`).replace(
          "<<",
          "<< /FunctionType 4 /Domain [0 1 0 1] /Range [0 1]",
        ),
      );
    expect(() => check(bytes("[0 0 595 842]"))).toThrow(expect.objectContaining({ code: "FILE_TOO_COMPLEX" }));
    expect(() => check(bytes("[0 0 60 18]"))).not.toThrow();
  });
});
