import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { page_picture_widths } from "@siegel/contract/limits.ts";
import { afterAll, describe, expect, it } from "vitest";
import { formPdf, plainPdf, rotatedPdf } from "../../../fixtures/documents.ts";
import { form, page } from "../../../fixtures/drawn-page.ts";
import { contentStream } from "../../../fixtures/make-pdf.ts";
import { defaultDocumentLimits } from "../adapters/document-workers.ts";
import { fileBlobs } from "../adapters/file-blobs.ts";
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
  if (!made.ok || !("octets" in made)) throw new Error(JSON.stringify(made));
  return await decodedWebp(made.octets);
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

  it("is not drawn of octets that are not the document's", async () => {
    const sha256 = await stored(plainPdf({ version: "1.4" }));
    const path = join(folder, sha256.slice(0, 2), sha256.slice(2));
    const octets = readFileSync(path);
    writeFileSync(path, Buffer.concat([octets, Buffer.from("%")]));
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
