/** Fields that a sender prepared for a signer over a text that others sign. */

import { readFields } from "@siegel/kernel/forms/field-tree.ts";
import { dictionaryOf, nameOf } from "@siegel/kernel/pdf/access.ts";
import { bytesSource } from "@siegel/kernel/pdf/byte-source.ts";
import { latin1 } from "@siegel/kernel/pdf/lexer.ts";
import { openPdf, type PdfDocument } from "@siegel/kernel/pdf/open-pdf.ts";
import { describe, expect, it } from "vitest";
import { contentStream, makePdf } from "../../../../fixtures/make-pdf.ts";
import { fillIn } from "../../test/fill-in.ts";
import { idOf, taken } from "../../test/take-in.ts";

const frame = "q 0 G 1 w 0.5 0.5 79 19 re S Q\n";
const covering = "1 1 1 rg 0 0 80 20 re f";

/** How the one field shows when signers first see it, and whether viewers are asked for a background. */
async function shown(field: string, appearance = covering) {
  const { prepared, notices } = await taken(
    makePdf({
      objects: [
        "<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [4 0 R] >> >>",
        "<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 595 842] >>",
        "<< /Type /Page /Parent 2 0 R /Annots [4 0 R] >>",
        `<< /Subtype /Widget /F 4 ${field.includes("/Rect") ? "" : "/Rect [10 10 90 30]"} ${field} >>`,
        contentStream(appearance).replace("<<", "<< /Type /XObject /Subtype /Form /BBox [0 0 80 20]"),
      ],
    }),
  );
  const doc = openPdf(bytesSource(prepared));
  const [found] = readFields(doc);
  return {
    prepared,
    drawn: drawnIn(doc),
    look: [...dictionaryOf(doc, found?.dict.entries.get("MK")).entries.keys()],
    notices,
  };
}

/** The operators of the one field, and what they may name. */
function drawnIn(doc: PdfDocument): string | undefined {
  const [found] = readFields(doc);
  const normal = doc.resolve(dictionaryOf(doc, found?.dict.entries.get("AP")).entries.get("N"));
  if (normal?.kind !== "stream") return undefined;
  const fonts = dictionaryOf(doc, dictionaryOf(doc, normal.dict.entries.get("Resources")).entries.get("Font"));
  for (const font of fonts.entries.values())
    expect(nameOf(doc, dictionaryOf(doc, font).entries.get("BaseFont"))).toMatch(/^[A-Z]{6}\+DejaVuSans$/);
  return latin1(normal.read());
}

/** The same once its signer has signed and left the value as it is. */
const drawnWhenSigned = (prepared: Uint8Array, value: string): string | undefined =>
  drawnIn(openPdf(bytesSource(fillIn(prepared, new Map([[`${idOf("alice")}.city`, value]])))));

describe("a signer's prepared field", () => {
  it("covers nothing while it is empty, and asks nobody to paint a background", async () => {
    const { drawn, look, notices } = await shown(
      "/FT /Tx /T (alice.city) /AP << /N 5 0 R >> /MK << /BG [1] /BC [0] >>",
    );
    expect(drawn).toBe(`${frame}/Tx BMC\nEMC\n`);
    expect(look).toEqual(["BC"]);
    expect(notices).toEqual([]);
  });

  const text = "/Tx BMC q BT /F 9 Tf 0 g (Bonn) Tj ET Q EMC";
  const white = "0 0 80 20 re";
  const ours = `${frame}/Tx BMC\nq 0 0 80 20 re W n\nBT\n0 g\n1 0 0 1 2 5.846 Tm\n/F1 12 Tf\n[<0001000300020002>] TJ\nET\nQ\nEMC\n`;
  it.each([
    ["a text alone", text],
    ["a background and a text", `1 g ${white} f ${text} q`],
    ["a background among the text", `/Tx BMC 1 g ${white} f ${text}`],
    ["no text", covering],
    ["a background before a name", `/Tx BMC q 1 g ${white} f/P BMC EMC Q BT (Bonn) Tj ET EMC`],
    ["a background before an array", `/Tx BMC q 1 g ${white} f[] 0 d Q BT (Bonn) Tj ET EMC`],
    ["a background between strings", `/Tx BMC q 1 g [(a) <(>] 0 d ${white} f [<)>] 0 d Q BT (Bonn) Tj ET EMC`],
    ["a glyph that is a background", "/Tx BMC q BT 1 g /F 200 Tf (a) Tj 0 g /G 9 Tf (Bonn) Tj ET Q EMC"],
  ])("that holds something shows what it will when it is signed, of %s", async (_what, before) => {
    const { prepared, drawn, look } = await shown(
      "/FT /Tx /T (alice.city) /V (Bonn) /AP << /N 5 0 R >> /MK << /BG [1] /BC [0] >>",
      before,
    );
    expect(drawn).toBe(ours);
    expect(drawn).toBe(drawnWhenSigned(prepared, "Bonn"));
    expect(look).toEqual(["BC"]);
  });

  it.each([
    ["one choice", "/V (b)", "Bonn"],
    ["a choice in a list", "/V [(b)]", "Bonn"],
    ["what is no choice", "/V (Ulm) /Ff 393216", "Ulm"],
  ])("that is chosen shows its label, of %s", async (_what, value, label) => {
    const { prepared, drawn } = await shown(
      `/FT /Ch /T (alice.city) ${value} /Opt [[(a) (Aachen)] [(b) (Bonn)]] /AP << /N 5 0 R >> /MK << /BC [0] >>`,
    );
    expect(drawn).toContain(" TJ");
    expect(drawn).toBe(drawnWhenSigned(prepared, label));
  });

  it("that has no room keeps nothing of how it showed", async () => {
    const { drawn } = await shown("/FT /Tx /T (alice.city) /V (Bonn) /AP << /N 5 0 R >> /Rect [10 10 10 10]");
    expect(drawn).toBe("/Tx BMC\nEMC\n");
  });

  it.each([
    ["of nobody's", "/FT /Tx /T (notes) /V (1000 EUR)"],
    ["that is read-only", "/FT /Tx /Ff 1 /T (alice.city) /V (1000 EUR)"],
    ["of which several are chosen", "/FT /Ch /Ff 2097153 /T (alice.city) /V [(a) (b)] /Opt [[(a) (1)] [(b) (1000)]]"],
  ])("%s shows what it holds, whatever its picture says", async (_what, field) => {
    const { drawn } = await shown(`${field} /AP << /N 5 0 R >> /MK << /BG [1] >>`, "/Tx BMC BT (10 EUR) Tj ET EMC");
    expect(drawn).toMatch(/^q 1 g 0 0 80 20 re f Q\n\/Tx BMC[^()]* TJ\n/);
  });

  it("of nobody's that holds more than fits any field is refused", async () => {
    await expect(shown(`/FT /Tx /T (notes) /V (${"a".repeat(10_001)})`)).rejects.toThrow("FIELD_VALUE_INVALID");
  });

  it("of nobody's stays as it was sent: nobody writes it", async () => {
    const { drawn, look } = await shown("/FT /Tx /T (notes) /AP << /N 5 0 R >> /MK << /BG [1] >>");
    expect(drawn).toBe(covering);
    expect(look).toEqual(["BG"]);
  });
});
