/** The login page before the application has loaded, and without it (docs/flows/first-html.md). */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { button, documentShown, entryButton, logIn, openDocument, say, texts } from "../journey.ts";
import { onePagePdf } from "../pdf.ts";
import { person, send } from "../sender.ts";
import { startWalk } from "../walk.ts";

const walk = startWalk();
const { withPerson } = walk;
const password = "Speicherstraße 8";

async function invited(more: { password?: string } = { password }): Promise<string> {
  const created = await send(walk.product.demo, onePagePdf(), [person("a_signature")], more);
  return created.signers[0]?.url ?? "";
}

const passwordField = (page: Page) => page.getByLabel(say({ page }, "login.password"), { exact: true });
const credentials = /\/workflow\/[^/]+\/[^/]+\/credentials$/;

/** Keeps the application from loading until it is let go. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** The application takes the facts out of the page when it begins. */
const tookOver = (page: Page): Promise<void> => page.locator("script#first").waitFor({ state: "detached" });

/** What React says of a page that is not what it would have drawn, and whether it drew it anew. */
function watchTakeOver(page: Page): string[] {
  const said: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") said.push(message.text());
  });
  return said;
}

describe("without the application", () => {
  it("the login page is there in the person's language and the brand's colour, and a wrong password is told", async () => {
    const url = await invited();
    await withPerson({ language: "de-DE", script: false }, async ({ page }) => {
      const at = { page, language: "de" } as const;
      await page.goto(url);
      await page.getByRole("heading", { name: texts.de["login.claimSignature"] }).waitFor();
      await page.getByLabel(texts.de["login.password"], { exact: true }).fill("falsch");
      await page.getByRole("checkbox").check();
      await entryButton(at).click();
      await page.getByText(texts.de["Responses.WRONG_PASSWORD"]).waitFor();
      expect(await page.getByRole("checkbox").isChecked()).toBe(true);
      await page.getByLabel(texts.de["login.password"], { exact: true }).fill(password);
      await entryButton(at).click();
      await page.waitForURL(/\/entered$/);
      expect(await page.locator("script#first").textContent()).toContain("accessToken");
    });
  });

  it("the switch of the language works [S-012]", async () => {
    const url = await invited();
    await withPerson({ language: "de-DE", script: false }, async ({ page }) => {
      await page.goto(url);
      await page.getByRole("contentinfo").getByRole("button", { name: "English" }).click();
      await page.getByRole("heading", { name: texts.en["login.claimSignature"] }).waitFor();
      await page.goto(url);
      await page.getByRole("heading", { name: texts.en["login.claimSignature"] }).waitFor();
    });
  });
});

describe("the application, when it has loaded", () => {
  it.each(["de-DE", "en-GB"])(
    "takes the page of a %s over as it is, with what was typed meanwhile",
    async (language) => {
      const url = await invited();
      await withPerson({ language }, async ({ page }) => {
        const at = { page, language: language === "de-DE" ? "de" : "en" } as const;
        const said = watchTakeOver(page);
        const letGo = await holdScripts(page);
        await page.goto(url, { waitUntil: "commit" });
        const field = page.getByLabel(say(at, "login.password"), { exact: true });
        await field.fill(password);
        await page.getByRole("checkbox").check();
        const heading = await page.getByRole("heading", { level: 1 }).elementHandle();
        const calls: string[] = [];
        page.on("request", (request) => calls.push(new URL(request.url()).pathname));
        letGo();
        await tookOver(page);
        // Only the application can show it.
        await page.getByRole("button", { name: say(at, "login.showPassword") }).click();
        await page.getByRole("button", { name: say(at, "login.hidePassword") }).waitFor();
        expect(await field.inputValue()).toBe(password);
        expect(await heading?.evaluate((element) => element.isConnected)).toBe(true);
        expect(said).toEqual([]);
        expect(calls.filter((path) => path.startsWith("/api/"))).toEqual(["/api/auth/logout"]);
        await entryButton(at).click();
        await page.waitForURL(credentials);
      });
    },
  );

  it("finds the session of a form that was sent before it", async () => {
    const url = await invited();
    await withPerson({}, async ({ page }) => {
      const letGo = await holdScripts(page);
      await page.goto(url, { waitUntil: "commit" });
      await passwordField(page).fill(password);
      await page.getByRole("checkbox").check();
      await entryButton({ page }).click();
      await page.waitForURL(/\/entered$/, { waitUntil: "commit" });
      letGo();
      await page.waitForURL(credentials);
      await button({ page }, "credentials.confirm").waitFor();
      await page.reload();
      await button({ page }, "credentials.confirm").waitFor();
      const names = (await page.context().cookies()).map(({ name }) => name);
      expect(names.filter((name) => name.includes("entry"))).toEqual([]);
    });
  });

  it("shows what was wrong with a form that was sent before it, and takes the next one", async () => {
    const url = await invited();
    await withPerson({}, async ({ page }) => {
      const said = watchTakeOver(page);
      const letGo = await holdScripts(page);
      await page.goto(url, { waitUntil: "commit" });
      await page.getByRole("checkbox").check();
      await entryButton({ page }).click();
      await page.getByText(texts.en["Responses.WRONG_PASSWORD"]).waitFor();
      letGo();
      await tookOver(page);
      await passwordField(page).fill(password);
      // What the browser itself says of the answer with status 403.
      expect(said.filter((line) => !line.includes("403"))).toEqual([]);
      await entryButton({ page }).click();
      await page.waitForURL(credentials);
    });
  });

  it("comes back to a link afresh after somebody has left the journey, also before its first page was there", async () => {
    const url = await invited({});
    await withPerson({}, async ({ page }) => {
      const asked = Promise.withResolvers<void>();
      const letGo = Promise.withResolvers<void>();
      await page.route("**/assets/credentials-page*.js", async (route) => {
        asked.resolve();
        await letGo.promise;
        await route.continue();
      });
      await logIn({ page }, url);
      await page.waitForURL(credentials);
      await asked.promise;
      await page.goBack();
      letGo.resolve();
      await page.getByRole("contentinfo").waitFor();
      await entryButton({ page }).waitFor();
      // Only a login that is drawn anew has ended the session.
      await expect.poll(() => page.evaluate(() => sessionStorage.getItem("header"))).toBeNull();
      // Nothing is signed yet: the document still waits.
      await page.getByRole("heading", { name: texts.en["login.claimSignature"] }).waitFor();
    });
  });
});

