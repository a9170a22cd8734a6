import { catalogOf, dictionaryOf } from "@siegel/kernel/pdf/access.ts";
import { bytesSource } from "@siegel/kernel/pdf/byte-source.ts";
import { openPdf } from "@siegel/kernel/pdf/open-pdf.ts";
import { describe, expect, it } from "vitest";
import { makePdf } from "../../../../fixtures/make-pdf.ts";
import { taken } from "../../test/take-in.ts";

describe("active content", () => {
  it("takes scripts and launch actions out, keeps what only goes to a page, and tells the sender", async () => {
    const page =
      "<< /Type /Page /Parent 2 0 R /Annots [4 0 R << /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (x) /Next << /S /Launch /F (x.exe) >> >> >>] /AA << /O << /S /JavaScript /JS (x) >> >> >>";
    const objects = [
      "<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >> /Names << /JavaScript << /Names [] >> /Dests << >> >> >>",
      "<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 595 842] >>",
      page,
      "<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /GoTo /D [3 0 R /Fit] >> >>",
    ];
    const { prepared, notices } = await taken(makePdf({ objects }));
    expect(notices).toEqual(["Scripts and launch actions were removed from the file."]);
    const doc = openPdf(bytesSource(prepared));
    const catalog = catalogOf(doc);
    expect(catalog.entries.has("OpenAction")).toBe(false);
    expect([...dictionaryOf(doc, catalog.entries.get("Names")).entries.keys()]).toEqual(["Dests"]);
    const shown = dictionaryOf(doc, { kind: "ref", num: 3, gen: 0 });
    expect(shown.entries.has("AA")).toBe(false);
    const links = doc.resolve(shown.entries.get("Annots"));
    const actions = links?.kind === "array" ? links.items.map((link) => dictionaryOf(doc, link).entries.has("A")) : [];
    // The link to a page stays, the one that goes on to a program is gone; the third is the signature field.
    expect(actions).toEqual([true, false, false]);
    const plain = await taken(
      makePdf({
        objects: [
          "<< /Type /Catalog /Pages 2 0 R /OpenAction [3 0 R /Fit] >>",
          ...objects.slice(1, 2),
          "<< /Type /Page /Parent 2 0 R >>",
        ],
      }),
    );
    expect(plain.notices).toEqual([]);
  });
});
