/** The viewer: tools, text over pictures, heights, keys and fingers, lost networks and other people's signatures. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { confirmFiles, logIn as logInOverHttp, receiveCode, sign } from "../../fixtures/signer-client.ts";
import { button, openDocument, say } from "../journey.ts";
import { manyPagesPdf } from "../pdf.ts";
import { download, person, send } from "../sender.ts";
import { startWalk } from "../walk.ts";

const walk = startWalk();
const { withPerson } = walk;

/** A document before the eyes of somebody new. */
async function open(page: Page, pdf: Uint8Array, others: number = 0) {
  const signers = Array.from({ length: 1 + others }, () => person("a_signature"));
  const created = await send(walk.product.demo, pdf, signers);
  await openDocument({ page }, created.signers[0]?.url ?? "");
  await pageDrawn(page, 1);
  return { created, signers };
}

const pageDrawn = (page: Page, number: number) =>
  page.locator(`[data-page="${number}"][aria-busy="false"] canvas`).waitFor({ timeout: 20_000 });
const textLaid = (page: Page, number: number, text: string) =>
  page.locator(`[data-page="${number}"] .text-layer span`, { hasText: text }).first().waitFor();
const jump = async (page: Page, number: number) => {
  await page.getByLabel(say({ page }, "viewer.page"), { exact: true }).fill(String(number));
  await page.keyboard.press("Enter");
};
const scrolled = (page: Page) => page.getByRole("main").evaluate((desk) => desk.scrollTop);
const widthOf = async (page: Page, number: number) =>
  (await page.locator(`[data-page="${number}"]`).boundingBox())?.width ?? 0;

