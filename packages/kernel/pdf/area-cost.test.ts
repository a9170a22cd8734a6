/** Pages that are painted over again and again, and ones with as much on them that lies side by side. */
import { describe, expect, it } from "vitest";
import { form, packed, page } from "../../../fixtures/drawn-page.ts";
import { contentStream } from "../../../fixtures/make-pdf.ts";
import { bytesSource } from "./byte-source.ts";
import { requireDrawable } from "./drawing-cost.ts";
import { defaultLimits } from "./limits.ts";

const check = (bytes: Uint8Array): void => requireDrawable(bytesSource(bytes), defaultLimits);

const drawing = (operators: string, ...objects: readonly string[]): Uint8Array =>
  page("/Contents 4 0 R", contentStream(operators), ...objects);
const shading = (operators: string): Uint8Array =>
  page("/Contents 4 0 R /Resources << /Shading << /S << /ShadingType 2 >> >> >>", contentStream(operators));
const full = "0 0 595 842 re ";
const picture = packed(Buffer.alloc(1), "/Subtype /Image /Width 9 /Height 9 /BitsPerComponent 8");
const large = (operators: string, entries = ""): string =>
  form(operators, entries).replace("[0 0 9 9]", "[0 0 595 842]");

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
    ["behind a clip that ends", drawing(`q 0 0 1 1 re W n Q ${`${full}f `.repeat(6_000)}`)],
  ])("%s: is refused", (_what, bytes) => {
    expect(() => check(bytes)).toThrow(expect.objectContaining({ code: "FILE_TOO_COMPLEX" }));
  });
});

describe("a page with as much side by side", () => {
  it.each<[string, Uint8Array]>([
    ["a thousand covers", drawing(`${full}f `.repeat(1_000))],
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
    ["a text", drawing("(a) Tj ".repeat(50_000))],
  ])("%s: is taken", (_what, bytes) => {
    expect(() => check(bytes)).not.toThrow();
  });
});
