import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formPdf, plainPdf } from "../../../fixtures/documents.ts";
import { makePdf } from "../../../fixtures/make-pdf.ts";
import { makeRevisions, type Revision } from "../../../fixtures/make-revisions.ts";
import { bytesSource } from "./byte-source.ts";
import { defaultLimits } from "./limits.ts";
import { openPdf } from "./open-pdf.ts";
import { listPages } from "./pages.ts";
import { PdfRefusal } from "./refusal.ts";

const kinds = ["table", "stream", "object-streams", "hybrid"] as const;
const first: Revision = {
  objects: new Map([
    [1, "<< /Type /Catalog /Pages 2 0 R >>"],
    [2, "<< /Type /Pages /Kids [3 0 R] /Count 1 >>"],
    [3, "<< /Type /Page /Parent 2 0 R >>"],
  ]),
  kind: "table",
  cut: 1_000,
  endOfEntry: " \n",
  isPacked: true,
};
const revision = fc.record({
  // Object 0 is never in use, 1 to 3 are the document's frame.
  objects: fc
    .array(fc.tuple(fc.integer({ min: 4, max: 40 }), fc.option(fc.nat(999_999).map(String))), { maxLength: 12 })
    .map((pairs) => new Map(pairs)),
  kind: fc.constantFrom(...kinds),
  cut: fc.integer({ min: 2, max: 9 }),
  endOfEntry: fc.constantFrom(" \n" as const, " \r" as const, "\r\n" as const),
  isPacked: fc.boolean(),
});