describe("the viewer", () => {
  it("has by its width the heights of its breakpoints at least, and fills a window that has more [S-098]", async () => {
    await withPerson({}, async ({ page }) => {
      await open(page, manyPagesPdf(3));
      const least: [number, number][] = [
        [390, 400],
        [600, 600],
        [960, 800],
        [1_280, 1_000],
        [1_920, 1_200],
      ];
      for (const [width, wanted] of least) {
        for (const height of [700, 1_600]) {
          await page.setViewportSize({ width, height });
          const box = await page.locator(".viewer").boundingBox();
          expect(box?.height, `${width} x ${height}`).toBeGreaterThanOrEqual(wanted);
          // The way on stands at the foot of the window, whether the document has more room or the page scrolls behind it.
          const foot = await page.locator(".viewer-actions").boundingBox();
          expect((foot?.y ?? 0) + (foot?.height ?? 0), `${width} x ${height}`).toBeCloseTo(height, 0);
        }
      }
    });
  }, 60_000);

  it("finds words on every page, counts them and goes from one to the next", async () => {
    await withPerson({}, async ({ page }) => {
      await open(page, manyPagesPdf(8));
      await page.getByRole("main").focus();
      await page.keyboard.press("Control+f");
      const field = page.getByLabel(say({ page }, "viewer.searchFor"), { exact: true });
      await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
      await field.fill("ubergäbe");
      const count = page.getByRole("search").getByRole("status");
      await expect.poll(() => count.innerText()).toBe(say({ page }, "viewer.hits", { n: 1, m: 8 }));
      const marked = () =>
        page.evaluate(() => [...(CSS.highlights.get("found-now") ?? [])].map((range) => String(range)).join());
      await expect.poll(marked).toBe("Übergabe");
      await page.keyboard.press("Enter");
      await expect.poll(() => count.innerText()).toBe(say({ page }, "viewer.hits", { n: 2, m: 8 }));
      await expect.poll(() => page.getByLabel(say({ page }, "viewer.page"), { exact: true }).inputValue()).toBe("2");
      await page.keyboard.press("Shift+Enter");
      await page.keyboard.press("Shift+Enter");
      await expect.poll(() => count.innerText()).toBe(say({ page }, "viewer.hits", { n: 8, m: 8 }));
      await textLaid(page, 8, "Übergabe");
      await expect.poll(marked).toBe("Übergabe");
      await field.fill("gibt es nicht");
      await expect.poll(() => count.innerText()).toBe(say({ page }, "viewer.noHits"));
      // Once more is the browser's own.
      const taken = await field.evaluate((element) => {
        const press = new KeyboardEvent("keydown", { key: "f", ctrlKey: true, bubbles: true, cancelable: true });
        element.dispatchEvent(press);
        return press.defaultPrevented;
      });
      expect(taken).toBe(false);
      await page.keyboard.press("Escape");
      expect(await field.count()).toBe(0);
      expect(await page.getByRole("main").evaluate((desk) => desk === document.activeElement)).toBe(true);
    });
  }, 60_000);

  it("lays the text where its picture is, to be selected, and read aloud in its order", async () => {
    await withPerson({}, async ({ page }) => {
      await open(page, manyPagesPdf(2));
      await textLaid(page, 1, "Werktag");
      const line = page.locator('[data-page="1"] .text-layer span', { hasText: "Werktag" });
      const off = await line.evaluate((element) => {
        const text = element.getBoundingClientRect();
        const canvas = document.querySelector<HTMLCanvasElement>('[data-page="1"] canvas');
        if (canvas === null) return null;
        const around = canvas.getBoundingClientRect();
        const density = canvas.width / around.width;
        const [y, height] = [(text.top - around.top) * density, text.height * density];
        const pixels = canvas.getContext("2d")?.getImageData(0, y, canvas.width, height).data ?? [];
        let [first, last] = [canvas.width, 0];
        for (let at = 0; at < pixels.length; at += 4) {
          if ((pixels[at] ?? 255) > 128) continue;
          const x = (at / 4) % canvas.width;
          [first, last] = [Math.min(first, x), Math.max(last, x)];
        }
        return [text.left - around.left - first / density, text.right - around.left - last / density];
      });
      for (const distance of off ?? [99]) expect(Math.abs(distance)).toBeLessThan(4);
      const box = await line.boundingBox();
      await page.mouse.dblclick((box?.x ?? 0) + 5, (box?.y ?? 0) + (box?.height ?? 0) / 2);
      expect(await page.evaluate(() => String(getSelection()).trim())).toBe("Die");
      const tree = await page.getByRole("article").first().ariaSnapshot();
      const [title, first, second] = ["Nutzung", "zu Wohnzwecken", "dritten Werktag"].map((text) => tree.indexOf(text));
      expect(title).toBeGreaterThan(-1);
      expect(first).toBeGreaterThan(title ?? 0);
      expect(second).toBeGreaterThan(first ?? 0);
      expect(tree).not.toContain("img");
    });
  });

  it("grows and shrinks by buttons, keys and wheel around what one looks at", async () => {
    await withPerson({}, async ({ page }) => {
      await open(page, manyPagesPdf(6));
      await jump(page, 4);
      await pageDrawn(page, 4);
      const fitting = await widthOf(page, 4);
      await button({ page }, "viewer.zoomIn").click();
      await expect.poll(() => widthOf(page, 4)).toBeCloseTo(fitting * 1.25, 0);
      await page.getByRole("main").focus();
      await page.keyboard.press("+");
      await expect.poll(() => widthOf(page, 4)).toBeCloseTo(fitting * 1.5, 0);
      await page.keyboard.press("-");
      await page.keyboard.press("0");
      await expect.poll(() => widthOf(page, 4)).toBeCloseTo(fitting, 0);
      const at = { x: 500, y: 500 };
      const under = () =>
        page.evaluate(({ x, y }) => {
          const paper = document.elementFromPoint(x, y)?.closest("[data-page]");
          const box = paper?.getBoundingClientRect();
          return box === undefined ? null : [(paper as HTMLElement).dataset.page, (y - box.top) / box.height];
        }, at);
      const before = await under();
      await page.mouse.move(at.x, at.y);
      await page.keyboard.down("Control");
      for (let turn = 0; turn < 4; turn += 1) await page.mouse.wheel(0, -60);
      await page.keyboard.up("Control");
      await expect.poll(() => widthOf(page, 4)).toBeGreaterThan(fitting * 1.5);
      await page.waitForTimeout(400);
      const after = await under();
      expect(after?.[0]).toBe(before?.[0]);
      expect(after?.[1]).toBeCloseTo(Number(before?.[1]), 1);
      // Typing is typing.
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1_280);
    });
  }, 60_000);

  it("scrolls by the keys of every document", async () => {
    await withPerson({}, async ({ page }) => {
      await open(page, manyPagesPdf(6));
      await page.getByRole("main").focus();
      await page.keyboard.press("PageDown");
      await expect.poll(() => scrolled(page)).toBeGreaterThan(300);
      // Chromium drops a key that comes while it still scrolls softly, also in a page with nothing else in it.
      const pressed = (key: string) => page.keyboard.press(key, { delay: 500 }).then(() => scrolled(page));
      await expect.poll(() => pressed("End")).toBeGreaterThan(4_000);
      await pageDrawn(page, 6);
      await expect.poll(() => pressed("Home")).toBe(0);
    });
  });

  it("shows all pages small, a few at a time, and never keeps more than it may", async () => {
    await withPerson({}, async ({ page }) => {
      await open(page, manyPagesPdf(60));
      await button({ page }, "viewer.pages").click();
      const strip = page.getByRole("navigation", { name: say({ page }, "viewer.pages") });
      await strip.locator("canvas").first().waitFor();
      expect(await strip.getByRole("button").count()).toBe(60);
      for (let scroll = 0; scroll < 12; scroll += 1) {
        await strip.evaluate((element) => element.scrollBy(0, element.clientHeight));
        await page.waitForTimeout(120);
      }
      await expect.poll(() => strip.locator("canvas").count()).toBeLessThanOrEqual(24);
      await button({ page, language: "en" }, "viewer.pages").click();
      for (const number of [10, 20, 30, 40, 50, 60]) {
        await jump(page, number);
        await pageDrawn(page, number);
      }
      expect(await page.locator(".paper canvas").count()).toBeLessThanOrEqual(6);
      await button({ page }, "viewer.pages").click();
      await strip.getByRole("button", { name: say({ page }, "viewer.goToPage", { n: 60 }), exact: true }).waitFor();
      expect(await strip.locator("[aria-current]").getAttribute("aria-label")).toBe(
        say({ page }, "viewer.goToPage", { n: 60 }),
      );
    });
  }, 90_000);

  it("has its tools behind one button on a phone, each large enough for a finger", async () => {
    await withPerson({ viewport: "phone" }, async ({ page }) => {
      await open(page, manyPagesPdf(12));
      await button({ page }, "viewer.more").click();
      await jump(page, 9);
      await pageDrawn(page, 9);
      for (const target of await page.locator(".vbar button, .vbar input").all()) {
        if (!(await target.isVisible())) continue;
        const box = await target.boundingBox();
        expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(43.9);
      }
      await button({ page }, "viewer.pages").click();
      await page.getByRole("button", { name: say({ page }, "viewer.goToPage", { n: 3 }), exact: true }).click();
      await pageDrawn(page, 3);
      expect(await page.getByRole("navigation", { name: say({ page }, "viewer.pages") }).count()).toBe(0);
      await page.setViewportSize({ width: 320, height: 640 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    });
  }, 60_000);

  it("follows two fingers", async () => {
    await withPerson({ viewport: "phone" }, async ({ page, context }) => {
      await open(page, manyPagesPdf(3));
      const fitting = await widthOf(page, 1);
      const session = await context.newCDPSession(page);
      const touch = (type: "touchStart" | "touchMove" | "touchEnd", apart: number) =>
        session.send("Input.dispatchTouchEvent", {
          type,
          touchPoints:
            type === "touchEnd"
              ? []
              : [
                  { x: 195, y: 200 - apart / 2, id: 0 },
                  { x: 195, y: 200 + apart / 2, id: 1 },
                ],
        });
      await session.send("Emulation.setTouchEmulationEnabled", { enabled: true, maxTouchPoints: 2 });
      await touch("touchStart", 80);
      for (const apart of [100, 120, 140, 160]) await touch("touchMove", apart);
      await touch("touchEnd", 0);
      await expect.poll(() => widthOf(page, 1)).toBeCloseTo(fitting * 2, -1);
      expect(await page.evaluate(() => visualViewport?.scale)).toBe(1);
    });
  });

  it("hands out the file before it is signed, byte by byte", async () => {
    await withPerson({}, async ({ page }) => {
      const { created } = await open(page, manyPagesPdf(2));
      const [saved] = await Promise.all([
        page.waitForEvent("download"),
        button({ page }, "documents.download").click(),
      ]);
      const chunks: Buffer[] = [];
      for await (const chunk of await saved.createReadStream()) chunks.push(chunk as Buffer);
      expect(Buffer.concat(chunks).equals(Buffer.from(await download(walk.product.demo, created)))).toBe(true);
    });
  });
});

describe("a long document", () => {
  const long = () => manyPagesPdf(80, { padding: 20_000 });

  it("is fetched in parts, goes on after the network was away, and says meanwhile that a page is late", async () => {
    await withPerson({}, async ({ page, context }) => {
      let bytes = 0;
      page.on("response", (response) => {
        if (response.url().includes("/getFile/")) bytes += Number(response.headers()["content-length"] ?? 0);
      });
      await open(page, long());
      expect(bytes).toBeLessThan(500_000);
      await context.setOffline(true);
      await jump(page, 70);
      await page.getByText(say({ page }, "viewer.late", { n: 70 })).waitFor({ timeout: 20_000 });
      await context.setOffline(false);
      await pageDrawn(page, 70);
      await textLaid(page, 70, "Seite 70");
    });
  }, 90_000);

  it("is opened anew, at the same page, when somebody else has signed it meanwhile", async () => {
    await withPerson({}, async ({ page }) => {
      const { created } = await open(page, long(), 1);
      const other = await logInOverHttp(created.signers[1]?.url ?? "");
      await confirmFiles(other);
      expect((await sign(other, await receiveCode(walk.product.demo.sandboxUrl, other))).status).toBe("SIGNED");
      const listed = page.waitForResponse(/getWorkflowFiles/);
      await jump(page, 75);
      await listed;
      await pageDrawn(page, 75);
      await textLaid(page, 75, "Seite 75");
    });
  }, 90_000);
});
