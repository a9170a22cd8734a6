import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cursorAt, readObject, WindowEnd } from "./lexer.ts";
import { type PdfObject, pdfArray, pdfBytes, pdfName, pdfNumber } from "./objects.ts";
import { PdfRefusal } from "./refusal.ts";
import { objectText } from "./write-object.ts";

const read = (text: string): PdfObject => readObject(cursorAt(Buffer.from(text, "latin1")));
const outcome = (text: string): string => {
  try {
    return objectText(read(text));
  } catch (error) {
    if (error instanceof WindowEnd) return "more";
    if (error instanceof PdfRefusal) return error.code;
    throw error;
  }
};

describe("objects of PDF syntax", () => {
  it.each([
    ["12 0 R ", "12 0 R"],
    ["12 0 Rx", "12"],
    ["12 0 R", "more"],
    ["12 ", "more"],
    ["[12 0]", "[12 0]"],
    ["[1 2 3 0 R 4]", "[1 2 3 0 R 4]"],
    ["+17 ", "+17"],
    ["+17]", "+17"],
    ["-.002]", "-.002"],
    ["--5]", "-5"],
    ["4.]", "4."],
    ["(a\\\r\nb\rc\r\nd\\ne\\053\\53\\5x\\q(()))", "(ab\\012c\\012d\\012e++\\005xq\\(\\(\\)\\))"],
    ["(open (", "more"],
    ["(open \\", "more"],
    ["<4 8 65 7>", "<486570>"],
    ["<4g>", "FILE_BROKEN"],
    ["<48", "more"],
    ["/A#42#4g#z ", "/AB#234g#23z"],
    ["/ ", "/"],
    ["<</A 1/B[/C]>>", "<</A 1\n/B [/C]>>"],
    ["<</A null/B 1>>", "<</B 1>>"],
    ["<</A>>", "FILE_BROKEN"],
    ["<</A 1 2>>", "FILE_BROKEN"],
    ["<<1 /A>>", "FILE_BROKEN"],
    ["<</A 1>", "more"],
    ["<</A 1> ", "FILE_BROKEN"],
    ["<</Contents 1/Contents 2>>", "<</Contents 2>>"],
    ["<</F1 1 0 R/F2 2 0 R/F1 2 0 R>>", "<</F1 2 0 R\n/F2 2 0 R>>"],
    ["<</A null/A 1>>", "<</A 1>>"],
    ["<</A 1/#41 null>>", "<<>>"],
    ["<</A null/A null/B 1>>", "<</B 1>>"],
    ["<</A[1.0(x)<</B true>>3 0 R]/A[1<78><</B true>>3 0 R]>>", "<</A [1 <78> <</B true>> 3 0 R]>>"],
    ["] ", "FILE_BROKEN"],
    ["endobj ", "FILE_BROKEN"],
    ["1e5 ", "FILE_BROKEN"],
    ["NaN ", "FILE_BROKEN"],
    [`${"9".repeat(400)} `, "FILE_BROKEN"],
    ["0.00000001-2 ", "0"],
    ["% a comment\n 5]", "5"],
    ["", "more"],
    ["[".repeat(300), "FILE_BROKEN"],
  ])("%s reads as %s", (text, expected) => {
    expect(outcome(text)).toBe(expected);
  });

  it("takes a million values in one object and no more", () => {
    expect(outcome(`[${"0 ".repeat(999_999)}]`)).toHaveLength(2 * 999_999 + 1);
    expect(outcome(`[${"0 ".repeat(1_000_000)}]`)).toBe("FILE_TOO_COMPLEX");
  });

  it("reads back whatever is written", () => {
    const leaf = fc.oneof(
      fc.double({ noNaN: true, min: -1e9, max: 1e9 }).map(pdfNumber),
      fc.integer().map(pdfNumber),
      fc.string({ unit: "binary-ascii", minLength: 1 }).map((text) => pdfName(text.replaceAll("\0", "x"))),
      fc.uint8Array().map((bytes) => pdfBytes(bytes)),
      fc.uint8Array().map((bytes) => pdfBytes(bytes, true)),
      fc.nat(99_999).map((num): PdfObject => ({ kind: "ref", num, gen: 0 })),
      fc.boolean().map((value): PdfObject => ({ kind: "boolean", value })),
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(leaf, fc.array(leaf).map(pdfArray))), (items) => {
        const text = objectText(pdfArray(items));
        expect(outcome(text)).toBe(text);
      }),
    );
  });

  it("answers any bytes with an object, a refusal or a wish for more", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."<>[]()/\\% \r\n0123R.+-#aobjnult\xff") }), (text) => {
        expect(outcome(text)).toEqual(expect.any(String));
      }),
      { numRuns: 2_000 },
    );
  });
});
