import { describe, expect, it } from "vitest";
import { plainPdf } from "../../../fixtures/documents.ts";
import { foreignSigned } from "../../../fixtures/foreign-signature.ts";
import { contentStream, makePdf } from "../../../fixtures/make-pdf.ts";
import { edited } from "../../../fixtures/seen-in.ts";
import { addInvisibleSignatureField } from "../forms/add-fields.ts";
import { catalogOf } from "../pdf/access.ts";
import { bytesSource } from "../pdf/byte-source.ts";
import { beginUpdate } from "../pdf/incremental-update.ts";
import { openPdf } from "../pdf/open-pdf.ts";
import { PdfRefusal } from "../pdf/refusal.ts";
import { signedDocument } from "./signed-file.ts";

const kinds = ["table", "stream", "object-streams", "hybrid"] as const;
type Kind = (typeof kinds)[number];

const pageOf = (xref: Kind, entries: string, more = "null", trailer = ""): Uint8Array =>
  makePdf({
    xref,
    trailer,
    objects: [
      `<< /Type /Catalog /Pages 2 0 R ${entries} >>`,
      "<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 99 99] >>",
      "<< /Type /Page /Parent 2 0 R /Contents 5 0 R >>",
      more,
      contentStream("0 g"),
    ],
  });
const signed = async (bytes: Uint8Array): Promise<Uint8Array> => await foreignSigned(bytes, {});

function refusalOf(bytes: Uint8Array): string {
  try {
    signedDocument(openPdf(bytesSource(bytes)));
    return "sound";
  } catch (error) {
    if (error instanceof PdfRefusal) return `${error.code}: ${error.message}`;
    throw error;
  }
}

describe("a signed file that refers past its last object", () => {
  it.each(kinds)("gets objects of other numbers, so that nothing of it comes to mean them: %s", async (xref) => {
    const { size } = openPdf(bytesSource(await signed(pageOf(xref, "/Past 1 0 R"))));
    const past = `/Past ${size} 0 R /Far [<< /Deep ${size + 3} 7 R >> 99999999 0 R]`;
    const bytes = await signed(pageOf(xref, past, "null", `/Info ${size + 1} 0 R`));
    const update = beginUpdate(signedDocument(openPdf(bytesSource(bytes))));
    addInvisibleSignatureField(update, "later");
    const doc = openPdf(bytesSource(Buffer.concat([bytes, update.finish({ id: new Uint8Array(16) }).bytes])));
    expect(doc.resolve(catalogOf(doc).entries.get("Past"))).toBeUndefined();
    expect(doc.resolve(doc.trailer.entries.get("Info"))).toBeUndefined();
    for (let num = size; num < size + 4; num += 1) expect(doc.locate(num)).toEqual({ kind: "free" });
    expect(doc.locate(size + 4).kind).toBe("offset");
    // The next appended object is numbered behind them automatically.
    expect(doc.size).toBeGreaterThan(size + 4);
  });

  it("is refused when it does so far past it", async () => {
    expect(refusalOf(await signed(pageOf("table", "/Past 8000000 0 R")))).toBe(
      "FILE_BROKEN: the file is signed and refers to object 8000000, far past its last one",
    );
  });
});

describe("a signed file", () => {
  it.each(kinds)("that is sound is taken as it is: %s", async (xref) => {
    const doc = openPdf(bytesSource(await signed(plainPdf({ xref }))));
    expect(signedDocument(doc).size).toBe(doc.size);
  });

  const signedAndDamaged = "FILE_SIGNED_DAMAGED: the file is signed and damaged: mending it would break its signatures";
  it.each<[string, (bytes: Uint8Array) => Uint8Array, Uint8Array]>([
    ["a stream longer than it says", (bytes) => bytes, edited(pageOf("table", ""), "/Length 3", "/Length 2")],
    ["an object that cannot be read", (bytes) => bytes, edited(pageOf("table", "/A 4 0 R", "[  ]"), "[  ]", "[ <<")],
  ])("that has %s is refused", async (_what, damage, bytes) => {
    expect(refusalOf(damage(await signed(bytes)))).toBe(signedAndDamaged);
  });
});
