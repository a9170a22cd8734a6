/** A form that asks for its fields to be drawn anew: pdf.js and poppler do so, MuPDF does not. */
import { formOf } from "@siegel/kernel/forms/field-tree.ts";
import { bytesSource } from "@siegel/kernel/pdf/byte-source.ts";
import { openPdf } from "@siegel/kernel/pdf/open-pdf.ts";
import { describe, expect, it } from "vitest";
import { formSaying, picture, text, widget } from "../../test/small-form.ts";
import { refusalOf, taken } from "../../test/take-in.ts";

const signature =
  "<< /FT /Sig /T (s) /V << /Type /Sig /Filter /Adobe.PPKLite /ByteRange [0 1 2 3] /Contents <00> >> >>";

/** The picture of the field says 1000. */
const asking = (said: string, { asked = true, shown = text("1000") } = {}): Uint8Array =>
  formSaying(`/NeedAppearances ${asked}`, "7 0 R 9 0 R", "<< >>", widget(said), shown, signature);

describe("where somebody has signed", () => {
  it.each([
    ["another value", "/T (a) /FT /Tx /V (9000) /AP << /N 8 0 R >>"],
    ["no value", "/T (a) /FT /Tx /AP << /N 8 0 R >>"],
    ["a tick", "/T (a) /FT /Btn /V /Yes /AS /Yes /AP << /N << /Yes 8 0 R >> >>"],
    ["a choice", "/T (a) /FT /Ch /Opt [(9000)] /V (9000) /AP << /N 8 0 R >>"],
    ["a caption", "/T (a) /FT /Btn /Ff 65536 /MK << /CA (9000) >> /AP << /N 8 0 R >>"],
  ])("a picture that is drawn anew is refused: %s", async (_what, said) => {
    expect(await refusalOf(asking(said))).toBe(
      "FILE_ACTIVE_CONTENT: annotations that programs draw differently in a signed file",
    );
    await taken(asking(said, { asked: false }));
  });

  it("a field that shows nothing is taken", async () => {
    const shown = picture("/Tx BMC q Q EMC");
    await taken(asking("/T (a) /FT /Tx /AP << /N 8 0 R >>", { shown }));
  });
});

it.each([[true], [false]])("before that, every program shows the pictures: %s", async (isSigned) => {
  const field = widget("/T (a) /FT /Tx /V (9000) /AP << /N 8 0 R >>");
  const pdf = formSaying("/NeedAppearances true", "7 0 R", "<< >>", field, text("1000"));
  const { prepared } = await taken(pdf, { alice: [] }, { isSigned });
  expect(formOf(openPdf(bytesSource(prepared))).entries.has("NeedAppearances")).toBe(false);
});
