/** What a signer does on the pages of identification, by the words that stand there. */

import { identificationDe } from "@siegel/web/i18n/identification-de.ts";
import { identificationEn } from "@siegel/web/i18n/identification-en.ts";
import type { Page } from "playwright-core";
import { codeIn, nextMessage } from "../../fixtures/inbox.ts";
import { type At, button, codeField, confirmDetails, documentShown, logIn } from "../journey.ts";

const words = { de: identificationDe, en: identificationEn } as const;
type Word = keyof typeof identificationEn;
/** A text of these pages. */
export const word = ({ language = "en" }: At, key: Word): string => words[language][key];
export const press = (at: At, key: Word) => at.page.getByRole("button", { name: word(at, key), exact: true }).click();
/** Chooses a way. */
export const choose = (at: At, key: Word) =>
  at.page.getByRole("radio", { name: new RegExp(`^${word(at, key)}`) }).check();
export const heading = ({ page }: Pick<At, "page">) => page.getByRole("heading", { level: 1 });

export const password = "Leuchtturm 7!";
let numbers = Date.now() % 1_000_000;
const freshNumber = (): string => `151${String(++numbers % 1_000_000).padStart(6, "0")}48`;

/** Plays the sandbox's page: what the document says, and how it ends. */
export async function play(page: Page, outcome: string, person: Readonly<Record<string, string>> = {}): Promise<void> {
  await page.locator('input[name="last_name"]').waitFor();
  for (const [name, value] of Object.entries({
    first_names: "KATHARINA MARIA",
    last_name: "BRUECKNER",
    birth_name: "",
    ...person,
  }))
    await page.locator(`input[name="${name}"]`).fill(value);
  await page.locator(`button[value="${outcome}"]`).click();
}

/** From the link to the ways to identify. */
export async function toWays(at: At, url: string): Promise<void> {
  await logIn(at, url);
  await confirmDetails(at);
  await documentShown(at);
  await button(at, "frame.next").click();
  await at.page.waitForURL(/\/identify$/);
}

/** Password and number, and the documents once more. */
export async function choosePassword(at: At, { number = freshNumber(), seals = false } = {}): Promise<string> {
  const { page } = at;
  await page.locator('input[autocomplete="new-password"]').first().fill(password);
  await page.locator('input[autocomplete="new-password"]').last().fill(password);
  await page.getByLabel(word(at, "identification.number"), { exact: true }).fill(number);
  await press(at, "identification.toDocuments");
  await heading(at)
    .getByText(word(at, seals ? "identification.lastSeal" : "identification.last"))
    .waitFor();
  return number;
}

/** Password and number, the documents once more, code, signature. */
export async function signIdentified(at: At, sandboxUrl: string, { seals = false } = {}): Promise<void> {
  const { page } = at;
  const number = await choosePassword(at, { seals });
  await press(at, seals ? "identification.askAndGoSeal" : "identification.askAndGo");
  const otp = codeIn(await nextMessage(sandboxUrl, `+49${number}`, { channel: "sms" }));
  await codeField(at).fill(otp);
  await button(at, seals ? "seal.now" : "sign.now").click();
  await page.waitForURL(/\/summary\/finished/);
}
