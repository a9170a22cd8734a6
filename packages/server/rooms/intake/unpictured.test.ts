/** Fields and annotations that readers draw each in their own way, over a text that is signed: whoever signs must see what others see. */

import { hasOwnPicture, isHidden, shownForm } from "@siegel/kernel/forms/own-picture.ts";
import { dictionaryOf, itemsOf, nameOf } from "@siegel/kernel/pdf/access.ts";
import { bytesSource } from "@siegel/kernel/pdf/byte-source.ts";
import { latin1 } from "@siegel/kernel/pdf/lexer.ts";
import { openPdf } from "@siegel/kernel/pdf/open-pdf.ts";
import { listPages } from "@siegel/kernel/pdf/pages.ts";
import { describe, expect, it } from "vitest";
import { inBothReaders } from "../../../../fixtures/both-readers.ts";
import { contentStream, makePdf } from "../../../../fixtures/make-pdf.ts";
import { hasTools } from "../../../../fixtures/outside-tool.ts";
import { similarity } from "../../../../fixtures/similarity.ts";
import { blank, expectAlike, pricedOnce } from "../../test/dark-in-readers.ts";
import { intake, taken } from "../../test/take-in.ts";
import { fixedNotices } from "./intake-notices.ts";

const place = "/Rect [15 142 185 172] /F 4 /C [1 0 0]";
const signature = "/FT /Sig /T (s) /V << /Type /Sig /Filter /Adobe.PPKLite /ByteRange [0 1 2 3] /Contents <00> >>";

/** A page that says a price, with one annotation over it, object 4; object 8 is a picture of a red area. */
function priced(annotation: string, { signed = false } = {}): Uint8Array {
  const isField = annotation.includes("/FT");
  return makePdf({
    objects: [
      `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [7 0 R${isField ? " 4 0 R" : ""}] /DR << /Font << /Helv 5 0 R >> >> >> >>`,
      "<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 200 200] >>",
      "<< /Type /Page /Parent 2 0 R /Annots [4 0 R] /Contents 6 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
      `<< /Type /Annot ${annotation.includes("/Rect") ? "" : place} ${annotation} >>`,
      "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
      contentStream("BT /F1 18 Tf 20 150 Td (Price: 10 EUR) Tj ET"),
      `<< ${signed ? signature : "/FT /Tx /T (t)"} >>`,
      contentStream("1 0 0 rg 0 0 1 1 re f").replace("<<", "<< /Type /XObject /Subtype /Form /BBox [0 0 1 1]"),
    ],
  });
}

const widget = "/Subtype /Widget /DA (/Helv 14 Tf 0 g)";
const ground = "/MK << /BG [1 1 1] /CA (Price: 1000000 EUR) >>";

/** Each as it is drawn by some and not by others; the text is what everybody sees afterwards. */
const differing: readonly (readonly [string, string, boolean])[] = [
  ["a button", `${widget} /FT /Btn /Ff 65536 /T (n) ${ground}`, true],
  ["a text", `${widget} /FT /Tx /T (n) /V (1000000 EUR)`, true],
  ["a choice", `${widget} /FT /Ch /Ff 131072 /T (n) /V (b) /Opt [[(b) (1000000 EUR)]]`, true],
  ["a choice in a list", `${widget} /FT /Ch /T (n) /V [(b)] /Opt [[(b) (1000000 EUR)]]`, true],
  ["a text on a form without box", `${widget} /FT /Tx /T (n) /V (1000000 EUR) /AP << /N 6 0 R >>`, true],
  ["an empty signature field", `${widget} /FT /Sig /T (n) ${ground}`, false],
  ["an empty text", `${widget} /FT /Tx /T (n) ${ground}`, false],
  [
    "a tick without its state",
    `${widget} /FT /Btn /T (n) /V /Yes /AS /Yes ${ground} /AP << /N << /On 8 0 R >> >>`,
    false,
  ],
  ["a tick without any", `${widget} /FT /Btn /T (n) /V /Yes /AS /Yes ${ground}`, false],
  ["a stamp", "/Subtype /Stamp /Name /Price#20doubles#20now", false],
  ["a stamp that is in no state", "/Subtype /Stamp /AP << /N << /On 8 0 R >> >>", false],
  ["what is blacked out", "/Subtype /Redact /IC [0 0 0]", false],
  ["a highlight", "/Subtype /Highlight /QuadPoints [15 172 185 172 15 142 185 142]", false],
  ["a popup with a picture", "/Subtype /Popup /AP << /N 8 0 R >>", false],
  ["a link with a picture", "/Subtype /Link /Border [0 0 0] /AP << /N 8 0 R >>", false],
  ["a link with a broad frame", "/Subtype /Link /Border [0 0 40]", false],
];

