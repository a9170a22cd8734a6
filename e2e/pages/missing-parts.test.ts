/** A part of the program that does not come: no network at that moment, or a newer version whose files have other names. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page, Route } from "playwright-core";
import { describe, expect, it } from "vitest";
import {
  type At,
  button,
  confirmDetails,
  documentShown,
  entryButton,
  logIn,
  openDocument,
  say,
  unfoldFields,
} from "../journey.ts";
import { onePagePdf } from "../pdf.ts";
import { person, send } from "../sender.ts";
import { startWalk } from "../walk.ts";

const walk = startWalk();
const folder = join(import.meta.dirname, "../../shots/missing-parts");
const german = { viewport: "phone", language: "de-DE" } as const;

/** The link of somebody with a line to fill in and a place for their signature. */
async function invited(): Promise<string> {
  const rect: [number, number, number, number] = [72, 400, 240, 80];
  const signature = { document: "Mietvertrag.pdf", kind: "signature" as const, page: 1, rect };
  const signer = person("a_signature", { reference: "signer", fields: [signature] });
  const created = await send(walk.product.demo, onePagePdf({ field: "signer.Ort" }), [signer]);
  return created.signers[0]?.url ?? "";
}

/** Lets one person act on a phone in German. */
const onPhone = (act: (at: At & { readonly language: "de" }) => Promise<void>): Promise<void> =>
  walk.withPerson(german, ({ page }) => act({ page, language: "de" }));

/** The file of a part, whatever its content is called. */
const fileOf = (part: string): string => `**/assets/${part}-*.js`;

/** Counts how often the page was loaded from here on. */
function countLoads(page: Page): () => number {
  let loads = 0;
  page.on("domcontentloaded", () => {
    loads += 1;
  });
  return () => loads;
}

/** Logs in where the page of the documents will not come, but what `answer` makes of it; counts loads from there on. */
async function beforeDocuments(at: At, url: string, answer: (route: Route) => Promise<void>): Promise<() => number> {
  await at.page.route(fileOf("documents-page"), answer);
  await logIn(at, url);
  await button(at, "credentials.confirm").waitFor();
  return countLoads(at.page);
}

/** The line to fill in. */
const place = ({ page }: At) => page.getByLabel("Ort").last();

async function look(page: Page, name: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect([name, sideways <= 0]).toEqual([name, true]);
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}

const heading = (at: At, why: "fault" | "offline" = "fault") =>
  at.page.getByRole("heading", { level: 1, name: say(at, `away.${why}`) });

describe("a page whose part does not come", () => {
  it("is loaded anew once, and no more; then it says so and offers to try again", async () => {
    const url = await invited();
    await onPhone(async (at) => {
      const { page } = at;
      const loads = await beforeDocuments(at, url, (route) => route.fulfill({ status: 404, body: "" }));
      await button(at, "credentials.confirm").click();
      await heading(at).waitFor();
      expect(loads()).toBe(1);
      await page.getByText(say(at, "away.faultLead")).waitFor();
      await look(page, "ours");
      await page.unroute(fileOf("documents-page"));
      await button(at, "frame.tryAgain").click();
      await documentShown(at);
      expect(loads()).toBe(2);
    });
  });

  it("comes by itself where only its older version is gone, and what was typed is there", async () => {
    const url = await invited();
    await onPhone(async (at) => {
      const { page } = at;
      await openDocument(at, url);
      const loads = countLoads(page);
      await page.route(fileOf("code"), (route) => route.fulfill({ status: 404, body: "" }), { times: 1 });
      await unfoldFields(at);
      await place(at).fill("Hamburg-Altona");
      await button(at, "frame.next").click();
      await button(at, "authenticate.send").waitFor();
      expect(loads()).toBe(1);
      await button(at, "frame.back").click();
      await documentShown(at);
      expect(await place(at).inputValue()).toBe("Hamburg-Altona");
    });
  });

  it("says that there is no network, stays where it is when tried again without, and comes by itself once there is one", async () => {
    const url = await invited();
    await onPhone(async (at) => {
      const { page } = at;
      const loads = await beforeDocuments(at, url, (route) => route.abort());
      await page.context().setOffline(true);
      await button(at, "credentials.confirm").click();
      await heading(at, "offline").waitFor();
      await page.getByText(say(at, "away.offlineLead")).waitFor();
      await look(page, "away");
      await button(at, "frame.tryAgain").click();
      await page.getByText(say(at, "away.offlineLead")).waitFor();
      expect(loads()).toBe(0);
      await page.unroute(fileOf("documents-page"));
      // By itself, as soon as the device says that it is back.
      await page.context().setOffline(false);
      await documentShown(at);
    });
  });

  it("takes the place of the form after the login, so that nobody opens a second session", async () => {
    const url = await invited();
    await onPhone(async (at) => {
      const { page } = at;
      let logins = 0;
      page.on("request", (request) => {
        logins += request.url().includes("/api/auth/workflowLogin/") ? 1 : 0;
      });
      const held = Promise.withResolvers<void>();
      await page.route(fileOf("routes"), async (route) => {
        await held.promise;
        await route.abort();
      });
      await logIn(at, url);
      await page.waitForURL(/\/credentials$/);
      await entryButton(at).click();
      held.resolve();
      await heading(at).waitFor();
      expect([await entryButton(at).count(), logins]).toEqual([0, 1]);
      await page.unroute(fileOf("routes"));
      await button(at, "frame.tryAgain").click();
      await button(at, "credentials.confirm").waitFor();
      expect(logins).toBe(1);
    });
  });
});

