import { describe, expect, it } from "vitest";
import { formPdf, manyPagesPdf, plainPdf, rotatedPdf } from "../../../fixtures/documents.ts";
import { makePdf } from "../../../fixtures/make-pdf.ts";
import { type ByteSource, bytesSource } from "./byte-source.ts";
import { defaultLimits } from "./limits.ts";
import { openPdf } from "./open-pdf.ts";
import { listPages, type ShownRect, toShown, toUserSpace } from "./pages.ts";
import { PdfRefusal } from "./refusal.ts";

const kinds = ["table", "stream", "object-streams", "hybrid"] as const;

function codeOf(bytes: Uint8Array): string {
  try {
    const doc = openPdf(bytesSource(bytes));
    listPages(doc);
    return "opened";
  } catch (error) {
    if (error instanceof PdfRefusal) return error.code;
    throw error;
  }
}

const edited = (bytes: Uint8Array, from: string, to: string): Uint8Array =>
  Buffer.from(Buffer.from(bytes).toString("latin1").replace(from, to), "latin1");

describe("opening a document", () => {
  it.each(kinds)("says how the cross-reference is kept: %s", (xref) => {
    const doc = openPdf(bytesSource(formPdf({ xref })));
    expect(doc.xrefKind).toBe(xref === "table" || xref === "hybrid" ? "table" : "stream");
  });

  it("looks at a small part of a large file", () => {
    const bytes = manyPagesPdf(5_000);
    let read = 0;
    const inner = bytesSource(bytes);
    const counting: ByteSource = {
      size: inner.size,
      read: (offset, length) => {
        read += length;
        return inner.read(offset, length);
      },
    };
    expect(openPdf(counting).root).toMatchObject({ num: 1 });
    expect(read).toBeLessThan(40_000);
    expect(bytes.length).toBeGreaterThan(400_000);
  });

  it("refuses more pages than the limit", () => {
    const doc = openPdf(bytesSource(manyPagesPdf(31)), { ...defaultLimits, pagesMax: 30 });
    expect(() => listPages(doc)).toThrow(expect.objectContaining({ code: "FILE_TOO_MANY_PAGES" }));
    expect(listPages(openPdf(bytesSource(manyPagesPdf(30)), { ...defaultLimits, pagesMax: 30 }))).toHaveLength(30);
  });

  const plain = plainPdf();
  const catalog = "<< /Type /Catalog /Pages 2 0 R >>";
  const page = "<< /Type /Page /Parent 2 0 R >>";
  it.each([
    ["nothing", new Uint8Array(0), "FILE_NOT_A_PDF"],
    ["text", Buffer.from("hello, world"), "FILE_NOT_A_PDF"],
    ["bytes before the header", Buffer.concat([Buffer.from("x"), plain]), "FILE_BROKEN"],
    ["a file cut in the middle", plain.subarray(0, 300), "FILE_BROKEN"],
    ["a startxref into nowhere", edited(plain, "startxref\n", "startxref\n9"), "FILE_BROKEN"],
    ["an entry one byte off", edited(plain, "0000000015 00000 n", "0000000016 00000 n"), "FILE_BROKEN"],
    [
      "a section that comes back to itself",
      edited(plain, "/Root 1", `/Prev ${String(plain.length - 1000)} /Root 1`),
      "FILE_BROKEN",
    ],
    [
      "encryption",
      makePdf({ objects: [catalog, "<< /Kids [3 0 R] >>", page], trailer: "/Encrypt 2 0 R" }),
      "FILE_ENCRYPTED",
    ],
    ["a page tree with a loop", makePdf({ objects: [catalog, "<< /Kids [2 0 R] >>"] }), "FILE_BROKEN"],
    ["a page tree without pages", makePdf({ objects: [catalog, "<< /Kids [] >>"] }), "FILE_BROKEN"],
    ["no catalog", makePdf({ objects: ["null"] }), "FILE_BROKEN"],
    ["a reference to itself", makePdf({ objects: ["<< /Pages 2 0 R >>", "2 0 R"] }), "FILE_BROKEN"],
    ["deep nesting", makePdf({ objects: [catalog, `${"[".repeat(10_000)}${"]".repeat(10_000)}`] }), "FILE_BROKEN"],
  ])("refuses %s by name", (_what, bytes, code) => {
    expect(codeOf(bytes)).toBe(code);
  });

  it("refuses a stream that unpacks to more than the limit", () => {
    const bytes = formPdf({ xref: "object-streams" });
    expect(() => openPdf(bytesSource(bytes), { ...defaultLimits, decodedBytesMax: 64 })).toThrow(PdfRefusal);
  });
});

describe("the page as a person sees it", () => {
  it.each([0, 90, 180, 270] as const)("turned by %i: a place survives the way to the sheet and back", (rotate) => {
    const [page] = listPages(openPdf(bytesSource(rotatedPdf(rotate, 2))));
    if (page === undefined) throw new Error("no page");
    expect([page.widthPt, page.heightPt]).toEqual(rotate % 180 === 0 ? [760, 1_140] : [1_140, 760]);
    const rect: ShownRect = [40, 60, 100, 30];
    const box = toUserSpace(page, rect);
    expect(toShown(page, box)).toEqual(rect);
    // The corner of the sheet that is shown top left, by hand from the crop box [20 30 400 600] and units of 1/36 inch.
    const corner = { 0: [40, 570], 90: [50, 50], 180: [380, 60], 270: [370, 580] }[rotate];
    expect([rotate < 180 ? box[0] : box[2], rotate === 90 || rotate === 180 ? box[1] : box[3]]).toEqual(corner);
  });
});
