/** The section of the own account in the browser: data, password, second factor, sessions. */
import { Secret, TOTP } from "otpauth";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { administrationDe as de } from "../../packages/web/i18n/administration-de.ts";
import { administrationEn as en } from "../../packages/web/i18n/administration-en.ts";
import { texts } from "../journey.ts";
import { violationsOf } from "../violations.ts";
import { startWalk } from "../walk.ts";
import { type Colleague, makeColleague } from "./colleague.ts";

const walk = startWalk();
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

async function logIn(page: Page, { email, password }: Colleague): Promise<void> {
  await page.goto(`${walk.product.demo.baseUrl}/adminLogin?back=/admin/account`);
  await page.getByLabel(de["adminLogin.email"], { exact: true }).fill(email);
  await page.getByLabel(de["adminLogin.password"], { exact: true }).fill(password);
  await button(page, de["adminLogin.submit"]).click();
}
const heading = (page: Page) => page.getByRole("heading", { name: de["section.account"], level: 1 });
const now = (page: Page) => page.getByLabel(de["account.passwordNow"], { exact: true });
const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });

/** At the sandbox's login service. */
async function chooseAtService(page: Page, person: RegExp, act = "Log in"): Promise<void> {
  await page.getByRole("radio", { name: person }).check();
  await button(page, act).click();
}

