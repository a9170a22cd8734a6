/** A hand-over whose answers get lost on the way: what was done is found out, and asking again is as good as the first time. */
import { imageEn as texts } from "@siegel/web/i18n/image-en.ts";
import type { Page, Route } from "playwright-core";
import { describe, expect, it } from "vitest";
import { wavePng } from "../fixtures/signature-picture.ts";
import { confirmDetails, documentShown, logIn } from "./journey.ts";
import { onePagePdf } from "./pdf.ts";
import { person, send } from "./sender.ts";
import { startWalk } from "./walk.ts";

const walk = startWalk();
const box = { document: "Mietvertrag.pdf", kind: "signature", page: 1, rect: [72, 400, 240, 80] } as const;

/** Opens the dialog of a signer's picture and asks for a phone; answers the secret that the QR code carries. */
async function askForPhone(page: Page): Promise<string> {
  const fields = [{ ...box, rect: [...box.rect] as [number, number, number, number] }];
  const created = await send(walk.product.demo, onePagePdf(), [person("s_signature", { fields })]);
  await logIn({ page }, created.signers[0]?.url ?? "");
  await confirmDetails({ page });
  await documentShown({ page });
  await page.getByRole("main").locator("button.pf.sig").click();
  const asked = page.waitForResponse(
    (response) => response.url().endsWith("/signatureImage/handover") && response.request().method() === "POST",
  );
  await page.getByRole("dialog").getByRole("radio", { name: texts["image.phone"], exact: true }).check();
  const { data } = (await (await asked).json()) as { data: { token: string } };
  return data.token;
}

/** The next call of this name is done, and its answer never comes. */
async function loseAnswer(page: Page, call: string): Promise<void> {
  const lose = async (route: Route): Promise<void> => {
    await route.fetch();
    await route.abort();
  };
  await page.route(`**/handover/${call}`, lose, { times: 1 });
}

describe("a hand-over whose answer is lost", { timeout: 90_000 }, () => {
  it("on the computer: the page finds the picture that was taken, and taking it again ends the dialog", async () => {
    await walk.withPerson({}, async ({ page }) => {
      const token = await askForPhone(page);
      const given = await fetch(`${walk.product.demo.baseUrl}/api/handover/give`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ token, image: wavePng() }),
      });
      expect(given.status).toBe(200);
      const dialog = page.getByRole("dialog");
      await dialog.getByText(texts["image.received"]).waitFor({ timeout: 15_000 });
      await loseAnswer(page, "take");
      const use = dialog.getByRole("button", { name: texts["image.use"], exact: true });
      await use.click();
      await dialog.getByRole("alert").waitFor();
      await page.locator("main button.pf.sig img").waitFor();
      await use.click();
      await dialog.waitFor({ state: "detached" });
      expect(await page.locator("main button.pf.sig img").count()).toBe(1);
    });
  });

  it("on the phone: the same picture sent again is sent, not refused", async () => {
    await walk.withPerson({}, async ({ page }) => {
      const token = await askForPhone(page);
      await walk.withPerson({ viewport: "phone" }, async ({ page: phone }) => {
        await phone.goto(`${walk.product.demo.baseUrl}/handover#${token}`);
        const pad = await phone.getByRole("img", { name: texts["image.pad"] }).boundingBox();
        if (pad === null) throw new Error("no pad");
        await phone.mouse.move(pad.x + pad.width * 0.2, pad.y + pad.height * 0.3);
        await phone.mouse.down();
        await phone.mouse.move(pad.x + pad.width * 0.8, pad.y + pad.height * 0.7, { steps: 10 });
        await phone.mouse.up();
        await loseAnswer(phone, "give");
        const sendIt = phone.getByRole("button", { name: texts["image.send"], exact: true });
        await sendIt.click();
        await phone.getByRole("alert").waitFor();
        await sendIt.click();
        await phone.getByRole("heading", { name: texts["image.sent"], exact: true }).waitFor();
      });
    });
  });
});