describe("an unsigned file", () => {
  it.each(differing)("with %s shows one picture to everybody, and the sender is told", async (_what, annotation) => {
    const { prepared, notices } = await taken(priced(annotation));
    const doc = openPdf(bytesSource(prepared));
    const [first] = itemsOf(doc, listPages(doc)[0]?.dict.entries.get("Annots"));
    const dict = dictionaryOf(doc, first);
    const isNever = ["Link", "Popup"].includes(nameOf(doc, dict.entries.get("Subtype")) ?? "");
    expect(isNever ? !dict.entries.has("AP") : isHidden(doc, dict) || hasOwnPicture(doc, dict)).toBe(true);
    // A tick in a state that there is not is off as well.
    const told = notices.filter((notice) => notice !== fixedNotices.fields);
    expect(told).toHaveLength(1);
    expect(told[0]).toMatch(/of their own got one|are not shown/);
  });

  it.each(differing.filter(([, , says]) => says))("with %s draws what it says", async (_what, annotation) => {
    const { prepared } = await taken(priced(annotation));
    const doc = openPdf(bytesSource(prepared));
    const form = doc.resolve(shownForm(doc, dictionaryOf(doc, { kind: "ref", num: 4, gen: 0 })));
    expect(form?.kind === "stream" ? latin1(form.read()) : "").toContain(" TJ");
  });

  it.runIf(hasTools("pdftoppm", "mutool")).each(differing)(
    "with %s looks alike in pdf.js, poppler and MuPDF",
    async (what, annotation) => {
      const { prepared } = await taken(priced(annotation));
      expect(similarity(...inBothReaders(prepared))).toBeGreaterThan(0.9);
      // The ground of an empty text is white, and over the price.
      await expectAlike(prepared, what === "an empty text" ? blank : pricedOnce);
    },
  );

  it("whose highlight has a picture keeps it, for all readers", async () => {
    const quads = "/QuadPoints [15 30 185 30 15 10 185 10]";
    const { prepared, notices } = await taken(priced(`/Subtype /Highlight ${quads} /AP << /N 8 0 R >>`));
    const doc = openPdf(bytesSource(prepared));
    const dict = dictionaryOf(doc, { kind: "ref", num: 4, gen: 0 });
    expect([hasOwnPicture(doc, dict), isHidden(doc, dict), notices.length]).toEqual([true, false, 1]);
  });
});

describe("a signed file", () => {
  it.each(differing)("with %s is refused", async (_what, annotation) => {
    const result = await intake(priced(annotation, { signed: true }));
    expect(result).toMatchObject({ ok: false, code: "FILE_ACTIVE_CONTENT" });
  });

  it.each([
    ["an empty text", `${widget} /FT /Tx /T (n)`],
    ["a text with a thin frame", `${widget} /FT /Tx /T (n) /MK << /BC [0] >>`],
    ["a link with a thin frame", "/Subtype /Link /Border [0 0 1]"],
    ["a stamp with a picture", "/Subtype /Stamp /AP << /N 8 0 R >>"],
    ["a field without area", `${widget} /FT /Tx /T (n) /V (b) /Rect [0 0 0 0]`],
  ])("with %s is taken", async (_what, annotation) => {
    expect(await intake(priced(annotation, { signed: true }))).toMatchObject({ ok: true });
  });
});
