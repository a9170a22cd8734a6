import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formPdf, manyPagesPdf, plainPdf } from "../../../fixtures/documents.ts";
import { contentStream, makePdf } from "../../../fixtures/make-pdf.ts";
import { mend } from "../../../fixtures/mend.ts";
import { hasTools, inFolderOf, runToolIn } from "../../../fixtures/outside-tool.ts";
import { edited, seenIn, source } from "../../../fixtures/seen-in.ts";
import { listFields } from "../forms/form-fields.ts";
import { type ByteSource, bytesSource } from "../pdf/byte-source.ts";
import { defaultLimits } from "../pdf/limits.ts";
import { openPdf } from "../pdf/open-pdf.ts";
import { listPages } from "../pdf/pages.ts";
import { PdfRefusal } from "../pdf/refusal.ts";
import { normalisePdf, type Repair } from "./normalise.ts";

const kinds = ["table", "stream", "object-streams", "hybrid"] as const;
const file = (text: string): Uint8Array => Buffer.from(text, "latin1");

function outcomeOf(bytes: Uint8Array, limits = defaultLimits): string {
  try {
    const normalised = normalisePdf(bytesSource(bytes), limits);
    if (normalised === null) return "sound";
    const doc = openPdf(bytesSource(Buffer.concat([...normalised.parts])));
    listFields(doc, listPages(doc));
    return normalised.repairs.join(" ");
  } catch (error) {
    if (error instanceof PdfRefusal) return error.code;
    throw error;
  }
}

describe("a sound file", () => {
  it.each(kinds)("is left alone with its cross-reference kept as %s", (xref) => {
    expect(normalisePdf(bytesSource(formPdf({ xref })))).toBeNull();
  });
});

