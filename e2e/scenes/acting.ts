/** The act with a code, by message and by call, and what comes of it. */
import { otp_tries_max } from "@siegel/contract/limits.ts";
import { signThrough } from "../../fixtures/signer-client.ts";
import {
  askForCode,
  button,
  codeField,
  confirmDetails,
  documentShown,
  logIn,
  openDocument,
  say,
  signWith,
  wrongCode,
} from "../journey.ts";
import { type PassingScene, type Scene, sent, stopClock } from "./stage.ts";

/** The whole journey of an advanced signer. */
export const advanced: Scene = async (stage) => {
  const { page, at, show, product } = stage;
  const { url, phone } = await sent(stage, "a_signature");
  await logIn(at, url);
  await button(at, "credentials.confirm").waitFor();
  await show("credentials");
  await confirmDetails(at);
  await documentShown(at);
  await show("documents");
  await button(at, "frame.next").click();
  await button(at, "authenticate.send").waitFor();
  await show("authenticate");
  await stopClock(page);
  const code = await askForCode(at, product.demo.sandboxUrl, { phone });
  await show("code");
  await codeField(at).pressSequentially(`${wrongCode(code)}7`);
  await page.getByText(say(at, "code.surplus")).waitFor();
  await show("code-surplus");
  await signWith(at, wrongCode(code));
  // The gallery hides what is said under the code, because the reference is in it.
  await page.locator("#code-fault").waitFor({ state: "attached" });
  await page.locator("#code-fault").waitFor();
  await show("code-wrong");
  const held = Promise.withResolvers<void>();
  await page.route("**/api/signing/signWorkflow**", async (route) => {
    await held.promise;
    await route.continue();
  });
  await signWith(at, code);
  await page.getByText(say(at, "sign.busyLead")).waitFor();
  await show("signing", { underWay: true });
  held.resolve();
  await page.waitForURL(/\/summary\/finished/, { timeout: 60_000 });
  // The report is made after the last signature.
  await page.locator("tbody .file").nth(1).waitFor({ timeout: 60_000 });
  await show("finished");
};

/** A seal whose code is told by phone and guessed at too often. */
export const codeUsedUp: Scene = async (stage) => {
  const { page, at, show, pass, product } = stage;
  const { url, phone } = await sent(stage, "a_seal");
  await openDocument(at, url);
  await button(at, "frame.next").click();
  await button(at, "authenticate.send").waitFor();
  await pass("authenticate-seal");
  await stopClock(page);
  const code = await askForCode(at, product.demo.sandboxUrl, { phone, channel: "voice" });
  await show("code-by-call");
  for (let tries = 0; tries <= otp_tries_max; tries += 1) {
    const answered = page.waitForResponse("**/api/auth/checkSMS/");
    await signWith(at, wrongCode(code), "seal.now");
    await answered;
  }
  await page.locator("#code-fault").getByText(say(at, "Responses.OTP_TRIES_EXHAUSTED")).waitFor({ state: "attached" });
  await show("code-used-up");
};

/** What a seal has come to. */
export const sealed: PassingScene = async (stage) => {
  const { page, at, pass, product } = stage;
  const { url } = await sent(stage, "a_seal");
  await signThrough(product.demo, url, "a_seal");
  await logIn(at, url);
  await page.waitForURL(/\/summary\/finished/);
  await page.locator("tbody .file").first().waitFor();
  await pass("finished-seal");
};
