import { describe, expect, it } from "vitest";
import { type CrossReferenceKind, makePdf } from "../../../fixtures/make-pdf.ts";
import { type ByteSource, bytesSource } from "./byte-source.ts";
import { openPdf } from "./open-pdf.ts";
import { type Place, pagePlaces } from "./page-places.ts";
import { listPages } from "./pages.ts";

const pagesOf = (count: number, from: number) =>
  Array.from({ length: count }, () => `<< /Type /Page /Parent ${from} 0 R /MediaBox [0 0 595 842] >>`);

/** Two nodes of three pages each below the root. */
function treePdf(xref: CrossReferenceKind): Uint8Array {
  return makePdf({
    xref,
    objects: [
      "<< /Type /Catalog /Pages 2 0 R >>",
      "<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 6 >>",
      "<< /Type /Pages /Parent 2 0 R /Kids [5 0 R 6 0 R 7 0 R] /Count 3 >>",
      "<< /Type /Pages /Parent 2 0 R /Kids [8 0 R 9 0 R 10 0 R] /Count 3 >>",
      ...pagesOf(3, 3),
      ...pagesOf(3, 4),
    ],
  });
}

const placesOf = (bytes: Uint8Array): Place[] =>
  [...pagePlaces(openPdf(bytesSource(bytes)))].filter((place) => place !== undefined);

/** A source that has nothing but some places of a file, as a reader over a network has. */
function only(bytes: Uint8Array, places: readonly Place[]): ByteSource {
  return {
    size: bytes.length,
    read: (offset, length) => {
      const view = new Uint8Array(length);
      for (const { start, end } of places) {
        const [from, to] = [Math.max(start, offset), Math.min(end, offset + length)];
        if (from < to) view.set(bytes.subarray(from, to), from - offset);
      }
      return view;
    },
  };
}

describe("where the pages of a document stand", () => {
  it.each(["table", "stream", "object-streams", "hybrid"] as const)(
    "is enough to list them all, with the ends of the file (%s)",
    (xref) => {
      const bytes = treePdf(xref);
      const ends = [
        { start: 0, end: 32 },
        { start: openPdf(bytesSource(bytes)).startXref - (xref === "hybrid" ? 400 : 0), end: bytes.length },
      ];
      expect(listPages(openPdf(only(bytes, [...ends, ...placesOf(bytes)])))).toHaveLength(6);
      expect(() => listPages(openPdf(only(bytes, ends)))).toThrow();
    },
  );

  it("names each object once, from its number to its endobj", () => {
    const bytes = treePdf("table");
    const texts = placesOf(bytes).map(({ start, end }) => Buffer.from(bytes.subarray(start, end)).toString("latin1"));
    expect(texts).toHaveLength(10);
    for (const text of texts) expect(text).toMatch(/^\d+ 0 obj\n[\s\S]*endobj$/);
  });

  it("names an object stream once, however many pages are in it", () => {
    expect(placesOf(treePdf("object-streams"))).toHaveLength(1);
  });

  it("comes to an end where the tree has a loop", () => {
    const bytes = makePdf({
      objects: [
        "<< /Type /Catalog /Pages 2 0 R >>",
        "<< /Type /Pages /Kids [3 0 R 2 0 R] /Count 2 >>",
        ...pagesOf(1, 2),
      ],
    });
    expect(placesOf(bytes)).toHaveLength(3);
  });
});
