/** A signer's steps in the browser, by role and name only, as a person or a screen reader finds them. */
import { de } from "@siegel/web/i18n/de.ts";
import { en } from "@siegel/web/i18n/en.ts";
import type { Locator, Page } from "playwright-core";
import { codeIn, messagesTo, nextMessage } from "../fixtures/inbox.ts";

/** The texts of both languages, as shown. */
export const texts = { de, en } as const;
type Key = keyof typeof en;

/** One person's page and the language it is in. */
export type At = { readonly page: Page; readonly language?: "de" | "en" };

/** A text of the catalogue with its placeholders filled and its markup taken out. */
export function say(at: At, key: Key, values: Record<string, string | number> = {}): string {
  const text: string = texts[at.language ?? "en"][key];
  return text.replace(/<\/?\w+>/g, "").replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));
}

/** The button with a catalogue text. */
export const button = (at: At, key: Key): Locator => at.page.getByRole("button", { name: say(at, key), exact: true });

/** The button that leads in: 'Log in' where there is a password, 'Continue' where there is none. */
export function entryButton(at: At): Locator {
  const names = [say(at, "login.submit"), say(at, "login.continue")];
  return at.page.getByRole("button", { name: new RegExp(`^(?:${names.join("|")})$`) });
}

/** Opens a link, ticks the terms where they are shown, gives the password where one is asked for, and logs in. */
export async function logIn(at: At, url: string, password?: string): Promise<void> {
  await at.page.goto(url);
  await entryButton(at).waitFor();
  if (password !== undefined) await at.page.getByLabel(say(at, "login.password"), { exact: true }).fill(password);
  const terms = at.page.getByRole("checkbox");
  if ((await terms.count()) > 0) await terms.check();
  await entryButton(at).click();
}

/** From login to the documents. */
export async function confirmDetails(at: At): Promise<void> {
  await button(at, "credentials.confirm").click();
  await at.page.waitForURL(/\/documents/);
}

/** Waits until the first page is painted. */
export async function documentShown(at: At): Promise<void> {
  await at.page.locator("canvas").first().waitFor({ timeout: 20_000 });
}

/** From the link to the first document, painted. */
export async function openDocument(at: At, url: string): Promise<void> {
  await logIn(at, url);
  await confirmDetails(at);
  await documentShown(at);
}

/** Confirms the open one of several documents: the next that is not confirmed opens, after the last one the list. */
export async function confirmDocument(
  at: At,
  key: "viewer.confirm" | "viewer.confirmRead" = "viewer.confirm",
): Promise<void> {
  const document = at.page.url();
  await button(at, key).click();
  await at.page.waitForURL((url) => url.href !== document);
}

/** The same, and back to the list. */
export async function confirmToList(at: At, key?: "viewer.confirm" | "viewer.confirmRead"): Promise<void> {
  await confirmDocument(at, key);
  if (new URL(at.page.url()).searchParams.has("file")) await leaveDocument(at);
}

/** Back from a document: beside the way on, on a phone above the pages. */
export async function leaveDocument(at: At): Promise<void> {
  await button(at, "frame.back").or(button(at, "viewer.toList")).last().click();
}

/** Unfolds the fields, which a phone folds away at first. */
export async function unfoldFields(at: At): Promise<void> {
  const unfold = button(at, "viewer.fillIn").or(button(at, "viewer.showFields"));
  if (await unfold.isVisible()) await unfold.click();
}

/** Why somebody declines, in every walk. */
export const reason = "Die Miete stimmt nicht.";

/** The dialog that declines, opened on the page of details or documents. */
export type Refusal = { readonly dialog: Locator; readonly box: Locator; readonly save: Locator };

/** Opens the dialog that declines and writes the reason there; without one it is as it opens. */
export async function openRefusal(at: At, why: string | null = reason): Promise<Refusal> {
  await button(at, "refusal.open").click();
  const dialog = at.page.getByRole("dialog");
  await dialog.waitFor();
  const box = dialog.getByRole("textbox");
  if (why !== null) await box.fill(why);
  return { dialog, box, save: dialog.getByRole("button", { name: say(at, "refusal.save"), exact: true }) };
}

/** A code that is not this one. */
export const wrongCode = (code: string): string => (code === "123456" ? "654321" : "123456");

/** From the documents to the code page, by text message or call; answers the code from the phone. */
export async function askForCode(
  at: At,
  sandboxUrl: string,
  wanted: { phone: string; channel?: "sms" | "voice" },
): Promise<string> {
  const channel = wanted.channel ?? "sms";
  const seen = (await messagesTo(sandboxUrl, wanted.phone, channel)).length;
  await at.page
    .getByRole("radio", { name: say(at, channel === "sms" ? "authenticate.sms" : "authenticate.phone") })
    .check();
  await button(at, "authenticate.send").click();
  await at.page.waitForURL(/\/twilio\/(sms|phone)/);
  // The message may be there before the page has its answer, and with it the code's reference and clock.
  await at.page.getByText(say(at, channel === "sms" ? "code.referenceSms" : "code.referencePhone")).waitFor();
  return codeIn(await nextMessage(sandboxUrl, wanted.phone, { channel, seen }));
}

/** The one code field. */
export const codeField = (at: At): Locator => at.page.getByLabel(say(at, "code.label"));

/** Fills a code in as phones do, with a blank, and signs or seals. */
export async function signWith(at: At, code: string, key: "sign.now" | "seal.now" = "sign.now"): Promise<void> {
  // While the page still works on the code before, it would empty the field afterwards.
  await at.page.locator("form button[aria-busy=true]").waitFor({ state: "detached" });
  await codeField(at).fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await button(at, key).click();
}

/** Logs in, and goes on from the first page after the browser has lost the session. */
export async function goOnWithoutSession(at: At, url: string): Promise<void> {
  await logIn(at, url);
  await button(at, "credentials.confirm").waitFor();
  await at.page.context().clearCookies();
  await button(at, "credentials.confirm").click();
}
