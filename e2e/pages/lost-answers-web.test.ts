/** What the pages say when the server did it and its answer never came: no denial, no second act, nothing typed is lost. */
import type { Page, Route } from "playwright-core";
import { describe, expect, it } from "vitest";
import { codeIn, messagesTo } from "../../fixtures/inbox.ts";
import {
  askForCode,
  button,
  confirmDetails,
  documentShown,
  logIn,
  openRefusal,
  reason,
  signWith,
  texts,
} from "../journey.ts";
import { onePagePdf } from "../pdf.ts";
import { person, send } from "../sender.ts";
import { startWalk } from "../walk.ts";

const walk = startWalk();
const { withPerson } = walk;

async function invited(type: "s_signature" | "a_signature" = "s_signature"): Promise<{ url: string; phone: string }> {
  const signer = person(type);
  const created = await send(walk.product.demo, onePagePdf(), [signer]);
  return { url: created.signers[0]?.url ?? "", phone: signer.phone ?? "" };
}

/** From the link to the choice how the code shall come. */
async function toChoice(page: Page, url: string): Promise<void> {
  await logIn({ page }, url);
  await confirmDetails({ page });
  await documentShown({ page });
  await button({ page }, "frame.next").click();
  await page.waitForURL(/\/authenticate$/);
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
      await page.getByRole("heading", { name: texts.en["summary.finishedAlone"] }).waitFor();
      expect(await red(page).count()).toBe(0);
    });
  });

  it("with a code is done as well", async () => {
    const { url, phone } = await invited("a_signature");
    await withPerson({}, async ({ page }) => {
      await toChoice(page, url);
      const code = await askForCode({ page }, walk.product.demo.sandboxUrl, { phone });
      await loseAnswer(page, "**/api/signing/signWorkflow", "proxy");
      await signWith({ page }, code);
      await page.waitForURL(/\/summary\/finished/, { timeout: 30_000 });
      expect(await red(page).count()).toBe(0);
    });
  });
});

describe("a signature of a person who is offline", () => {
  it.each(["s_signature", "a_signature"] as const)(
    "is made when they are online again, and %s asks them nothing more",
    async (type) => {
      const { url, phone } = await invited(type);
      await withPerson({}, async ({ page }) => {
        if (type === "s_signature") {
          await logIn({ page }, url);
          await confirmDetails({ page });
          await button({ page }, "documents.signUnauthorized").click();
          await button({ page }, "sign.now").waitFor();
          await page.context().setOffline(true);
          await button({ page }, "sign.now").click();
        } else {
          await toChoice(page, url);
          const code = await askForCode({ page }, walk.product.demo.sandboxUrl, { phone });
          await page.context().setOffline(true);
          await signWith({ page }, code);
        }
        await page.getByText(texts.en["sign.unansweredLead"]).waitFor();
        await page.context().setOffline(false);
        await page.waitForURL(/\/summary\/finished/, { timeout: 30_000 });
        expect(await red(page).count()).toBe(0);
      });
    },
  );
});

describe("a refusal whose answer is lost", () => {
  it.each(["cut", "proxy"] as const)("is one: %s", async (how) => {
    const { url } = await invited();
    await withPerson({}, async ({ page }) => {
      await logIn({ page }, url);
      const { save } = await openRefusal({ page });
      await loseAnswer(page, "**/api/signing/revokeWorkflow/**", how);
      await save.click();
      await page.waitForURL(/\/summary\/revoked/);
      await page.getByText(reason).waitFor();
      expect(await red(page).count()).toBe(0);
    });
  });

  it("keeps the reason while nobody knows, and sends no other one when the first arrived", async () => {
    const { url } = await invited();
    await withPerson({}, async ({ page }) => {
      await logIn({ page }, url);
      const { dialog, box, save } = await openRefusal({ page });
      await loseAnswer(page, "**/api/signing/revokeWorkflow/**", "cut");
      await page.route("**/api/workflow/getWorkflow/**", (route) => route.abort());
      await save.click();
      await dialog.getByRole("alert").filter({ hasText: texts.en["Responses.REFUSAL_UNKNOWN"] }).waitFor();
      expect(await box.inputValue()).toBe(reason);
      await page.unroute("**/api/workflow/getWorkflow/**");
      await box.fill("Und der Name auch nicht.");
      await save.click();
      await page.waitForURL(/\/summary\/revoked/);
      // What the page shows is what the sender has.
      await page.getByText(reason).waitFor();
      expect(await page.getByText("Und der Name auch nicht.").count()).toBe(0);
    });
  });
});

