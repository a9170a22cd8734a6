/** Paths within which something else stands, and ones without end: an area covers a price in one program and not in the other. */
import { describe, expect, it } from "vitest";
import { type Drawn, form, made } from "../../../../fixtures/drawn-page-with.ts";
import { contentStream } from "../../../../fixtures/make-pdf.ts";
import { intake } from "../../test/take-in.ts";
import { describeToldApart, type Pages } from "../../test/told-apart.ts";

/** A page that has a form of these operators, object 7. */
const drawing = (contents: string, operators = "0 0 5 5 re f"): Drawn => ({
  ...{ contents, resources: "/XObject << /X 7 0 R >>" },
  more: [form(operators, "/Resources << >>")],
});
const state = (entries: string, operators: string): Drawn => ({
  ...{ contents: `/G gs ${operators}`, resources: `/ExtGState << /G << ${entries} >> >>` },
});
/** A page with a font of Type 3, object 7, whose only glyph is this. */
const glyph = (contents: string): Drawn => ({
  ...{ contents, fonts: "/F3 7 0 R" },
  more: [
    "<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1 1] /FontMatrix [1 0 0 1 0 0] /CharProcs << /a 8 0 R >> /Encoding << /Differences [97 /a] >> /FirstChar 97 /LastChar 97 /Widths [1] /Resources << >> >>",
    contentStream("1 0 0 0 1 1 d1 0 0 .1 .1 re f"),
  ],
});
const picture = "BI /W 1 /H 1 /BPC 8 /CS /G ID a EI";
const area = "0 0 99 99 re f";
const letter = "BT /F3 90 Tf 40 40 Td (a) Tj ET";
const line = "40 w 50 50 m 100 50 l S";
const corner = "10 10 m 100 20 l 10 120 l S";

/** Lines from below to above and back, side by side. */
function zigzag(count: number): Drawn {
  const lines = Array.from({ length: count }, (_, i) => `${((200 * i) / count).toFixed(3)} ${i % 2 === 0 ? 200 : 0} l`);
  return { contents: `0 0 m ${lines.join(" ")} f` };
}

const refused: Pages = [
  ["a line from nowhere", { contents: "90 0 l 90 90 l 0 90 l f" }],
  ["a curve from nowhere", { contents: "10 90 90 90 90 0 c f" }],
  ["a line that goes on where a path was painted", { contents: "0 0 m 90 0 l 90 90 l f 150 0 l 150 150 l 0 150 l f" }],
  ["a line that goes on where a path was left", { contents: "0 0 m 90 0 l 90 90 l n 150 0 l 150 150 l 0 150 l f" }],
  ["a line that goes on from a rectangle", { contents: "40 w 100 100 20 20 re 150 0 l S" }],
  ["a clip in a state that ends before it", { contents: `q 0 0 20 20 re W Q n ${area}` }],
  ["a clip with a state within", { contents: `0 0 20 20 re W q Q n ${area}` }],
  ["a clip with a picture within", { contents: `0 0 20 20 re W ${picture} n ${area}` }],
  ["a form within a path", drawing("0 0 90 90 re /X Do f")],
  ["a form behind a line", drawing("0 0 m 90 0 l 90 90 l /X Do f")],
  ["a form that ends within a path", drawing("/X Do f", "0 0 90 90 re")],
  ["a form that ends within a clip", drawing("/X Do n 0 0 190 190 re f", "0 0 90 90 re W")],
  ["a glyph within a path", glyph(`0 0 90 90 re ${letter} n`)],
  ["ends of lines in no way", { contents: `3 J ${line}` }],
  ["corners of lines in no way", { contents: "40 w 3 j 50 50 m 100 50 l 100 150 l S" }],
  ["ends of lines between two ways", { contents: `1.5 J ${line}` }],
  ["ends of lines in no way of a state", state("/LC 5", line)],
  ["corners in no way of a state", state("/LJ 5", "40 w 50 50 m 100 50 l 100 150 l S")],
  ["corners without a limit", { contents: `40 w 0 M ${corner}` }],
  ["an area that goes too far", { contents: "-1000000000 -1000000000 m 1000000000 -1000000000 l 100 99 l f" }],
  ["a line that is too broad", { contents: "1000000000 w 50 50 m 100 50 l S" }],
];

const asItIs: Pages = [
  ["a text within a path", { contents: "0 0 90 90 re BT /F1 24 Tf 20 90 Td (1000 EUR) Tj ET f" }],
  ["colours and states within a path", { contents: "0 0 90 90 re 0.2 g q 5 w Q f" }],
  ["a space that changes within a path", { contents: "0 0 m 50 0 l 1 0 0 1 100 100 cm 50 50 l 0 50 l h f" }],
  ["a line that goes on where a path was closed", { contents: "0 0 m 90 0 l 90 90 l h 150 0 l 150 150 l h f" }],
  ["a point before a form", drawing("0 0 m /X Do 0 0 9 9 re f")],
  ["corners without a limit that are rounded", { contents: `40 w 0 M 1 j ${corner}` }],
  ["corners that had no limit", { contents: `q 0 M Q 40 w ${corner}` }],
  ["a page that ends within a path", { contents: `${area} 0 0 190 190 re` }],
  ["an area that goes far", { contents: "-99999767 -99999926 m 100000500 -99999926 l 100 99 l f" }],
  ["lines side by side", zigzag(40)],
];

describeToldApart("a page with", { refused, alike: asItIs }, { apart: 300, share: 0.05, slack: 120 });

describe("a page with", () => {
  // A browser shows a paler area, or none, after seconds, and others take a quarter of a minute.
  it("more lines side by side than a browser shows is refused", async () => {
    expect(await intake(made(zigzag(100_000)))).toMatchObject({ ok: false, code: "FILE_TOO_COMPLEX" });
  });
});
