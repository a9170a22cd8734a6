/** The life of a one-time code on the page: its ring, its warnings, another code, another way (signer-side.md §4, §9). */
import { otp_expires_s, otp_resend_after_s, otp_tries_max } from "@siegel/contract/limits.ts";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { codeIn, messagesTo, nextMessage } from "../../fixtures/inbox.ts";
import { type At, askForCode, button, codeField, confirmDetails, logIn, say, signWith } from "../journey.ts";
import { onePagePdf } from "../pdf.ts";
import { person, send } from "../sender.ts";
import { startWalk } from "../walk.ts";

const walk = startWalk();
const { withPerson } = walk;

/** Up to the choice how the code shall come; the page's clock is ours from the login on. */
async function toChoice(page: Page, more: { phone?: string } = {}): Promise<{ at: At; phone: string }> {
  const signer = person("a_signature", more);
  const created = await send(walk.product.demo, onePagePdf(), [signer]);
  const at = { page };
  await page.clock.install();
  await logIn(at, created.signers[0]?.url ?? "");
  await confirmDetails(at);
  await button(at, "frame.next").click();
  await page.waitForURL(/\/authenticate$/);
  return { at, phone: signer.phone ?? "" };
}

async function toCode(page: Page, channel: "sms" | "voice"): Promise<{ at: At; phone: string; code: string }> {
  const { at, phone } = await toChoice(page);
  return { at, phone, code: await askForCode(at, walk.product.demo.sandboxUrl, { phone, channel }) };
}

const timer = (page: Page) => page.getByRole("timer");
const secondsLeft = async (page: Page): Promise<number> => {
  const [minutes = 0, seconds = 0] = (await timer(page).innerText()).split(":").map(Number);
  return minutes * 60 + seconds;
};
const ringColour = (page: Page): Promise<string> =>
  page.locator("main circle.run").evaluate((ring) => getComputedStyle(ring).stroke);

describe("a code with more than six digits", () => {
  it("is cut to six with a word about it, typed and pasted, and signs with these six [S-121]", () =>
    withPerson({}, async ({ page }) => {
      const { at, code } = await toCode(page, "sms");
      const field = codeField(at);
      const told = page.getByRole("status").filter({ hasText: say(at, "code.surplus") });
      await field.pressSequentially(code);
      expect(await told.count()).toBe(0);
      await field.press("7");
      await told.waitFor();
      expect(await field.inputValue()).toBe(code);
      await field.press("Backspace");
      expect(await told.count()).toBe(0);
      expect(await field.inputValue()).toBe(code.slice(0, 5));
      await field.evaluate(
        (input, text) => {
          const clipboardData = new DataTransfer();
          clipboardData.setData("text", text);
          input.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
        },
        `${code.slice(0, 3)} ${code.slice(3)} 99`,
      );
      await told.waitFor();
      expect(await field.inputValue()).toBe(code);
      await button(at, "sign.now").click();
      await page.waitForURL(/\/summary\/finished/, { timeout: 30_000 });
    }));
});

