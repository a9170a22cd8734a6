/**
 * Found by the target `pdf`: what referred to nothing came to mean what we append. A reference past the last object, or to
 * another generation of it, pointed to the next object added; and a new signature field inherited the form's own /V.
 */
import { describe, expect, it } from "vitest";
import { makePdf } from "../../fixtures/make-pdf.ts";
import { mend } from "../../fixtures/mend.ts";
import { edited, source } from "../../fixtures/seen-in.ts";
import { bytesSource } from "../../packages/kernel/pdf/byte-source.ts";
import { listPages } from "../../packages/kernel/pdf/pages.ts";
import { PdfRefusal } from "../../packages/kernel/pdf/refusal.ts";
import { normalisePdf } from "../../packages/kernel/repair/normalise.ts";
import { judgeDocument } from "../judge-document.ts";
import { unlessRefused } from "../target.ts";

const page = "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>";
const pages = "<< /Type /Pages /Kids [3 0 R] /Count 1 >>";
const withForm = (form: string, ...further: string[]): Uint8Array =>
  makePdf({ objects: [`<< /Type /Catalog /Pages 2 0 R /AcroForm ${form} >>`, pages, page, ...further] });

describe("a file is signed, and holds afterwards,", () => {
  it.each([
    ["whose fields are past its last object", withForm("<< /Fields [4 0 R 5 0 R 6 0 R] >>")],
    ["whose form is the next object in another generation", withForm("4 1 R")],
    ["whose form is an object in another generation", withForm("4 1 R", "<< /Fields [] >>")],
    ["whose form has a value of its own", withForm("<< /Fields [] /V 1 0 R /FT /Tx /Ff 1 >>")],
  ])("%s", async (_what, bytes) => {
    expect(await judgeDocument(bytes)).toBe(true);
  });
});

describe("writing a file anew", () => {
  it("drops references past the last object, and says so", () => {
    const { repairs, bytes } = mend(withForm("<< >> /Other 4 9 R /Past 9 0 R", "(not meant)"));
    expect(repairs).toEqual(["damaged-objects-dropped"]);
    expect(source(bytes)).not.toMatch(/Other|Past|not meant/);
  });

  it("keeps an object that something else names in another generation", () => {
    const file = withForm("<< /Fields [] >> /A [4 1 R 4 0 R 4 1 R] /B 9 0 R", "(kept)");
    expect(source(mend(file).bytes)).toMatch(/\/A \[null \d+ 0 R null\][\s\S]*\(kept\)/);
  });
});

describe("a page", () => {
  it("stays in its tree when something before it names it in another generation", () => {
    const objects = [
      "<< /Type /Catalog /First [3 6 R] /Pages 2 0 R >>",
      pages,
      "<< /MediaBox [0 0 9 9] /Parent 2 0 R >>",
    ];
    const { doc } = mend(edited(makePdf({ objects }), /startxref\n\d+/, "startxref\n1"));
    expect(listPages(doc).map(({ widthPt }) => widthPt)).toEqual([9]);
  });
});

describe("an object stream", () => {
  it.each(["/N -1 /First 4", "/N 1.5 /First 4", "/N 1 /First -4", "/N 1 /First 0.5"])("with %s is damage", (table) => {
    const stream = `<< /Type /ObjStm ${table} /Length 14 >>\nstream\n9 0 << /A 1 >>\nendstream`;
    const file = edited(withForm("<< >>", stream), /startxref\n\d+/, "startxref\n1");
    expect(unlessRefused(PdfRefusal, () => normalisePdf(bytesSource(file)))).not.toBeNull();
  });
});
