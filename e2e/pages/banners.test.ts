/** Where the banners stand, and how often they say something. */
import type { Locator } from "playwright-core";
import { describe, expect, it } from "vitest";
import { button, confirmDetails, documentShown, logIn, openDocument, say, texts } from "../journey.ts";
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
      await button(at, "viewer.showFields").click();
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

describe("the banner that leads back to the documents", () => {
  it.each([
    { width: 390, height: 844 },
    { width: 1280, height: 720 },
  ])("stands in the page, covers nothing of it, is read aloud and said once: $width x $height", async (size) => {
    const content = Buffer.from(onePagePdf()).toString("base64");
    const documents = ["Mietvertrag.pdf", "Hausordnung.pdf"].map((name) => ({ name, content }));
    const created = await send(walk.product.demo, onePagePdf(), [person("s_signature")], { documents });
    await walk.withPerson({}, async ({ page }) => {
      const at = { page };
      await page.setViewportSize(size);
      await logIn(at, created.signers[0]?.url ?? "");
      await confirmDetails(at);
      await page.getByRole("table").getByRole("button").first().click();
      for (const name of ["Mietvertrag", "Hausordnung"]) {
        await page.getByRole("heading", { level: 1, name: new RegExp(name) }).waitFor();
        await documentShown(at);
        await button(at, "viewer.confirm").click();
      }
      await button(at, "documents.signUnauthorized").click();
      const body = JSON.stringify({ success: false, code: "WORKFLOW_CHANGED", data: [] });
      await page.route("**/api/signing/signWithoutAuth", (route) =>
        route.fulfill({ status: 409, contentType: "application/json", body }),
      );
      await button(at, "sign.now").click();
      await page.waitForURL(/\/documents$/);
      const banner = page.locator(".toast").filter({ hasText: texts.en["Responses.WORKFLOW_CHANGED"] });
      await banner.getByRole("alert").waitFor();
      expect(await page.locator(".toast").count()).toBe(1);
      const [above, below] = [await banner.boundingBox(), await page.getByRole("heading", { level: 1 }).boundingBox()];
      if (above === null || below === null) throw new Error("both are in the page");
      expect(above.y + above.height).toBeLessThanOrEqual(below.y);
    });
  });
});
