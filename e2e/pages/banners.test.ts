/** Where the banners stand, and how often they say something. */
import type { Locator } from "playwright-core";
import { describe, expect, it } from "vitest";
import { button, openDocument, say, texts } from "../journey.ts";
import { manyPagesPdf, onePagePdf } from "../pdf.ts";
import { person, send } from "../sender.ts";
import { startWalk } from "../walk.ts";

const walk = startWalk();

/** Moves the desk, as a finger does, until the field stands where the banner does. */
async function scrollUnder(field: Locator, banner: Locator): Promise<void> {
  const { y = 0 } = (await banner.boundingBox()) ?? {};
  const left = await field.evaluate((written, wanted) => {
    written.scrollIntoView({ block: "nearest", inline: "center" });
    const desk = written.closest(".desk");
    if (desk === null) throw new Error("it stands on no desk");
    desk.scrollTop += written.getBoundingClientRect().top - wanted;
    return written.getBoundingClientRect().top - wanted;
  }, y);
  expect(Math.abs(left), "there is room to scroll").toBeLessThan(2);
}

describe("a banner on a phone", () => {
  it("covers neither the way on nor the field that is written in, and says the same thing once [S-296]", async () => {
    const signer = person("s_signature");
    const pdf = manyPagesPdf(3, { field: `${signer.reference}.Ort` });
    const url = (await send(walk.product.demo, pdf, [signer])).signers[0]?.url ?? "";
    await walk.withPerson({ viewport: "phone" }, async ({ page }) => {
      const at = { page };
      await openDocument(at, url);
      await button(at, "viewer.more").click();
      const body = JSON.stringify({ success: false, code: "SERVICE_ERROR", data: [] });
      await page.route("**/api/files/getFile/**", (route) =>
        route.fulfill({ status: 503, contentType: "application/json", body }),
      );
      const load = button(at, "documents.download");
      const field = page.getByRole("complementary").getByRole("textbox");
      const onPaper = page.getByRole("textbox", { name: say(at, "viewer.onPage", { label: "Ort", n: 2 }) });
      const shown = page.locator(".toast").filter({ hasText: texts.en["Responses.SERVICE_ERROR"] });
      const covered = async (one: Locator): Promise<boolean> => {
        const [box, toast] = [await one.boundingBox(), await shown.boundingBox()];
        if (box === null || toast === null) throw new Error("both are to be seen");
        return toast.y < box.y + box.height && toast.y + toast.height > box.y;
      };
      for (const written of [field, onPaper]) {
        await load.click();
        await shown.waitFor();
        await written.fill("Hamburg");
        for (const one of [written, field, button(at, "documents.signUnauthorized")])
          await expect.poll(() => covered(one)).toBe(false);
      }
      await scrollUnder(onPaper, shown);
      await expect.poll(() => covered(onPaper)).toBe(false);
      expect(await page.locator(".toast").count(), "said twice, and stands once").toBe(1);
      expect([await shown.getByRole("alert").count(), await shown.getByRole("status").count()]).toEqual([0, 1]);
    });
  });
});

describe("the banner on the summary before signing", () => {
  it.each(["phone", "desktop"] as const)(
    "stands in the page and over nothing of it, read aloud, on a %s",
    async (viewport) => {
      const created = await send(walk.product.demo, onePagePdf(), [person("s_signature")]);
      await walk.withPerson({ viewport }, async ({ page }) => {
        const at = { page };
        await openDocument(at, created.signers[0]?.url ?? "");
        await button(at, "documents.signUnauthorized").click();
        await button(at, "sign.now").waitFor();
        const body = JSON.stringify({ success: false, code: "FILES_NOT_CONFIRMED", data: [] });
        await page.route("**/api/signing/signWithoutAuth", (route) =>
          route.fulfill({ status: 409, contentType: "application/json", body }),
        );
        await button(at, "sign.now").click();
        const banner = page.locator(".toast").filter({ hasText: texts.en["Responses.FILES_NOT_CONFIRMED"] });
        await banner.getByRole("alert").waitFor();
        await banner.getByRole("button", { name: say(at, "frame.pause") }).click();
        // Beside the button it stands as well, wherever the page is scrolled to.
        await page.locator("#confirm-fault").filter({ hasText: texts.en["Responses.FILES_NOT_CONFIRMED"] }).waitFor();
        const heading = page.getByRole("heading", { level: 1 });
        for (const top of [0, 10_000]) {
          await page.evaluate((y) => window.scrollTo({ top: y, behavior: "instant" }), top);
          const [above, below] = [await banner.boundingBox(), await heading.boundingBox()];
          if (above === null || below === null) throw new Error("both are in the page");
          expect(above.y + above.height).toBeLessThanOrEqual(below.y);
        }
      });
    },
  );
});

describe("the banner after signing", () => {
  it.each([
    { width: 390, height: 844 },
    { width: 360, height: 640 },
    { width: 1280, height: 720 },
  ])("covers nothing that can be pressed, wherever one scrolls: $width x $height [S-144]", async (size) => {
    const created = await send(walk.product.demo, onePagePdf(), [person("s_signature")]);
    await walk.withPerson({}, async ({ page }) => {
      const at = { page };
      await page.setViewportSize(size);
      await openDocument(at, created.signers[0]?.url ?? "");
      await button(at, "documents.signUnauthorized").click();
      await button(at, "sign.now").click();
      await page.waitForURL(/\/summary\/finished/);
      const banner = page.locator(".toast").filter({ hasText: texts.en["Responses.SUCCESS_SIGNING"] });
      await banner.getByRole("button", { name: say(at, "frame.pause") }).click();
      await page.locator("tbody .file").nth(1).waitFor({ timeout: 60_000 });
      await page.mouse.move(1, 1);
      const covered = () =>
        page.evaluate(() => {
          const pile = document.querySelector(".toasts")?.getBoundingClientRect();
          if (pile === undefined || pile.height === 0) return ["no banner"];
          return [...document.querySelectorAll(":is(main, footer, header) :is(a, button):not(.toasts *)")]
            .filter((element) => {
              const { top, bottom, left, right, width } = element.getBoundingClientRect();
              return width > 0 && top < pile.bottom && bottom > pile.top && left < pile.right && right > pile.left;
            })
            .map((element) => element.textContent);
        });
      const end = await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight);
      for (let y = 0; y <= end + 40; y += 40) {
        await page.evaluate((top) => window.scrollTo({ top, behavior: "instant" }), y);
        await expect.poll(covered, { message: `scrolled to ${y}` }).toEqual([]);
      }
    });
  });
});
