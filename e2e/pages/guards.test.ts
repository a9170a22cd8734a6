/** Who may open what: pages of a session only with it, public pages without it; and where a signer is on a phone. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import {
  button,
  confirmDetails,
  documentShown,
  entryButton,
  goOnWithoutSession,
  logIn,
  openDocument,
  say,
  texts,
} from "../journey.ts";
import { onePagePdf } from "../pdf.ts";
import { person, send } from "../sender.ts";
import { startWalk } from "../walk.ts";

const walk = startWalk();
const { withPerson } = walk;

/** What is said of an address that names no signer. */
const closedFor = (address: string): "start.title" | "notFound.title" =>
  address.includes("/summary/") ? "start.title" : "notFound.title";

async function invited(type: "s_signature" | "a_signature" = "s_signature") {
  const created = await send(walk.product.demo, onePagePdf(), [person(type)]);
  const signer = created.signers[0];
  const base = `${walk.product.demo.baseUrl}/workflow/${created.workflow_id}/${signer?.signer_id}`;
  return { url: signer?.url ?? "", base };
}

type Stored = Readonly<Record<string, string>>;
const storedHeader = (page: Page): Promise<string | null> => page.evaluate(() => sessionStorage.getItem("header"));

/** Logs in; answers how the tab is given its session back, which then lives on the server whatever a page does. */
async function enter(page: Page, url: string): Promise<() => Promise<void>> {
  await logIn({ page }, url);
  await button({ page }, "credentials.confirm").waitFor();
  await page.route("**/api/auth/logout", (route) => route.abort());
  const stored: Stored = await page.evaluate(() => ({ ...sessionStorage }));
  return () => page.evaluate((kept) => Object.assign(sessionStorage, kept), stored).then(() => undefined);
}

/** Waits until `/notfound` is there, says why, and has forgotten what it forgets. */
async function gone(
  page: Page,
  why: "session.over" | "session.none" | "start.title" | "notFound.title" = "session.over",
): Promise<void> {
  await page.waitForURL(/\/notfound$/);
  await page.getByRole("heading", { level: 1, name: texts.en[why] }).waitFor();
  await expect.poll(() => storedHeader(page)).toBeNull();
}

describe("public pages", () => {
  it("clear what their tab knew of a session [S-038]", async () => {
    const { url, base } = await invited();
    await withPerson({}, async ({ page }) => {
      const comeBack = await enter(page, url);
      for (const path of [
        "/imprint",
        "/privacy_policy",
        "/certManager",
        "/revoke",
        "/trust",
        "/notfound",
        "/no/such",
      ]) {
        await comeBack();
        await page.goto(`${walk.product.demo.baseUrl}${path}`);
        await page.getByRole("heading", { level: 1 }).waitFor();
        await expect.poll(() => storedHeader(page)).toBeNull();
        await page.goto(`${base}/documents`);
        await gone(page, "session.none");
      }
    });
  });

  it.each(["/login/", "/quickn8/"])("%s… clears it on entry, whoever's link it is [S-038]", async (prefix) => {
    const [first, second] = await Promise.all([invited(), invited()]);
    await withPerson({}, async ({ page }) => {
      await logIn({ page }, first.url);
      await button({ page }, "credentials.confirm").waitFor();
      await page.goto(second.url.replace("/login/", prefix));
      await entryButton({ page }).waitFor();
      expect(await storedHeader(page)).toBeNull();
    });
  });

  it("open in a tab of their own from the footer, so that reading them ends nobody's work", async () => {
    const { url } = await invited();
    await withPerson({}, async ({ page, context }) => {
      await logIn({ page }, url);
      await button({ page }, "credentials.confirm").waitFor();
      const opened = context.waitForEvent("page");
      await page.getByRole("contentinfo").getByRole("link", { name: texts.en["frame.imprint"] }).click();
      await (await opened).getByRole("heading", { level: 1, name: texts.en["legal.imprint"] }).waitFor();
      await page.reload();
      await button({ page }, "credentials.confirm").waitFor();
    });
  });
});