describe("the texts of a language that do not come", () => {
  it("leave the form as it stands, which works by itself, and are asked for again by the switch", async () => {
    const url = await invited();
    await walk.withPerson({ viewport: "phone", language: "en-GB" }, async ({ page }) => {
      await page.route(fileOf("journey-en"), (route) => route.abort());
      await logIn({ page, language: "en" }, url);
      await page.waitForURL(/\/credentials$/);
      await button({ page, language: "de" }, "credentials.confirm").waitFor();
      const english = page.getByRole("contentinfo").getByRole("button", { name: "English" });
      await english.click();
      await page
        .getByRole("alert")
        .filter({ hasText: say({ page, language: "de" }, "Responses.SERVICE_ERROR") })
        .waitFor();
      await page.unroute(fileOf("journey-en"));
      await english.click();
      await button({ page, language: "en" }, "credentials.confirm").waitFor();
    });
  });

  it("are said to be missing in that language when none come, and the page is there when they do", async () => {
    await walk.withPerson({ viewport: "phone", language: "en-GB" }, async ({ page }) => {
      const at = { page, language: "en" } as const;
      await page.route(/\/assets\/(journey|legal)-(de|en)-[^/]*\.js$/, (route) => route.abort());
      await page.goto(`${walk.product.demo.baseUrl}/imprint`);
      await heading(at).waitFor();
      await look(page, "no-texts");
      await page.unrouteAll();
      await button(at, "frame.tryAgain").click();
      await page.getByRole("heading", { level: 1, name: say(at, "legal.imprint") }).waitFor();
    });
  });
});

describe("a part of an open document that does not come", () => {
  it("leaves the document and what was typed where they are, and is there when it comes", async () => {
    const url = await invited();
    await onPhone(async (at) => {
      const { page } = at;
      await page.route(fileOf("own-image-dialog"), (route) => route.abort());
      await openDocument(at, url);
      await unfoldFields(at);
      await place(at).fill("Hamburg-Altona");
      await button(at, "viewer.signatureImage").click();
      const dialog = page.getByRole("dialog", { name: say(at, "frame.failed") });
      await dialog.waitFor();
      await look(page, "dialog");
      await dialog.getByRole("button", { name: say(at, "frame.cancel") }).click();
      expect(await place(at).inputValue()).toBe("Hamburg-Altona");
      await button(at, "viewer.signatureImage").click();
      await dialog.waitFor();
      await page.unroute(fileOf("own-image-dialog"));
      await dialog.getByRole("button", { name: say(at, "frame.tryAgain") }).click();
      await dialog.waitFor({ state: "detached" });
      await documentShown(at);
      if ((await page.getByRole("dialog").count()) === 0) await button(at, "viewer.signatureImage").click();
      await page.getByRole("dialog").getByRole("radio").first().waitFor();
      expect(await place(at).inputValue()).toBe("Hamburg-Altona");
    });
  });

  it("which shows documents is asked for again, and the document can be had as a file meanwhile", async () => {
    const url = await invited();
    await onPhone(async (at) => {
      const { page } = at;
      await page.route(fileOf("pdf-reader"), (route) => route.abort());
      await logIn(at, url);
      await confirmDetails(at);
      await page
        .getByRole("alert")
        .filter({ hasText: say(at, "frame.missingOurs") })
        .waitFor();
      await button(at, "documents.download").first().waitFor();
      await look(page, "reader");
      await page.unroute(fileOf("pdf-reader"));
      await button(at, "viewer.reopen").click();
      await documentShown(at);
    });
  });
});
