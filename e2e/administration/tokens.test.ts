/** The section of tokens in the browser: make, find, rename, renew, disable. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { callApi } from "../../fixtures/api-call.ts";
import { administrationDe } from "../../packages/web/i18n/administration-de.ts";
import { administrationEn } from "../../packages/web/i18n/administration-en.ts";
import { texts } from "../journey.ts";
import { violationsOf } from "../violations.ts";
import { startWalk } from "../walk.ts";
import { speakGerman } from "./colleague.ts";

const walk = startWalk();
const de = administrationDe;

async function enter(page: Page): Promise<void> {
  const { admin, baseUrl } = walk.product.demo;
  if (admin === null) throw new Error("the demo has no administrator");
  await page.goto(`${baseUrl}/adminLogin`);
  await page.getByLabel(de["adminLogin.email"]).fill(admin.email);
  await page.getByLabel(de["adminLogin.password"], { exact: true }).fill(admin.password);
  await page.getByRole("button", { name: de["adminLogin.submit"], exact: true }).click();
  await page.getByRole("heading", { name: de["section.tokens"], level: 1 }).waitFor();
}

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });
const filled = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (_, key: string) => String(values[key]));

/** Makes a token and answers its key, as it is shown. */
async function make(page: Page, name: string): Promise<string> {
  await button(page, de["tokens.add"]).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(de["tokens.nameLabel"]).fill(name);
  await dialog.getByRole("button", { name: de["tokens.add"] }).click();
  const key = await dialog.getByLabel(de["tokens.keyLabel"], { exact: true }).inputValue();
  await button(page, de["tokens.keyDone"]).click();
  await row(page, name).waitFor();
  return key;
}

async function choose(page: Page, name: string, act: string): Promise<void> {
  await button(page, filled(de["tokens.actsFor"], { name })).click();
  await page.getByRole("menuitem", { name: act }).click();
}

const status = async (key: string): Promise<number> =>
  (await callApi("GET", `${walk.product.demo.baseUrl}/api/v1/usage`, { headers: { authorization: `Bearer ${key}` } }))
    .status;

