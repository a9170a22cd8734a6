/** Quick login: a link that asks nothing and leads to the act (signer-side.md §2; decisions.md §7). */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { formPdf } from "../fixtures/documents.ts";
import { judge } from "../fixtures/judge-pdf.ts";
import { askForCode, button, logIn, say, signWith } from "./journey.ts";
import { onePagePdf } from "./pdf.ts";
import { download, person, send } from "./sender.ts";
import { isInSight } from "./targets.ts";
import { startWalk } from "./walk.ts";

const walk = startWalk();
const { withPerson } = walk;
const quick = { quick_login: true };

/** Stops the page's clock before it opens, so that only `passes` lets its time go on. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.install({ time: new Date("2026-11-26T09:00:00Z") });
  await page.clock.pauseAt(new Date("2026-11-26T09:00:01Z"));
}

/** Opens a quick link and measures on the page's own clock that it leads on after 2,500 ms: not 100 ms earlier, nor later. */
async function leadsOnAfterDelay(page: Page, open: () => Promise<unknown>): Promise<void> {
  const entered = page.waitForResponse((answer) => answer.url().includes("/workflowLogin/"));
  await open();
  await entered;
  await page.clock.runFor(2_400);
  // What is on its way by now would be there by then.
  await page.waitForLoadState("networkidle");
  expect(page.url()).toMatch(/\/quickn8\//);
  await page.clock.runFor(100);
  await page.waitForURL(/\/authenticate$/);
  await page.clock.resume();
}

describe("quick login", () => {
  it("a_signature sees whose documents these are, reaches the act by itself, ticks the terms and signs [S-024] [S-063] [S-064] [S-066] [S-067]", async () => {
    const signer = person("a_signature");
    const created = await send(walk.product.demo, onePagePdf(), [signer], quick);
    await withPerson({}, async ({ page }) => {
      await stopClock(page);
      await leadsOnAfterDelay(page, async () => {
        await page.goto(created.signers[0]?.url ?? "");
        await page.getByRole("status").getByText(say({ page }, "quick.title")).waitFor();
        // Whose documents these are stands there before the application has loaded, and stays while it takes over.
        const whose = page.getByText(/^Hafenwerk .* has invited you\./);
        expect(await whose.isVisible()).toBe(true);
      });
      const go = button({ page }, "authenticate.send");
      await page.getByText(say({ page }, "quick.unread")).waitFor();
      expect(await go.getAttribute("aria-disabled")).toBe("true");
      await page.getByRole("checkbox").check();
      expect(await go.getAttribute("aria-disabled")).not.toBe("true");
      const code = await askForCode({ page }, walk.product.demo.sandboxUrl, { phone: signer.phone ?? "" });
      await signWith({ page }, code);
      await page.waitForURL(/\/summary\/finished/, { timeout: 30_000 });
    });
    expect(judge(await download(walk.product.demo, created)).signatures[0]).toBe("Signature is Valid.");
  });

  it("a_seal is asked for no terms, and reads the documents on the way where it wants to [S-064] [S-068] [S-074]", async () => {
    const signer = person("a_seal");
    const created = await send(walk.product.demo, onePagePdf(), [signer], quick);
    await withPerson({}, async ({ page }) => {
      await stopClock(page);
      await leadsOnAfterDelay(page, () => page.goto(created.signers[0]?.url ?? ""));
      expect(await page.getByRole("checkbox").count()).toBe(0);
      await page.getByRole("link", { name: say({ page }, "quick.read") }).click();
      await page.waitForURL(/\/documents/);
      await button({ page }, "frame.next").click();
      await page.waitForURL(/\/authenticate$/);
      expect(await page.getByText(say({ page }, "quick.unread")).count()).toBe(0);
      const code = await askForCode({ page }, walk.product.demo.sandboxUrl, { phone: signer.phone ?? "" });
      await signWith({ page }, code, "seal.now");
      await page.waitForURL(/\/summary\/finished/, { timeout: 30_000 });
    });
  });

  it("leads an s_signature to the documents, and who has fields to fill in there first [S-064]", async () => {
    const simple = await send(walk.product.demo, onePagePdf(), [person("s_signature")], quick);
    const filler = person("a_signature", { reference: "alice" });
    const form = await send(walk.product.demo, formPdf(), [filler], quick);
    await withPerson({}, async ({ page }) => {
      await page.goto(simple.signers[0]?.url ?? "");
      await page.waitForURL(/\/documents$/);
    });
    await withPerson({}, async ({ page }) => {
      await page.goto(form.signers[0]?.url ?? "");
      await page.waitForURL(/\/authenticate$/);
      await page.getByText(say({ page }, "quick.unfilled")).waitFor();
      await page.getByRole("checkbox").check();
      expect(await button({ page }, "authenticate.send").getAttribute("aria-disabled")).toBe("true");
      await page.getByText(say({ page }, "quick.needsFields")).waitFor();
    });
  });

  it("leads through several documents first: none is confirmed that nobody opened [S-091] [S-099]", async () => {
    const content = Buffer.from(onePagePdf()).toString("base64");
    const documents = ["Mietvertrag.pdf", "Hausordnung.pdf"].map((name) => ({ name, content }));
    const created = await send(walk.product.demo, onePagePdf(), [person("a_signature")], { ...quick, documents });
    await withPerson({ viewport: "phone" }, async ({ page }) => {
      await page.goto(created.signers[0]?.url ?? "");
      await page.waitForURL(/\/authenticate$/);
      await page.getByText(say({ page }, "quick.unconfirmed")).waitFor();
      await page.getByRole("checkbox").check();
      const go = button({ page }, "authenticate.send");
      expect(await go.getAttribute("aria-disabled")).toBe("true");
      // Pressed, the button leads to its reason.
      await go.click({ force: true });
      const why = page.getByText(say({ page }, "quick.needsDocuments"));
      // Once the page stands still: it may still be laid out with its letters.
      await expect.poll(() => isInSight(why)).toBe(true);
    });
    const confirmed = "select 1 from file_signer where workflow_id = $1 and confirmed_at is not null";
    expect(await walk.product.query(confirmed, [created.workflow_id])).toBe(0);
  });

  it("asks on the login page where there is a password, or where nobody wished for it [S-064] [S-065]", async () => {
    const password = "Speicherstraße 8";
    const guarded = await send(walk.product.demo, onePagePdf(), [person("s_signature")], { ...quick, password });
    const unwished = await send(walk.product.demo, onePagePdf(), [person("s_signature")]);
    for (const created of [guarded, unwished]) {
      const url = new URL(created.signers[0]?.url ?? "");
      url.pathname = url.pathname.replace("/login/", "/quickn8/");
      await withPerson({}, async ({ page }) => {
        await page.goto(url.href);
        await page.waitForURL(/\/login\//);
        if (created !== guarded) return;
        await logIn({ page }, page.url(), password);
        await page.waitForURL(/\/credentials$/);
      });
    }
  });

  it("tells an unknown, an expired and a refused link apart [S-024] [S-299]", async () => {
    const created = await send(walk.product.demo, onePagePdf(), [person("s_signature")], quick);
    const url = created.signers[0]?.url ?? "";
    await withPerson({}, async ({ page }) => {
      await page.goto(url.replace(created.workflow_id, "0".repeat(26)));
      await page.waitForURL(/\/notfound$/);
      const past = "update workflow set expires_at = now() - interval '1 hour' where workflow_id = $1";
      expect(await walk.product.query(past, [created.workflow_id])).toBe(1);
      await page.goto(url);
      await page.getByRole("heading", { name: say({ page }, "ended.expired") }).waitFor();
    });
  });
});
