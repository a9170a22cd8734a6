/** The pages of a qualified signer after the documents: password and code, waiting, and the way to a certificate (signer-side.md §2, §4). */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { codeIn, messagesTo, nextMessage } from "../../fixtures/inbox.ts";
import { type At, askForCode, button, codeField, confirmDetails, documentShown, logIn, say } from "../journey.ts";
import {
  meetSigner,
  noteActs,
  playCertificate,
  playHold,
  sentQualified,
  unusable,
  usable,
} from "../qualified-signer.ts";
import { startWalk } from "../walk.ts";

const walk = startWalk();
const { withPerson } = walk;

/** From the link over the documents to what comes after them. */
async function passDocuments(at: At, url: string): Promise<void> {
  await logIn(at, url);
  await confirmDetails(at);
  await documentShown(at);
  await button(at, "frame.next").click();
  await button(at, "authenticate.send").waitFor();
}

const passwordField = (at: At) => at.page.getByLabel(say(at, "qualified.password"), { exact: true });
const isMarked = (field: ReturnType<typeof codeField>) => field.getAttribute("aria-invalid");
const heading = (page: Page) => page.getByRole("heading", { level: 1 });
/** Of which code the page speaks. */
const reference = (page: Page) => page.locator(".mono").first().innerText();
/** A code that came a minute ago: another may be sent. */
const minuteAgo = "update code_delivery set created_at = created_at - interval '61 seconds' where phone = $1";