describe("the section of tokens", () => {
  it("[A-064] [A-066] [A-067] [A-069] [A-071] [A-072] makes a token, shows its key once, renames it and renews its key", async () => {
    await walk.withPerson({ language: "de-DE" }, async ({ page, context }) => {
      await context.grantPermissions(["clipboard-read", "clipboard-write"]);
      await enter(page);
      await button(page, de["tokens.add"]).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("button", { name: de["tokens.add"] }).click();
      await dialog.getByRole("alert").getByText(texts.de["frame.required"]).waitFor();
      await dialog.getByLabel(de["tokens.nameLabel"]).fill("..");
      await dialog.getByRole("button", { name: de["tokens.add"] }).click();
      await dialog.getByText(de["tokens.nameDots"]).waitFor();
      await dialog.getByLabel(de["tokens.nameLabel"]).fill("Mieterportal Nord/Süd");
      await dialog.getByLabel(de["tokens.expiryLabel"]).fill("2001-01-01");
      await dialog.getByRole("button", { name: de["tokens.add"] }).click();
      await dialog.getByText(de["Responses.TOKEN_EXPIRY_INVALID"]).waitFor();
      await dialog.getByLabel(de["tokens.expiryLabel"]).fill("");
      await dialog.getByRole("button", { name: de["tokens.add"] }).click();
      await page.getByText(de["tokens.keyOnce"]).waitFor();
      expect(await violationsOf(page)).toEqual([]);
      await button(page, de["tokens.copyKey"]).click();
      const key = await page.evaluate(() => navigator.clipboard.readText());
      expect(await status(key)).toBe(200);
      await page.keyboard.press("Escape");
      await button(page, de["tokens.keyDone"]).click();
      expect(await page.content()).not.toContain(key);
      const own = row(page, "Mieterportal Nord/Süd");
      expect(await own.innerText()).toContain(`sgl_••••••••${key.slice(-4)}`);
      expect(await own.innerText()).toContain(de["tokens.never"]);

      await choose(page, "Mieterportal Nord/Süd", de["tokens.rename"]);
      expect((await page.getByRole("dialog").boundingBox())?.width).toBeLessThanOrEqual(600);
      await page.getByRole("dialog").getByLabel(de["tokens.nameLabel"]).fill("Portal");
      await page.keyboard.press("Enter");
      await row(page, "Portal").waitFor();

      await button(page, filled(de["tokens.newKeyFor"], { name: "Portal" })).click();
      await button(page, de["tokens.renewAct"]).click();
      const renewed = await page.getByLabel(de["tokens.keyLabel"], { exact: true }).inputValue();
      expect([await status(key), await status(renewed)]).toEqual([401, 200]);
      await button(page, de["tokens.keyDone"]).click();

      await page.getByRole("searchbox", { name: de["tokens.search"] }).fill(renewed.slice(-4));
      await row(page, "Demo").waitFor({ state: "detached" });
      await row(page, "Portal").waitFor();
      await page.getByRole("searchbox", { name: de["tokens.search"] }).fill("gibt es nicht");
      await page.getByText(de["tokens.notFound"]).waitFor();
      await button(page, de["tokens.showAll"]).click();
      await row(page, "Demo").waitFor();
    });
  });

  it("[A-063] [A-065] [A-067] [A-070] [A-073] [A-082] disables one and several, strikes them through and says why nothing can be done with them", async () => {
    await walk.withPerson({ language: "de-DE" }, async ({ page }) => {
      await enter(page);
      for (const name of ["Alt 1", "Alt 2", "Alt 3"]) await make(page, name);
      await choose(page, "Alt 1", de["tokens.disable"]);
      expect(await violationsOf(page)).toEqual([]);
      await page.getByRole("dialog").getByRole("button", { name: de["tokens.disable"] }).click();
      await page.getByText(filled(de["tokens.disabled"], { name: "Alt 1" })).waitFor();
      for (const name of ["Alt 2", "Alt 3"]) await page.getByLabel(filled(de["tokens.choose"], { name })).check();
      await page.getByText(filled(de["tokens.chosen"], { n: 2 })).waitFor();
      await button(page, de["tokens.disableChosen"]).click();
      await page.getByRole("dialog").getByRole("button", { name: de["tokens.disable"] }).click();
      await page.getByText(filled(de["tokens.disabledAll"], { n: 2 })).waitFor();
      await page.getByRole("button", { name: new RegExp(`^${de["tokens.filter_terminated"]}`) }).click();
      await row(page, "Demo").waitFor({ state: "detached" });
      const gone = row(page, "Alt 3");
      expect(await gone.innerText()).toContain(de["tokens.terminated"]);
      expect(
        await gone.getByText("Alt 3", { exact: true }).evaluate((of) => getComputedStyle(of).textDecorationLine),
      ).toBe("line-through");
      expect(await page.getByLabel(filled(de["tokens.choose"], { name: "Alt 3" })).isDisabled()).toBe(true);
      await button(page, filled(de["tokens.actsFor"], { name: "Alt 3" })).click();
      const item = page.getByRole("menuitem", { name: de["tokens.rename"] });
      expect(await item.getAttribute("aria-disabled")).toBe("true");
      expect(await item.innerText()).toContain(de["Responses.TOKEN_TERMINATED"]);
      await page.keyboard.press("Escape");
      expect(await violationsOf(page)).toEqual([]);
    });
  });

  it("[A-153] shows the name that another gave meanwhile, keeps what was typed, and overwrites it knowingly; on a phone, in the dark", async () => {
    await walk.withPerson({ language: "de-DE", dark: true, viewport: "phone" }, async ({ page, context }) => {
      await enter(page);
      await button(page, de["tokens.add"]).click();
      await page.getByLabel(de["tokens.nameLabel"]).fill("Both");
      await page.getByRole("dialog").getByRole("button", { name: de["tokens.add"] }).click();
      await button(page, de["tokens.keyDone"]).click();
      await button(page, filled(de["tokens.actsFor"], { name: "Both" })).click();
      await page.getByRole("menuitem", { name: de["tokens.rename"] }).click();
      const { tokens } = await page.evaluate(
        async () => (await (await fetch("/api/account/tokens?search=Both")).json()).data,
      );
      await context.request.put(`${walk.product.demo.baseUrl}/api/account/updateTokenName`, {
        data: { token_id: tokens[0].token_id, name: "Theirs" },
        headers: { origin: walk.product.demo.baseUrl },
      });
      const field = page.getByRole("dialog").getByLabel(de["tokens.nameLabel"]);
      await field.fill("Mine");
      await page.keyboard.press("Enter");
      await page.getByText(filled(de["tokens.renamedMeanwhile"], { name: "Theirs" })).waitFor();
      expect(await field.inputValue()).toBe("Mine");
      await page.keyboard.press("Enter");
      await row(page, "Mine").waitFor();
      await page
        .getByRole("link", { name: /English/ })
        .or(page.getByRole("button", { name: /English/ }))
        .click();
      await page.getByRole("button", { name: administrationEn["tokens.add"], exact: true }).waitFor();
      expect(await violationsOf(page)).toEqual([]);
      // The switch is kept for the person, and this one is everybody's.
      await speakGerman(page);
    });
  });

  it("[A-063] [A-064] shows a long list a page at a time, sorted by either column", async () => {
    await walk.withPerson({ language: "de-DE" }, async ({ page, context }) => {
      const { baseUrl } = walk.product.demo;
      await enter(page);
      const { license_id: license } = await page.evaluate(
        async () => (await (await fetch("/api/auth/adminSession")).json()).data.head,
      );
      for (let n = 1; n <= 51; n++) {
        const made = await context.request.post(
          `${baseUrl}/api/account/addToken/${license}/Reihe%20${String(n).padStart(2, "0")}`,
          { headers: { origin: baseUrl } },
        );
        expect(made.status()).toBe(200);
      }
      await page.getByRole("searchbox", { name: de["tokens.search"] }).fill("reihe");
      await page.getByText(filled(de["list.shown"], { n: 50, m: 51 })).waitFor();
      await button(page, de["list.more"]).click();
      await row(page, "Reihe 51").waitFor();
      expect(await page.getByRole("row").count()).toBe(52);
      expect(await button(page, de["list.more"]).count()).toBe(0);
      await button(page, de["tokens.name"]).click();
      await page
        .getByRole("columnheader", { name: de["tokens.name"] })
        .and(page.locator("[aria-sort=descending]"))
        .waitFor();
      await row(page, "Reihe 01").waitFor({ state: "detached" });
      expect(await page.getByRole("row").nth(1).innerText()).toContain("Reihe 51");
    });
  });
});
