import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formPdf } from "../../../fixtures/documents.ts";
import { makePdf } from "../../../fixtures/make-pdf.ts";
import { bytesSource } from "../pdf/byte-source.ts";
import { openPdf } from "../pdf/open-pdf.ts";
import { listPages } from "../pdf/pages.ts";
import { PdfRefusal } from "../pdf/refusal.ts";
import { listFields } from "./form-fields.ts";

const kinds = ["table", "stream", "object-streams", "hybrid"] as const;

function codeOf(bytes: Uint8Array): string {
  try {
    const doc = openPdf(bytesSource(bytes));
    listPages(doc);
    listFields(doc);
    return "opened";
  } catch (error) {
    if (error instanceof PdfRefusal) return error.code;
    throw error;
  }
}

describe("reading a form", () => {
  it.each(kinds)("is the same through a cross-reference kept as %s", (xref) => {
    const doc = openPdf(bytesSource(formPdf({ xref })));
    expect(listFields(doc).map((field) => field.name)).toEqual([
      "alice.name",
      "alice.city",
      "alice2.city",
      "alice.agree",
      "notes",
      "code",
      "colour",
    ]);
  });

  it("refuses a field tree with a loop by name", () => {
    const bytes = makePdf({
      objects: [
        "<< /Pages 2 0 R /AcroForm << /Fields [4 0 R] >> >>",
        "<< /Kids [3 0 R] >>",
        "<< /Type /Page /Parent 2 0 R >>",
        "<< /T (a) /Kids [4 0 R] >>",
      ],
    });
    expect(codeOf(bytes)).toBe("FILE_BROKEN");
  });

  it("answers every damage of a file with a refusal or a reading, never with another error", () => {
    const originals = kinds.map((xref) => formPdf({ xref }));
    const damage = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(fc.constantFrom(...originals), damage, (original, changes) => {
        const bytes = Uint8Array.from(original);
        for (const [at, value] of changes) bytes[at % bytes.length] = value;
        expect(codeOf(bytes)).toMatch(/^(opened|FILE_[A-Z_]+)$/);
      }),
      { numRuns: 400 },
    );
  });
});
