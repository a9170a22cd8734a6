/** Small files that keep readers busy by what they draw, and ones of the same kind as there are many. */
import { describe, expect, it } from "vitest";
import { form, packed, page } from "../../../fixtures/drawn-page.ts";
import { contentStream } from "../../../fixtures/make-pdf.ts";
import { bytesSource } from "../pdf/byte-source.ts";
import { defaultLimits } from "../pdf/limits.ts";
import { requireDrawable } from "./drawing-cost.ts";

const check = (bytes: Uint8Array) => requireDrawable(bytesSource(bytes), defaultLimits);

const picture = (width: number, height: number, entries = ""): string =>
  packed(Buffer.alloc(1), `/Subtype /Image /Width ${width} /Height ${height} /BitsPerComponent 8 ${entries}`);
/** One in black and white, as a fax. */
const scan = (width: number, height: number, entries: string): string =>
  contentStream("x").replace(
    "<<",
    `<< /Subtype /Image /Width ${width} /Height ${height} /BitsPerComponent 1 /Filter /CCITTFaxDecode /DecodeParms << /Columns ${width} >> ${entries}`,
  );
const drawing = (operators: string, ...objects: readonly string[]): Uint8Array =>
  page("/Contents 4 0 R", contentStream(operators), ...objects);
const named = (kind: string, what: string, operators: string, ...objects: readonly string[]): Uint8Array =>
  page(`/Contents 4 0 R /Resources << /${kind} << /P ${what} >> >>`, contentStream(operators), ...objects);

const program = (octets: number, inputs = 2): string =>
  contentStream(`{${(inputs === 2 ? "pop" : "").padEnd(octets - 2)}}`).replace(
    "<<",
    `<< /FunctionType 4 /Domain [${"0 1 ".repeat(inputs)}] /Range [0 1]`,
  );
const shading = (type: number, fn = "5 0 R", coords = "0 0 9 0"): string =>
  `<< /ShadingType ${type} /ColorSpace /DeviceGray /Coords [${coords}] /Function ${fn} >>`;
const stitched = "<< /FunctionType 3 /Functions [5 0 R 5 0 R] >>";
const masked = "<< /SMask << /S /Luminosity /G 5 0 R >> >>";
const line = "0 0 m 595 842 l S ";
const group = form("f", "/Group << /S /Transparency >>");

describe("a page that keeps its readers busy", () => {
  it.each<[string, Uint8Array]>([
    ["one large picture 300 times", drawing("/X Do ".repeat(300), picture(4_000, 4_000))],
    ["the same with a large mask", drawing("/X Do ".repeat(300), picture(1, 1, "/SMask 6 0 R"), picture(4_000, 4_000))],
    [
      "the same in forms",
      drawing(
        "/X Do ".repeat(20),
        form("/Y Do ".repeat(20), "/Resources << /XObject << /Y 6 0 R >> >>"),
        picture(4_000, 4_000),
      ),
    ],
    [
      "the same in a pattern",
      named(
        "Pattern",
        "5 0 R",
        "/Pattern cs /P scn f ".repeat(300),
        contentStream("/Y Do").replace(
          "<<",
          "<< /PatternType 1 /BBox [0 0 9 9] /Resources << /XObject << /Y 6 0 R >> >>",
        ),
        picture(4_000, 4_000),
      ),
    ],
    ["a long program for each point", named("Shading", shading(1), "/P sh", program(10_000))],
    ["a short one often", named("Shading", shading(1), "/P sh ".repeat(100), program(100))],
    ["functions of each other", named("Shading", shading(1, stitched), "/P sh", program(5_000))],
    ["one for each colour", named("Shading", shading(4, "[5 0 R 5 0 R 5 0 R]"), "/P sh", program(3_000))],
    [
      "one of a mesh in a pattern",
      named("Pattern", `<< /PatternType 2 /Shading ${shading(1)} >>`, "/Pattern cs /P scn f", program(10_000)),
    ],
    [
      "one that much is painted with",
      named(
        "Pattern",
        `<< /PatternType 2 /Shading ${shading(1)} >>`,
        `/Pattern cs /P scn ${"f ".repeat(20_000)}`,
        program(100),
      ),
    ],
    ["along a line, very often", named("Shading", shading(2), "/P sh ".repeat(5_000), program(100, 1))],
    ["a soft mask 20,000 times", named("ExtGState", masked, "/P gs f ".repeat(20_000), form("f"))],
    ["groups without end", drawing("/X Do ".repeat(10_000), group)],
    ["lines of the shortest pieces", drawing(`[.00001] 0 d ${line}`)],
    ["the same at another scale", drawing("q .001 0 0 .001 0 0 cm [.01] 0 d 0 0 m 595000 842000 l S Q")],
    [
      "the same for curves and rectangles",
      drawing("[.0001 .0001]0 d 0 0 m 595 0 595 842 0 842 c 0 0 595 842 re s ".repeat(3)),
    ],
    ["the same in another part", page("/Contents [4 0 R 5 0 R]", contentStream("[.00001] 0 d"), contentStream(line))],
    ["the same in a form", drawing("[.00001] 0 d /X Do", form(line))],
    ["the same by a graphics state", named("ExtGState", "<< /D [[.00001] 0] >>", `/P gs ${line}`)],
    ["the same behind surplus operands", drawing("[.00001] 0 d 0 0 9 9 m 9 9 595 842 l S")],
    ["the same behind words that others take for numbers", drawing(`[.00001] 0 d Infinity 0 m Infinity 9 l ${line}`)],
    ["the same far from the pattern", drawing(`[.00001] 0 ${" ".repeat(60)} d ${line}`)],
    ["the same without white space", drawing(`[.00001] 0dq ${line}`)],
    ["the same by operands that others left", drawing(`[.00001] 0 9 w d ${line}`)],
    ["the same beyond a number that is none", drawing(`[.00001] 0 d 1e999 NaN Infinity ${line}`)],
    [
      "the same behind whole lines without end",
      drawing(`[] 0 d ${`0 0 m 1${"0".repeat(307)} 0 l `.repeat(30)} S [.00001] 0 d ${line}`),
    ],
    ["lines without end", drawing(`[1] 0 d 0 0 m 1${"0".repeat(300)} 0 l 0 0 l 1${"0".repeat(300)} 0 l S`)],
    [
      "the same by a graphics state, behind a pattern of the page",
      named("ExtGState", "<< /D [[.00001] 0] >>", `[9] 0 d /P gs ${line}`),
    ],
    [
      "the same behind graphics states within each other",
      drawing(`${"q ".repeat(1_001)}[.00001] 0 d ${"q Q ".repeat(9)} ${line}`),
    ],
    ["many lines of short pieces", drawing(`[.01] 0 d ${line.repeat(1_000)}`)],
  ])("%s: is refused", (_what, bytes) => {
    expect(() => check(bytes)).toThrow(expect.objectContaining({ code: "FILE_TOO_COMPLEX" }));
  });
});

