import { describe, expect, it } from "vitest";
import { plainPdf } from "../../../fixtures/documents.ts";
import { foreignSigned } from "../../../fixtures/foreign-signature.ts";
import { contentStream, makePdf } from "../../../fixtures/make-pdf.ts";
import { edited, source } from "../../../fixtures/seen-in.ts";
import { bytesSource } from "../pdf/byte-source.ts";
import { PdfRefusal } from "../pdf/refusal.ts";
import { normalisePdf } from "./normalise.ts";

const damaged = (bytes: Uint8Array): Uint8Array => edited(bytes, /startxref\n\d+(?![\s\S]*startxref)/, "startxref\n7");

/** What becomes of a file: what was done to it, or why it is refused. */
function outcomeOf(bytes: Uint8Array): string {
  try {
    return normalisePdf(bytesSource(bytes))?.repairs.join(" ") ?? "sound";
  } catch (error) {
    if (error instanceof PdfRefusal) return `${error.code}: ${error.message}`;
    throw error;
  }
}
const signedAndDamaged = "FILE_SIGNED_DAMAGED: the file is signed and damaged: mending it would break its signatures";

const page = "<< /Type /Page /Parent 2 0 R /Contents 4 0 R >>";
const withObject = (object: string, catalog = "/Extra 4 0 R"): Uint8Array =>
  makePdf({
    objects: [
      `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
      "<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 99 99] >>",
      page,
      object,
    ],
  });
const said = "(/ByteRange [0 1 2 3] and /Contents <00> and /SubFilter /x)";
const text = `BT ${said} Tj ET`;

describe("a damaged file that nobody signed is mended, whatever it says of signatures", () => {
  it.each([
    ["in the text of a page", withObject(contentStream(text))],
    ["in a page whose length is wrong", edited(withObject(contentStream(text)), `/Length ${text.length}`, "/Length 5")],
    ["in a string", withObject(`<< /Note ${said} >>`)],
    ["in a comment inside an object", withObject("<< /A 1 % /Type /Sig /ByteRange [0 1 2 3] /Contents <00>\n>>")],
    ["in a dictionary of another kind", withObject("<< /Type /Note /ByteRange [0 1 2 3] >>")],
    ["by a name alone", withObject("<< /ByteRange /SubFilter >>")],
    ["by wishes for a signature", withObject("<< /Type /SV /SubFilter [/adbe.pkcs7.detached /ETSI.CAdES.detached] >>")],
    ["by a signature field that is empty", withObject("<< /FT /Sig /T (s) >>", "/AcroForm << /Fields [4 0 R] >>")],
    ["in garbage between objects", edited(withObject("null"), "2 0 obj", "\x01/ByteRange [0 1 2 3] \x02\n2 0 obj")],
    ["in garbage at its end", Buffer.concat([withObject("null"), Buffer.from(" /ByteRange /ByteRange [ ".repeat(90))])],
  ])("%s", (_what, bytes) => {
    expect(outcomeOf(damaged(bytes))).toBe("cross-reference-rebuilt");
  });
});

describe("a damaged file that somebody signed is refused, whatever is left of the signature", () => {
  it.each<[string, (signed: string) => string]>([
    ["all of it", (signed) => signed],
    ["its field lost it", (signed) => signed.replace(/\/V \d+ 0 R/, "")],
    ["its field is gone", (signed) => signed.replaceAll("/FT /Sig", "/FT /Xxx").replace(/\/V \d+ 0 R/, "")],
    ["its dictionary has no end", (signed) => signed.replace(/(\/Contents <[0-9a-f]*>[^>]*)>>/, "$1")],
    ["its dictionary ends early", (signed) => signed.replace("/Type /Sig\n", ">>\n")],
    ["its range is no array", (signed) => signed.replace("/ByteRange [", "/ByteRange (")],
    ["its range is called otherwise", (signed) => signed.replace("/ByteRange", "/ByteRxnge")],
    ["its value is called otherwise", (signed) => signed.replace("/Contents <3", "/Contexts <3")],
    ["its value has a byte that is none", (signed) => signed.replace("/Contents <30", "/Contents <!0")],
    ["its object has no number", (signed) => signed.replace(/\d+ 0 obj(?=\n<<\/Type \/Sig\n)/, "x x xxx")],
    ["the file ends inside its value", (signed) => signed.slice(0, signed.lastIndexOf("/Contents <") + 500)],
    ["nothing but what its field says", (signed) => signed.replace(/\d+ 0 obj\n<<\/Type \/Sig\n[\s\S]*?endobj/, "")],
  ])("%s", async (what, damage) => {
    const signed = source(await foreignSigned(plainPdf(), {}));
    const left = damage(signed);
    expect(left === signed).toBe(what === "all of it");
    expect(outcomeOf(damaged(Buffer.from(left, "latin1")))).toBe(signedAndDamaged);
  });
});
