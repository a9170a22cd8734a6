/**
 * The proof that what the server draws is what the viewer draws: the first pages of files of many kinds, the server's picture beside
 * the same page in Chromium, drawn by pdf.js as the web sets it up, but for the fonts of this machine. Neither the mean may differ nor
 * any place (fixtures/unmatched-ink.ts).
 */
import { bytesSource } from "@siegel/kernel/pdf/byte-source.ts";
import { openPages } from "@siegel/server/adapters/workers/pdf-pages.ts";
import { type ContractChange, contractPdf } from "@siegel/server/test/contract-pdf.ts";
import { decodedWebp } from "@siegel/server/test/decoded-webp.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasCorpus, listCorpus, readCorpusFile, titledByCorpus } from "../../fixtures/corpus.ts";
import { formPdf, plainPdf, rotatedPdf } from "../../fixtures/documents.ts";
import { form, page } from "../../fixtures/drawn-page.ts";
import { everyKindPdf } from "../../fixtures/every-kind.ts";
import { contentStream } from "../../fixtures/make-pdf.ts";
import type { Picture } from "../../fixtures/pictures.ts";
import { similarity } from "../../fixtures/similarity.ts";
import { someOf } from "../../fixtures/slow-run.ts";
import { inkUnmatchedMax, type Unmatched, unmatchedInk } from "../../fixtures/unmatched-ink.ts";
import { openViewers, type Viewer } from "../../interop/pdfjs-pictures.ts";
import { manyPagesPdf } from "../pdf.ts";

/** Some 200 dpi of A4. */
const width = 1_600;
const rent = "Rent: 1,250.00 EUR";
/** As much as two programs must agree on a signed page (interop/judge-pictures.ts). */
const alike = 0.99;

let browser: { readonly viewers: readonly Viewer[]; readonly close: () => Promise<void> };
beforeAll(async () => {
  browser = await openViewers(1, { useSystemFonts: false });
}, 60_000);
afterAll(async () => {
  await browser.close();
});

/** Soft mask, transparency, a shading, a pattern and dashes: what a canvas is asked to do in more than one step. */
const drawnPdf = (): Uint8Array =>
  page(
    `/Contents 4 0 R /Resources << /XObject << /X 5 0 R /M 6 0 R >> /ExtGState << /T << /ca 0.4 >> /S << /SMask << /Type /Mask /S /Luminosity /G 6 0 R >> >> >>
      /Shading << /Sh << /ShadingType 2 /ColorSpace /DeviceRGB /Coords [50 0 545 0] /Function << /FunctionType 2 /Domain [0 1] /C0 [1 0 0] /C1 [0 0 1] /N 1 >> >> >>
      /Pattern << /P 7 0 R >> >>`,
    contentStream(
      "q 50 600 495 150 re W n /Sh sh Q q /T gs 0 0.5 0 rg 80 560 300 120 re f Q q /S gs 0 g 50 380 495 150 re f Q /Pattern cs /P scn 50 200 300 120 re f [9 4] 0 d 3 w 50 120 m 545 160 l S",
    ),
    form("0 g 0 0 9 9 re f"),
    contentStream("0.2 g 50 380 250 150 re f 1 g 300 380 245 150 re f").replace(
      "<<",
      "<< /Type /XObject /Subtype /Form /BBox [0 0 595 842] /Group << /S /Transparency /CS /DeviceGray >>",
    ),
    contentStream("1 0 0 rg 0 0 6 6 re f").replace(
      "<<",
      "<< /Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 12 12] /XStep 12 /YStep 12 /Resources << >>",
    ),
  );

async function drawnByServer(pdf: Uint8Array): Promise<{ readonly picture: Picture; readonly dpi: number }> {
  const pages = await openPages(bytesSource(pdf));
  const { size } = await pages.describe(1);
  const picture = await decodedWebp(await pages.picture(1, width));
  return { picture, dpi: (72 * picture.width) / size.width };
}

type Likeness = { readonly mean: number; readonly ink: Unmatched };

