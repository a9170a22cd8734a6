/** The operator's desk in the browser: login with the app, an organisation, its register check, licence and people. */
import { Secret, TOTP } from "otpauth";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { administrationDe } from "../../packages/web/i18n/administration-de.ts";
import { administrationEn } from "../../packages/web/i18n/administration-en.ts";
import { operatorDe } from "../../packages/web/i18n/operator-de.ts";
import { operatorEn } from "../../packages/web/i18n/operator-en.ts";
import { texts } from "../journey.ts";
import { violationsOf } from "../violations.ts";
import { startWalk } from "../walk.ts";

// Four eyes change what counts for everybody: a product of its own.
const walk = startWalk({ SIEGEL_FOUR_EYES: "on" });
const de = { ...texts.de, ...administrationDe, ...operatorDe };
const en = { ...texts.en, ...administrationEn, ...operatorEn };
type Words = typeof de | typeof en;
const name = "Hafenwerk Wohnungsgenossenschaft eG";

const button = (page: Page, text: string) => page.getByRole("button", { name: text, exact: true });
const filled = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (_, key: string) => String(values[key]));
const today = () => new Date().toISOString().slice(0, 10);

function operator() {
  const { operator: found } = walk.product.demo;
  if (found === null) throw new Error("the demo has no operator");
  return found;
}

async function enterPassword(page: Page, words: Words): Promise<void> {
  const { email, password } = operator();
  await page.getByLabel(words["adminLogin.email"]).fill(email);
  await page.getByLabel(words["adminLogin.password"], { exact: true }).fill(password);
  await button(page, words["frame.next"]).click();
  await page.getByRole("heading", { level: 1, name: words["operator.login_app"] }).waitFor();
}

async function openOrganisation(page: Page, words: Words): Promise<void> {
  await page.getByRole("link", { name: words["operator.section_organisations"], exact: true }).click();
  await page.getByLabel(words["operator.search"]).fill("nothing like it");
  await page.getByText(words["operator.notFound"], { exact: true }).waitFor();
  await button(page, words["operator.showAll"]).click();
  await page.getByRole("link", { name }).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole("link", { name }).click();
  await page.getByRole("heading", { level: 1, name }).waitFor();
}

async function checkRegister(page: Page, words: Words): Promise<void> {
  await button(page, words["operator.checkAgain"]).click();
  await page.getByLabel(words["operator.sure"]).check();
  await button(page, words["operator.handOn"]).click();
  await page.getByText(words["frame.required"]).first().waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByLabel(words["operator.field_extract_reference"]).fill("Amtsgericht Hamburg, GnR 9999");
  await page.getByLabel(words["operator.field_extract_day"]).fill("2020-01-01");
  await button(page, words["operator.handOn"]).click();
  await page.getByText(words["Responses.REGISTER_EXTRACT_OLD"]).waitFor();
  await page.getByLabel(words["operator.field_extract_day"]).fill(today());
  await button(page, words["operator.handOn"]).click();
  await page.getByText(words["operator.notYou"], { exact: true }).waitFor();
  expect(await button(page, words["operator.confirm"]).count()).toBe(0);
  expect(await violationsOf(page)).toEqual([]);
  await button(page, words["operator.withdraw"]).click();
  await page.getByText(words["operator.notYou"], { exact: true }).waitFor({ state: "detached" });
}

async function changeLicence(page: Page, words: Words): Promise<void> {
  await button(page, words["operator.changeLicence"]).click();
  const dialog = page.getByRole("dialog");
  const qes = dialog.getByRole("group", { name: words["tokens.qes"] });
  await qes.getByLabel(words["operator.limit"]).fill("many");
  await button(page, words["operator.save"]).click();
  await dialog.getByRole("alert").first().waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await qes.getByLabel(words["operator.limit"]).fill("250");
  await qes.getByLabel(words["operator.feeCents"]).fill("210");
  await button(page, words["operator.save"]).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByText(/2[.,]10/).waitFor();
}

