/** Doubtful names at the desk in the browser: one is approved in German, one rejected in English on a phone in the dark. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { nextMessage } from "../../fixtures/inbox.ts";
import { operatorDe } from "../../packages/web/i18n/operator-de.ts";
import { operatorEn } from "../../packages/web/i18n/operator-en.ts";
import { sitDown } from "../desk.ts";
import { waitForReview } from "../doubtful-signer.ts";
import { texts } from "../journey.ts";
import { violationsOf } from "../violations.ts";
import { startWalk } from "../walk.ts";

const walk = startWalk();
const de = { ...texts.de, ...operatorDe };
const en = { ...texts.en, ...operatorEn };
const press = (page: Page, text: string) => page.getByRole("button", { name: text, exact: true });

/** From the list to the one that waits. */
async function openCase(page: Page, words: typeof de | typeof en, name: string): Promise<void> {
  await page.goto(`${walk.product.demo.baseUrl}/operator/reviews`);
  await page.getByRole("heading", { level: 1, name: words["reviews.title"] }).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole("link", { name, exact: true }).click();
  await page.getByRole("heading", { level: 1, name }).waitFor();
  await page
    .getByText(words["reviews.openedYou"])
    .or(page.getByText(/Lorenzen/))
    .first()
    .waitFor();
}

describe("doubtful names at the desk", { timeout: 60_000 }, () => {
  it("are approved with a reason, and the person gets a mail", async () => {
    const { demo } = walk.product;
    const email = "e.musterfrau@mail.example";
    await waitForReview(demo, { first_name: "Erika", last_name: "Musterfrau", email, phone: "+4915123456141" });
    await walk.withPerson({ viewport: "desktop", language: "de" }, async ({ page, context }) => {
      await sitDown(context, demo);
      await openCase(page, de, "Erika Musterfrau");
      // Both are there, and where they differ is marked.
      await page.getByText(de["reviews.is_different"]).first().waitFor();
      expect((await page.locator("mark").allTextContents()).length).toBeGreaterThan(0);
      expect(await press(page, de["reviews.approve"]).getAttribute("aria-disabled")).toBe("true");
      expect(await violationsOf(page)).toEqual([]);
      await page.getByRole("checkbox").check();
      await page.getByLabel(de["reviews.reason"]).fill("Hat geheiratet, Urkunde lag vor.");
      await press(page, de["reviews.approve"]).click();
      await page.getByText(de["reviews.decidedYou_approved"]).waitFor();
      expect(await violationsOf(page)).toEqual([]);
    });
    await nextMessage(demo.sandboxUrl, email, { channel: "mail", about: /You can sign now/ });
  });

  it("are rejected after a question, and the person gets the reason", async () => {
    const { demo } = walk.product;
    const email = "e.beispiel@mail.example";
    await waitForReview(demo, { first_name: "Erik", last_name: "Beispiel", email, phone: "+4915123456142" });
    await walk.withPerson({ viewport: "phone", dark: true }, async ({ page, context }) => {
      await sitDown(context, demo);
      await openCase(page, en, "Erik Beispiel");
      await press(page, en["reviews.reject"]).click();
      await page.getByLabel(en["reviews.rejectReason"]).fill("This card is of another person.");
      await press(page, en["reviews.rejectGo"]).click();
      expect(await violationsOf(page)).toEqual([]);
      await page.getByRole("dialog").getByRole("button", { name: en["reviews.rejectAct"] }).click();
      await page.getByText(en["reviews.decidedYou_rejected"]).waitFor();
      expect(await violationsOf(page)).toEqual([]);
    });
    const mail = await nextMessage(demo.sandboxUrl, email, { channel: "mail", about: /could not issue/ });
    expect(mail.text).toContain("This card is of another person.");
  });
});
