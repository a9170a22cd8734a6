/** Ways to an account in the browser: a new organisation, joining one, and a new password. */
import { describe, expect, it } from "vitest";
import { nextMessage } from "../../fixtures/inbox.ts";
import { administrationDe as words } from "../../packages/web/i18n/administration-de.ts";
import { administrationEn } from "../../packages/web/i18n/administration-en.ts";
import type { Person } from "../browser.ts";
import { texts } from "../journey.ts";
import { violationsOf } from "../violations.ts";
import { startWalk } from "../walk.ts";

const walk = startWalk();
const password = "Wasserkante9!";
let counted = 0;
const newAddress = (): string => {
  counted += 1;
  return `tilda${counted}.${Date.now()}@nygaard.example`;
};
const open = async ({ page }: Pick<Person, "page">, path: string) =>
  await page.goto(`${walk.product.demo.baseUrl}${path}`);

/** The link in the newest mail to an address, as a browser opens it. */
async function linkTo(email: string, about: RegExp): Promise<string> {
  const mail = await nextMessage(walk.product.demo.sandboxUrl, email, { channel: "mail", about });
  return /https?:\S+\?link=\S+/.exec(mail.text)?.[0] ?? "";
}

async function fillPerson({ page }: Pick<Person, "page">, email: string): Promise<void> {
  await page.getByLabel(words["register.firstName"]).fill("Tilda");
  await page.getByLabel(words["register.lastName"]).fill("Nygaard");
  await page.getByLabel(words["adminLogin.email"]).fill(email);
  await page.getByLabel(words["adminLogin.password"], { exact: true }).fill(password);
  await page.getByRole("checkbox").check();
}

describe("registering", () => {
  it("[A-005] [A-016] [A-035] [A-036] [A-037] [A-038] [A-039] [A-044] [A-138] makes an organisation once the mailbox is proven", async () => {
    const email = newAddress();
    await walk.withPerson({ language: "de-DE" }, async ({ page }) => {
      await open({ page }, "/adminLogin");
      await page.getByRole("link", { name: "Zugang anlegen" }).click();
      await page.waitForURL(/\/register$/);
      await page.getByRole("link", { name: words["register.new"] }).click();
      await page.waitForURL(/\/register\/new-org$/);
      await page.getByRole("button", { name: words["register.submitNew"] }).click();
      await page.getByText(words["register.consentFault"]).waitFor();
      expect(await page.getByText(texts.de["frame.required"]).count()).toBe(5);
      await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("organisation");
      await page.getByLabel(words["register.organisation"]).fill("Nygaard & Söhne");
      await page.getByLabel(words["register.phone"]).fill("040 123456");
      await page.getByRole("button", { name: words["register.submitNew"] }).click();
      await page.getByText(words["fault.registrationText"]).waitFor();
      await page.getByText(words["fault.phoneNotMobile"]).waitFor();
      expect(await violationsOf(page)).toEqual([]);
      await page.getByLabel(words["register.organisation"]).fill("Nygaard Holzbau");
      await page.getByLabel(words["register.phone"]).fill("0151 23456789");
      await fillPerson({ page }, email);
      await page.getByRole("link", { name: words["register.cancel"] }).click();
      await page.waitForURL(/\/adminLogin$/);
      await open({ page }, "/register/new-org");
      expect(await page.getByLabel(words["register.organisation"]).inputValue()).toBe("Nygaard Holzbau");
      expect(await page.getByLabel(words["adminLogin.password"], { exact: true }).inputValue()).toBe("");
      await fillPerson({ page }, email);
      await page.getByRole("button", { name: words["register.submitNew"] }).click();
      await page.waitForURL(/\/adminLogin$/);
      await page.getByText(words["Responses.REGISTER_SUCCESS"]).waitFor();
      const link = await linkTo(email, /Nygaard Holzbau/);
      await page.goto(link);
      await page.goto(link);
      await page.getByLabel(words["adminLogin.password"], { exact: true }).fill(password);
      await page.getByRole("button", { name: words["confirm.submit"] }).click();
      await page.getByRole("heading", { name: "Nygaard Holzbau ist angelegt" }).waitFor();
      expect(await violationsOf(page)).toEqual([]);
      await page.goto(link);
      await page.getByRole("heading", { name: words["link.used"] }).waitFor();
      await page.getByRole("link", { name: words["link.toLogin"] }).click();
      await page.getByLabel(words["adminLogin.email"]).fill(email);
      await page.getByLabel(words["adminLogin.password"], { exact: true }).fill(password);
      await page.getByRole("button", { name: words["adminLogin.submit"], exact: true }).click();
      await page.waitForURL(/\/admin\/tokens$/);
      await page.getByRole("banner").getByText("Nygaard Holzbau").first().waitFor();
      const steps = page.getByRole("region", { name: words["first.title"] });
      await steps.waitFor();
      expect(await steps.getByRole("link").count()).toBe(3);
      expect(await violationsOf(page)).toEqual([]);
      await page.getByRole("button", { name: words["tokens.add"], exact: true }).first().click();
      await page.getByLabel(words["tokens.nameLabel"]).fill("Mieterportal");
      await page.getByRole("dialog").getByRole("button", { name: words["tokens.add"] }).click();
      await page.getByRole("button", { name: words["tokens.keyDone"] }).click();
      await steps.getByText(words["first.done"]).waitFor();
      await steps.getByRole("link", { name: new RegExp(words["first.colleague"]) }).click();
      await page.waitForURL(/\/admin\/users$/);
      await page.getByText(words["users.none"]).waitFor();
      await page.goBack();
      await steps.getByRole("button", { name: words["first.hide"] }).click();
      await page.reload();
      await page.getByText("Mieterportal", { exact: true }).waitFor();
      expect(await steps.count()).toBe(0);
    });
  });

  it("[A-004] [A-034] [A-039] leads to the login also when the join key is wrong, and keeps what was typed", async () => {
    await walk.withPerson({ language: "de-DE", viewport: "phone", dark: true }, async ({ page }) => {
      await open({ page }, "/register");
      await page.getByRole("button", { name: words["register.submitJoin"] }).click();
      await page.getByText(words["register.consentFault"]).waitFor();
      await page.getByLabel(words["register.key"]).fill("SGL-0000");
      await fillPerson({ page }, newAddress());
      await page.getByRole("button", { name: words["register.submitJoin"] }).click();
      await page.waitForURL(/\/adminLogin$/);
      await page.getByText(words["Responses.JOIN_KEY_UNKNOWN"]).waitFor();
      await page.getByRole("link", { name: "Zugang anlegen" }).click();
      await page.getByLabel(words["register.key"]).waitFor();
      expect(await page.getByLabel(words["register.key"]).inputValue()).toBe("SGL-0000");
      expect(await page.getByLabel(words["register.firstName"]).inputValue()).toBe("Tilda");
      await page.locator("#key-fault").waitFor();
      expect(await violationsOf(page)).toEqual([]);
    });
  });
});

