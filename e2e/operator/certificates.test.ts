/** Certificates at the desk in the browser: found by a part, revoked by one operator in German, by two in English on a phone in the dark. */

import type { AuthorityHealth } from "@siegel/contract/calls/operator-authority.ts";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { nextMessage } from "../../fixtures/inbox.ts";
import { administrationDe } from "../../packages/web/i18n/administration-de.ts";
import { administrationEn } from "../../packages/web/i18n/administration-en.ts";
import { operatorDe } from "../../packages/web/i18n/operator-de.ts";
import { operatorEn } from "../../packages/web/i18n/operator-en.ts";
import { certify, organisationOf, sitDown, sitDownAsColleague } from "../desk.ts";
import { texts } from "../journey.ts";
import { violationsOf } from "../violations.ts";
import { startWalk } from "../walk.ts";

const alone = startWalk();
// Four eyes change what counts for everybody: a product of its own.
const walk = startWalk({ SIEGEL_REVOKE_FOUR_EYES: "on" });
const de = { ...texts.de, ...administrationDe, ...operatorDe };
const en = { ...texts.en, ...administrationEn, ...operatorEn };
type Words = typeof de | typeof en;
const password = "Leuchtturm 7!";
const button = (page: Page, text: string) => page.getByRole("button", { name: text, exact: true });
const isNarrow = async (page: Page) =>
  await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);

const section = async (page: Page, words: Words, name: "certificates" | "authority") =>
  await page
    .getByRole("navigation", { name: words["admin.sections"] })
    .getByRole("link", { name: words[`operator.section_${name}`], exact: true })
    .click();

/** From the list, by a part of the name, to the certificate. */
async function find(page: Page, words: Words, { part, name }: { readonly part: string; readonly name: string }) {
  await section(page, words, "certificates");
  await page.getByRole("heading", { level: 1, name: words["operator.section_certificates"] }).waitFor();
  await page.getByLabel(words["certs.search"]).fill("nothing like it");
  await page.getByText(words["certs.none"], { exact: true }).waitFor();
  await page.getByLabel(words["certs.search"]).fill(part);
  const found = page.getByRole("link", { name, exact: true }).first();
  await found.waitFor();
  expect(await violationsOf(page)).toEqual([]);
  expect(await isNarrow(page)).toBe(true);
  await found.click();
  await page.getByRole("heading", { level: 1, name }).waitFor();
}

/** Asks for what is missing first; then reason and evidence, by keyboard. */
async function fill(page: Page, words: Words, act: "certs.act" | "certs.actPropose", word = ""): Promise<void> {
  const dialog = page.getByRole("dialog");
  const go = dialog.getByRole("button", { name: words[act], exact: true });
  expect(await go.getAttribute("aria-disabled")).toBe("true");
  await dialog.getByLabel(words["certs.reason_keyCompromise"]).focus();
  await page.keyboard.press("Space");
  await dialog.getByLabel(words["certs.evidence"]).fill("Anruf, Rückruf unter der hinterlegten Nummer.");
  if (word !== "") await dialog.getByLabel(words["certs.type"].replace("{word}", word)).fill(word);
  expect(await violationsOf(page)).toEqual([]);
  await go.click();
  await dialog.waitFor({ state: "detached" });
}

/** The answer as it is where the root's key is outside: its list ends soon, and a CA needs a successor. */
function rootOutside({ authorities, ends, root_is_exposed }: AuthorityHealth): AuthorityHealth {
  const soon = new Date(Date.now() + 19.5 * 86_400_000).toISOString();
  return {
    root_is_exposed,
    authorities: authorities.map((one) =>
      one.role !== "root" || one.list === null
        ? one
        : {
            ...one,
            name: "root-0a1b2c3d",
            key_is_here: false,
            responder: null,
            list: { ...one.list, next_update: soon, state: "late" },
          },
    ),
    ends: ends.map((one) =>
      one.role === "issuing-ca"
        ? { ...one, is_by_hand: true, state: "manual", renews_at: "2026-12-24T12:00:00.000Z" }
        : { ...one, is_by_hand: one.role === "qualified-ca" || one.role === "root" },
    ),
  };
}

