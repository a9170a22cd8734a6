/** The end of a session: warned of, prolonged by who is there, and never a loss (beyond.md, signing experience 12). */
import { session_absolute_s, session_idle_s, session_warning_s } from "@siegel/contract/limits.ts";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { button, confirmDetails, documentShown, entryButton, logIn, openDocument, say, texts } from "../journey.ts";
import { onePagePdf } from "../pdf.ts";
import { person, send } from "../sender.ts";
import { startWalk } from "../walk.ts";

const walk = startWalk();
const { withPerson } = walk;

/** Into the document, with the page's clock in our hands. */
async function enter(page: Page): Promise<{ signer: string; field: ReturnType<Page["getByRole"]> }> {
  const who = person("s_signature");
  const created = await send(walk.product.demo, onePagePdf({ field: `${who.reference}.name` }), [who]);
  const at = { page };
  await page.clock.install();
  await openDocument(at, created.signers[0]?.url ?? "");
  const field = page.getByRole("textbox", { name: say(at, "viewer.onPage", { label: "name", n: 1 }) });
  return { signer: created.signers[0]?.signer_id ?? "", field };
}

/** The server's clock goes on too: all dates of the session move into the past. */
async function age(signer: string, seconds: number): Promise<void> {
  const past =
    "update signer_session set created_at = created_at - $2 * interval '1 second', last_seen_at = last_seen_at - $2 * interval '1 second' where signer_id = $1";
  expect(await walk.product.query(past, [signer, seconds])).toBe(1);
}

const dialog = (page: Page) => page.getByRole("dialog");
const untilWarning = (session_idle_s - session_warning_s) * 1_000;