describe("a reason that was typed", () => {
  it("is there again when its dialog was closed and is opened again", async () => {
    const { url } = await invited();
    await withPerson({}, async ({ page }) => {
      await logIn({ page }, url);
      const { dialog } = await openRefusal({ page });
      await page.keyboard.press("Escape");
      await expect.poll(() => dialog.count()).toBe(0);
      const { box } = await openRefusal({ page }, null);
      expect(await box.inputValue()).toBe(reason);
    });
  });
});

describe("a code", () => {
  const texting = (phone: string) => messagesTo(walk.product.demo.sandboxUrl, phone, "sms");

  it("whose answer is lost is asked for again, not sent again, and signs", async () => {
    const { url, phone } = await invited("a_signature");
    await withPerson({}, async ({ page }) => {
      await toChoice(page, url);
      await loseAnswer(page, "**/api/auth/getSMS", "cut");
      const code = await askForCode({ page }, walk.product.demo.sandboxUrl, { phone });
      expect([(await texting(phone)).length, await red(page).count()]).toEqual([1, 0]);
      await signWith({ page }, code);
      await page.waitForURL(/\/summary\/finished/, { timeout: 30_000 });
    });
  });

  it("of which nobody knows is not denied; when the network is back the one that came is taken", async () => {
    const { url, phone } = await invited("a_signature");
    await withPerson({}, async ({ page }) => {
      await toChoice(page, url);
      let calls = 0;
      await page.route("**/api/auth/getSMS", async (route) => {
        calls += 1;
        if (calls === 1) await route.fetch();
        await (calls <= 2 ? route.abort() : route.continue());
      });
      await button({ page }, "authenticate.send").click();
      await page.locator("#code-fault").filter({ hasText: texts.en["code.unknown"] }).waitFor();
      await page.getByText(texts.en["code.unknownLead"]).waitFor();
      expect(await page.getByText(texts.en["code.notSent"]).count()).toBe(0);
      await page.getByText(texts.en["code.retryNow"]).waitFor({ timeout: 10_000 });
      await button({ page }, "code.retrySms").click();
      await page.getByText(texts.en["code.referenceSms"]).waitFor();
      const [only, ...more] = await texting(phone);
      expect([only === undefined, more.length]).toEqual([false, 0]);
      if (only !== undefined) await signWith({ page }, codeIn(only));
      await page.waitForURL(/\/summary\/finished/, { timeout: 30_000 });
    });
  });

  it("that was sent a moment ago is good in a second tab too", async () => {
    const { url, phone } = await invited("a_signature");
    await withPerson({}, async ({ page, context }) => {
      await toChoice(page, url);
      const code = await askForCode({ page }, walk.product.demo.sandboxUrl, { phone });
      const other = await context.newPage();
      await toChoice(other, url);
      await button({ page: other }, "authenticate.send").click();
      await other.getByText(texts.en["code.referenceSms"]).waitFor();
      expect((await texting(phone)).length).toBe(1);
      await signWith({ page: other }, code);
      await other.waitForURL(/\/summary\/finished/, { timeout: 30_000 });
    });
  });

  it("that cannot be sent yet: the page says from when, and speaks of nobody's tries", async () => {
    const { url, phone } = await invited("a_signature");
    await withPerson({}, async ({ page }) => {
      await toChoice(page, url);
      for (const channel of ["sms", "voice"] as const) {
        await askForCode({ page }, walk.product.demo.sandboxUrl, { phone, channel });
        await button({ page }, "frame.back").click();
      }
      // The call ended the code of the message, and the minute of the messages is not over.
      await page.getByRole("radio", { name: texts.en["authenticate.sms"] }).check();
      await button({ page }, "authenticate.send").click();
      await page.getByText(texts.en["code.tooSoonLead"]).waitFor();
      expect(await page.locator("#code-fault").innerText()).toMatch(/from \d\d:\d\d \S+ on\.$/);
      expect(await page.locator("#code-retry").innerText()).toMatch(/ (0:[0-5]\d|1:0[01])$/);
      expect(await red(page).count()).toBe(0);
    });
  });
});
