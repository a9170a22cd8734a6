/** Pages as pictures: on phones with little memory, where a page does not come, and back again. */
import type { BrowserContext, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { textOf } from "../../fixtures/judge-pdf.ts";
import { button, confirmDetails, logIn, openDocument, say } from "../journey.ts";
import { manyPagesPdf, onePagePdf } from "../pdf.ts";
import { download, downloadReport, person, send } from "../sender.ts";
import { startWalk } from "../walk.ts";

const walk = startWalk();
const { withPerson } = walk;

/** A device with so many GB, which Chromium rounds and tells. */
const withMemory = (context: BrowserContext, gb: number) =>
  context.addInitScript((told) => {
    Object.defineProperty(Navigator.prototype, "deviceMemory", { get: () => told });
  }, gb);

/** Everything of pdf.js that was asked for. */
function watchRequests(page: Page): readonly string[] {
  const seen: string[] = [];
  page.on("request", (request) => {
    const url = request.url();
    if (/pdf-reader|pdf\.worker|\/pdfjs\/|getFile\/[^/]+(\/opening)?$/.test(url)) seen.push(url);
  });
  return seen;
}

const pictureShown = (page: Page, number: number) =>
  page.locator(`[data-page="${number}"][aria-busy="false"] .picture img`).waitFor({ timeout: 20_000 });
const canvasDrawn = (page: Page, number: number) =>
  page.locator(`[data-page="${number}"][aria-busy="false"] .picture canvas`).waitFor({ timeout: 20_000 });

async function openPictures(page: Page, pdf: Uint8Array): Promise<void> {
  const created = await send(walk.product.demo, pdf, [person("s_signature")]);
  await logIn({ page }, created.signers[0]?.url ?? "");
  await confirmDetails({ page });
  await pictureShown(page, 1);
}

describe("a phone with little memory", () => {
  it("[T-042] shows pages as pictures, fills in, confirms and signs without a line of pdf.js; the report says so", async () => {
    const signer = person("s_signature");
    const created = await send(walk.product.demo, onePagePdf({ field: `${signer.reference}.Ort` }), [signer]);
    await withPerson({ viewport: "phone" }, async ({ page, context }) => {
      await withMemory(context, 2);
      const seen = watchRequests(page);
      await logIn({ page }, created.signers[0]?.url ?? "");
      await confirmDetails({ page });
      await pictureShown(page, 1);
      await page.getByText(say({ page }, "viewer.asPictures")).waitFor();
      expect(await page.locator(".paper canvas").count()).toBe(0);
      // On the paper, where it stands.
      const onPaper = page.locator(".paper").getByLabel(/Ort/);
      const [field, paper] = [await onPaper.boundingBox(), await page.locator(".paper").boundingBox()];
      const scale = (paper?.width ?? 0) / 595;
      expect(((field?.x ?? 0) - (paper?.x ?? 0)) / scale).toBeCloseTo(72, 0);
      expect(((field?.y ?? 0) - (paper?.y ?? 0)) / scale).toBeCloseTo(842 - 712, 0);
      await onPaper.fill("Hamburg-Altona");
      await page.getByText(/^Mietvertrag Speicherstrasse 8$/).waitFor({ state: "attached" });
      await button({ page }, "documents.signUnauthorized").click();
      await button({ page }, "sign.now").click();
      await page.waitForURL(/\/summary\/finished/, { timeout: 30_000 });
      expect(seen).toEqual([]);
    });
    expect(textOf(await download(walk.product.demo, created))).toContain("Hamburg-Altona");
    const report = textOf(await downloadReport(walk.product.demo, created)).replaceAll(/\s+/g, " ");
    expect(report).toMatch(/with Siegel viewer [\d.]+ \(pages drawn by Siegel [\d.]+\)/);
  }, 90_000);

  it("jumps, searches, grows, and shows all pages small", async () => {
    await withPerson({ viewport: "phone" }, async ({ page, context }) => {
      await withMemory(context, 1);
      await openPictures(page, manyPagesPdf(40));
      await button({ page }, "viewer.more").click();
      await page.getByLabel(say({ page }, "viewer.page"), { exact: true }).fill("30");
      await page.keyboard.press("Enter");
      await pictureShown(page, 30);
      expect(await page.locator(".paper img").count()).toBeLessThanOrEqual(6);
      const wide = page.waitForRequest(/pages\/30\/picture\?width=(800|1200)/);
      await button({ page }, "viewer.zoomIn").click();
      await button({ page }, "viewer.zoomIn").click();
      await wide;
      await button({ page }, "viewer.search").click();
      await page.getByRole("searchbox").fill("ubergäbe");
      const count = page.getByRole("search").getByRole("status");
      await expect.poll(() => count.innerText()).toContain("40");
      await expect
        .poll(() =>
          page.evaluate(() => [...(CSS.highlights.get("found-now") ?? [])].map((range) => String(range)).join()),
        )
        .toBe("Übergabe");
      await page.keyboard.press("Escape");
      await button({ page }, "viewer.pages").click();
      const strip = page.getByRole("navigation", { name: say({ page }, "viewer.pages") });
      await strip.locator("img").first().waitFor();
    });
  }, 90_000);

  it("lays the text where the picture has it", async () => {
    await withPerson({ viewport: "desktop" }, async ({ page, context }) => {
      await withMemory(context, 2);
      await openPictures(page, manyPagesPdf(2));
      const line = page.locator('[data-page="1"] .text-layer span', { hasText: "Werktag" });
      await line.waitFor({ state: "attached" });
      const off = await line.evaluate((element) => {
        const text = element.getBoundingClientRect();
        const image = document.querySelector<HTMLImageElement>('[data-page="1"] img');
        if (image === null) return null;
        const around = image.getBoundingClientRect();
        const density = image.naturalWidth / around.width;
        const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight).getContext("2d");
        canvas?.drawImage(image, 0, 0);
        const [y, height] = [(text.top - around.top) * density, text.height * density];
        const pixels = canvas?.getImageData(0, y, image.naturalWidth, height).data ?? [];
        let [first, last] = [image.naturalWidth, 0];
        for (let at = 0; at < pixels.length; at += 4) {
          if ((pixels[at] ?? 255) > 128) continue;
          const x = (at / 4) % image.naturalWidth;
          [first, last] = [Math.min(first, x), Math.max(last, x)];
        }
        return [text.left - around.left - first / density, text.right - around.left - last / density];
      });
      for (const distance of off ?? [99]) expect(Math.abs(distance)).toBeLessThan(4);
    });
  }, 60_000);
});

