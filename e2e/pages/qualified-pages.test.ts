/** The pages of a qualified signer after the documents: password and code, waiting, and the way to a certificate (signer-side.md §2, §4). */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { type At, button, codeField, confirmDetails, documentShown, logIn, say } from "../journey.ts";
import { code, password, playAct, playCertificate, sentQualified, unusable, usable } from "../qualified-signer.ts";
import { startWalk } from "../walk.ts";

const walk = startWalk();
const { withPerson } = walk;

/** From the link over the documents to what comes after them. */
async function passDocuments(at: At, url: string): Promise<void> {
  await logIn(at, url);
  await confirmDetails(at);
  await documentShown(at);
  await button(at, "frame.next").click();
}

async function toCode(at: At, channel: "sms" | "phone"): Promise<void> {
  await button(at, "authenticate.send").waitFor();
  await at.page.getByRole("radio", { name: say(at, `authenticate.${channel}`) }).check();
  await button(at, "authenticate.send").click();
  await at.page.waitForURL(new RegExp(`/authenticate2fa/twilio/${channel}$`));
}

const passwordField = (at: At) => at.page.getByLabel(say(at, "qualified.password"), { exact: true });
const isMarked = (field: ReturnType<typeof codeField>) => field.getAttribute("aria-invalid");
const heading = (page: Page) => page.getByRole("heading", { level: 1 });

describe("password and code", () => {
  it("[S-005] [S-026] [S-165] [S-170] [S-171] [S-173] [S-174] sign: both are needed, one answer marks both, the password stays", async () => {
    const url = await sentQualified(walk.product, "q_signature");
    await withPerson({ language: "de" }, async ({ page }) => {
      const at = { page, language: "de" } as const;
      await playCertificate(page, usable);
      const asked = await playAct(page);
      await page.clock.install();
      await passDocuments(at, url);
      await page.waitForURL(/\/authenticate2fa$/);
      // The number of the certificate, not the one that the sender gave.
      await page.getByText("+49 ••• ••48").first().waitFor();
      await toCode(at, "sms");
      await heading(page).getByText(say(at, "qualified.title")).waitFor();
      await page.getByText("K7Q-RX").waitFor();
      await page.getByRole("timer").waitFor();

      const go = button(at, "sign.now");
      const field = passwordField(at);
      expect(await field.getAttribute("type")).toBe("password");
      // Where the person types first; that it is empty is no mistake yet.
      await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
      expect(await isMarked(field)).toBeNull();
      await field.blur();
      await page.getByText("Benötigt", { exact: true }).waitFor();
      await page.getByText(say(at, "qualified.needsBoth")).waitFor();
      await field.fill("ankerplatz!7nord");
      await page.getByRole("button", { name: say(at, "login.showPassword") }).click();
      expect(await field.getAttribute("type")).toBe("text");
      await page.getByRole("button", { name: say(at, "login.hidePassword") }).click();
      expect(await field.getAttribute("type")).toBe("password");
      await codeField(at).fill(code.slice(0, 5));
      expect(await go.getAttribute("aria-disabled")).toBe("true");
      await page.getByText(say(at, "qualified.needsCode")).waitFor();
      await codeField(at).fill(code);
      expect(await go.getAttribute("aria-disabled")).toBeNull();

      await go.click();
      await page.getByRole("alert").getByText(say(at, "qualified.wrong")).waitFor();
      expect([await isMarked(field), await isMarked(codeField(at))]).toEqual(["true", "true"]);
      expect([await field.inputValue(), await codeField(at).inputValue()]).toEqual(["ankerplatz!7nord", ""]);
      await page.getByText(say(at, "code.triesLeft", { n: 4 })).waitFor();
      expect(asked.map(({ call }) => call)).toEqual(["getSMSQualified", "checkSMS", "checkCertificatePassword"]);

      // Another code is the same call; the password stays for it.
      await page.clock.fastForward(61_000);
      await button(at, "code.retrySms").click();
      await page.getByText("M3T-HK").waitFor();
      expect(asked.at(-1)).toMatchObject({ call: "getSMSQualified", body: { resume: false } });
      expect(await field.inputValue()).toBe("ankerplatz!7nord");
      expect(await isMarked(field)).toBeNull();

      await field.fill(password);
      await codeField(at).fill(code);
      await go.click();
      await page.waitForURL(/\/summary\/finished/);
      expect(asked.slice(-3)).toMatchObject([
        { call: "checkSMS", body: { otp: code } },
        { call: "checkCertificatePassword", body: { password } },
        { call: "signNowQes2Fa", body: { otp: code, password, auth_token: `${"0".repeat(25)}2`, files: [{}] } },
      ]);
      expect(JSON.stringify(await page.evaluate(() => ({ ...sessionStorage, ...localStorage })))).not.toContain(
        password,
      );
    });
  });

  it("[S-006] [S-167] [S-170] [S-172] seal, by a call alone where the registered phone is a fixed line", async () => {
    const url = await sentQualified(walk.product, "q_seal");
    await withPerson({ viewport: "phone" }, async ({ page }) => {
      const at = { page };
      await playCertificate(page, { ...usable, phone_type: 0 });
      const asked = await playAct(page);
      await passDocuments(at, url);
      await page.waitForURL(/\/authenticate2fa$/);
      await button(at, "authenticate.send").waitFor();
      expect(await page.getByRole("radio").count()).toBe(1);
      await toCode(at, "phone");
      await heading(page).getByText(say(at, "qualified.titleSeal")).waitFor();
      expect(await page.getByRole("timer").count()).toBe(0);
      await passwordField(at).fill(password);
      await codeField(at).fill(code);
      await button(at, "seal.now").click();
      await page.waitForURL(/\/summary\/finished/);
      expect(asked.map(({ call }) => call)).toEqual([
        "getPhoneQualified",
        "checkSMS",
        "checkCertificatePassword",
        "signNowQes2Fa",
      ]);
    });
  });

  it("wait while another person has the document, and go on by themselves; what was typed stays", async () => {
    const url = await sentQualified(walk.product, "q_signature");
    await withPerson({}, async ({ page }) => {
      const at = { page };
      await playCertificate(page, usable);
      const asked = await playAct(page, { heldForS: 220 });
      await page.clock.install();
      await passDocuments(at, url);
      await toCode(at, "sms");
      await heading(page).getByText(say(at, "held.title")).waitFor();
      expect(await page.getByRole("timer").innerText()).toMatch(/^3:\d\d$/);
      expect(await button(at, "authenticate.send").getAttribute("aria-disabled")).toBe("true");
      await page.clock.fastForward(11_000);
      await page.getByText("K7Q-RX").waitFor();
      expect(asked.map(({ call }) => call)).toEqual(["getSMSQualified", "getSMSQualified"]);
      // A reload neither sends another code nor shows the page before.
      await page.reload();
      await page.getByText("K7Q-RX").waitFor();
      expect(asked.length).toBe(2);
    });
  });
});

