/** The image of a signature: drawn, typed, photographed and given by a phone, looked at in the signed file. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { judge } from "../fixtures/judge-pdf.ts";
import { type Extent, extentOf, renderers } from "../fixtures/pictures.ts";
import { choose, draw, inDialog, pick, previewed, signaturePlace, take, taken, word } from "./image-dialog.ts";
import { type At, button, openDocument, say } from "./journey.ts";
import { focusIs, tabTo } from "./keys.ts";
import { manyPagesPdf, onePagePdf } from "./pdf.ts";
import { download, person, send } from "./sender.ts";
import { violationsOf } from "./violations.ts";
import { startWalk } from "./walk.ts";

const walk = startWalk();
/** Left, top, width, height in points from the top left of the page. */
const box = [72, 400, 240, 80] as const;

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "signature-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

type Opened = { readonly at: At; readonly created: Awaited<ReturnType<typeof send>> };

/** A document with a signature box, opened by its signer. */
async function opened(page: Page, language: "de" | "en", rect: readonly number[] = box): Promise<Opened> {
  const field = {
    document: "Mietvertrag.pdf",
    kind: "signature" as const,
    page: 1,
    rect: [...rect] as [number, number, number, number],
  };
  const created = await send(walk.product.demo, onePagePdf(), [person("s_signature", { fields: [field] })]);
  const at: At = { page, language };
  await openDocument(at, created.signers[0]?.url ?? "");
  return { at, created };
}

async function signed({ at, created }: Opened, images = 1): Promise<Uint8Array> {
  await button(at, "documents.signUnauthorized").click();
  await button(at, "sign.now").waitFor();
  // What was chosen is shown once more before the act.
  const image = at.page.getByRole("img", { name: say(at, "viewer.signatureImageAlt") });
  await expect.poll(() => image.count()).toBe(images);
  await button(at, "sign.now").click();
  await at.page.waitForURL(/\/summary\/finished/, { timeout: 30_000 });
  return await download(walk.product.demo, created);
}

const dpi = 144;
/** Where the file has ink of the image's colour, in points from the top left; null: nowhere. A small image's ink is paler. */
function inkIn(
  file: Uint8Array,
  name: string,
  {
    page = 1,
    over: [moreThanRed, moreThanGreen] = [40, 30],
  }: { readonly page?: number; readonly over?: readonly [number, number] } = {},
): Extent | null {
  const path = join(folder, `${name}.pdf`);
  writeFileSync(path, file);
  // Blue, which no word of the page is.
  const extent = extentOf(
    renderers.poppler(path, page, dpi),
    (red, green, blue) => blue > red + moreThanRed && blue > green + moreThanGreen,
  );
  if (extent === null) return null;
  const points = (pixels: number): number => (pixels * 72) / dpi;
  const { left, top, right, bottom } = extent;
  return { left: points(left), top: points(top), right: points(right), bottom: points(bottom) };
}

/** Where the page draws the image, in points from the top left of the paper: an image is as large as it fits, in the middle. */
async function pictureOnPage(page: Page): Promise<Extent> {
  return await page.locator(".pf.sig img").evaluate((image: HTMLImageElement) => {
    const paper = image.closest(".paper")?.getBoundingClientRect();
    if (paper === undefined) throw new Error("the image stands on paper");
    const { left, top, width, height } = image.getBoundingClientRect();
    const scale = Math.min(width / image.naturalWidth, height / image.naturalHeight);
    const [halfWidth, halfHeight] = [(image.naturalWidth * scale) / 2, (image.naturalHeight * scale) / 2];
    const [x, y] = [left + width / 2 - paper.left, top + height / 2 - paper.top];
    const points = (pixels: number): number => (pixels * 595) / paper.width;
    return {
      left: points(x - halfWidth),
      right: points(x + halfWidth),
      top: points(y - halfHeight),
      bottom: points(y + halfHeight),
    };
  });
}

/** Of the box's width: the ring and its column. */
const ringShare = 0.12;