describe("a damaged file", () => {
  const form = formPdf();
  const seen = seenIn(openPdf(bytesSource(form)));
  const rebuilt: Repair[] = ["cross-reference-rebuilt"];
  it.each<[string, Uint8Array, readonly Repair[]]>([
    ["a startxref into nowhere", edited(form, /startxref\n\d+/, "startxref\n7"), rebuilt],
    ["no startxref", edited(form, /startxref[\s\S]*$/, ""), rebuilt],
    ["no trailer at all", edited(form, /xref\n0[\s\S]*$/, ""), rebuilt],
    ["offsets one too high", edited(form, /(\d{9})\d (?=00000 n)/g, "$19 "), rebuilt],
    ["no endobj", edited(form, /endobj\n/g, ""), rebuilt],
    ["no endstream", edited(form, /endstream\n/g, ""), rebuilt],
    ["streams longer than they say", edited(form, /\/Length (\d)\d* >>/g, "/Length 1 >>"), rebuilt],
    ["streams shorter than they say", edited(form, /\/Length (\d+) >>/g, "/Length 9$1 >>"), rebuilt],
    ["streams without /Length", edited(form, /\/Length (\d+) >>/g, ">>"), rebuilt],
    ["carriage returns for line feeds in its table", edited(form, /( 00000 n) \n/g, "$1\r"), rebuilt],
    ["a /Size too small", edited(form, "/Size 17", "/Size 3"), rebuilt],
    ["two kilobytes behind its end", Buffer.concat([form, Buffer.alloc(2_000, " ")]), rebuilt],
    ["a line before its header", Buffer.concat([file("From: somebody\n"), form]), ["bytes-before-header-removed"]],
    [
      "a line before its header that its offsets count",
      edited(
        Buffer.concat([file("From: somebody\n"), form]),
        /startxref\n\d+/,
        `startxref\n${15 + source(form).indexOf("xref\n0")}`,
      ),
      [...rebuilt, "bytes-before-header-removed"],
    ],
    [
      "an object that cannot be read and is not needed",
      edited(edited(form, "/DR <<", "/Extra 99 0 R /DR <<"), /xref\n0/, "99 0 obj\n<< /A [ >>\nendobj\nxref\n0"),
      [...rebuilt, "damaged-objects-dropped"],
    ],
  ])("with %s shows the same pages and fields once it is mended", (_what, bytes, repairs) => {
    const mended = mend(bytes);
    expect(mended.repairs).toEqual(repairs);
    expect(seenIn(mended.doc)).toEqual(seen);
  });

  it.each(kinds)("is found again without any cross-reference, kept as %s", (xref) => {
    const bytes = edited(formPdf({ xref }), /startxref[\s\S]*$/, "startxref\n1\n%%EOF\n");
    expect(seenIn(mend(bytes).doc)).toEqual(seen);
  });

  it("has the last definition of an object", () => {
    const bytes = Buffer.concat([form, file("13 0 obj\n<< /FT /Tx /T (later) >>\nendobj\n"), Buffer.alloc(2_000, " ")]);
    expect(listFields(mend(bytes).doc).map(({ name }) => name)).toContain("later");
  });

  it("does not take the objects of a file inside it for its own", () => {
    const inner = source(plainPdf());
    const outer = makePdf({
      objects: [
        "<< /Type /Catalog /Pages 2 0 R /Inside 4 0 R >>",
        "<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 77 77] >>",
        "<< /Type /Page /Parent 2 0 R >>",
        contentStream(inner),
      ],
    });
    const { doc } = mend(edited(outer, /startxref\n\d+(?![\s\S]*startxref)/, "startxref\n7"));
    expect(listPages(doc)[0]?.box).toEqual([0, 0, 77, 77]);
    const catalog = doc.resolve(doc.root);
    const inside = catalog?.kind === "dict" ? doc.resolve(catalog.entries.get("Inside")) : undefined;
    expect(inside?.kind === "stream" && source(inside.read())).toBe(inner);
  });

  it("has its pages as objects of their own, each once, counted right", () => {
    const page = "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 50 50] >>";
    const bytes = makePdf({
      objects: [
        "<< /Type /Catalog /Pages 2 0 R >>",
        `<< /Type /Pages /Kids [${page} 3 0 R 3 0 R 9 0 R] /Count 9 >>`,
        page,
      ],
    });
    const { repairs, doc } = mend(bytes);
    expect(repairs).toEqual(["damaged-objects-dropped", "pages-made-indirect"]);
    expect(new Set(listPages(doc).map(({ ref }) => ref.num)).size).toBe(3);
  });

  it("has no page where something refers to nothing, whatever number its new pages get", () => {
    const bytes = makePdf({
      objects: [
        "<< /Type /Catalog /Pages 2 0 R /Nothing [4 0 R 5 0 R 3 0 R] >>",
        "<< /Type /Pages /Kids [<< /Type /Page >> 3 0 R 3 0 R] /Count 3 /MediaBox [0 0 50 50] >>",
        "<< /Type /Page /Parent 2 0 R >>",
      ],
    });
    const { doc, bytes: result } = mend(bytes);
    expect(new Set(listPages(doc).map(({ ref }) => ref.num)).size).toBe(3);
    expect(source(result)).toMatch(/\/Nothing \[null null \d+ 0 R\]/);
  });

  it("keeps text in strings, names with escapes and the identifier", () => {
    const bytes = makePdf({
      objects: [
        "<< /Type /Catalog /Pages 2 0 R /Odd#20Name (1 0 obj stream \\) \\377) >>",
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        "<< /Type /Page /Parent 2 0 R >>",
      ],
    });
    const { doc, bytes: result } = mend(edited(bytes, "startxref", "startxerf"));
    const catalog = doc.resolve(doc.root);
    const value = catalog?.kind === "dict" ? catalog.entries.get("Odd Name") : undefined;
    expect(value?.kind === "string" && source(value.bytes)).toBe("1 0 obj stream ) \xff");
    expect(source(result)).toContain("<00112233445566778899aabbccddeeff>");
  });

  it.skipIf(!hasTools("qpdf"))("gives qpdf nothing to say once it is mended (needs qpdf)", () => {
    for (const xref of kinds) {
      const { bytes } = mend(edited(formPdf({ xref }), /startxref\n\d+/, "startxref\n7"));
      const check = inFolderOf({ "file.pdf": bytes }, (folder) => runToolIn(folder, "qpdf", "--check", "file.pdf"));
      expect(check).toMatchObject({ status: 0, out: expect.not.stringContaining("WARNING") });
    }
  });
});