describe("the browser's back button", () => {
  const imprint = (page: Page) =>
    page.getByRole("contentinfo").getByRole("link", { name: texts.en["frame.imprint"] }).press("Enter");
  const arrived = (page: Page) => page.getByRole("heading", { level: 1, name: texts.en["legal.imprint"] }).waitFor();

  it("leads from a page for everybody back to the login it was opened from", async () => {
    const { url } = await invited();
    await withPerson({}, async ({ page }) => {
      await page.goto(url);
      await entryButton({ page }).waitFor();
      await imprint(page);
      await arrived(page);
      await page.goBack();
      await entryButton({ page }).waitFor();
    });
  });

  // Apps that show a link in a window of their own know no second tab.
  it("from one that took the place of the journey leads to the login of the same link, from wherever it was opened", async () => {
    const { url, base } = await invited();
    await withPerson({}, async ({ page }) => {
      await logIn({ page }, url);
      await confirmDetails({ page });
      await documentShown({ page });
      await page.goto(`${walk.product.demo.baseUrl}/imprint`);
      await arrived(page);
      await page.goBack();
      await gone(page, "session.none");
      await page.goto(`${walk.product.demo.baseUrl}/imprint`);
      await arrived(page);
      await page.goBack();
      await gone(page, "session.none");
      await page.getByRole("main").getByRole("link", { name: texts.en["login.submit"], exact: true }).click();
      await entryButton({ page }).waitFor();
      expect(page.url()).toBe(url);
      await logIn({ page }, url);
      await page.waitForURL(`${base}/credentials`);
    });
  });

  it("leads to the login, which ends the session, and forward stays there until somebody has logged in", async () => {
    const { url, base } = await invited();
    await withPerson({}, async ({ page }) => {
      await logIn({ page }, url);
      await confirmDetails({ page });
      await documentShown({ page });
      await page.goBack();
      await page.waitForURL(`${base}/credentials`);
      await page.goBack();
      await entryButton({ page }).waitFor();
      await expect.poll(() => storedHeader(page)).toBeNull();
      await page.goForward();
      await entryButton({ page }).waitFor();
      expect(page.url()).toBe(url);
      await logIn({ page }, url);
      await page.waitForURL(`${base}/credentials`);
    });
  });

  it("finds a page that says the same as before where a session had ended, and where somebody had just begun", async () => {
    const { url } = await invited();
    await withPerson({}, async ({ page }) => {
      await goOnWithoutSession({ page }, url);
      await gone(page);
      await imprint(page);
      await arrived(page);
      await page.goBack();
      await gone(page);
      await page.goto(walk.product.demo.baseUrl);
      await gone(page, "start.title");
      await imprint(page);
      await arrived(page);
      await page.goBack();
      await gone(page, "start.title");
    });
  });

  it("finds what was finished no more, and nothing that looks broken", async () => {
    const { url } = await invited();
    await withPerson({}, async ({ page }) => {
      await openDocument({ page }, url);
      await button({ page }, "documents.signUnauthorized").click();
      await button({ page }, "sign.now").click();
      await page.waitForURL(/\/summary\/finished/);
      await page.goto(`${walk.product.demo.baseUrl}/imprint`);
      await arrived(page);
      await page.goBack();
      await gone(page, "start.title");
    });
  });
});

describe("pages of a session", () => {
  it("lead to the summary of what was signed on another device meanwhile", async () => {
    const { url } = await invited();
    await withPerson({}, async ({ page }) => {
      await logIn({ page }, url);
      await button({ page }, "credentials.confirm").waitFor();
      await withPerson({}, async ({ page: phone }) => {
        await openDocument({ page: phone }, url);
        await button({ page: phone }, "documents.signUnauthorized").click();
        await button({ page: phone }, "sign.now").click();
        await phone.waitForURL(/\/summary\/finished/);
      });
      await page.reload();
      await page.getByRole("heading", { name: say({ page }, "summary.finishedAlone") }).waitFor();
    });
  });

  it("open to its own signer only, and summaries only once there is one [S-039]", async () => {
    const [mine, other] = await Promise.all([invited("a_signature"), invited("a_signature")]);
    const pages = [
      "",
      "/credentials",
      "/documents",
      "/authenticate",
      "/authenticate/twilio/sms",
      "/authenticate/twilio/phone",
      "/authenticate2fa",
      "/authenticate2fa/twilio/sms",
      "/authenticate2fa/twilio/phone",
      "/identify",
    ];
    const closed = [
      ...pages.map((path) => `${other.base}${path}`),
      `${walk.product.demo.baseUrl}/summary/finished`,
      `${walk.product.demo.baseUrl}/summary/revoked`,
      `${walk.product.demo.baseUrl}/qualifiedSignature/form`,
    ];
    await withPerson({}, async ({ page }) => {
      const comeBack = await enter(page, mine.url);
      for (const address of closed) {
        await comeBack();
        await page.goto(address);
        await gone(page, address.startsWith(other.base) ? "session.none" : closedFor(address));
      }
      await comeBack();
      for (const path of ["/credentials", "/documents", "/authenticate"]) {
        await page.goto(`${mine.base}${path}`);
        await page.getByRole("navigation", { name: texts.en["frame.progress"] }).first().waitFor();
        // Where nothing is confirmed yet, no act is offered.
        await page.waitForURL(`${mine.base}${path === "/authenticate" ? "/documents" : path}`);
      }
    });
  });
});

describe("the stepper", () => {
  it("is one line on a phone, step so many of so many, and a row of steps on a desktop [S-073]", async () => {
    const { url } = await invited("a_signature");
    await withPerson({ viewport: "phone" }, async ({ page }) => {
      const at = { page };
      const stepper = page.getByRole("navigation", { name: say(at, "frame.progress") }).getByRole("list");
      const line = (n: number) => page.getByText(say(at, "frame.stepOf", { n, m: 4 }));
      await logIn(at, url);
      await line(1).waitFor();
      expect(await stepper.count()).toBe(0);
      await confirmDetails(at);
      await documentShown(at);
      await button(at, "frame.next").click();
      await line(3).waitFor();
      expect(await stepper.count()).toBe(0);
      await page.setViewportSize({ width: 1280, height: 900 });
      await stepper.waitFor();
      expect(await stepper.getByRole("listitem").count()).toBe(4);
      expect(await line(3).isVisible()).toBe(false);
    });
  });
});
