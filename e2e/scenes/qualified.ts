/** A qualified signer after the documents: every state of their pages. */
import { askForCode, button, codeField, confirmDetails, documentShown, logIn, say } from "../journey.ts";
import { meetSigner, playCertificate, playHold, sentQualified, unusable, usable } from "../qualified-signer.ts";
import { type PassingScene, type Scene, stopClock } from "./stage.ts";

/** Password and code, and a wrong one of them. */
export const qualified: Scene = async ({ page, at, show, pass, product: { demo } }) => {
  const who = await meetSigner(demo, "q_signature");
  const { url } = await sentQualified(demo, "q_signature", { who });
  await logIn(at, url);
  await confirmDetails(at);
  await documentShown(at);
  await button(at, "frame.next").click();
  await button(at, "authenticate.send").waitFor();
  await show("authenticate2fa");
  await stopClock(page);
  const code = await askForCode(at, demo.sandboxUrl, { phone: who.phone });
  await show("password-and-code");
  await page.getByLabel(say(at, "qualified.password"), { exact: true }).fill(`${who.password}x`);
  await codeField(at).fill(code);
  await button(at, "sign.now").click();
  await page.getByText(say(at, "qualified.wrong")).waitFor();
  for (const key of ["qualified.forgot", "code.help"] as const) await page.getByText(say(at, key)).click();
  await pass("password-or-code-wrong");
};

/** Another person has the document, and then no certificate can be used. */
export const qualifiedWaiting: PassingScene = async ({ page, at, pass, product: { demo } }) => {
  const tell = await playCertificate(page, usable);
  await playHold(page, 220);
  await stopClock(page);
  const { url } = await sentQualified(demo, "q_seal", { quick_login: true });
  await page.goto(url);
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
      .getByText(say(at, state === "LOCKED" ? "identify.titleLOCKED" : "identification.title"))
      .first()
      .waitFor();
    await page.getByRole("radio", { name: say(at, "identify.inPerson") }).waitFor();
    await pass(`identify-${state.toLowerCase()}`);
  }
};
