/** Pages with images among their operators that are larger than what can be looked at. */
import { describe, expect, it } from "vitest";
import { form, page } from "../../../fixtures/drawn-page.ts";
import { contentStream } from "../../../fixtures/make-pdf.ts";
import { bytesSource } from "../pdf/byte-source.ts";
import { defaultLimits } from "../pdf/limits.ts";
import { requireDrawable } from "./drawing-cost.ts";

const check = (bytes: Uint8Array) => requireDrawable(bytesSource(bytes), defaultLimits);
const drawing = (operators: string, ...objects: readonly string[]): Uint8Array =>
  page("/Contents 4 0 R", contentStream(operators), ...objects);
const image = (size: string): string => `BI ${size} /BPC 1 /IM true ID x EI `;
/** With as many octets as its size asks for. */
const whole = (width: number, height: number): string =>
  `BI /W ${width} /H ${height} /BPC 1 /IM true ID ${"x".repeat(Math.ceil(width / 8) * height)} EI `;
const large = image("/W 60000 /H 60000");
const tile = "<< /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 99 99] /XStep 99 /YStep 99";

describe("inline images without end", () => {
  it.each<[string, Uint8Array]>([
    ["one large one", drawing(large)],
    ["many of them", drawing(image("/Width 1000/Height 1000").repeat(1_001))],
    ["in a form that is drawn often", drawing("/X Do ".repeat(300), form(image("/W 2000 /H 2000")))],
    [
      "in a pattern",
      page(
        "/Contents 4 0 R /Resources << /Pattern << /P 5 0 R >> >>",
        contentStream("/P scn f ".repeat(300)),
        contentStream(image("/W 2000 /H 2000")).replace("<<", tile),
      ),
    ],
    ["in an appearance", page("/Annots [<< /AP << /N 4 0 R >> >>]", form(large))],
    ["of which another size is said first", drawing(image("/W 1 /H 1 /Width 60000 /Height 60000"))],
    ["the same twice", drawing(image("/W 60000 /H 60000 /W 1 /H 1"))],
    ["in other writing", drawing("0BI/#57 60000.0/H%\n60000 ID x EI")],
    ["behind what some take for a beginning", drawing("BI /W 60000 BI /H 60000 ID x EI")],
    ["behind what some take for an end", drawing("BI /W 60000 /Q (ID) /H 60000 ID x EI")],
    ["behind a string that others do not see", drawing(`BI /W 1 /H 1 ID ( EI ${large}`)],
    ["with a size that stands elsewhere", drawing(image("/W 5 0 R /H 5 0 R"), "60000")],
  ])("%s: are refused", (_what, bytes) => {
    expect(() => check(bytes)).toThrow(expect.objectContaining({ code: "FILE_TOO_COMPLEX" }));
  });
});

describe("inline images as there are many", () => {
  it.each<[string, Uint8Array]>([
    ["small ones", drawing(whole(30, 30).repeat(50_000))],
    ["a scanned page in strips", drawing(whole(5_000, 70).repeat(100))],
    ["a size that no image has", drawing("(ID /W 60000 /H 60000) Tj")],
    ["a word that holds these letters", drawing("/ABI MP")],
  ])("%s: are taken", (_what, bytes) => {
    expect(() => check(bytes)).not.toThrow();
  });
});