describe("the section of the own account", () => {
  it("[A-110] [A-111] [A-112] [A-055] changes data and password with the password before, and keeps what was typed where it is wrong", async () => {
    const who = await makeColleague(walk.product, { role: "admin" });
    await walk.withPerson({ language: "de-DE" }, async ({ page }) => {
      await logIn(page, who);
      await heading(page).waitFor();
      expect(await page.getByLabel(de["account.email"], { exact: true }).inputValue()).toBe(who.email);
      expect(await now(page).count()).toBe(0);
      await page.getByLabel(de["account.phone"]).fill("040 123456");
      await page.getByLabel(de["account.firstName"]).fill("Rahel Ida");
      await page.getByText(de["account.needsPassword"]).waitFor();
      await now(page).fill("falsch");
      await button(page, de["account.save"]).click();
      await page.getByText(de["fault.phoneNotMobile"]).waitFor();
      await page.getByLabel(de["account.phone"]).fill("0151 23456789");
      await button(page, de["account.save"]).click();
      await page.getByText(de["account.wrongPassword"]).waitFor();
      expect(await page.getByLabel(de["account.firstName"]).inputValue()).toBe("Rahel Ida");
      expect(await violationsOf(page)).toEqual([]);
      await now(page).fill(who.password);
      await button(page, de["account.save"]).click();
      await page.getByText(de["account.saved"]).waitFor();
      expect(await page.getByLabel(de["account.phone"]).inputValue()).toBe("+4915123456789");
      await page
        .getByRole("banner")
        .getByLabel(/Rahel Ida Kiewitt/)
        .waitFor();

      await page.getByRole("checkbox", { name: de["account.changePassword"] }).check();
      await button(page, de["account.changePassword"]).click();
      expect(await page.getByText(texts.de["frame.required"]).count()).toBe(2);
      await now(page).fill(who.password);
      await page.getByLabel(de["account.newPassword"], { exact: true }).fill("Speicherstadt-12!");
      await page.getByLabel(de["account.newAgain"]).fill("Speicherstadt-13!");
      await button(page, de["account.changePassword"]).click();
      await page.getByText(de["fault.passwordsDiffer"]).waitFor();
      expect(await violationsOf(page)).toEqual([]);
      await page.getByLabel(de["account.newAgain"]).fill("Speicherstadt-12!");
      await button(page, de["account.changePassword"]).click();
      await page.getByText(de["Responses.SUCCESS_CHANGE_PASSWORD"]).waitFor();
      await logIn(page, { ...who, password: "Speicherstadt-12!" });
      await heading(page).waitFor();
    });
  });

  it("[A-150] sets up an app, asks for its code at the login, takes a recovery code, and ends another device", async () => {
    const who = await makeColleague(walk.product, { role: "admin" });
    await walk.withPerson({ language: "de-DE" }, async ({ page }) => {
      await logIn(page, who);
      await button(page, de["account.appSet"]).click();
      await page.getByRole("dialog").getByLabel(de["account.passwordNow"], { exact: true }).fill(who.password);
      await button(page, de["account.askAct.app"]).click();
      await page.getByRole("img", { name: de["account.appQr"] }).waitFor();
      const secret = (await page.getByRole("dialog").locator(".app-secret").innerText()).replace(/\s/g, "");
      await page.getByLabel(de["account.appCode"]).fill("000000");
      await button(page, de["account.appConfirm"]).click();
      await page.getByText(de["Responses.WRONG_OTP"]).waitFor();
      expect(await violationsOf(page)).toEqual([]);
      await page.getByLabel(de["account.appCode"]).fill(codeOf(secret));
      await button(page, de["account.appConfirm"]).click();
      await page.getByRole("heading", { name: de["account.codesTitle"] }).waitFor();
      const codes = await page.getByRole("dialog").getByRole("listitem").allInnerTexts();
      expect(codes).toHaveLength(10);
      expect(await violationsOf(page)).toEqual([]);
      await page.keyboard.press("Escape");
      await page.getByLabel(de["account.codesKept"]).check();
      await button(page, de["account.codesDone"]).click();
      await page.getByText(/10 von 10 übrig/).waitFor();

      await walk.withPerson({ language: "de-DE", viewport: "phone", dark: true }, async ({ page: phone }) => {
        await logIn(phone, who);
        await phone.getByRole("heading", { name: de["adminLogin.codeTitle"] }).waitFor();
        await button(phone, de["adminLogin.submit"]).click();
        await phone.getByText(texts.de["frame.required"]).waitFor();
        await phone.getByLabel(de["adminLogin.code"], { exact: true }).fill("123456");
        await button(phone, de["adminLogin.submit"]).click();
        await phone.getByText(de["Responses.WRONG_OTP"]).waitFor();
        expect(await violationsOf(phone)).toEqual([]);
        await phone.getByLabel(de["adminLogin.code"], { exact: true }).fill(codes[0] ?? "");
        await button(phone, de["adminLogin.submit"]).click();
        await heading(phone).waitFor();
        await phone.getByText(/9 von 10 übrig/).waitFor();
        expect(await violationsOf(phone)).toEqual([]);

        await page.reload();
        await page.getByText(de["account.thisDevice"]).waitFor();
        await page.getByRole("button", { name: new RegExp(`^${de["account.endSession"]}: `) }).click();
        await page.getByText(de["account.sessionEnded"]).waitFor();
        await phone.reload();
        await phone.waitForURL(/\/adminLogin/);
      });

      await logIn(page, who);
      await page.getByLabel(de["adminLogin.code"], { exact: true }).fill(codeOf(secret, 1));
      await page.keyboard.press("Enter");
      await button(page, de["account.appRemove"]).click();
      await page.getByRole("dialog").getByLabel(de["account.passwordNow"], { exact: true }).fill(who.password);
      await page.getByRole("dialog").getByRole("button", { name: de["account.askAct.remove"] }).click();
      await page.getByText(de["account.removed"]).waitFor();
      await page.getByText(de["account.appNone"]).waitFor();
    });
  });

  it("[A-151] adds a passkey, logs in with it, renames and removes it; nothing that was answered once opens anything again", async () => {
    const who = await makeColleague(walk.product, { role: "admin" });
    await walk.withPerson({ language: "de-DE" }, async ({ page, context }) => {
      const device = await context.newCDPSession(page);
      await device.send("WebAuthn.enable");
      const options = {
        protocol: "ctap2",
        transport: "internal",
        hasResidentKey: true,
        hasUserVerification: true,
      } as const;
      const { authenticatorId } = await device.send("WebAuthn.addVirtualAuthenticator", {
        options: { ...options, isUserVerified: true, automaticPresenceSimulation: true },
      });
      await logIn(page, who);
      await button(page, de["account.passkeyAdd"]).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel(de["account.passkeyName"], { exact: true }).fill("Laptop");
      await dialog.getByRole("button", { name: de["account.passkeyAdd"] }).click();
      await dialog.getByText(texts.de["frame.required"]).waitFor();
      expect(await violationsOf(page)).toEqual([]);
      await now(page).fill(who.password);
      await dialog.getByRole("button", { name: de["account.passkeyAdd"] }).click();
      await page.getByText(de["account.passkeyAdded"]).waitFor();
      await page.getByText("Passkey „Laptop“").waitFor();

      await page.goto(`${walk.product.demo.baseUrl}/adminLogin?back=%2Fadmin%2Faccount`);
      const sent = page.waitForRequest(/passkeyLogin$/);
      await button(page, de["adminLogin.passkey"]).click();
      await heading(page).waitFor();
      await page.getByText(/Passkey „Laptop“/).waitFor();
      await page
        .getByText(/zuletzt benutzt/)
        .first()
        .waitFor();
      const replayed = await context.request.post(`${walk.product.demo.baseUrl}/api/auth/passkeyLogin`, {
        data: (await sent).postDataJSON(),
        headers: { origin: walk.product.demo.baseUrl },
      });
      expect([replayed.status(), ((await replayed.json()) as { code: string }).code]).toEqual([403, "PASSKEY_UNKNOWN"]);

      await button(page, de["account.passkeyRenameOf"].replace("{name}", "Laptop")).click();
      await dialog.getByLabel(de["account.passkeyName"], { exact: true }).fill("Büro");
      await dialog.getByRole("button", { name: de["account.passkeyRename"] }).click();
      await button(page, de["account.passkeyRemoveOf"].replace("{name}", "Büro")).click();
      await now(page).fill(who.password);
      await dialog.getByRole("button", { name: de["account.passkeyRemove"] }).click();
      await page.getByText(de["account.passkeyRemoved"]).waitFor();

      // The device still has it; the service knows it no more. Who is not verified by the device gets no further.
      await page.goto(`${walk.product.demo.baseUrl}/adminLogin`);
      await button(page, de["adminLogin.passkey"]).click();
      await page.getByText(de["Responses.PASSKEY_UNKNOWN"]).waitFor();
      await device.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: false });
      await button(page, de["adminLogin.passkey"]).click();
      await page.getByText(de["adminLogin.passkeyFailed"]).waitFor({ timeout: 20_000 });
      expect(await violationsOf(page)).toEqual([]);
    });
  });

  it("[A-152] links the login service, logs in with it, turns passwords off and on, and says what went wrong on the way", async () => {
    const who = await makeColleague(walk.product, { role: "admin" });
    const label = "Sandbox";
    const visits = walk.product.demo.sandboxUrl;
    const viaService = async (page: Page, person: RegExp, act = "Log in") => {
      await page.goto(`${walk.product.demo.baseUrl}/adminLogin?back=/admin/account`);
      await button(page, de["oidc.button"].replace("{label}", label)).click();
      await chooseAtService(page, person, act);
    };
    await walk.withPerson({ language: "de-DE", visits }, async ({ page }) => {
      const dialog = page.getByRole("dialog");
      await logIn(page, who);
      await button(page, de["oidc.link"]).click();
      await now(page).fill("falsch");
      await button(page, de["oidc.linkGo"].replace("{label}", label)).click();
      await page.getByText(de["account.passwordWrong"]).waitFor();
      expect(await violationsOf(page)).toEqual([]);
      await now(page).fill(who.password);
      await button(page, de["oidc.linkGo"].replace("{label}", label)).click();
      await page.getByText("Login service of the demo").first().waitFor();
      expect(await violationsOf(page)).toEqual([]);
      await chooseAtService(page, /Jonas/);
      await page.getByText(de["oidc.linked"]).waitFor();
      await page.getByText(/noch nicht benutzt/).waitFor();
      expect(await violationsOf(page)).toEqual([]);

      // Before the first login with it passwords stay on, and the page says why.
      await page.goto(`${walk.product.demo.baseUrl}/admin/organisation`);
      await page.getByText(de["Responses.OIDC_NOT_USED_YET"]).waitFor();
      await viaService(page, /Jonas/);
      await heading(page).waitFor();
      await page.goto(`${walk.product.demo.baseUrl}/admin/organisation`);
      await button(page, de["passwords.turnOff"]).click();
      await now(page).fill(who.password);
      expect(await violationsOf(page)).toEqual([]);
      await dialog.getByRole("button", { name: de["passwords.turnOff"] }).click();
      await page.getByText(de["passwords.nowOff"]).waitFor();
      await page.getByText(de["passwords.off"], { exact: true }).waitFor();
      await page.goto(`${walk.product.demo.baseUrl}/admin/account`);
      await page.getByText(de["Responses.OIDC_NEEDED"]).waitFor();
      expect(await violationsOf(page)).toEqual([]);
      await logIn(page, who);
      await page.getByText(de["Responses.PASSWORD_LOGIN_OFF"]).waitFor();
    });

    await walk.withPerson({ language: "de-DE", viewport: "phone", dark: true, visits }, async ({ page }) => {
      await viaService(page, /Mirjam/);
      await page.getByText(de["Responses.OIDC_NOT_LINKED"]).waitFor();
      expect(await violationsOf(page)).toEqual([]);
      await page.reload();
      await page.getByText(de["Responses.OIDC_ATTEMPT_OVER"]).waitFor();
      await viaService(page, /Jonas/, "Cancel");
      await page.getByText(de["Responses.OIDC_REFUSED"]).waitFor();
      // From there it goes on without the login page.
      await button(page, de["oidc.button"].replace("{label}", label)).click();
      await chooseAtService(page, /Jonas/);
      await heading(page).waitFor();
      await page.goto(`${walk.product.demo.baseUrl}/admin/organisation`);
      await button(page, de["passwords.turnOn"]).click();
      await now(page).fill(who.password);
      await page.getByRole("dialog").getByRole("button", { name: de["passwords.turnOn"] }).click();
      await page.getByText(de["passwords.nowOn"]).waitFor();
      expect(await violationsOf(page)).toEqual([]);
      await page.goto(`${walk.product.demo.baseUrl}/admin/account`);
      await button(page, de["oidc.unlink"]).click();
      await now(page).fill(who.password);
      await page.getByRole("dialog").getByRole("button", { name: de["oidc.unlink"] }).click();
      await page.getByText(de["oidc.unlinked"]).waitFor();
      await page.goto(`${walk.product.demo.baseUrl}/oidc?code=made-up&state=made-up`);
      await page.getByText(de["Responses.OIDC_ATTEMPT_UNKNOWN"]).waitFor();
    });
  });

  it("[A-009] [S-010] [S-016] somebody with the role user reads what they may do wherever they go, and changes their own account", async () => {
    const who = await makeColleague(walk.product, { role: "user" });
    await walk.withPerson({ language: "de-DE" }, async ({ page }) => {
      await logIn(page, who);
      await heading(page).waitFor();
      expect(await page.getByRole("navigation", { name: de["admin.sections"] }).count()).toBe(0);
      const brand = await page.evaluate(() =>
        getComputedStyle(document.documentElement).getPropertyValue("--color-brand-fill"),
      );
      expect(brand.trim().toLowerCase()).toBe("#0b5d7a");
      await page.getByRole("link", { name: de["account.back"] }).click();
      const title = de["roleUser.title"].replace("{name}", "Rahel Kiewitt");
      await page.getByRole("heading", { name: title, level: 1 }).waitFor();
      expect(await violationsOf(page)).toEqual([]);
      for (const section of ["users", "organisation", "tokens"]) {
        await page.goto(`${walk.product.demo.baseUrl}/admin/${section}`);
        await page.getByRole("heading", { name: title, level: 1 }).waitFor();
      }
      await page.getByRole("contentinfo").getByText("English", { exact: true }).click();
      await page.getByText(en["roleUser.own"]).waitFor();
      // On another device that has chosen nothing, the next login speaks it.
      await walk.withPerson({ language: "de-DE" }, async ({ page: other }) => {
        await logIn(other, who);
        await other.getByRole("heading", { name: en["section.account"], level: 1 }).waitFor();
      });
    });
  });
});
