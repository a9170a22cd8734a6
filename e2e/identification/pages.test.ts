/** Identification in the browser, from the options to the signed file (signer-side.md §2, §5; docs/flows/identification.md). */
import { identificationDe } from "@siegel/web/i18n/identification-de.ts";
import { identificationEn } from "@siegel/web/i18n/identification-en.ts";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { playPage } from "../../fixtures/identified-browser.ts";
import { codeIn, nextMessage } from "../../fixtures/inbox.ts";
import { type At, button, codeField, confirmDetails, documentShown, logIn, say } from "../journey.ts";
import { sentQualified } from "../qualified-signer.ts";
import { startWalk } from "../walk.ts";

const walk = startWalk();
const { withPerson } = walk;

const words = { de: identificationDe, en: identificationEn } as const;
type Word = keyof typeof identificationEn;
const word = ({ language = "en" }: At, key: Word): string => words[language][key];
const press = (at: At, key: Word) => at.page.getByRole("button", { name: word(at, key), exact: true }).click();
const choose = (at: At, key: Word) => at.page.getByRole("radio", { name: new RegExp(`^${word(at, key)}`) }).check();
const heading = ({ page }: Pick<At, "page">) => page.getByRole("heading", { level: 1 });

const password = "Leuchtturm 7!";
let numbers = Date.now() % 1_000_000;
const freshNumber = (): string => `151${String(++numbers % 1_000_000).padStart(6, "0")}48`;

/** From the link to the ways to identify. */
async function toWays(at: At, url: string): Promise<void> {
  await logIn(at, url);
  await confirmDetails(at);
  await documentShown(at);
  await button(at, "frame.next").click();
  await at.page.waitForURL(/\/identify$/);
}

/** Plays the sandbox's page: what the document says, and how it ends. */
async function play(page: Page, outcome: string, person: Readonly<Record<string, string>> = {}): Promise<void> {
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

/** Password and number, the documents once more, code, signature. */
async function signIdentified(at: At): Promise<void> {
  const { page } = at;
  const { sandboxUrl } = walk.product.demo;
  const number = freshNumber();
  await page.locator('input[autocomplete="new-password"]').first().fill(password);
  await page.locator('input[autocomplete="new-password"]').last().fill(password);
  await page.getByLabel(word(at, "identification.number"), { exact: true }).fill(number);
  await press(at, "identification.toDocuments");
  await heading(at).getByText(word(at, "identification.last")).waitFor();
  await press(at, "identification.askAndGo");
  const otp = codeIn(await nextMessage(sandboxUrl, `+49${number}`, { channel: "sms" }));
  await codeField(at).fill(otp);
  await button(at, "sign.now").click();
  await page.waitForURL(/\/summary\/finished/);
}

describe("an ID card", () => {
  it("[S-191] [S-194] [S-199] [S-202] [S-203] [S-205] identifies on a computer, and the signature follows in the same visit", async () => {
    const { demo } = walk.product;
    const { url } = await sentQualified(demo, "q_signature");
    await withPerson({ visits: demo.sandboxUrl }, async ({ page }) => {
      const at = { page };
      const asked: string[] = [];
      page.on("request", (request) => asked.push(request.url()));
      await toWays(at, url);
      await choose(at, "identification.card");
      await button(at, "frame.next").click();
      await page.waitForURL(/\/identify\/ausweisapp2$/);
      // The app on the device is asked for on a press, and not before.
      expect(asked.filter((one) => one.includes("Status="))).toEqual([]);
      await press(at, "identification.look");
      await page.getByText(word(at, "identification.available")).waitFor();
      await press(at, "identification.openApp");
      await play(page, "cancel");
      await page.waitForURL(/\/identified/);
      await heading(at).getByText(word(at, "identification.cancelled")).waitFor();
      await page.goBack({ waitUntil: "commit" });
      await page.goto(`${new URL(url).origin}/workflow/${url.split("/").slice(-2).join("/")}/identify/ausweisapp2`);
      await press(at, "identification.openApp");
      await play(page, "succeed");
      await page.getByText(word(at, "identification.youDid")).waitFor();
      expect(page.url()).not.toContain("code=");
      await signIdentified(at);
      expect(JSON.stringify(await page.evaluate(() => ({ ...sessionStorage, ...localStorage })))).not.toContain(
        password,
      );
    });
  });

  it("[S-033] [S-201] [S-204] [T-055] identifies on a phone that comes back in another browser", async () => {
    const { demo } = walk.product;
    const { url } = await sentQualified(demo, "q_signature");
    let link = "";
    await withPerson({ viewport: "phone", touch: true, language: "de", visits: demo.sandboxUrl }, async ({ page }) => {
      const at = { page, language: "de" } as const;
      await toWays(at, url);
      await choose(at, "identification.card");
      await button(at, "frame.next").click();
      await page.waitForURL(/\/identify\/ausweisapp2$/);
      await page.route("**/eID-Client?**", (route) => route.abort());
      const opened = page.waitForRequest("**/eID-Client?**");
      await press(at, "identification.openApp");
      const person = { first_names: "KATHARINA", last_name: "BRUECKNER", birth_name: "" };
      // The app opens the browser that the phone prefers, where nothing of this is known.
      link = await playPage((await opened).url(), { person });
    });
    await withPerson({ viewport: "phone", touch: true, language: "de", visits: demo.sandboxUrl }, async ({ page }) => {
      const at = { page, language: "de" } as const;
      await page.goto(link);
      await press(at, "identification.me");
      await page.getByText(word(at, "identification.youDid")).waitFor();
      await signIdentified(at);
    });
  });
});

describe("a video", () => {
  it("[S-195] [S-203] [S-204] says why it came to nothing, and identifies at the second try", async () => {
    const { demo } = walk.product;
    const { url } = await sentQualified(demo, "q_signature");
    await withPerson({ language: "de", visits: demo.sandboxUrl }, async ({ page }) => {
      const at = { page, language: "de" } as const;
      await toWays(at, url);
      await choose(at, "identification.video");
      await button(at, "frame.next").click();
      await play(page, "document_expired");
      await page.getByText(word(at, "identification.why_DOCUMENT_EXPIRED")).waitFor();
      await heading(at).getByText(word(at, "identification.wrong")).waitFor();
      await page.goto(`${new URL(url).origin}/workflow/${url.split("/").slice(-2).join("/")}/identify`);
      await choose(at, "identification.video");
      await button(at, "frame.next").click();
      await play(page, "succeed");
      await page.getByText(word(at, "identification.youDid")).waitFor();
      await signIdentified(at);
      expect(say(at, "sign.now")).not.toBe("");
    });
  });
});
