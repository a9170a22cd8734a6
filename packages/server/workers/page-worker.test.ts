import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { page_picture_widths } from "@siegel/contract/limits.ts";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { formPdf, plainPdf, rotatedPdf } from "../../../fixtures/documents.ts";
import { form, packed, page } from "../../../fixtures/drawn-page.ts";
import { contentStream, makePdf } from "../../../fixtures/make-pdf.ts";
import { fileBlobs } from "../adapters/store/file-blobs.ts";
import { defaultDocumentLimits } from "../adapters/workers/document-workers.ts";
import type { PageDescription } from "../ports/page-description.ts";
import { decodedWebp } from "../test/decoded-webp.ts";
import { openPageWorkers } from "./open-page-workers.ts";

const folder = mkdtempSync(join(tmpdir(), "siegel-pages-"));
const blobs = fileBlobs(folder);
const drawing = openPageWorkers(blobs, { ...defaultDocumentLimits, timeMs: 60_000 });
const hurried = openPageWorkers(blobs, { ...defaultDocumentLimits, timeMs: 3_000 });
afterAll(async () => {
  await Promise.all([drawing.close(), hurried.close()]);
  rmSync(folder, { recursive: true, force: true });
});

const turn = { names: ["organisation", "workflow", "reader"] };
const stored = async (pdf: Uint8Array) => (await blobs.put([pdf])).sha256;

async function picture(pdf: Uint8Array, width: number) {
  const made = await drawing.run({ sha256: await stored(pdf), task: { wanted: "picture", page: 1, width } }, turn);
  if (!made.ok || !("bytes" in made)) throw new Error(JSON.stringify(made));
  return await decodedWebp(made.bytes);
}

async function described(pdf: Uint8Array, first = 1, count = 1): Promise<readonly PageDescription[]> {
  const made = await drawing.run({ sha256: await stored(pdf), task: { wanted: "descriptions", first, count } }, turn);
  if (!made.ok || !("pages" in made)) throw new Error(JSON.stringify(made));
  return made.pages;
}

/** A form in a form in a form …, each drawn a hundred times. */
const nested = (depth: number): Uint8Array => {
  const forms = Array.from({ length: depth }, (_, n) =>
    form("/X Do ".repeat(100), `/Resources << /XObject << /X ${6 + n} 0 R >> >>`),
  );
  return page("/Contents 4 0 R", contentStream("/X Do"), ...forms, form("0 0 1 1 re f"));
};

/** So many pages that all show the same. */
const alike = (pages: number, operators: string): Uint8Array =>
  makePdf({
    objects: [
      "<< /Type /Catalog /Pages 2 0 R >>",
      `<< /Type /Pages /Kids [${Array.from({ length: pages }, (_, n) => `${5 + n} 0 R`).join(" ")}] /Count ${pages} /MediaBox [0 0 595 842] /Resources << /Font << /F 4 0 R >> >> >>`,
      packed(Buffer.from(operators)),
      "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
      ...Array.from({ length: pages }, () => "<< /Type /Page /Parent 2 0 R /Contents 3 0 R >>"),
    ],
  });