describe("whoever has memory enough", () => {
  it("draws for themselves, changes to pictures where a page does not come, and back", async () => {
    const created = await send(walk.product.demo, onePagePdf(), [person("s_signature")]);
    await withPerson({}, async ({ page }) => {
      // What is fetched of the file never comes; its pictures do.
      await page.route(/getFile\/[0-9a-z]+$/, () => undefined);
      await logIn({ page }, created.signers[0]?.url ?? "");
      await confirmDetails({ page });
      await button({ page }, "viewer.showPictures").click({ timeout: 30_000 });
      await pictureShown(page, 1);
      await page.unroute(/getFile\/[0-9a-z]+$/);
      // The tab remembers it.
      await page.reload();
      await pictureShown(page, 1);
      await button({ page }, "viewer.drawHere").click();
      await canvasDrawn(page, 1);
      expect(await page.getByText(say({ page }, "viewer.asPictures")).count()).toBe(0);
    });
  }, 90_000);
});

describe("where no pictures can be had", () => {
  it("opens the full viewer, and says so, where the service draws no pages", async () => {
    await withPerson({ viewport: "phone" }, async ({ page, context }) => {
      await withMemory(context, 2);
      const refusal = { success: false, code: "PAGE_PICTURES_OFF", data: [] };
      await page.route(/\/pages\?/, (route) => route.fulfill({ status: 422, json: refusal }));
      await openDocument(
        { page },
        (await send(walk.product.demo, onePagePdf(), [person("s_signature")])).signers[0]?.url ?? "",
      );
      await canvasDrawn(page, 1);
      await page.getByText(say({ page }, "viewer.noPictures")).waitFor();
    });
  }, 60_000);

  it("offers the full viewer, and says nothing untrue, where the first page alone is not drawn", async () => {
    await withPerson({ viewport: "phone" }, async ({ page, context }) => {
      await withMemory(context, 2);
      const refusal = { success: false, code: "PAGE_NOT_DRAWN", data: [] };
      await page.route(/\/pages\?first=1&/, (route) => route.fulfill({ status: 422, json: refusal }));
      const seen = watchRequests(page);
      const created = await send(walk.product.demo, onePagePdf(), [person("s_signature")]);
      await logIn({ page }, created.signers[0]?.url ?? "");
      await confirmDetails({ page });
      await page.getByText(say({ page }, "viewer.unreadable")).waitFor();
      expect(await page.getByText(say({ page }, "viewer.noPictures")).count()).toBe(0);
      expect(seen).toEqual([]);
      await page
        .locator(".late")
        .getByRole("button", { name: say({ page }, "viewer.drawHere") })
        .click();
      await canvasDrawn(page, 1);
    });
  }, 60_000);

  it("offers the full viewer for a page that the server cannot draw", async () => {
    await withPerson({ viewport: "phone" }, async ({ page, context }) => {
      await withMemory(context, 2);
      const refusal = { success: false, code: "PAGE_NOT_DRAWN", data: [] };
      await page.route(/\/picture\?/, (route) => route.fulfill({ status: 422, json: refusal }));
      const created = await send(walk.product.demo, onePagePdf(), [person("s_signature")]);
      await logIn({ page }, created.signers[0]?.url ?? "");
      await confirmDetails({ page });
      await page
        .locator(".paper .late")
        .getByRole("button", { name: say({ page }, "viewer.drawHere") })
        .click();
      await canvasDrawn(page, 1);
    });
  }, 60_000);
});