async function likeness(pdf: Uint8Array, shown = pdf): Promise<Likeness> {
  const { picture, dpi } = await drawnByServer(pdf);
  const viewer = browser.viewers[0];
  if (viewer === undefined) throw new Error("one was opened");
  const seen = await viewer(shown, dpi);
  // A page is a fraction of a pixel high somewhere.
  expect(Math.abs(seen.width - picture.width) + Math.abs(seen.height - picture.height)).toBeLessThanOrEqual(2);
  return { mean: similarity(picture, seen), ink: unmatchedInk(picture, seen) };
}

function expectAlike({ mean, ink }: Likeness): void {
  expect(mean).toBeGreaterThanOrEqual(alike);
  expect(ink.ink, `at ${ink.x}, ${ink.y}`).toBeLessThanOrEqual(inkUnmatchedMax);
}

describe("a page drawn by the server and in the browser", () => {
  const kinds: [string, () => Uint8Array | Promise<Uint8Array>][] = [
    ["a line of text", plainPdf],
    ["a page of text", () => manyPagesPdf(1)],
    ["a contract with its fonts in it", contractPdf],
    ["a contract turned", () => contractPdf({ turned: 270 })],
    ["fields of two signers", formPdf],
    ["a field of every kind", everyKindPdf],
    ["turned and cropped", () => rotatedPdf(90, 1, rent)],
    ["upside down, in larger units", () => rotatedPdf(180, 2, rent)],
    ["masks, transparency, shadings and patterns", drawnPdf],
  ];
  it.each(someOf(kinds, 4))(
    "is alike: %s",
    async (_what, make) => {
      expectAlike(await likeness(await make()));
    },
    60_000,
  );

  const changes: [string, ContractChange][] = [
    ["one other digit", { rent: "1,258.00" }],
    ["one other digit in small print", { meter: "0083.4" }],
    ["a comma missing", { rent: "1 250.00" }],
    ["a sum three points further right", { moved: 3 }],
    ["an empty page", { isEmpty: true }],
    ["a page upside down", { turned: 180 }],
  ];
  it.each(someOf(changes, 3))(
    "is told apart from %s",
    async (_what, change) => {
      const { ink } = await likeness(await contractPdf(), await contractPdf(change));
      expect(ink.ink).toBeGreaterThan(1.5 * inkUnmatchedMax);
    },
    60_000,
  );

  /** Why a page is not compared place by place, and what the mean has to be all the same. */
  const otherwise = new Map([
    [
      "form/pdfbox__AcroFormsBasicFields.pdf",
      { mean: 0.97, why: "values in LucidaGrande, which is not in the file and not pdf.js's: each device has another" },
    ],
    [
      "form-i18n/pdfcpu__chineseSimple.pdf",
      { mean: 0.99, why: "Chinese in a font that is not in the file: we have one, a browser without one draws boxes" },
    ],
  ]);
  const files = [
    "form/pdfbox__AcroFormsBasicFields.pdf",
    "form/pdf-lib__with_combed_fields.pdf",
    "form/pdfjs__prefilled_f1040.pdf",
    "form-i18n/pdfcpu__chineseSimple.pdf",
    "signed-valid/pdfcpu__sample01.pdf",
    "signed-valid/node-signpdf__incrementally_signed.pdf",
    "rotation-box/pdf-lib__with_cropbox.pdf",
    "many-pages/pdf-lib__us_constitution.pdf",
    "pdf20/pdfcpu__viaIncrementalSave.pdf",
  ];
  it.skipIf(!hasCorpus).each(someOf(files, 4))(
    titledByCorpus("is alike: %s"),
    async (file) => {
      expect(listCorpus().map((one) => one.file)).toContain(file);
      const found = await likeness(readCorpusFile(file));
      const known = otherwise.get(file);
      if (known === undefined) expectAlike(found);
      else expect(found.mean, known.why).toBeGreaterThanOrEqual(known.mean);
    },
    120_000,
  );
});