describe("a forgotten password", () => {
  it("[A-003] [A-006] [A-016] [A-023] [A-024] [A-025] [A-027] [A-028] [A-029] [A-031] [A-033] is replaced by the link of a mail", async () => {
    const { admin } = walk.product.demo;
    if (admin === null) throw new Error("the demo has no administrator");
    const t = administrationEn;
    await walk.withPerson({ language: "en-GB" }, async ({ page, context }) => {
      await open({ page }, "/adminLogin");
      await page.getByRole("link", { name: t["adminLogin.forgot"] }).click();
      await page.waitForURL(/\/forgot$/);
      await page.getByRole("button", { name: t["forgot.submit"] }).click();
      await page.getByText(texts.en["frame.required"]).waitFor();
      expect(await violationsOf(page)).toEqual([]);
      await page.getByLabel(t["adminLogin.email"]).fill(admin.email);
      await page.getByRole("button", { name: t["forgot.submit"] }).click();
      await page.waitForURL(/\/adminLogin$/);
      await page.getByText(t["Responses.PASSWORD_RESET_SUCCESS"]).waitFor();
      const flag = (await context.cookies()).find(({ name }) => name.endsWith("siegel_reset"));
      expect((flag?.expires ?? 0) - Date.now() / 1_000).toBeGreaterThan(1_700);
      const link = await linkTo(admin.email, /\/reset\?link=/);
      await page.goto(link);
      await page.getByLabel(t["reset.password"], { exact: true }).fill(admin.password);
      await page.getByLabel(t["reset.again"], { exact: true }).fill(admin.password);
      await page.getByRole("button", { name: t["reset.submit"] }).click();
      await page.getByText(t["Responses.RESET_PASSWORD_INVALID_SAME_PASSWORD"]).waitFor();
      expect(await violationsOf(page)).toEqual([]);
      await page.goto(`${walk.product.demo.baseUrl}/reset?link=x`);
      await page.getByRole("heading", { name: t["link.unknown"] }).waitFor();
      await page.goto(`${walk.product.demo.baseUrl}/adminLogin`);
      await page.getByLabel(t["adminLogin.email"]).fill(admin.email);
      await page.getByLabel(t["adminLogin.password"], { exact: true }).fill(admin.password);
      await page.getByRole("button", { name: t["adminLogin.submit"], exact: true }).click();
      await page.waitForURL(/\/admin\/tokens$/);
      await open({ page }, "/forgot");
      await page.waitForURL(/\/admin\/tokens$/);
    });
  });

  it("[A-028] [A-029] [A-031] opens the account with the new one", async () => {
    const email = newAddress();
    const fresh = "Speicherstadt7#";
    await walk.withPerson({ language: "de-DE" }, async ({ page }) => {
      await open({ page }, "/register/new-org");
      await page.getByLabel(words["register.organisation"]).fill("Nygaard Zimmerei");
      await fillPerson({ page }, email);
      await page.getByRole("button", { name: words["register.submitNew"] }).click();
      await page.waitForURL(/\/adminLogin$/);
      await page.goto(await linkTo(email, /\/confirm\?link=/));
      await page.getByLabel(words["adminLogin.password"], { exact: true }).fill(password);
      await page.getByRole("button", { name: words["confirm.submit"] }).click();
      await page.getByRole("heading", { name: "Nygaard Zimmerei ist angelegt" }).waitFor();
      await open({ page }, "/forgot");
      await page.getByLabel(words["adminLogin.email"]).fill(email);
      await page.getByRole("button", { name: words["forgot.submit"] }).click();
      await page.waitForURL(/\/adminLogin$/);
      await page.goto(await linkTo(email, /\/reset\?link=/));
      await page.getByLabel(words["reset.password"], { exact: true }).fill(fresh);
      await page.getByLabel(words["reset.again"], { exact: true }).fill(fresh);
      await page.getByRole("button", { name: words["reset.submit"] }).click();
      await page.waitForURL(/\/adminLogin$/);
      await page.getByText(words["Responses.RESET_PASSWORD_SUCCESS"]).waitFor();
      await page.getByLabel(words["adminLogin.email"]).fill(email);
      await page.getByLabel(words["adminLogin.password"], { exact: true }).fill(fresh);
      await page.getByRole("button", { name: words["adminLogin.submit"], exact: true }).click();
      await page.waitForURL(/\/admin\/tokens$/);
    });
  });
});
