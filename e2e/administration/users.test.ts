/** The section of users in the browser: invite, let in, change, switch off, delete. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { callApi } from "../../fixtures/api-call.ts";
import { nextMessage } from "../../fixtures/inbox.ts";
import { administrationDe as de } from "../../packages/web/i18n/administration-de.ts";
import { administrationEn as en } from "../../packages/web/i18n/administration-en.ts";
import { texts } from "../journey.ts";
import { violationsOf } from "../violations.ts";
import { startWalk } from "../walk.ts";
import { makeColleague } from "./colleague.ts";

const walk = startWalk();
const password = "Wasserkante9!";
const button = (page: Page, name: string | RegExp) =>
  page.getByRole("button", typeof name === "string" ? { name, exact: true } : { name });
const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });
const filled = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (_, key: string) => String(values[key]));

async function enter(page: Page, words: typeof de | typeof en, section: "section.users" | "section.organisation") {
  await page.goto(`${walk.product.demo.baseUrl}/adminLogin`);
  const language = words === de ? "de" : "en";
  await logIn(page, words, await makeColleague(walk.product, { role: "admin", firstName: "Jonas", language }));
  await page.getByRole("link", { name: words[section], exact: true }).click();
  await page.getByRole("heading", { name: words[section], level: 1 }).waitFor();
}

async function logIn(
  page: Page,
  words: typeof de | typeof en,
  who: { readonly email: string; readonly password: string },
) {
  await page.getByLabel(words["adminLogin.email"]).fill(who.email);
  await page.getByLabel(words["adminLogin.password"], { exact: true }).fill(who.password);
  await button(page, words["adminLogin.submit"]).click();
  await page.waitForURL(/\/admin\//);
}

async function choose(page: Page, words: typeof de | typeof en, name: string, act: string): Promise<void> {
  await button(page, filled(words["users.actsFor"], { name })).click();
  await page.getByRole("menuitem", { name: act }).click();
}

async function linkTo(email: string, about: RegExp): Promise<string> {
  const mail = await nextMessage(walk.product.demo.sandboxUrl, email, { channel: "mail", about });
  return /https?:\S+\?link=\S+/.exec(mail.text)?.[0] ?? "";
}

describe("the section of users", () => {
  it("[A-010] [A-084] [A-085] [A-086] [A-148] invites a person, who makes an account, and changes, switches off and deletes them", async () => {
    const email = `mirjam.${Date.now()}@hafenwerk.example`;
    await walk.withPerson({ language: "de-DE" }, async ({ page }) => {
      await enter(page, de, "section.users");
      await button(page, de["users.invite"]).first().click();
      const dialog = page.getByRole("dialog");
      await button(page, de["users.sendInvitation"]).click();
      await dialog.getByText(texts.de["frame.required"]).waitFor();
      expect(await violationsOf(page)).toEqual([]);
      await dialog.getByLabel(de["adminLogin.email"], { exact: true }).fill(email);
      await dialog.getByRole("radio", { name: de["users.admin"] }).check();
      await button(page, de["users.sendInvitation"]).click();
      await row(page, email).getByText(de["users.invited"]).last().waitFor();
      expect(await page.getByRole("columnheader", { name: de["users.name"] }).getAttribute("aria-sort")).toBe(
        "ascending",
      );
      expect(await page.getByRole("combobox").count()).toBe(0);
      expect(await violationsOf(page)).toEqual([]);

      const link = await linkTo(email, /lädt Sie ein|Einladung/);
      await walk.withPerson({ language: "en-GB", viewport: "phone", dark: true }, async ({ page: theirs }) => {
        await theirs.goto(link);
        await theirs.getByRole("heading", { name: /invites you/ }).waitFor();
        expect(await theirs.getByLabel(en["invitation.address"]).inputValue()).toBe(email);
        await button(theirs, en["invitation.submit"]).click();
        await theirs.getByText(en["register.consentFault"]).waitFor();
        expect(await theirs.getByText(texts.en["frame.required"]).count()).toBe(3);
        expect(await violationsOf(theirs)).toEqual([]);
        await theirs.getByLabel(en["register.firstName"]).fill("Mirjam");
        await theirs.getByLabel(en["register.lastName"]).fill("Sørlund");
        await theirs.getByLabel(en["adminLogin.password"], { exact: true }).fill(password);
        await theirs.getByRole("checkbox").check();
        await button(theirs, en["invitation.submit"]).click();
        await theirs.waitForURL(/\/adminLogin$/);
        await logIn(theirs, en, { email, password });
        await theirs.getByRole("heading", { name: en["section.tokens"], level: 1 }).waitFor();

        await page.reload();
        const own = row(page, "Mirjam Sørlund");
        await own.getByText(de["users.active"]).last().waitFor();
        expect(await own.innerText()).toContain(de["users.admin"]);
        await choose(page, de, "Mirjam Sørlund", de["users.changeRole"]);
        await page.getByRole("radio", { name: de["users.user"] }).check();
        await button(page, de["users.changeRole"]).last().click();
        await page
          .getByText(filled(de["users.roleDone"], { name: "Mirjam Sørlund", role: de["users.user"] }))
          .waitFor();
        // Whoever loses the role is out at the next call.
        await theirs.reload();
        await theirs.waitForURL(/\/adminLogin/);
        await theirs.goto(link);
        await theirs.getByRole("heading", { name: en["link.used"] }).waitFor();
      });

      await choose(page, de, "Mirjam Sørlund", de["users.disable"]);
      await page.getByRole("dialog").getByRole("button", { name: de["users.disable"] }).click();
      await page.getByText(filled(de["users.disabledDone"], { name: "Mirjam Sørlund" })).waitFor();
      await button(page, new RegExp(`^${de["users.filter_disabled"]}`)).click();
      await page.getByLabel(filled(de["users.choose"], { name: "Mirjam Sørlund" })).check();
      await button(page, de["users.enable"]).click();
      await page.getByText(filled(de["users.enabledDone"], { name: "Mirjam Sørlund" })).waitFor();
      await button(page, new RegExp(`^${de["users.filter_all"]} ?\\d`)).click();
      await page.getByRole("searchbox", { name: de["users.search"] }).fill("sørl");
      await page.getByLabel(filled(de["users.choose"], { name: "Mirjam Sørlund" })).check();
      await page.getByText(filled(de["users.chosen"], { n: 1 })).waitFor();
      await button(page, de["users.delete"]).click();
      expect(await violationsOf(page)).toEqual([]);
      await page.getByRole("dialog").getByRole("button", { name: de["users.delete"] }).click();
      await page.getByText(filled(de["users.deletedDone"], { name: "Mirjam Sørlund" })).waitFor();
      await page.getByText(de["users.notFound"]).waitFor();
      await button(page, de["users.showAll"]).click();

      const self = row(page, de["users.you"]).first();
      await self.getByRole("button").click();
      const item = page.getByRole("menuitem", { name: de["users.changeRole"] });
      expect(await item.getAttribute("aria-disabled")).toBe("true");
      expect(await item.innerText()).toContain(de["Responses.CANNOT_CHANGE_OWN_ROLE"]);
      await page.keyboard.press("Escape");
    });
  });

  it("[A-040] [A-053] lets in and refuses people who asked with the join key, on a phone in the dark", async () => {
    const { baseUrl } = walk.product.demo;
    await walk.withPerson({ language: "en-GB", viewport: "phone", dark: true }, async ({ page }) => {
      await enter(page, en, "section.organisation");
      const key = await page.getByRole("textbox", { name: en["joinKey.title"], exact: true }).inputValue();
      expect(await page.getByRole("banner").innerText()).not.toContain(key);
      for (const first_name of ["Tilda", "Fabian"]) {
        const e_mail = `${first_name.toLowerCase()}.${Date.now()}@elsewhere.example`;
        const person = { first_name, last_name: "Wrede", e_mail, password, language: "en" };
        const body = { organizationAdministrator: person, license_key_id: key };
        expect((await callApi("POST", `${baseUrl}/api/account/addAccountAdministrator`, { body })).status).toBe(200);
        const link = new URL(await linkTo(e_mail, /join/)).searchParams.get("link");
        const proof = { body: { link, password } };
        expect((await callApi("POST", `${baseUrl}/api/account/confirmMailbox`, proof)).status).toBe(200);
      }
      await page.getByRole("link", { name: en["section.users"], exact: true }).click();
      await page.getByRole("heading", { name: filled(en["users.waitingMany"], { n: 2 }) }).waitFor();
      await page
        .getByText(filled(en["users.otherDomain"], { domain: "hafenwerk.example" }))
        .first()
        .waitFor();
      expect(await violationsOf(page)).toEqual([]);
      await button(page, `${en["users.letIn"]} Tilda Wrede`).click();
      const letIn = page.getByRole("dialog");
      await letIn.getByText(/^tilda\..*@elsewhere\.example$/).waitFor();
      expect(await letIn.getByRole("radio", { name: en["users.user"] }).isChecked()).toBe(true);
      await letIn.getByRole("button", { name: en["users.letIn"] }).click();
      await page.getByText(filled(en["users.letInDone"], { name: "Tilda Wrede", role: en["users.user"] })).waitFor();
      await page.getByRole("heading", { name: en["users.waitingOne"] }).waitFor();
      await button(page, `${en["users.refuse"]} Fabian Wrede`).click();
      await page.getByRole("dialog").getByRole("button", { name: en["users.refuse"] }).click();
      await page.getByText(filled(en["users.refusedDone"], { name: "Fabian Wrede" })).waitFor();
      await row(page, "Fabian Wrede").waitFor({ state: "detached" });
      await row(page, "Tilda Wrede").waitFor();

      await page.getByRole("link", { name: en["section.organisation"], exact: true }).click();
      await button(page, en["joinKey.renew"]).click();
      await page.getByRole("dialog").getByRole("button", { name: en["joinKey.renew"] }).click();
      await page.getByText(en["joinKey.renewed"]).waitFor();
      expect(await page.getByRole("textbox", { name: en["joinKey.title"], exact: true }).inputValue()).not.toBe(key);
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.getByRole("banner").getByText("SGL-").waitFor();
    });
  });
});