describe("cross-reference sections", () => {
  it("give every object of every revision the newest value, whatever form each section has", () => {
    fc.assert(
      fc.property(fc.array(revision, { maxLength: 5 }), fc.constantFrom(...kinds), (updates, kind) => {
        const revisions = [{ ...first, kind }, ...updates];
        const doc = openPdf(bytesSource(makeRevisions(revisions)));
        for (let num = 4; num <= 40; num += 1) {
          const newest = revisions.findLast(({ objects }) => objects.has(num))?.objects.get(num);
          const loaded = doc.load({ kind: "ref", num, gen: 0 });
          expect([num, loaded.kind === "number" ? loaded.text : null]).toEqual([num, newest ?? null]);
        }
        expect(listPages(doc)).toHaveLength(1);
      }),
      { numRuns: 150 },
    );
  });

  it("follows as many revisions as the limit allows and refuses one more", () => {
    const revisions = Array.from({ length: 40 }, () => first);
    const bytes = makeRevisions(revisions);
    expect(listPages(openPdf(bytesSource(bytes), { ...defaultLimits, sectionsMax: 40 }))).toHaveLength(1);
    expect(codeOf(bytes, { ...defaultLimits, sectionsMax: 39 })).toBe("FILE_TOO_COMPLEX");
  });

  it("answers a reference with another generation than the object's with null, whichever came first", () => {
    const doc = openPdf(bytesSource(plainPdf()));
    expect(doc.load({ kind: "ref", num: 3, gen: 1 }).kind).toBe("null");
    expect(doc.load({ kind: "ref", num: 3, gen: 0 }).kind).toBe("dict");
    expect(doc.load({ kind: "ref", num: 3, gen: 1 }).kind).toBe("null");
  });

  it("counts what streams unpack to over the whole document", () => {
    const bytes = formPdf({ xref: "object-streams" });
    const limits = { ...defaultLimits, decodedTotalBytesMax: 1_200 };
    expect(codeOf(bytes, limits)).toBe("FILE_TOO_COMPLEX");
    expect(codeOf(bytes)).toBe("opened");
  });

  it("counts what is parsed over the whole document", () => {
    expect(codeOf(formPdf(), { ...defaultLimits, scannedBytesMax: 200 })).toBe("FILE_TOO_COMPLEX");
  });

  const table = plainPdf();
  const stream = plainPdf({ xref: "stream" });
  const packed = formPdf({ xref: "object-streams" });
  it.each([
    ["an object mentioned twice in one section", edited(table, "trailer", "3 1\n0000000015 00000 n \ntrailer")],
    ["a subsection without a count", edited(table, "xref\n0 6", "xref\n0  ")],
    ["a negative count", edited(table, "xref\n0 6", "xref\n0 -6")],
    ["entries of 19 bytes", edited(table, " 00000 n \n", " 00000 n\n")],
    ["a subsection past the end", edited(table, "xref\n0 6", "xref\n0 9999999")],
    ["a trailer that is no dictionary", edited(table, "trailer\n<< ", "trailer\n[ ")],
    ["a trailer without /Root", edited(table, "/Root 1 0 R", "/Toor 1 0 R")],
    ["a /Prev that is a name", edited(table, "/Root 1", "/Prev /Me /Root 1")],
    ["a /Prev outside of the file", edited(table, "/Root 1", "/Prev 99999999 /Root 1")],
    ["a /Prev to itself", edited(table, "/Root 1", `/Prev ${at(table, "xref\n0 6")} /Root 1`)],
    ["an /XRefStm that is an object of another kind", edited(table, "/Root 1", "/XRefStm 15 /Root 1")],
    ["a stream with two columns", edited(stream, "/W [1 3 1]", "/W [1 3  ]")],
    ["a stream with columns of nine bytes", edited(stream, "/W [1 3 1]", "/W [9 3 1]")],
    ["a stream without offsets", edited(stream, "/W [1 3 1]", "/W [5 0 0]")],
    ["a stream with a negative width", edited(stream, "/W [1 3 1]", "/W [1 -3 1]")],
    ["a stream shorter than its /Index", edited(stream, "/W [1 3 1]", "/W [1 3 1] /Index [0 999]")],
    ["a stream with an object twice", edited(stream, "/W [1 3 1]", "/W [1 3 1] /Index [0 3 2 3]")],
    ["a stream with a negative /Size", edited(stream, "/Size 7", "/Size -7")],
    ["a stream of another /Type", edited(stream, "/Type /XRef", "/Type /XFer")],
    ["a stream that is not packed as it says", edited(stream, "/FlateDecode", "/LZWDecode  ")],
    ["a stream whose filter is a reference", edited(stream, "/Filter /FlateDecode", "/Filter 3 0 R       ")],
    ["an object stream with more objects than it holds", edited(packed, "/N ", "/N 9")],
    ["an object stream that begins behind its end", edited(packed, "/First ", "/First 99999")],
    ["an object stream in the place of its /First", edited(packed, "/First ", "/Erste ")],
  ])("refuses %s", (_what, bytes) => {
    expect(codeOf(bytes)).toBe("FILE_BROKEN");
  });

  it("refuses objects that hide in object streams of each other", () => {
    const body = "4 0 5 2 << >> << >>";
    const objstm = `<< /Type /ObjStm /N 6 0 R /First 8 /Length ${body.length} >>\nstream\n${body}\nendstream`;
    const pages = "<< /Kids [3 0 R] >>";
    const bytes = makePdf({ objects: ["<< /Pages 2 0 R >>", pages, "<< /Type /Page >>", objstm, "null", "6 0 R"] });
    expect(codeOf(bytes)).toBe("opened");
    expect(() => openPdf(bytesSource(bytes)).resolve({ kind: "ref", num: 6, gen: 0 })).toThrow(PdfRefusal);
  });
});

function codeOf(bytes: Uint8Array, limits = defaultLimits): string {
  try {
    listPages(openPdf(bytesSource(bytes), limits));
    return "opened";
  } catch (error) {
    if (error instanceof PdfRefusal) return error.code;
    throw error;
  }
}

function edited(bytes: Uint8Array, from: string, to: string): Uint8Array {
  const source = Buffer.from(bytes).toString("latin1");
  if (!source.includes(from)) throw new Error(`nothing to edit: ${from}`);
  return Buffer.from(source.replace(from, to), "latin1");
}

function at(bytes: Uint8Array, text: string): number {
  return Buffer.from(bytes).indexOf(text);
}