/** The image stands between the ring and the words, within its box, and is neither a speck nor squeezed. */
function expectInBox(ink: Extent | null): void {
  const [left, top, width, height] = box;
  if (ink === null) throw new Error("no ink in the box");
  expect(ink.left).toBeGreaterThanOrEqual(left + (width * ringShare) / 2);
  expect(ink.top).toBeGreaterThanOrEqual(top);
  expect(ink.right).toBeLessThanOrEqual(left + width * (0.45 + ringShare) + 1);
  expect(ink.bottom).toBeLessThanOrEqual(top + height + 1);
  expect(Math.max((ink.right - ink.left) / (width * 0.4), (ink.bottom - ink.top) / height)).toBeGreaterThan(0.6);
}

const sound = {
  qpdf: 0,
  signatures: ["Signature is Valid.", expect.anything()],
  subFilters: ["ETSI.CAdES.detached", expect.anything()],
};

describe("the image of a signature", { timeout: 90_000 }, () => {
  it("is drawn, shown in its box, there after a reload, and signed", async () => {
    await walk.withPerson({ language: "de-DE" }, async ({ page }) => {
      const here = await opened(page, "de");
      await signaturePlace(here.at).click();
      await inDialog(here.at).waitFor();
      const use = inDialog(here.at).getByRole("button", { name: word(here.at, "use"), exact: true });
      expect(await use.getAttribute("aria-disabled")).toBe("true");
      const undo = inDialog(here.at).getByRole("button", { name: word(here.at, "undo") });
      expect(await undo.getAttribute("aria-disabled"), "nothing to take back yet").toBe("true");
      await draw(here.at);
      expect(await undo.getAttribute("aria-disabled")).toBeNull();
      await undo.click();
      expect(await use.getAttribute("aria-disabled"), "nothing is left").toBe("true");
      await draw(here.at);
      await previewed(here.at);
      expect(await violationsOf(page)).toEqual([]);
      await take(here.at);
      await page.reload();
      await signaturePlace(here.at).getByRole("img").waitFor();
      expect(await violationsOf(page)).toEqual([]);
      const file = await signed(here);
      expect(judge(file)).toEqual(sound);
      expectInBox(inkIn(file, "drawn"));
    });
  });

  it("[T-047] is chosen at any of several places, and shown at each, on the page and in the file", async () => {
    await walk.withPerson({ language: "en-GB" }, async ({ page }) => {
      const rect: [number, number, number, number] = [...box];
      const fields = [1, 2].map(
        (number) => ({ document: "Mietvertrag.pdf", kind: "signature", page: number, rect }) as const,
      );
      const created = await send(walk.product.demo, manyPagesPdf(2), [person("s_signature", { fields: [...fields] })]);
      const at: At = { page, language: "en" };
      await openDocument(at, created.signers[0]?.url ?? "");
      const places = signaturePlace(at);
      await expect.poll(() => places.count()).toBe(2);
      await places.nth(1).click();
      await inDialog(at).waitFor();
      await draw(at);
      await previewed(at);
      await inDialog(at)
        .getByRole("button", { name: word(at, "use"), exact: true })
        .click();
      await inDialog(at).waitFor({ state: "detached" });
      await expect.poll(() => places.getByRole("img").count()).toBe(2);
      expect(await violationsOf(page)).toEqual([]);
      const file = await signed({ at, created });
      expect(judge(file)).toEqual(sound);
      const [first, second] = [inkIn(file, "several"), inkIn(file, "several", { page: 2 })];
      expectInBox(first);
      expect(second).toEqual(first);
    });
  });

  it("stands on the page where and as large as in the file, also where the words leave it little room", async () => {
    await walk.withPerson({ language: "de-DE" }, async ({ page }) => {
      const here = await opened(page, "de", [72, 400, 100, 30]);
      await signaturePlace(here.at).click();
      await draw(here.at);
      await take(here.at);
      await signaturePlace(here.at).getByRole("img").waitFor();
      await page.waitForLoadState("networkidle");
      const shown = await pictureOnPage(page);
      const ink = inkIn(await signed(here), "as-large", { over: [6, 4] });
      if (ink === null) throw new Error("no ink in the box");
      expect(shown.right - shown.left, "less than the 45 % of a box with room").toBeLessThan(40);
      for (const side of ["left", "right", "top", "bottom"] as const)
        expect(Math.abs(shown[side] - ink[side]), `${side}, in points`).toBeLessThan(2);
    });
  });

  it("is typed by keyboard alone on a dark phone, with room for fingers, and taken out again", async () => {
    await walk.withPerson({ viewport: "phone", dark: true }, async ({ page }) => {
      const here = await opened(page, "en");
      const { keyboard } = page;
      await tabTo(page, `button "${say(here.at, "viewer.signatureImage")}"`);
      await keyboard.press("Enter");
      await focusIs(page, `radio "${word(here.at, "draw")}"`);
      await keyboard.press("ArrowRight");
      await focusIs(page, `radio "${word(here.at, "type")}"`);
      await tabTo(page, `textbox "${word(here.at, "name")}"`);
      await keyboard.press("Control+a");
      await keyboard.type("Käthe Größe-Łukasz");
      await tabTo(page, `radio "${word(here.at, "faceOne")}"`);
      await keyboard.press("ArrowDown");
      await focusIs(page, `radio "${word(here.at, "faceTwo")}"`);
      await previewed(here.at);
      for (const control of await inDialog(here.at).locator("button, input.input, label:has(input)").all())
        expect((await control.boundingBox())?.height, await control.innerText()).toBeGreaterThanOrEqual(43.5);
      expect(await violationsOf(page)).toEqual([]);
      await tabTo(page, `button "${word(here.at, "use")}"`);
      await keyboard.press("Enter");
      await taken(here.at);
      await tabTo(page, `button "${say(here.at, "viewer.signatureImageChange")}"`);
      await keyboard.press("Enter");
      await tabTo(page, `button "${word(here.at, "remove")}"`);
      await keyboard.press("Enter");
      await inDialog(here.at).waitFor({ state: "detached" });
      expect(inkIn(await signed(here, 0), "none"), "a signature without an image").toBeNull();
    });
  });

  it("is read from a photograph, its paper made transparent", async () => {
    await walk.withPerson({}, async ({ page }) => {
      const here = await opened(page, "en");
      await signaturePlace(here.at).click();
      await choose(here.at, "photo");
      await pick(here.at, "letter");
      await inDialog(here.at).getByText(word(here.at, "unreadable")).waitFor();
      await pick(here.at, "on paper");
      await previewed(here.at);
      await inDialog(here.at).getByLabel(word(here.at, "threshold")).fill("50");
      expect(await violationsOf(page)).toEqual([]);
      await take(here.at);
      expectInBox(inkIn(await signed(here), "photographed"));
    });
  });

  it("is given by a phone that sees nothing else, once", async () => {
    await walk.withPerson({ language: "de-DE" }, async ({ page }) => {
      const here = await opened(page, "de");
      await signaturePlace(here.at).click();
      const asked = page.waitForResponse(
        (response) => response.url().endsWith("/signatureImage/handover") && response.request().method() === "POST",
      );
      await choose(here.at, "phone");
      const { token } = ((await (await asked).json()) as { data: { token: string } }).data;
      await page.getByRole("img", { name: word(here.at, "code") }).waitFor();
      expect(await violationsOf(page)).toEqual([]);
      const link = `${walk.product.demo.baseUrl}/handover#${token}`;
      await walk.withPerson({ viewport: "phone" }, async ({ page: phone }) => {
        const sent: string[] = [];
        phone.on("request", (request) => sent.push(request.url()));
        const there: At = { page: phone };
        await phone.goto(link);
        await draw(there);
        expect(await violationsOf(phone)).toEqual([]);
        await phone.getByRole("button", { name: word(there, "send"), exact: true }).click();
        await phone.getByRole("heading", { name: word(there, "sent"), exact: true }).waitFor();
        expect(
          sent.filter((url) => url.includes(token)),
          "the secret stands in no address",
        ).toEqual([]);
        const calls = sent.map((url) => new URL(url).pathname).filter((path) => path.startsWith("/api/"));
        expect(new Set(calls)).toEqual(new Set(["/api/handover/look", "/api/handover/give", "/api/configuration"]));
        await phone.reload();
        await phone.getByRole("heading", { name: word(there, "overTitle") }).waitFor();
        expect(await violationsOf(phone)).toEqual([]);
      });
      await inDialog(here.at).getByText(word(here.at, "received")).waitFor({ timeout: 15_000 });
      await take(here.at);
      expectInBox(inkIn(await signed(here), "given"));
    });
  });
});
