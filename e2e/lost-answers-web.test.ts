/** What the pages say when the server did it and its answer never came: no denial, no second act, nothing typed is lost. */
import type { Page, Route } from "playwright-core";
import { describe, expect, it } from "vitest";
import { askForCode, button, confirmDetails, documentShown, logIn, signWith, texts } from "./journey.ts";
import { onePagePdf } from "./pdf.ts";
import { person, send } from "./sender.ts";
import { startWalk } from "./walk.ts";

const walk = startWalk();
const { withPerson } = walk;

async function invited(type: "s_signature" | "a_signature" = "s_signature"): Promise<{ url: string; phone: string }> {
  const signer = person(type);
  const created = await send(walk.product.demo, onePagePdf(), [signer]);
  return { url: created.signers[0]?.url ?? "", phone: signer.phone ?? "" };
}

/** Lets the server do it, then loses its answer once: the line is cut, or a proxy puts its own page in its place. */
async function loseAnswer(page: Page, path: string, how: "cut" | "proxy"): Promise<void> {
  await page.route(
    path,
    async (route: Route) => {
      await route.fetch();
      if (how === "cut") await route.abort();
      else await route.fulfill({ status: 502, contentType: "text/html", body: "<h1>Bad gateway</h1>" });
    },
    { times: 1 },
  );
}

const red = (page: Page) => page.locator(".toast.bad");

describe("a signature whose answer is lost", () => {
  it.each(["cut", "proxy"] as const)("is done, and nothing else is said: %s", async (how) => {
    const { url } = await invited();
    await withPerson({}, async ({ page }) => {
      await logIn({ page }, url);
      await confirmDetails({ page });
      await button({ page }, "documents.signUnauthorized").click();
      await loseAnswer(page, "**/api/signing/signWithoutAuth", how);
      await button({ page }, "sign.now").click();
      await page.waitForURL(/\/summary\/finished/);
      await page.getByText(texts.en["Responses.SUCCESS_SIGNING"]).first().waitFor();
      expect(await red(page).count()).toBe(0);
    });
  });

  it("with a code is done as well", async () => {
    const { url, phone } = await invited("a_signature");
    await withPerson({}, async ({ page }) => {
      await logIn({ page }, url);
      await confirmDetails({ page });
      await documentShown({ page });
      await button({ page }, "frame.next").click();
      await page.waitForURL(/\/authenticate$/);
      const code = await askForCode({ page }, walk.product.demo.sandboxUrl, { phone });
      await loseAnswer(page, "**/api/signing/signWorkflow", "proxy");
      await signWith({ page }, code);
      await page.waitForURL(/\/summary\/finished/, { timeout: 30_000 });
      expect(await red(page).count()).toBe(0);
    });
  });
});

describe("a refusal whose answer is lost", () => {
  it.each(["cut", "proxy"] as const)("is one: %s", async (how) => {
    const { url } = await invited();
    await withPerson({}, async ({ page }) => {
      await logIn({ page }, url);
      await button({ page }, "refusal.open").click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("textbox").fill("Die Miete stimmt nicht.");
      await loseAnswer(page, "**/api/signing/revokeWorkflow/**", how);
      await dialog.getByRole("button", { name: texts.en["refusal.save"], exact: true }).click();
      await page.waitForURL(/\/summary\/revoked/);
      await page.getByText("Die Miete stimmt nicht.").waitFor();
      expect(await red(page).count()).toBe(0);
    });
  });

  it("keeps the reason while nobody knows, and sends no other one when the first arrived", async () => {
    const { url } = await invited();
    await withPerson({}, async ({ page }) => {
      await logIn({ page }, url);
      await button({ page }, "refusal.open").click();
      const dialog = page.getByRole("dialog");
      const reason = dialog.getByRole("textbox");
      const save = dialog.getByRole("button", { name: texts.en["refusal.save"], exact: true });
      await reason.fill("Die Miete stimmt nicht.");
      await loseAnswer(page, "**/api/signing/revokeWorkflow/**", "cut");
      await page.route("**/api/workflow/getWorkflow/**", (route) => route.abort());
      await save.click();
      await dialog.getByRole("alert").filter({ hasText: texts.en["Responses.REFUSAL_UNKNOWN"] }).waitFor();
      expect(await reason.inputValue()).toBe("Die Miete stimmt nicht.");
      await page.unroute("**/api/workflow/getWorkflow/**");
      await reason.fill("Und der Name auch nicht.");
      await save.click();
      await page.waitForURL(/\/summary\/revoked/);
      // What the page shows is what the sender has.
      await page.getByText("Die Miete stimmt nicht.").waitFor();
      expect(await page.getByText("Und der Name auch nicht.").count()).toBe(0);
    });
  });
});

describe("a reason that was typed", () => {
  it("is there again when its dialog was closed and is opened again", async () => {
    const { url } = await invited();
    await withPerson({}, async ({ page }) => {
      await logIn({ page }, url);
      const dialog = page.getByRole("dialog");
      await button({ page }, "refusal.open").click();
      await dialog.getByRole("textbox").fill("Die Miete stimmt nicht.");
      await page.keyboard.press("Escape");
      await expect.poll(() => dialog.count()).toBe(0);
      await button({ page }, "refusal.open").click();
      expect(await dialog.getByRole("textbox").inputValue()).toBe("Die Miete stimmt nicht.");
    });
  });
});
