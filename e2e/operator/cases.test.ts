/** Links to a certificate that do not lead on, and what the desk does about them: search, states, a new link (S-030, S-242). */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { inboxAt } from "../../fixtures/inbox.ts";
import { identEn } from "../../packages/web/i18n/ident-en.ts";
import { operatorEn } from "../../packages/web/i18n/operator-en.ts";
import { linkFor, record, sitDown } from "../desk.ts";
import { texts } from "../journey.ts";
import { violationsOf } from "../violations.ts";
import { startWalk } from "../walk.ts";

const walk = startWalk();
const en = { ...texts.en, ...operatorEn, ...identEn };
const people = {
  late: { first_name: "Aurelio", last_name: "Conti-Lindqvist", email: "a.conti@mail.example", phone: "+4915123456131" },
  soon: {
    first_name: "Frieda",
    last_name: "Osterloh-Lindqvist",
    email: "f.osterloh@mail.example",
    phone: "+4915123456132",
  },
} as const;
const press = (page: Page, text: string) => page.getByRole("button", { name: text, exact: true });
const row = (page: Page, name: RegExp) => page.getByRole("row").filter({ has: page.getByRole("link", { name }) });

/** Says why, what to do, and whom to ask. */
async function leadsAway(page: Page, said: readonly (keyof typeof en)[]): Promise<void> {
  await page.waitForURL(/\/notfound$/);
  for (const key of said) await page.getByText(en[key]).first().waitFor();
  await page.getByRole("main").getByRole("link").and(page.locator("[href^='mailto:']")).waitFor();
  expect(await violationsOf(page)).toEqual([]);
}

describe("cases at the desk, in English on a phone in the dark", { timeout: 60_000 }, () => {
  it("[S-030] [S-242] an unknown or old link says whom to ask; the desk finds the case and sends another; no code, no page", async () => {
    const { demo, query } = walk.product;
    const { late, soon } = people;
    const { case_id } = await record(demo, late);
    await record(demo, soon);
    const old = await linkFor(demo, late.email);
    const past =
      "update identity_case set link_expires_at = now(), link_sent_at = now() - interval '73 hours' where case_id = $1";
    expect(await query(past, [case_id])).toBe(1);
    await walk.withPerson({ viewport: "phone", dark: true }, async ({ page, context }) => {
      const gone = ["personalIdent.gone", "personalIdent.goneLead", "personalIdent.goneUsed"] as const;
      await page.goto(`${demo.baseUrl}/personalident/${"A".repeat(22)}`);
      await leadsAway(page, gone);
      await page.goto(old);
      await leadsAway(page, gone);

      await sitDown(context, demo);
      const desk = await context.newPage();
      await desk.goto(`${demo.baseUrl}/operator/cases`);
      await desk.getByLabel(en["cases.search"]).fill("lindqvist");
      await row(desk, /Conti/).getByText(en["cases.state_expired"]).waitFor();
      await row(desk, /Osterloh/)
        .getByText(/71 hours/)
        .waitFor();
      expect(await violationsOf(desk)).toEqual([]);
      await desk.getByRole("button", { name: new RegExp(`^${en["cases.filter_expired"]}`) }).click();
      await row(desk, /Osterloh/).waitFor({ state: "detached" });
      await desk.getByLabel(en["cases.search"]).fill("nobody like it");
      await desk.getByText(en["cases.notFound"], { exact: true }).waitFor();
      await press(desk, en["cases.showAll"]).click();
      await desk.getByRole("link", { name: /Conti/ }).click();
      await desk.getByRole("heading", { level: 1, name: /Conti/ }).waitFor();
      await press(desk, en["cases.resend"]).click();
      await desk.getByText(en["cases.isResent"]).waitFor();
      // Not at once again, so that nobody mistakes one for the other.
      expect(await press(desk, en["cases.resend"]).getAttribute("aria-disabled")).toBe("true");
      expect(await violationsOf(desk)).toEqual([]);

      const link = await linkFor(demo, late.email, 1);
      expect(link).not.toBe(old);
      await inboxAt(demo.sandboxUrl).spoil("sms", "down", { count: 3 });
      await page.goto(link);
      await leadsAway(page, ["personalIdent.noCode", "personalIdent.noCodeAsk"]);
      // The phone got nothing, so the link works on.
      await page.goto(link);
      await page.getByRole("heading", { level: 1, name: en["personalIdent.title"] }).waitFor();

      await press(desk, en["cases.end"]).click();
      await desk.getByRole("dialog").getByRole("button", { name: en["cases.end"], exact: true }).click();
      await desk.getByText(en["cases.state_ended"], { exact: true }).waitFor();
      await page.reload();
      await leadsAway(page, gone);
    });
  });
});
