/** A qualified signer after the documents: every state of their pages. */
import { button, codeField, confirmDetails, documentShown, logIn, say } from "../journey.ts";
import { code, password, playAct, playCertificate, sentQualified, unusable, usable } from "../qualified-signer.ts";
import { type PassingScene, stopClock } from "./stage.ts";

/** Password and code, and a wrong one of them. */
export const qualified: PassingScene = async ({ page, at, pass, product }) => {
  await playCertificate(page, usable);
  await playAct(page);
  await logIn(at, await sentQualified(product, "q_signature"));
  await confirmDetails(at);
  await documentShown(at);
  await button(at, "frame.next").click();
  await button(at, "authenticate.send").waitFor();
  await pass("authenticate2fa");
  await stopClock(page);
  await button(at, "authenticate.send").click();
  await page.getByText("K7Q-RX").waitFor();
  await pass("password-and-code");
  await page.getByLabel(say(at, "qualified.password"), { exact: true }).fill(`${password}x`);
  await codeField(at).fill(code);
  await button(at, "sign.now").click();
  await page.getByText(say(at, "qualified.wrong")).waitFor();
  for (const key of ["qualified.forgot", "code.help"] as const) await page.getByText(say(at, key)).click();
  await pass("password-or-code-wrong");
};

/** Another person has the document, and then no certificate can be used. */
export const qualifiedWaiting: PassingScene = async ({ page, at, pass, product }) => {
  const tell = await playCertificate(page, usable);
  await playAct(page, { heldForS: 220 });
  await stopClock(page);
  await page.goto(await sentQualified(product, "q_seal", { quick_login: true }));
  await button(at, "authenticate.send").waitFor();
  await page.getByRole("link", { name: say(at, "quick.read") }).click();
  await documentShown(at);
  await button(at, "frame.next").click();
  await button(at, "authenticate.send").click();
  await page.getByText(say(at, "held.title")).waitFor();
  await pass("document-held");
  for (const state of ["MISSING", "LOCKED"] as const) {
    tell(unusable(state));
    await page.goto(page.url().replace(/authenticate2fa.*|identify/, "identify"));
    await page
      .getByText(say(at, state === "LOCKED" ? "identify.titleLOCKED" : "identify.title"))
      .first()
      .waitFor();
    await page.getByRole("link", { name: say(at, "identify.inPersonGo") }).waitFor();
    await pass(`identify-${state.toLowerCase()}`);
  }
};