describe("the end of a session", () => {
  it("is announced two minutes before, counted down, and put off by one press", () =>
    withPerson({}, async ({ page }) => {
      const { signer } = await enter(page);
      await page.clock.fastForward(untilWarning - 60_000);
      expect(await dialog(page).count()).toBe(0);
      await page.clock.fastForward(70_000);
      await dialog(page).getByText(texts.en["session.ending"]).waitFor();
      const timer = dialog(page).getByRole("timer");
      const before = await timer.innerText();
      await page.clock.fastForward(10_000);
      await expect.poll(() => timer.innerText()).not.toBe(before);
      await age(signer, session_idle_s - 100);
      await button({ page }, "session.stay").click();
      await expect.poll(() => dialog(page).count()).toBe(0);
      // The server has put it off as well: it would have ended by now.
      await age(signer, 200);
      await button({ page }, "documents.signUnauthorized").click();
      await button({ page }, "sign.now").waitFor();
    }));

  it("is put off without asking for who is typing or scrolling", () =>
    withPerson({}, async ({ page }) => {
      await enter(page);
      await page.clock.fastForward(untilWarning - 60_000);
      const extended = page.waitForResponse((answer) => answer.url().endsWith("/extendSession"));
      await page.mouse.wheel(0, 200);
      await page.clock.fastForward(90_000);
      expect((await extended).status()).toBe(200);
      await page.clock.fastForward(60_000);
      expect(await dialog(page).count()).toBe(0);
    }));

  it("after an hour is final: what was filled in waits behind the next login", () =>
    withPerson({}, async ({ page }) => {
      const { signer, field } = await enter(page);
      await field.fill("Käthe Größe");
      await page
        .getByText(/^Saved/)
        .first()
        .waitFor();
      await age(signer, session_absolute_s - 200);
      await walk.product.query("update signer_session set last_seen_at = now() where signer_id = $1", [signer]);
      const saved = page.waitForResponse((answer) => answer.url().endsWith("/updateXFDF/"));
      await field.fill("Käthe Größe, Kiel");
      await saved;
      await page.clock.fastForward(100_000);
      await dialog(page).getByText(texts.en["session.closing"]).waitFor();
      await button({ page }, "session.again").click();
      await page.waitForURL(/\/login\//);
      await entryButton({ page }).click();
      await confirmDetails({ page });
      await documentShown({ page });
      await expect.poll(() => field.inputValue()).toBe("Käthe Größe, Kiel");
    }));

  it("is whenever somebody logs out: with what they typed kept, here and on the server, and said", () =>
    withPerson({}, async ({ page, context }) => {
      const { field } = await enter(page);
      const { accessToken } = JSON.parse(await page.evaluate(() => sessionStorage.getItem("header") ?? "{}")) as {
        accessToken: string;
      };
      const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
      const ask = () =>
        fetch(`${walk.product.demo.baseUrl}/api/files/getWorkflowFiles`, {
          headers: { authorization: `Bearer ${accessToken}`, cookie },
        });
      expect((await ask()).status).toBe(200);
      await field.fill("Käthe Größe");
      await page.getByRole("banner").getByRole("button", { name: texts.en["session.leave"] }).press("Enter");
      await page.waitForURL(/\/login\//);
      await page.getByText(texts.en["Responses.LOGGED_OUT"]).waitFor();
      const submit = entryButton({ page });
      await submit.waitFor();
      expect(await page.getByRole("button", { name: texts.en["session.leave"] }).count()).toBe(0);
      expect((await ask()).status).toBe(401);
      expect(await page.evaluate(() => sessionStorage.getItem("header"))).toBeNull();
      await submit.click();
      await confirmDetails({ page });
      await documentShown({ page });
      await expect.poll(() => field.inputValue()).toBe("Käthe Größe");
    }));

  it("is not claimed where the server did not hear it: the button waits visibly, and it is said that it ends by itself", () =>
    withPerson({}, async ({ page }) => {
      const { field } = await enter(page);
      const held = Promise.withResolvers<void>();
      await page.route("**/api/auth/logout", async (route) => {
        await held.promise;
        await route.abort();
      });
      await field.fill("Käthe Größe");
      const out = page.getByRole("banner").getByRole("button", { name: texts.en["session.leave"] });
      await out.click();
      await expect.poll(() => out.getAttribute("aria-busy")).toBe("true");
      // Whatever draws the page anew meanwhile, the button stays.
      await field.fill("Käthe Größe, Kiel");
      await page.waitForTimeout(1_000);
      expect(await out.getAttribute("aria-busy")).toBe("true");
      held.resolve();
      await page.waitForURL(/\/login\//);
      await page.getByText(texts.en["Responses.LOGGED_OUT_HERE"]).waitFor();
      expect(await page.getByText(texts.en["Responses.LOGGED_OUT"]).count()).toBe(0);
    }));

  it("is one press away on a phone, too, on every page of the journey", () =>
    withPerson({ viewport: "phone", language: "de" }, async ({ page }) => {
      const created = await send(walk.product.demo, onePagePdf(), [person("s_signature", { language: "de" })]);
      const at = { page, language: "de" } as const;
      await logIn(at, created.signers[0]?.url ?? "");
      // One at a time: the document has the room of the head.
      const out = page.getByRole("button", { name: texts.de["session.leave"] });
      const isThere = async (): Promise<void> => {
        // One page goes with its button while the next comes with another.
        const side = async (): Promise<number> => {
          const { width = 0, height = 0 } = (await out.boundingBox()) ?? {};
          return Math.min(width, height);
        };
        await expect.poll(side).toBeGreaterThanOrEqual(44);
      };
      await isThere();
      await confirmDetails(at);
      await documentShown(at);
      await isThere();
      await button(at, "documents.signUnauthorized").click();
      await button(at, "sign.now").click();
      await page.waitForURL(/\/summary\/finished/);
      await isThere();
      await out.click();
      await page.getByText(texts.de["Responses.LOGGED_OUT_AFTER"], { exact: true }).waitFor();
    }));

  it("speaks of what was filled in to nobody who has signed, and to nobody who was not logged in", () =>
    withPerson({}, async ({ page, context }) => {
      const link = (await send(walk.product.demo, onePagePdf(), [person("s_signature")])).signers[0]?.url ?? "";
      await page.goto(`${link.replace("/login/", "/workflow/")}/documents`);
      await page.getByRole("heading", { name: texts.en["session.none"] }).waitFor();
      await page.getByText(texts.en["session.noneLead"]).waitFor();
      await openDocument({ page }, link);
      await button({ page }, "documents.signUnauthorized").click();
      await button({ page }, "sign.now").click();
      await page.waitForURL(/\/summary\/finished/);
      const load = page.getByRole("row").getByRole("button").last();
      await load.waitFor();
      await context.clearCookies();
      await load.click();
      await page.getByText(texts.en["session.overLeadAfter"]).waitFor();
      await page.getByText(texts.en["Responses.SESSION_ENDED_AFTER"]).waitFor();
      expect(await page.getByText("filled in").count()).toBe(0);
    }));

  it("that nobody saw, on a machine asleep, leads to the login and shows nothing any more", () =>
    withPerson({}, async ({ page }) => {
      await enter(page);
      await page.clock.fastForward((session_idle_s + 600) * 1_000);
      await page.waitForURL(/\/login\//);
      await page.getByText(texts.en["Responses.SESSION_ENDED"]).waitFor();
      await entryButton({ page }).waitFor();
      expect(await page.evaluate(() => sessionStorage.getItem("header"))).toBeNull();
    }));
});