describe("a file that cannot be mended", () => {
  const signature = "<< /Type /Sig /Filter /Adobe.PPKLite /ByteRange [0 1 2 3] /Contents <00> >>";
  const signed = makePdf({
    objects: [
      "<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [4 0 R] >> >>",
      "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
      "<< /Type /Page /Parent 2 0 R /Annots [4 0 R] >>",
      "<< /FT /Sig /T (s) /V 5 0 R /Subtype /Widget /Rect [0 0 0 0] >>",
      signature,
    ],
  });
  const plain = plainPdf();
  it.each<[string, string, Uint8Array]>([
    ["a signature", "sound", signed],
    ["a signature and a wrong startxref", "FILE_SIGNED_DAMAGED", edited(signed, /startxref\n\d+/, "startxref\n7")],
    ["a signature and bytes before the header", "FILE_SIGNED_DAMAGED", Buffer.concat([file("x"), signed])],
    [
      "a signature nobody refers to, and damage",
      "FILE_SIGNED_DAMAGED",
      edited(edited(signed, "/V 5 0 R", ""), /startxref\n\d+/, "startxref\n7"),
    ],
    [
      "a signature and a page that stands in its parent",
      "FILE_SIGNED_DAMAGED",
      edited(signed, "[3 0 R]", "[<< /Type /Page >>]"),
    ],
    ["nothing", "FILE_NOT_A_PDF", new Uint8Array(0)],
    ["a header only", "FILE_BROKEN", file("%PDF-1.7\n")],
    ["half of it", "FILE_BROKEN", plain.subarray(0, 60)],
    ["no page", "FILE_BROKEN", edited(plain, "[3 0 R]", "[]")],
    ["a page tree in a circle", "FILE_BROKEN", edited(plain, "[3 0 R]", "[2 0 R]")],
    ["a catalog that is a page", "FILE_BROKEN", edited(plain, "/Root 1 0 R", "/Root 3 0 R")],
    ["another security handler", "FILE_ENCRYPTED", edited(plain, "/Root", "/Encrypt << /Filter /Mine >> /Root")],
    ["an empty encryption dictionary", "FILE_ENCRYPTED", edited(plain, "/Root", "/Encrypt << >> /Root")],
    ["an encryption dictionary that is missing", "FILE_ENCRYPTED", edited(plain, "/Root", "/Encrypt 99 0 R /Root")],
    [
      "an encryption of a revision to come",
      "FILE_ENCRYPTED",
      edited(plain, "/Root", "/Encrypt << /Filter /Standard /V 6 /R 7 /O () /U () /P 0 >> /Root"),
    ],
    [
      "an encryption with an empty proof",
      "FILE_ENCRYPTED",
      edited(plain, "/Root", "/Encrypt << /Filter /Standard /V 5 /R 6 /O () /U () /UE () /P 0 >> /Root"),
    ],
  ])("with %s: %s", (_what, code, bytes) => {
    expect(outcomeOf(bytes)).toBe(code);
  });

  it("has more pages than the limit", () => {
    const broken = edited(manyPagesPdf(31), "startxref", "startxerf");
    expect(outcomeOf(broken, { ...defaultLimits, pagesMax: 30 })).toBe("FILE_TOO_MANY_PAGES");
    expect(outcomeOf(broken, { ...defaultLimits, pagesMax: 31 })).toBe("cross-reference-rebuilt");
  });

  it("is answered with a refusal or a sound file, whatever the damage", () => {
    const originals = kinds.map((xref) => formPdf({ xref }));
    const damage = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(fc.constantFrom(...originals), damage, fc.nat(200), (original, changes, cut) => {
        const bytes = Uint8Array.from(original.subarray(0, original.length - (cut > 100 ? cut : 0)));
        for (const [at, value] of changes) bytes[at % bytes.length] = value;
        expect(outcomeOf(bytes)).toMatch(/^(sound|FILE_[A-Z_]+|[a-z -]+)$/);
      }),
      { numRuns: 400 },
    );
  });
});

describe("a large stream", () => {
  it("is copied window by window", () => {
    const large = contentStream("x".repeat(5_000_000));
    const bytes = makePdf({
      objects: [
        "<< /Type /Catalog /Pages 2 0 R >>",
        "<< /Type /Pages /Kids [3 0 R] >>",
        "<< /Type /Page /Contents 4 0 R >>",
        large,
      ],
    });
    const inner = bytesSource(edited(bytes, "startxref", "startxerf"));
    let longest = 0;
    const watched: ByteSource = {
      size: inner.size,
      read: (offset, length) => {
        longest = Math.max(longest, length);
        return inner.read(offset, length);
      },
    };
    const normalised = normalisePdf(watched);
    const lengths = [...(normalised?.parts ?? [])].map((part) => part.length);
    expect(lengths.reduce((sum, length) => sum + length, 0)).toBeGreaterThan(5_000_000);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(1024 * 1024);
    expect(longest).toBeLessThanOrEqual(1024 * 1024 + 256);
  });
});