describe("a page drawn by the server", () => {
  it("is as wide as was asked, and as high as the page is then", async () => {
    for (const width of page_picture_widths) {
      const image = await picture(plainPdf(), width);
      expect(image.width).toBe(width);
      expect(Math.abs(image.height - (width * 842) / 595)).toBeLessThan(2);
    }
  }, 60_000);

  it("is turned and cropped as it is looked at", async () => {
    const image = await picture(rotatedPdf(90), 800);
    expect(image.width / image.height).toBeCloseTo(570 / 380, 1);
  });

  it("has no more pixels than one may have, however narrow it is", async () => {
    const image = await picture(page("/MediaBox [0 0 3 14000]", "<< >>", form("")), 2_400);
    expect(image.width * image.height).toBeLessThan(17_000_000);
  });

  it("says its size, its text where it stands, its form fields, and where user space lies on it", async () => {
    const [first] = await described(plainPdf());
    expect(first).toMatchObject({ page: 1, size: { width: 595, height: 842 }, transform: [1, 0, 0, -1, 0, 842] });
    const [run] = first?.text ?? [];
    expect(run).toMatchObject({ text: "Agreement", left: 72, height: 24, angle: 0 });
    // It stands on the line at 720, and reaches up from there.
    expect(run?.top).toBeGreaterThan(842 - 720 - 24);
    expect(run?.top).toBeLessThan(842 - 720);
    const turnedPdf = page(
      `/Rotate 90 /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >>`,
      contentStream("BT /F 24 Tf 72 720 Td (Agreement) Tj ET"),
      "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    );
    const [turned] = await described(turnedPdf);
    expect(turned).toMatchObject({
      size: { width: 842, height: 595 },
      text: [{ text: "Agreement", angle: 90, top: 72 }],
    });
    const [withFields] = await described(formPdf());
    expect(withFields?.widgets.map(({ name }) => name)).toContain("alice.city");
  });

  it.each([
    "[0 0 0.001 0.001]",
    "[0 0 14400 0.5]",
    "[0 0 0.5 14400]",
    "[0 0 1e30 1e30]",
    "[0 0 -5 -5]",
    "[0 0 0 0]",
    "[0 0 100 100] /UserUnit 75000",
    "[0 0 100 100] /UserUnit 1e-9",
  ])(
    "[T-014] is a picture of some pixels, and of no more than it may have, whatever size it says: %s",
    async (box) => {
      const pdf = page(`/MediaBox ${box} /Contents 4 0 R`, contentStream("0 0 50 50 re f"), "<< >>");
      for (const width of [160, 2_400]) {
        const image = await picture(pdf, width);
        expect(Math.min(image.width, image.height)).toBeGreaterThan(0);
        expect(image.width * image.height).toBeLessThan(17_000_000);
      }
      const [only] = await described(pdf);
      expect(Object.values(only?.size ?? {}).every((side) => side > 0 && Number.isFinite(side))).toBe(true);
    },
    60_000,
  );

  it("[T-014] says no more than fits into an answer, however many letters stand alone", async () => {
    const letters = Array.from({ length: 25_000 }, (_, n) => `1 0 0 1 ${(n % 2) * 400} ${n % 800} Tm (a) Tj`);
    const pages = await described(alike(6, `BT /F 1 Tf ${letters.join(" ")} ET`), 1, 6);
    expect(pages[0]?.text.length).toBe(20_000);
    expect(JSON.stringify(pages).length).toBeLessThan(8_000_000);
    expect(pages.length).toBeLessThan(6);
  }, 60_000);

  it("[T-014] that takes long to describe comes with the few that there is time for", async () => {
    const slow = await stored(alike(25, "0 0 m 1 1 l S ".repeat(1_000_000)));
    const within = openPageWorkers(blobs, { ...defaultDocumentLimits, timeMs: 30_000 });
    onTestFinished(within.close);
    const task = { wanted: "descriptions", first: 1, count: 25 } as const;
    const made = await within.run({ sha256: slow, task }, turn);
    if (!made.ok || !("pages" in made)) throw new Error(JSON.stringify(made));
    expect(made.pages.map(({ page: number }) => number)).toEqual(made.pages.map((_, at) => at + 1));
    expect(made.pages.length).toBeGreaterThan(0);
    expect(made.pages.length).toBeLessThan(25);
  }, 60_000);

  it("is refused where there is none of that number, or the file cannot be opened", async () => {
    const sha256 = await stored(plainPdf());
    const refused = (code: string) => expect.objectContaining({ ok: false, code });
    expect(await drawing.run({ sha256, task: { wanted: "picture", page: 2, width: 160 } }, turn)).toEqual(
      refused("NO_SUCH_PAGE"),
    );
    expect(await drawing.run({ sha256, task: { wanted: "descriptions", first: 2, count: 1 } }, turn)).toEqual(
      refused("NO_SUCH_PAGE"),
    );
    const none = await stored(Buffer.from("no PDF"));
    expect(await drawing.run({ sha256: none, task: { wanted: "picture", page: 1, width: 160 } }, turn)).toEqual(
      refused("UNREADABLE"),
    );
  });

  it("fails otherwise than over its file with a fault that says where, and nothing else", async () => {
    const sha256 = await stored(plainPdf());
    // Pages are counted from 1: whoever asks for page 0 is at fault, and no file is.
    const made = await drawing.run({ sha256, task: { wanted: "picture", page: 0, width: 160 } }, turn);
    expect(made).toMatchObject({ ok: false, code: "FAULT" });
    const [kind, ...places] = made.ok ? [] : made.message.split("\n");
    expect(kind).toMatch(/^\w*Error$/);
    expect(places.join()).toContain("pdf-pages.ts");
    expect(places.every((place) => /^ +at /.test(place))).toBe(true);
  });

  it("is not drawn of bytes that are not the document's", async () => {
    const sha256 = await stored(plainPdf({ version: "1.4" }));
    const path = join(folder, sha256.slice(0, 2), sha256.slice(2));
    const bytes = readFileSync(path);
    writeFileSync(path, Buffer.concat([bytes, Buffer.from("%")]));
    expect(await drawing.run({ sha256, task: { wanted: "picture", page: 1, width: 160 } }, turn)).toMatchObject({
      code: "BLOB_CHANGED",
    });
  });

  it("[T-014] costs no more than one page may: a hundred million forms are ended, and others are drawn", async () => {
    const hostile = await stored(nested(4));
    const asked = hurried.run({ sha256: hostile, task: { wanted: "picture", page: 1, width: 480 } }, turn);
    const isEnded = expect(asked).rejects.toMatchObject({ name: "WorkExceeded" });
    const other = drawing.run(
      { sha256: await stored(plainPdf()), task: { wanted: "picture", page: 1, width: 160 } },
      turn,
    );
    expect(await other).toMatchObject({ ok: true });
    await isEnded;
  }, 60_000);
});
