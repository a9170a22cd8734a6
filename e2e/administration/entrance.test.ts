/** The entrance of the administration in the browser. */
import { describe, expect, it } from "vitest";
import { administrationDe } from "../../packages/web/i18n/administration-de.ts";
import type { Person } from "../browser.ts";
import { texts } from "../journey.ts";
import { violationsOf } from "../violations.ts";
import { startWalk } from "../walk.ts";

const walk = startWalk();
const words = { de: administrationDe };

function adminOf({ admin }: typeof walk.product.demo): { readonly email: string; readonly password: string } {
  if (admin === null) throw new Error("the demo has no administrator");
  return admin;
}

async function logIn({ page }: Pick<Person, "page">, password = adminOf(walk.product.demo).password): Promise<void> {
  await page.getByLabel(words.de["adminLogin.email"]).fill(adminOf(walk.product.demo).email);
  await page.getByLabel(words.de["adminLogin.password"], { exact: true }).fill(password);
  await page.getByRole("button", { name: words.de["adminLogin.submit"], exact: true }).click();
}

describe("the entrance of the administration", () => {
  it("[A-007] [A-008] [A-020] [A-052] [A-012] [A-014] [A-015] [A-054] [A-060] leads from /admin to the login and back, with the organisation's head", async () => {
    await walk.withPerson({ language: "de-DE" }, async ({ page }) => {
      await page.goto(`${walk.product.demo.baseUrl}/login`);
      await page.waitForURL(/\/adminLogin$/);
      await page.goto(`${walk.product.demo.baseUrl}/admin`);
      await page.waitForURL(/\/adminLogin$/);
      await page.getByRole("button", { name: words.de["adminLogin.submit"], exact: true }).click();
      expect(await page.getByRole("alert").allInnerTexts()).toEqual([
        texts.de["frame.required"],
        texts.de["frame.required"],
      ]);
      await page.getByLabel(words.de["adminLogin.email"]).fill("anneke");
      await page.getByRole("button", { name: words.de["adminLogin.submit"], exact: true }).click();
      await page.getByText(words.de["adminLogin.emailFault"]).waitFor();
      await logIn({ page }, "wrong");
      await page.getByText(words.de["Responses.WRONG_MAIL_OR_PW"]).waitFor();
      expect(await page.getByLabel(words.de["adminLogin.email"]).inputValue()).toBe(adminOf(walk.product.demo).email);
      await logIn({ page });
      await page.waitForURL(/\/admin\/tokens$/);
      await page.getByRole("heading", { name: words.de["section.tokens"], level: 1 }).waitFor();
      const bar = page.getByRole("navigation", { name: words.de["admin.sections"] });
      expect(await bar.locator("[aria-current=page]").innerText()).toBe(words.de["section.tokens"]);
      const head = await page.getByRole("banner").innerText();
      expect(head).toContain("Hafenwerk Wohnungsgenossenschaft eG");
      expect(head).toMatch(/Beitrittsschlüssel\s+SGL-[0-9A-Z]{26}/);
      const brand = await page.evaluate(() =>
        getComputedStyle(document.documentElement).getPropertyValue("--color-brand-fill"),
      );
      expect(brand.toLowerCase()).toBe("#0b5d7a");
      await page.getByText(words.de["tokens.ses"]).waitFor();
      expect(await violationsOf(page)).toEqual([]);
    });
  });

  it("[A-001] [A-002] [A-022] ends the session at logout and on entering the login, in every tab", async () => {
    await walk.withPerson({ language: "de-DE" }, async ({ page, context }) => {
      await page.goto(`${walk.product.demo.baseUrl}/adminLogin`);
      await logIn({ page });
      await page.waitForURL(/\/admin\/tokens$/);
      const second = await context.newPage();
      await second.goto(`${walk.product.demo.baseUrl}/notfound`);
      await page.reload();
      await page.getByText(words.de["tokens.ses"]).waitFor();
      await second.goto(`${walk.product.demo.baseUrl}/adminLogin`);
      await second.getByRole("heading", { name: words.de["adminLogin.title"] }).waitFor();
      await page.reload();
      await page.waitForURL(/\/adminLogin$/);
      await logIn({ page });
      await page.waitForURL(/\/admin\/tokens$/);
      await page.getByRole("button", { name: texts.de["session.leave"] }).click();
      await page.waitForURL(/\/adminLogin$/);
      await page.getByText(words.de["Responses.USER_SUCCESS_LOGOUT"]).waitFor();
      await second.close();
    });
  });
});