async function switchPerson(page: Page, words: Words): Promise<void> {
  const person = { name: "Frauke Petersen" };
  for (const [ask, act] of [
    ["operator.disableName", "users.disable"],
    ["operator.enableName", "users.enable"],
  ] as const) {
    await button(page, filled(words[ask], person)).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: words[act], exact: true }).click();
    await dialog.waitFor({ state: "detached" });
  }
  await button(page, filled(words["operator.disableName"], person)).waitFor();
}

/** Gives them an app, and takes it away again as they lost it. */
async function removeFactor(page: Page, words: Words): Promise<void> {
  const app =
    "insert into administrator_totp (administrator_id, secret_sealed, since) select administrator_id, 'x', now() from administrator";
  expect(await walk.product.query(app, [])).toBe(1);
  await page.reload();
  const remove = button(page, filled(words["operator.removeFactorName"], { name: "Frauke Petersen" }));
  await remove.click();
  const dialog = page.getByRole("dialog");
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole("button", { name: words["operator.removePerson"], exact: true }).click();
  await dialog.waitFor({ state: "detached" });
  await remove.waitFor({ state: "detached" });
}

async function switchOrganisation(page: Page, words: Words): Promise<void> {
  await button(page, words["operator.deactivate"]).click();
  await page.getByLabel(words["operator.reason"]).fill("Vertrag zum 31.12. gekündigt.");
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole("dialog").getByRole("button", { name: words["operator.deactivate"] }).click();
  await button(page, words["operator.activate"]).click();
  await page.getByRole("dialog").getByRole("button", { name: words["operator.activate"] }).click();
  await button(page, words["operator.deactivate"]).waitFor();
}

describe("the operator's desk", () => {
  it("[A-019] [A-076] [A-125] is walked through in German: app, register, licence, people, on and off", async () => {
    await walk.withPerson({ language: "de-DE" }, async ({ page }) => {
      await page.goto(`${walk.product.demo.baseUrl}/operator`);
      await page.getByRole("heading", { level: 1, name: de["operator.login_password"] }).waitFor();
      expect(await violationsOf(page)).toEqual([]);
      await enterPassword(page, de);
      await page.getByLabel(de["operator.code_app"]).fill("000000");
      await button(page, de["adminLogin.submit"]).click();
      await page.getByText(de["Responses.WRONG_OTP"]).waitFor();
      expect(await violationsOf(page)).toEqual([]);
      const code = new TOTP({ secret: Secret.fromBase32(operator().totp_secret) }).generate();
      await page.getByLabel(de["operator.code_app"]).fill(code);
      await button(page, de["adminLogin.submit"]).click();
      await page.getByText(de["operator.allWell"]).waitFor();
      expect(await violationsOf(page)).toEqual([]);
      await openOrganisation(page, de);
      expect(await violationsOf(page)).toEqual([]);
      await checkRegister(page, de);
      await changeLicence(page, de);
      await switchPerson(page, de);
      await switchOrganisation(page, de);
      await button(page, de["session.leave"]).click();
      await page.getByRole("heading", { level: 1, name: de["operator.login_password"] }).waitFor();
    });
  });

  it("is the same in English on a phone in the dark, with a recovery code, and removes a lost factor; a session that is over leads to the login", async () => {
    await walk.withPerson({ language: "en-GB", viewport: "phone", dark: true }, async ({ page }) => {
      await page.goto(`${walk.product.demo.baseUrl}/operator/organisations`);
      await enterPassword(page, en);
      await button(page, en["operator.other_app"]).click();
      await page.getByLabel(en["operator.code_recovery"]).fill(operator().recovery_codes[0] ?? "");
      await button(page, en["adminLogin.submit"]).click();
      await openOrganisation(page, en);
      expect(await violationsOf(page)).toEqual([]);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(wide).toBeLessThanOrEqual(0);
      await changeLicence(page, en);
      await removeFactor(page, en);
      await page.context().clearCookies();
      await page.getByRole("link", { name: en["operator.section_overview"], exact: true }).click();
      await page.getByLabel(en["adminLogin.email"]).waitFor();
    });
  });
});
