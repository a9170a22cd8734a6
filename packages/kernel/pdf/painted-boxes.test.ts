/** What the content of a page may paint, so that a mark stands where nothing is. */
import { describe, expect, it } from "vitest";
import { form, page } from "../../../fixtures/drawn-page.ts";
import { contentStream } from "../../../fixtures/make-pdf.ts";
import { bytesSource } from "./byte-source.ts";
import { openPdf } from "./open-pdf.ts";
import { listPages } from "./pages.ts";
import { paintedBoxes } from "./painted-boxes.ts";

const fonts =
  "/Resources << /XObject << /X 5 0 R >> /ColorSpace << /Ink [/Separation /Gold /DeviceCMYK 6 0 R] >> /Font << /W << /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >> /V << /Subtype /Type0 /Encoding /Identity-V >> /D << /Subtype /Type3 /FontBBox [0 -1 8 9] /FontMatrix [0.1 0 0 0.1 0 0] >> >> >>";

function painted(operators: string, { entries = "", x = form("0 0 9 9 re f") } = {}) {
  const doc = openPdf(bytesSource(page(`/Contents 4 0 R ${fonts} ${entries}`, contentStream(operators), x)));
  const [first] = listPages(doc);
  if (first === undefined) throw new Error("a page");
  return paintedBoxes(doc, first);
}

/** Left, top, right, bottom in whole points. */
const boxes = (...given: Parameters<typeof painted>) =>
  painted(...given)?.boxes.map((box) => box.map(Math.round)) ?? null;

const whole = [0, 0, 595, 842];

describe("what a page may paint", () => {
  it.each([
    ["an area", "10 20 100 50 re f", [[10, 772, 110, 822]]],
    ["an area under a matrix", "2 0 0 2 5 5 cm 10 20 100 50 re f", [[25, 697, 225, 797]]],
    ["a line with its width", "20 w 100 100 m 200 100 l S", [[86, 728, 214, 756]]],
    ["a corner that may be mitred", "2 w 100 100 m 200 100 l 100 110 l S", [[90, 722, 210, 752]]],
    ["a line of text: the whole width of it", "BT /W 10 Tf 72 100 Td (a) Tj ET", [[0, 730, 595, 746]]],
    ["a line that is turned up: the whole height", "BT /W 10 Tf 0 1 -1 0 72 100 Tm (a) Tj ET", [[60, 0, 76, 842]]],
    ["a line that is turned otherwise: everything", "BT /W 10 Tf 1 1 -1 1 72 100 Tm (a) Tj ET", [whole]],
    ["text that runs downwards: everything", "BT /V 10 Tf 72 100 Td <0001> Tj ET", [whole]],
    ["letters that are drawn: their box", "BT /D 10 Tf 72 100 Td (a) Tj ET", [[0, 733, 595, 743]]],
    [
      "lines by their leading",
      "BT /W 10 Tf 20 TL 72 100 Td (a) ' (b) ' ET",
      [
        [0, 750, 595, 766],
        [0, 770, 595, 786],
      ],
    ],
    ["nothing for blanks and for text that does not show", "BT /W 10 Tf (  ) Tj 3 Tr (scanned) Tj ET", []],
    [
      "nothing for the colour of the paper",
      "1 g 0 0 595 842 re f 1 1 1 rg 0 0 595 842 re f 0 0 0 0 k 0 0 9 9 re f",
      [],
    ],
    ["ink at its most", "/Ink cs 1 scn 10 20 100 50 re f", [[10, 772, 110, 822]]],
    ["within a clip only", "0 0 50 842 re W n 10 20 100 50 re f", [[10, 772, 50, 822]]],
    ["nothing in an empty clip", "0 0 0 0 re W n 10 20 100 50 re f", []],
    ["everything again after it", "q 0 0 0 0 re W n Q 10 20 100 50 re f", [[10, 772, 110, 822]]],
    ["a shading: all of its clip", "10 20 100 50 re W n /S sh", [[10, 772, 110, 822]]],
    ["a form in its box", "1 0 0 1 100 100 cm /X Do", [[100, 733, 109, 742]]],
    [
      "an inline image",
      "q 90 0 0 30 10 20 cm BI /W 1 /H 1 /BPC 8 /CS /G ID \u00e4EI\u0001 EI Q",
      [[10, 792, 100, 822]],
    ],
  ])("is told of %s", (_, operators, expected) => {
    expect(boxes(operators)).toEqual(expected);
  });

  it("is told as the page is shown: turned, cropped and in its unit", () => {
    const entries = "/Rotate 90 /CropBox [100 100 500 700] /UserUnit 2";
    expect(boxes("110 120 100 50 re f", { entries })).toEqual([[40, 20, 140, 220]]);
    // What runs up the sheet is level on a page that is turned.
    expect(boxes("BT /W 10 Tf 0 1 -1 0 200 300 Tm (a) Tj ET", { entries })).toEqual([[0, 177, 1200, 207]]);
    expect(painted("BT /W 10 Tf 0 1 -1 0 200 300 Tm (a) Tj ET", { entries })?.textLeft).toBe(400);
  });

  it("tells where the leftmost line of text begins", () => {
    expect(painted("BT /W 10 Tf 90 100 Td (a) Tj 72 0 Td (b) Tj (c) Tj ET")?.textLeft).toBe(90);
    expect(painted("10 20 100 50 re f")?.textLeft).toBeUndefined();
  });

  it.each([
    ["an operator that there is not", "1 0 0 1 0 0 xx"],
    ["a string without an end", "(abc"],
    ["an inline image without an end", "BI /W 1 ID abc"],
    ["more operations than are read of one page", "n ".repeat(200_001)],
  ])("is unknown where its content has %s", (_, operators) => {
    expect(painted(operators)).toBeNull();
  });

  it("is unknown where forms draw themselves", () => {
    const x = form("/X Do", "/Resources << /XObject << /X 5 0 R >> >>");
    expect(painted("/X Do", { x })).toBeNull();
  });
});
