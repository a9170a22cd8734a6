/** Mails as a mail program draws them: axe and width, every kind, both languages, light and dark, phone and desktop. */
import { languages } from "@siegel/contract/limits.ts";
import { renderMail } from "@siegel/server/rooms/messages/render-mail.ts";
import { sampleLook, sampleMails, sampleNames } from "@siegel/server/test/mail-samples.ts";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { someOf } from "../../fixtures/slow-run.ts";
import { launchForWalks } from "../browser.ts";
import { violationsOf } from "../violations.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchForWalks();
});
afterAll(() => browser.close());

const colours = ["#1E6569", "#FFD400", "#000000", "#FFFFFF"];

async function faultsOf(page: Page, mails: ReadonlyArray<{ readonly id: string; readonly html: string }>) {
  const faults: string[] = [];
  for (const { id, html } of mails) {
    await page.setContent(html);
    faults.push(...(await violationsOf(page)).map((fault) => `${id} ${fault}`));
  }
  return faults;
}

describe("every mail", () => {
  const themes = [390, 700].flatMap((width) => (["light", "dark"] as const).map((theme) => ({ width, theme })));
  // Both widths and both themes, and all four of them together in a slow run.
  it.each(someOf(themes, 3))(
    "has no violation and fits: $width px, $theme",
    { timeout: 120_000 },
    async ({ width, theme }) => {
      const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme: theme });
      // Every kind with names that no line holds, and every sort of recipient once in each colour.
      const endless = sampleMails(sampleNames.endless).flatMap((facts, n) =>
        languages.map((language) => ({
          id: `${facts.kind} ${n} ${language}`,
          html: renderMail(facts, { ...sampleLook, organisation: sampleNames.endless.recipientName }, language).html,
        })),
      );
      const [invitation] = sampleMails(sampleNames.common);
      const coloured = colours.flatMap((colour) =>
        invitation === undefined
          ? []
          : { id: colour, html: renderMail(invitation, { ...sampleLook, colour }, "de").html },
      );
      expect(coloured).toHaveLength(colours.length);
      expect(await faultsOf(page, [...endless, ...coloured])).toEqual([]);
      await page.close();
    },
  );
});
