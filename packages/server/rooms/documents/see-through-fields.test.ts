/** Fields that a sender prepared for a signer over a text that others sign. */
import { dictionaryOf } from "@siegel/kernel/pdf/access.ts";
import { bytesSource } from "@siegel/kernel/pdf/byte-source.ts";
import { readFields } from "@siegel/kernel/pdf/field-tree.ts";
import { latin1 } from "@siegel/kernel/pdf/lexer.ts";
import { openPdf } from "@siegel/kernel/pdf/open-pdf.ts";
import { describe, expect, it } from "vitest";
import { contentStream, makePdf } from "../../../../fixtures/make-pdf.ts";
import { taken } from "../../test/take-in.ts";

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
        `<< /Subtype /Widget /F 4 /Rect [10 10 90 30] /FT /Tx ${field} >>`,
        contentStream(appearance).replace("<<", "<< /Type /XObject /Subtype /Form /BBox [0 0 80 20]"),
      ],
    }),
  );
  const doc = openPdf(bytesSource(prepared));
  const [found] = readFields(doc);
  const normal = doc.resolve(dictionaryOf(doc, found?.dict.entries.get("AP")).entries.get("N"));
  return {
    drawn: normal?.kind === "stream" ? latin1(normal.read()) : undefined,
    look: [...dictionaryOf(doc, found?.dict.entries.get("MK")).entries.keys()],
    notices,
  };
}

describe("a signer's prepared field", () => {
  it("covers nothing while it is empty, and asks nobody to paint a background", async () => {
    const { drawn, look, notices } = await shown("/T (alice.city) /AP << /N 5 0 R >> /MK << /BG [1] /BC [0] >>");
    expect(drawn).toBe(`${frame}/Tx BMC\nEMC\n`);
    expect(look).toEqual(["BC"]);
    expect(notices).toEqual([]);
  });

  const text = "/Tx BMC q BT /F 9 Tf 0 g (a f B Do) Tj ET Q EMC";
  it.each([
    ["its text, of a background with a text", `1 g 0 0 80 20 re f ${text} q`, `${frame}${text}\n`],
    ["its text, of a text alone", text, `${frame}${text}\n`],
    ["nothing, of a background among the text", `/Tx BMC 1 g 0 0 80 20 re f ${text}`, `${frame}/Tx BMC\nEMC\n`],
    ["nothing, of what is no text", covering, `${frame}/Tx BMC\nEMC\n`],
  ])("that holds something shows %s", async (_what, before, after) => {
    const { drawn, look } = await shown(
      "/T (alice.city) /V (Bonn) /AP << /N 5 0 R >> /MK << /BG [1] /BC [0] >>",
      before,
    );
    expect(drawn).toBe(after);
    expect(look).toEqual(["BC"]);
  });

  it("of nobody's stays as it was sent: nobody writes it", async () => {
    const { drawn, look } = await shown("/T (notes) /AP << /N 5 0 R >> /MK << /BG [1] >>");
    expect(drawn).toBe(covering);
    expect(look).toEqual(["BG"]);
  });
});