describe("a signer without a certificate that can be used", () => {
  it("[S-070] [S-166] [S-192] [S-193] is led from the quick link to identify, told why, and led on once there is one", async () => {
    const url = await sentQualified(walk.product, "q_signature", { quick_login: true });
    await withPerson({ language: "de", viewport: "phone", dark: true }, async ({ page, context }) => {
      const at = { page, language: "de" } as const;
      // The server itself says that there is none.
      await page.goto(url);
      await page.waitForURL(/\/identify$/);
      await page.getByText(say(at, "identify.MISSING")).waitFor();
      const opened = context.waitForEvent("page");
      await page.getByRole("link", { name: say(at, "identify.inPersonGo") }).click();
      const provider = await opened;
      await heading(provider).getByText(say(at, "inPerson.title")).waitFor();
      await provider.close();

      const tell = await playCertificate(page, unusable("LOCKED"));
      for (const state of ["LOCKED", "REVOKED", "EXPIRED", "ENDS_SOON", "UNPROVEN"] as const) {
        tell(unusable(state));
        await page.reload();
        await heading(page)
          .getByText(say(at, `identify.title${state}`))
          .waitFor();
        await page.getByText(say(at, `identify.${state}`)).waitFor();
      }
      tell(usable);
      await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
      await page.waitForURL(/\/authenticate2fa$/);
      await button(at, "authenticate.send").waitFor();
    });
  });

  it("[S-069] [S-168] is led from the quick link to password and code, or to identify who may not seal", async () => {
    const url = await sentQualified(walk.product, "q_seal", { quick_login: true });
    await withPerson({}, async ({ page }) => {
      const tell = await playCertificate(page, usable);
      await page.goto(url);
      await page.waitForURL(/\/authenticate2fa$/);
      await button({ page }, "authenticate.send").waitFor();
      // The pages of the others' code are not for them.
      await page.goto(page.url().replace(/2fa$/, ""));
      await page.waitForURL(/\/authenticate2fa$/);
      tell({ ...usable, signer_seal_identified: false });
      await page.reload();
      await page.waitForURL(/\/identify$/);
      await page.getByText(/^Only people who are registered for it may seal for /).waitFor();
    });
  });
});