describe("password and code", () => {
  it("[S-005] [S-026] [S-165] [S-170] [S-171] [S-173] [S-174] sign: both are needed, one answer marks both, the password stays", async () => {
    const { demo, query } = walk.product;
    const who = await meetSigner(demo, "q_signature");
    const { url } = await sentQualified(demo, "q_signature", { who });
    await withPerson({ language: "de" }, async ({ page }) => {
      const at = { page, language: "de" } as const;
      const asked = noteActs(page);
      await page.clock.install();
      await passDocuments(at, url);
      await page.waitForURL(/\/authenticate2fa$/);
      // The number of the certificate, not the one that the sender gave.
      await page.getByText("+49 ••• ••48").first().waitFor();
      const first = await askForCode(at, demo.sandboxUrl, { phone: who.phone });
      await heading(page).getByText(say(at, "qualified.title")).waitFor();
      const before = await reference(page);
      await page.getByRole("timer").waitFor();

      const go = button(at, "sign.now");
      const field = passwordField(at);
      expect(await field.getAttribute("type")).toBe("password");
      // Where the person types first; that it is empty is no mistake yet.
      await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
      expect(await isMarked(field)).toBeNull();
      await field.blur();
      // What is missing is said beside the button, where nothing moves that a person is about to press.
      await page.getByText(say(at, "qualified.needsBoth")).waitFor();
      await field.fill("leuchtturm 7!");
      await page.getByRole("button", { name: say(at, "login.showPassword") }).click();
      expect(await field.getAttribute("type")).toBe("text");
      await page.getByRole("button", { name: say(at, "login.hidePassword") }).click();
      expect(await field.getAttribute("type")).toBe("password");
      await codeField(at).fill(first.slice(0, 5));
      expect(await go.getAttribute("aria-disabled")).toBe("true");
      await page.getByText(say(at, "qualified.needsCode")).waitFor();
      await codeField(at).fill(first);
      expect(await go.getAttribute("aria-disabled")).toBeNull();

      await go.click();
      await page.getByRole("alert").getByText(say(at, "qualified.wrong")).waitFor();
      expect([await isMarked(field), await isMarked(codeField(at))]).toEqual(["true", "true"]);
      expect([await field.inputValue(), await codeField(at).inputValue()]).toEqual(["leuchtturm 7!", ""]);
      expect(asked.map(({ call }) => call)).toEqual(["getSMSQualified", "checkSMS", "checkCertificatePassword"]);

      // Another code is the same call; the password stays for it.
      await query(minuteAgo, [who.phone]);
      await page.clock.fastForward(61_000);
      const seen = (await messagesTo(demo.sandboxUrl, who.phone, "sms")).length;
      await button(at, "code.retrySms").click();
      await expect.poll(() => reference(page)).not.toBe(before);
      expect(asked.at(-1)).toMatchObject({ call: "getSMSQualified", body: { resume: false } });
      expect(await field.inputValue()).toBe("leuchtturm 7!");
      expect(await isMarked(field)).toBeNull();

      const otp = codeIn(await nextMessage(demo.sandboxUrl, who.phone, { channel: "sms", seen }));
      await field.fill(who.password);
      await codeField(at).fill(otp);
      await go.click();
      await page.waitForURL(/\/summary\/finished/);
      expect(asked.slice(-3)).toMatchObject([
        { call: "checkSMS", body: { otp } },
        { call: "checkCertificatePassword", body: { password: who.password } },
        { call: "signNowQes2Fa", body: { otp, password: who.password, files: [{}] } },
      ]);
      expect(JSON.stringify(await page.evaluate(() => ({ ...sessionStorage, ...localStorage })))).not.toContain(
        who.password,
      );
    });
  });

  it("[S-006] [S-069] [S-167] [S-168] [S-170] [S-172] seal, from the quick link, and by a call alone where the phone is a fixed line", async () => {
    const { demo } = walk.product;
    const who = await meetSigner(demo, "q_seal");
    const { url } = await sentQualified(demo, "q_seal", { who, quick_login: true });
    await withPerson({ viewport: "phone" }, async ({ page }) => {
      const at = { page };
      const asked = noteActs(page);
      await page.goto(url);
      await page.waitForURL(/\/authenticate2fa$/);
      await button(at, "authenticate.send").waitFor();
      expect(await page.getByRole("radio").count()).toBe(2);
      // The pages of the others' code are not for them.
      await page.goto(page.url().replace(/2fa$/, ""));
      await page.waitForURL(/\/authenticate2fa$/);
      // An operator records mobile numbers only; older certificates may have another.
      await playCertificate(page, { ...usable, phone_type: 0 });
      await page.reload();
      await button(at, "authenticate.send").waitFor();
      expect(await page.getByRole("radio").count()).toBe(1);
      await page.getByRole("link", { name: say(at, "quick.read") }).click();
      await documentShown(at);
      await button(at, "frame.next").click();
      const otp = await askForCode(at, demo.sandboxUrl, { phone: who.phone, channel: "voice" });
      await heading(page).getByText(say(at, "qualified.titleSeal")).waitFor();
      expect(await page.getByRole("timer").count()).toBe(0);
      await passwordField(at).fill(who.password);
      await codeField(at).fill(otp);
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

  it("wait while another person has the document, and go on by themselves; a reload sends no other code", async () => {
    const { demo } = walk.product;
    const who = await meetSigner(demo, "q_signature");
    const { url } = await sentQualified(demo, "q_signature", { who });
    await withPerson({}, async ({ page }) => {
      const at = { page };
      const asked = noteActs(page);
      await playHold(page, 220);
      await page.clock.install();
      await passDocuments(at, url);
      await button(at, "authenticate.send").click();
      await heading(page).getByText(say(at, "held.title")).waitFor();
      expect(await page.getByRole("timer").innerText()).toMatch(/^3:\d\d$/);
      expect(await button(at, "authenticate.send").getAttribute("aria-disabled")).toBe("true");
      await page.clock.fastForward(11_000);
      await page.getByText(say(at, "code.referenceSms")).waitFor();
      expect(asked.map(({ call }) => call)).toEqual(["getSMSQualified", "getSMSQualified"]);
      // A reload neither sends another code nor shows the page before.
      const told = await reference(page);
      await page.reload();
      await page.getByText(told).waitFor();
      expect(asked.length).toBe(2);
    });
  });
});

describe("a signer without a certificate that can be used", () => {
  it("[S-070] [S-166] [S-191] [S-192] [S-193] is led from the quick link to identify, told why, and led on once there is one", async () => {
    const { url } = await sentQualified(walk.product.demo, "q_signature", { quick_login: true });
    await withPerson({ language: "de", viewport: "phone", dark: true }, async ({ page, context }) => {
      const at = { page, language: "de" } as const;
      // The server itself says that there is none.
      await page.goto(url);
      await page.waitForURL(/\/identify$/);
      await page.getByText(say(at, "identify.MISSING")).waitFor();
      for (const way of ["identification.card", "identification.video", "identify.inPerson"] as const)
        await page.getByRole("radio", { name: say(at, way) }).check();
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

  it("[S-069] is led to identify, and told so, who may not seal for the organisation", async () => {
    const { url } = await sentQualified(walk.product.demo, "q_seal", { quick_login: true });
    await withPerson({}, async ({ page }) => {
      await page.goto(url);
      await page.waitForURL(/\/identify$/);
      await page.getByText(/^Only people who are registered for it may seal for /).waitFor();
    });
  });
});