describe("a page behind the login that is opened anew", () => {
  /** Scripts that the page names itself, and those that were fetched; what draws documents comes when it is needed. */
  async function scriptsAt(
    page: Page,
  ): Promise<{ readonly named: readonly string[]; readonly fetched: readonly string[] }> {
    const named = await page
      .locator("link[rel=modulepreload], script[type=module]")
      .evaluateAll((all) =>
        all.map(
          (each) => new URL(each.getAttribute("href") ?? each.getAttribute("src") ?? "", window.location.href).href,
        ),
      );
    const fetched = await page.evaluate(() =>
      performance
        .getEntriesByType("resource")
        .map(({ name }) => name)
        .filter((name) => /\/assets\/.*\.js$/.test(name)),
    );
    return { named, fetched };
  }

  it("shows brand and heading before its program is there, and names all of it at once", async () => {
    const created = await send(walk.product.demo, onePagePdf(), [person("a_signature")]);
    await withPerson({}, async ({ page }) => {
      const here = { page };
      await logIn(here, created.signers[0]?.url ?? "");
      await page.waitForURL(credentials);
      const letGo = await holdScripts(page);
      await page.reload({ waitUntil: "commit" });
      await page.getByRole("heading", { name: say(here, "credentials.title") }).waitFor();
      await page.getByText(say(here, "frame.loading")).waitFor();
      letGo();
      await button(here, "credentials.confirm").click();
      await documentShown(here);
      await button(here, "frame.next").click();
      await button(here, "authenticate.send").waitFor();
      await page.reload();
      await button(here, "authenticate.send").waitFor();
      const { named, fetched } = await scriptsAt(page);
      // Entry, what the journey shares, journey, page and texts: each file more is one more turn on the line (web/chunks.ts).
      expect(fetched.length).toBeGreaterThan(3);
      expect(fetched.length).toBeLessThan(8);
      expect(fetched.filter((script) => !named.includes(script))).toEqual([]);
    });
  });

  it("keeps its heading and its place while the answers come, and asks for the serifs of what will be read", async () => {
    const created = await send(walk.product.demo, onePagePdf(), [person("a_signature")]);
    await withPerson({ viewport: "phone" }, async ({ page }) => {
      const at = { page };
      await openDocument(at, created.signers[0]?.url ?? "");
      await button(at, "frame.next").click();
      await button(at, "authenticate.send").waitFor();
      const { promise, resolve } = Promise.withResolvers<void>();
      await page.route("**/api/files/**", async (route) => {
        await promise;
        await route.continue();
      });
      await page.reload({ waitUntil: "commit" });
      await page.getByText(say(at, "frame.loading")).waitFor();
      const heading = page.getByRole("heading", { name: say(at, "statement.title") });
      // The application has drawn the page: only it makes the way out.
      await page.getByRole("button", { name: say(at, "session.leave") }).waitFor();
      expect(await heading.count(), "the heading of the first HTML is that of the page").toBe(1);
      expect(await page.evaluate(() => document.adoptedStyleSheets.length), "the brand is worn already").toBe(0);
      await page.evaluate(() => document.fonts.ready);
      const loaded = () =>
        page.evaluate(() => [...document.fonts].flatMap((face) => (face.status === "loaded" ? [face.family] : [])));
      expect((await loaded()).join()).toContain("Source Serif Small");
      resolve();
      await button(at, "authenticate.send").waitFor();
      expect(await shifted(page)).toBeLessThan(0.01);
    });
  });
});

/** How much of the window jumped, as Layout Instability 1 §3 counts it. */
function shifted(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const shifts = list.getEntries().map((entry): unknown => entry) as ReadonlyArray<{ readonly value: number }>;
          resolve(shifts.reduce((sum, { value }) => sum + value, 0));
        }).observe({ type: "layout-shift", buffered: true });
        setTimeout(() => resolve(0), 500);
      }),
  );
}