describe("a page of the same kind", () => {
  it.each<[string, Uint8Array]>([
    [
      "a scan of A0 at 600 dpi",
      drawing(
        "/X Do",
        scan(19_866, 28_087, "/ColorSpace /DeviceGray /Mask 6 0 R"),
        scan(4_000, 4_000, "/ImageMask true"),
      ),
    ],
    ["a logo a thousand times", drawing("/X Do ".repeat(1_000), scan(800, 400, "/ColorSpace /DeviceGray"))],
    ["a shading of a formula", named("Shading", shading(1), "/P sh ".repeat(5), program(500))],
    ["blends along a line", named("Shading", shading(2), "/P sh ".repeat(500), program(200, 1))],
    [
      "much that is painted with a blend",
      named(
        "Pattern",
        `<< /PatternType 2 /Shading ${shading(3, "5 0 R", "0 0 0 9 9 9")} >>`,
        `/Pattern cs /P scn ${"f ".repeat(20_000)}`,
        program(200, 1),
      ),
    ],
    [
      "hundreds of shadows",
      named("ExtGState", masked, "/P gs f ".repeat(1_000), form("f", "/Group << /S /Transparency /CS /DeviceGray >>")),
    ],
    ["thousands of groups", drawing("/X Do ".repeat(5_000), group)],
    ["a plan of dashed lines", drawing(`[3 2] 0 d ${line.repeat(20_000)}`)],
    ["a page in units of its width", drawing(`595 0 0 595 0 0 cm [.002 .001] 0 d ${"0 0 m 1 1 l S ".repeat(5_000)}`)],
    [
      "whole lines around a fine one",
      drawing(`${line.repeat(50_000)} q [.01] 0 d 0 0 m 9 9 l S Q ${line} [] 0 d ${line.repeat(50_000)}`),
    ],
    ["numbers in other writing", drawing(`[3.] +0 d -.5 0 m 0009 9 l ${line}`)],
    ["numbers of a text that is spaced", drawing(`[(a) .00001 (b)] TJ ${line.repeat(1_000)}`)],
    ["a pattern that is not painted with", drawing(`[.00001] 0 d 0 0 m 595 842 l n 0 0 m 9 0 l f`)],
  ])("%s: is taken", (_what, bytes) => {
    expect(() => check(bytes)).not.toThrow();
  });
});