describe("the countdown", () => {
  it("runs down from five minutes for a text message, goes on over a reload and is right after sleep [S-115]", () =>
    withPerson({}, async ({ page }) => {
      const { at } = await toCode(page, "sms");
      const first = await secondsLeft(page);
      expect(first).toBeGreaterThan(otp_expires_s - 20);
      expect(first).toBeLessThanOrEqual(otp_expires_s);
      await page.clock.fastForward(100_000);
      await expect.poll(() => secondsLeft(page)).toBeLessThanOrEqual(first - 100);
      await page.reload();
      await timer(page).waitFor();
      expect(await secondsLeft(page)).toBeLessThanOrEqual(first - 100);
      expect(await secondsLeft(page)).toBeGreaterThan(first - 130);
      // A laptop that was closed: the clock has gone on, no timer has fired meanwhile.
      await page.clock.fastForward(otp_expires_s * 1_000);
      await page.getByText(say(at, "code.expired"), { exact: true }).first().waitFor();
      expect(await secondsLeft(page)).toBe(0);
    }));

  it("changes its colour at ten seconds and alerts at five, aloud too [S-116] [S-117]", () =>
    withPerson({}, async ({ page }) => {
      const { at } = await toCode(page, "sms");
      const calm = await ringColour(page);
      await page.clock.pauseAt(new Date((await page.evaluate(() => Date.now())) + 1_000));
      const left = await secondsLeft(page);
      await page.clock.runFor((left - 11) * 1_000);
      await expect.poll(() => secondsLeft(page)).toBe(11);
      expect(await ringColour(page)).toBe(calm);
      await page.clock.runFor(1_000);
      await expect.poll(() => secondsLeft(page)).toBe(10);
      expect(await ringColour(page)).not.toBe(calm);
      await page.getByText(say(at, "code.low")).waitFor();
      const alert = page.getByRole("alert").filter({ hasText: say(at, "code.left", { n: 5 }) });
      expect(await alert.count()).toBe(0);
      await page.clock.runFor(4_000);
      await expect.poll(() => secondsLeft(page)).toBe(6);
      expect(await alert.count()).toBe(0);
      await page.clock.runFor(1_000);
      await alert.waitFor();
      await page.clock.runFor(5_000);
      await page
        .getByRole("alert")
        .filter({ hasText: say(at, "code.expired") })
        .first()
        .waitFor();
    }));

  it("begins anew at five minutes when another code is sent, and waits a minute again [S-124]", () =>
    withPerson({}, async ({ page }) => {
      const { at, phone } = await toCode(page, "sms");
      await page.clock.fastForward(200_000);
      await expect.poll(() => secondsLeft(page)).toBeLessThan(otp_expires_s - 199);
      // For the server a minute has to pass as well.
      const past = "update code_delivery set created_at = created_at - interval '61 seconds' where phone = $1";
      expect(await walk.product.query(past, [phone])).toBeGreaterThan(0);
      await button(at, "code.retrySms").click();
      await page.getByText(say(at, "code.resent")).waitFor();
      await expect.poll(() => secondsLeft(page)).toBeGreaterThan(otp_expires_s - 10);
      expect(await secondsLeft(page)).toBeLessThanOrEqual(otp_expires_s);
      expect(await button(at, "code.retrySms").getAttribute("aria-disabled")).toBe("true");
      const code = codeIn(await nextMessage(walk.product.demo.sandboxUrl, phone, { channel: "sms", seen: 1 }));
      await signWith(at, code);
      await page.waitForURL(/\/summary\/finished/, { timeout: 30_000 });
    }));
});

describe("a call", () => {
  it("can be asked for again after its own minute, whatever was texted before; the new code signs [S-125]", () =>
    withPerson({}, async ({ page }) => {
      const { at, phone } = await toCode(page, "sms");
      await button(at, "frame.back").click();
      // Somebody who gets no text message is called at once: the minute of the texts is not that of the calls.
      await askForCode(at, walk.product.demo.sandboxUrl, { phone, channel: "voice" });
      const retry = button(at, "code.retryPhone");
      expect(await retry.getAttribute("aria-disabled")).toBe("true");
      expect(await timer(page).count()).toBe(0);
      // No countdown of its life, but when that ends, and how long until the next call.
      await page.getByText(/^Valid until \d\d:\d\d CES?T$/).waitFor();
      await page.getByText(/^Another call possible in (1:00|0:[345]\d)$/).waitFor();
      await page.clock.fastForward((otp_resend_after_s - 3) * 1_000);
      expect(await retry.getAttribute("aria-disabled")).toBe("true");
      await page.clock.fastForward(4_000);
      await expect.poll(() => retry.getAttribute("aria-disabled")).not.toBe("true");
      const past = "update code_delivery set created_at = created_at - interval '61 seconds' where phone = $1";
      expect(await walk.product.query(past, [phone])).toBeGreaterThan(0);
      await retry.click();
      const call = await nextMessage(walk.product.demo.sandboxUrl, phone, { channel: "voice", seen: 1 });
      await expect.poll(() => retry.getAttribute("aria-disabled")).toBe("true");
      await signWith(at, codeIn(call));
      await page.waitForURL(/\/summary\/finished/, { timeout: 30_000 });
    }));

  it("is all that is offered to a fixed line, and the page says why; guessed at too often, its code is valid no longer [S-111]", () =>
    withPerson({ timezone: "Asia/Tokyo" }, async ({ page }) => {
      const { at, phone } = await toChoice(page, { phone: "+493023125116" });
      await page.getByText(say(at, "authenticate.landline")).waitFor();
      expect(await page.getByRole("radio").count()).toBe(1);
      expect(await page.getByRole("radio", { name: say(at, "authenticate.sms") }).count()).toBe(0);
      const code = await askForCode(at, walk.product.demo.sandboxUrl, { phone, channel: "voice" });
      const until = page.getByText(/^Valid until \d\d:\d\d CES?T$/);
      await until.waitFor();
      for (let tries = 0; tries < otp_tries_max; tries += 1) {
        const answered = page.waitForResponse("**/api/auth/checkSMS/");
        await signWith(at, code === "000000" ? "111111" : "000000");
        await answered;
      }
      await page
        .locator("#code-fault")
        .filter({ hasText: say(at, "Responses.OTP_TRIES_EXHAUSTED") })
        .waitFor();
      expect(await until.count()).toBe(0);
      expect(await messagesTo(walk.product.demo.sandboxUrl, phone, "sms")).toEqual([]);
    }));
});