describe("certificates at the desk", { timeout: 90_000 }, () => {
  it("[T-059] are found by a part of the name and revoked with reason and evidence", async () => {
    const { demo } = alone.product;
    const shown = {
      first_name: "Tomás",
      last_name: "Ferreira",
      email: "t.ferreira@mail.example",
      phone: "+4915123456151",
    };
    await certify(demo, { ...shown, password });
    await alone.withPerson({ viewport: "desktop", language: "de" }, async ({ page, context }) => {
      await sitDown(context, demo);
      await page.goto(`${demo.baseUrl}/operator`);
      await find(page, de, { part: "errei", name: "Tomás Ferreira" });
      await page.getByText(de["certs.key_kept"], { exact: true }).waitFor();
      expect(await violationsOf(page)).toEqual([]);
      await button(page, de["certs.revoke"]).click();
      await fill(page, de, "certs.act");
      await page.getByText(de["certs.final"]).waitFor();
      await page.getByText("Anruf, Rückruf unter der hinterlegten Nummer.").waitFor();
      await page.getByText("Meike Lorenzen", { exact: true }).waitFor();
      expect(await violationsOf(page)).toEqual([]);
      await section(page, de, "authority");
      await page.getByRole("heading", { name: de["authority.ends"] }).waitFor();
      expect(await page.getByRole("alert").count()).toBe(0);
      expect(await violationsOf(page)).toEqual([]);
    });
    await nextMessage(demo.sandboxUrl, shown.email, { channel: "mail", about: /is revoked|ist gesperrt/ });
  });

  it("[T-022] the authority's page tells what a root outside has to sign, and misses no responder of it", async () => {
    const { demo } = walk.product;
    await walk.withPerson({ viewport: "phone" }, async ({ page, context }) => {
      await sitDown(context, demo);
      await page.route("**/api/operator/authority", async (route) => {
        const answer = await route.fetch();
        const { data, ...rest } = await answer.json();
        await route.fulfill({ response: answer, json: { ...rest, data: rootOutside(data) } });
      });
      await page.goto(`${demo.baseUrl}/operator/authority`);
      const alert = page.getByRole("alert");
      await alert.waitFor();
      const name = en["authority.role_root"].replace("{n}", "0a1b2c3d");
      const [list, ...others] = await alert.getByRole("paragraph").allTextContents();
      expect(list).toBe(en["authority.fault_rootList"].replace("{name}", name).replace("{when}", "in 19 days"));
      expect(others).toEqual([expect.stringMatching(/^“Advanced 1” needs a successor by .*2026/)]);
      await page.getByText(en["authority.byListOnly"], { exact: true }).waitFor();
      await page.getByText(en["authority.rootSigns"].replace(" by {day}", "")).first().waitFor();
      expect(await violationsOf(page)).toEqual([]);
      expect(await isNarrow(page)).toBe(true);
    });
  });

  it("[T-059] wait for a second operator where that is configured, one as well as all of an organisation", async () => {
    const { demo } = walk.product;
    const frauke = {
      first_name: "Frauke",
      last_name: "Petersen",
      email: "frauke.petersen@hafenwerk.example",
      phone: "+4915123456152",
    };
    await certify(demo, { ...frauke, password, organization_id: await organisationOf(demo) });
    const own = {
      first_name: "Nora",
      last_name: "Lindqvist",
      email: "n.lindqvist@mail.example",
      phone: "+4915123456153",
    };
    await certify(demo, { ...own, password });
    const at = { viewport: "phone", dark: true, language: "en-GB" } as const;
    const first = async (act: (page: Page) => Promise<void>) =>
      await walk.withPerson(at, async ({ page, context }) => {
        await sitDown(context, demo);
        await page.goto(`${demo.baseUrl}/operator`);
        await act(page);
      });
    let organisation = "";
    await first(async (page) => {
      await find(page, en, { part: "LINDQ", name: "Nora Lindqvist" });
      await button(page, en["certs.revoke"]).click();
      await fill(page, en, "certs.actPropose");
      await page.getByText(en["certs.notYou"], { exact: true }).waitFor();
      expect(await button(page, en["certs.confirm"]).count()).toBe(0);
      expect(await violationsOf(page)).toEqual([]);
      // An organisation by a part of its name.
      await find(page, en, { part: "afenwerk", name: "Hafenwerk Wohnungsgenossenschaft eG" });
      await page.goBack();
      await page.getByLabel(en["certs.search"]).fill("afenwerk");
      await page.getByRole("link", { name: /^Revoke all of Hafenwerk/ }).click();
      await button(page, en["certs.allAct"]).waitFor();
      expect(await violationsOf(page)).toEqual([]);
      expect(await isNarrow(page)).toBe(true);
      await button(page, en["certs.allAct"]).click();
      await fill(page, en, "certs.actPropose", "Hafenwerk");
      await page.getByText(en["certs.notYou"], { exact: true }).waitFor();
      organisation = page.url();
    });
    await walk.withPerson(at, async ({ page, context }) => {
      await sitDownAsColleague(context, walk.product);
      await page.goto(organisation);
      await button(page, en["certs.confirm"]).click();
      await page.getByText(en["certs.done"], { exact: true }).waitFor();
      await page.getByText(en["certs.nothingToRevoke"]).waitFor();
      expect(await violationsOf(page)).toEqual([]);
      await page.goto(`${demo.baseUrl}/operator/certificates`);
      await page.getByRole("button", { name: en["certs.filter_waiting"] }).click();
      await page.getByRole("link", { name: "Nora Lindqvist", exact: true }).click();
      await page.getByText(en["certs.asked"], { exact: true }).waitFor();
      expect(await violationsOf(page)).toEqual([]);
      await button(page, en["certs.confirm"]).click();
      await page.getByText("Meike Lorenzen, confirmed by Ada Brandt").waitFor();
      expect(await violationsOf(page)).toEqual([]);
    });
  });
});
