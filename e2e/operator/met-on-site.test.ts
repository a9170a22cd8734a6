/** From the desk to a qualified act: a person is recorded, makes a certificate with the mail's link, and signs or seals with it. */
import { Secret, TOTP } from "otpauth";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { codeIn, nextMessage } from "../../fixtures/inbox.ts";
import { judge } from "../../fixtures/judge-pdf.ts";
import { hasTools } from "../../fixtures/outside-tool.ts";
import { administrationDe } from "../../packages/web/i18n/administration-de.ts";
import { administrationEn } from "../../packages/web/i18n/administration-en.ts";
import { identDe } from "../../packages/web/i18n/ident-de.ts";
import { identEn } from "../../packages/web/i18n/ident-en.ts";
import { operatorDe } from "../../packages/web/i18n/operator-de.ts";
import { operatorEn } from "../../packages/web/i18n/operator-en.ts";
import { linkFor, sitDown } from "../desk.ts";
import {
  type At,
  askForCode,
  button,
  codeField,
  confirmDetails,
  documentShown,
  logIn,
  say,
  texts,
} from "../journey.ts";
import { onePagePdf } from "../pdf.ts";
import { download, person, send } from "../sender.ts";
import { violationsOf } from "../violations.ts";
import { startWalk } from "../walk.ts";

const walk = startWalk();
const words = {
  de: { ...texts.de, ...administrationDe, ...operatorDe, ...identDe },
  en: { ...texts.en, ...administrationEn, ...operatorEn, ...identEn },
} as const;
type Words = (typeof words)["de" | "en"];
const ada = { first_name: "Ada Marie", last_name: "Löwe", email: "ada.loewe@mail.example" };
const ingrid = { first_name: "Ingrid", last_name: "Solheim", email: "i.solheim@hafenwerk.example" };
const password = "Leuchtturm 7!";
const press = (page: Page, text: string) => page.getByRole("button", { name: text, exact: true });
const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name });
const today = () => new Date().toISOString().slice(0, 10);

async function enterDesk(page: Page, t: Words): Promise<void> {
  const { operator } = walk.product.demo;
  if (operator === null) throw new Error("the demo has no operator");
  await page.goto(`${walk.product.demo.baseUrl}/operator/cases`);
  await page.getByLabel(t["adminLogin.email"]).fill(operator.email);
  await page.getByLabel(t["adminLogin.password"], { exact: true }).fill(operator.password);
  await press(page, t["frame.next"]).click();
  const code = new TOTP({ secret: Secret.fromBase32(operator.totp_secret) }).generate();
  await page.getByLabel(t["operator.code_app"]).fill(code);
  await press(page, t["adminLogin.submit"]).click();
  await heading(page, t["cases.title"]).waitFor();
}

async function openNewCase(page: Page, t: Words): Promise<void> {
  await page.getByRole("link", { name: t["cases.new"], exact: true }).first().click();
  await heading(page, t["cases.new"]).waitFor();
}

/** What the document says, and the number that rang. */
async function fillIn(page: Page, t: Words, phone: string, who: Partial<typeof ada>): Promise<void> {
  const lines = {
    birthdate: "1990-05-04",
    document_number: "L01X00T47",
    document_valid_until: "2031-01-01",
    document_issuer: "Stadt Bremen",
    ...who,
  } as const;
  for (const [line, value] of Object.entries(lines))
    await page.getByLabel(t[`cases.${line as keyof typeof lines}`], { exact: true }).fill(value);
  await page.getByLabel(t["cases.phone"], { exact: true }).fill(phone);
  for (const check of ["face", "document", "phone"] as const) await page.getByLabel(t[`cases.sure_${check}`]).check();
}

async function record(page: Page, t: Words): Promise<void> {
  expect(await violationsOf(page)).toEqual([]);
  await openNewCase(page, t);
  expect(await violationsOf(page)).toEqual([]);
  for (const check of ["face", "document", "phone"] as const) await page.getByLabel(t[`cases.sure_${check}`]).check();
  await press(page, t["cases.send"]).click();
  await page.getByText(t["frame.required"]).first().waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await fillIn(page, t, "0151 23456123", ada);
  await press(page, t["cases.send"]).click();
  await heading(page, /Löwe/).waitFor();
  expect(await violationsOf(page)).toEqual([]);
}

const field = (page: Page, t: Words, name: "first" | "again") =>
  page.getByLabel(t[`personalIdent.${name}`], { exact: true });

async function makeCertificate(page: Page, t: Words): Promise<void> {
  await page.goto(await linkFor(walk.product.demo, ada.email));
  await heading(page, t["personalIdent.title"]).waitFor();
  const create = press(page, t["personalIdent.create"]);
  expect(await create.getAttribute("aria-disabled")).toBe("true");
  await fillCode(page, t, "+4915123456123");
  await field(page, t, "first").fill(password);
  await field(page, t, "again").fill(password);
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole("checkbox").check();
  await create.click();
  await page.getByText(t["personalIdent.done"]).waitFor();
  expect(await violationsOf(page)).toEqual([]);
}

async function fillCode(page: Page, t: Words, phone: string): Promise<void> {
  const sms = await nextMessage(walk.product.demo.sandboxUrl, phone, { channel: "sms" });
  await page.getByLabel(t["code.label"]).fill(codeIn(sms));
}

async function toCode(at: At, url: string, phone: string): Promise<string> {
  await logIn(at, url);
  await confirmDetails(at);
  await documentShown(at);
  await button(at, "frame.next").click();
  return await askForCode(at, walk.product.demo.sandboxUrl, { phone });
}

async function sign(page: Page): Promise<void> {
  const { demo } = walk.product;
  const at = { page, language: "de" } as const;
  const created = await send(demo, onePagePdf(), [person("q_signature", { ...ada, language: "de" })]);
  const code = await toCode(at, created.signers[0]?.url ?? "", "+4915123456123");
  await page.getByLabel(say(at, "qualified.password"), { exact: true }).fill(password);
  await codeField(at).fill(code);
  await button(at, "sign.now").click();
  await page.waitForURL(/summary/);
  expect(new TextDecoder("latin1").decode(await download(demo, created))).toContain("/ETSI.CAdES.detached");
}

/** One more who may act for the organisation, as a new extract says. */
async function checkRegister(page: Page, t: Words): Promise<void> {
  await page.goto(`${walk.product.demo.baseUrl}/operator/organisations`);
  await page.getByRole("table").getByRole("link").first().click();
  await press(page, t["operator.checkAgain"]).click();
  await press(page, t["operator.addPerson"]).click();
  const added = page.getByRole("group", { name: t["operator.personN"].replace("{n}", "") }).last();
  for (const name of ["first_name", "last_name", "email"] as const)
    await added.getByLabel(t[`operator.field_${name}`]).fill(ingrid[name]);
  await page.getByLabel(t["operator.field_extract_reference"]).fill("Amtsgericht Hamburg, GnR 9999");
  await page.getByLabel(t["operator.field_extract_day"]).fill(today());
  await page.getByLabel(t["operator.sure"]).check();
  expect(await violationsOf(page)).toEqual([]);
  await press(page, t["operator.verify"]).click();
  await page.getByText(ingrid.email).first().waitFor();
}

async function recordRepresentative(page: Page, t: Words): Promise<void> {
  await page.getByRole("link", { name: t["operator.section_cases"], exact: true }).click();
  await openNewCase(page, t);
  await page.getByLabel(t["cases.forSeal"]).check();
  await page.getByLabel(t["cases.organisation"], { exact: true }).selectOption({ index: 1 });
  const who = page.getByLabel(t["cases.representative"]);
  await who.selectOption({ label: `${ingrid.first_name} ${ingrid.last_name}, ${ingrid.email}` });
  await fillIn(page, t, "0151 23456124", {});
  expect(await violationsOf(page)).toEqual([]);
  await press(page, t["cases.send"]).click();
  await heading(page, "Ingrid Solheim").waitFor();
  expect(await violationsOf(page)).toEqual([]);
}

/** Every mistake that one can make with a password, each told at its field, and the code used up by none of them. */
async function makeSealCertificate(page: Page, t: Words): Promise<void> {
  await heading(page, t["personalIdent.title"]).waitFor();
  await page.getByText(t["personalIdent.yearsSeal"]).waitFor();
  await page.getByText(t["personalIdent.needsTerms"]).first().waitFor();
  const create = press(page, t["personalIdent.create"]);
  const [first, again] = [field(page, t, "first"), field(page, t, "again")];
  const isMarked = async () => [await first.getAttribute("aria-invalid"), await again.getAttribute("aria-invalid")];
  await page.getByRole("checkbox").check();
  await create.click();
  await page.getByText(t["personalIdent.needsCode"]).waitFor();
  await page.getByText(t["frame.required"]).first().waitFor();
  await fillCode(page, t, "+4915123456124");
  const broken = page.getByRole("listitem").filter({ hasText: t["personalIdent.rule_broken"] });
  for (const bad of ["Passw0rd!", "Solheim7!"]) {
    await first.fill(bad);
    await again.fill(bad);
    await create.click();
    expect(await broken.allInnerTexts()).toEqual([expect.stringContaining(t["personalIdent.rule_notKnown"])]);
    expect(await isMarked()).toEqual(["true", null]);
  }
  await first.fill(password);
  await again.fill("Leuchtturm 8!");
  await create.click();
  await page.getByText(t["personalIdent.differ"]).waitFor();
  expect(await isMarked()).toEqual([null, "true"]);
  expect(await violationsOf(page)).toEqual([]);
  await again.fill(password);
  await create.click();
  await page.getByText(t["personalIdent.done"]).waitFor();
  // Said once.
  expect(await page.getByText(t["Responses.CREATE_CERTIFICATE_SUCCESS"]).count()).toBe(1);
  expect(await violationsOf(page)).toEqual([]);
}

async function seal(page: Page): Promise<Uint8Array> {
  const { demo } = walk.product;
  const at = { page } as const;
  const created = await send(demo, onePagePdf(), [person("q_seal", { ...ingrid, language: "en" })]);
  const code = await toCode(at, created.signers[0]?.url ?? "", "+4915123456124");
  await heading(page, say(at, "qualified.titleSeal")).waitFor();
  await page.getByLabel(say(at, "qualified.password"), { exact: true }).fill(password);
  await codeField(at).fill(code);
  await button(at, "seal.now").click();
  await page.waitForURL(/\/summary\/finished/);
  await page.getByText(say(at, "summary.finishedSeal")).waitFor();
  return await download(demo, created);
}

describe("somebody who was met on site", { timeout: 90_000 }, () => {
  it("[S-005] [S-030] [S-243] [S-244] [S-247] is recorded at the desk, makes a certificate and signs with it", async () => {
    await walk.withPerson({ language: "de-DE" }, async ({ page }) => {
      await enterDesk(page, words.de);
      await record(page, words.de);
      await makeCertificate(page, words.de);
      await sign(page);
    });
  });

  it("[S-006] [S-030] as a representative whom the register names, on a phone in the dark, is told each mistake, and seals", async (context) => {
    const t = words.en;
    let sealed = new Uint8Array();
    await walk.withPerson({ viewport: "phone", dark: true }, async ({ page, context: browser }) => {
      await sitDown(browser, walk.product.demo);
      await checkRegister(page, t);
      await recordRepresentative(page, t);
      const link = await linkFor(walk.product.demo, ingrid.email);
      await page.goto(link);
      await makeSealCertificate(page, t);
      await page.goto(link);
      await heading(page, t["personalIdent.gone"]).waitFor();
      await page.getByText(t["personalIdent.goneUsed"]).waitFor();
      sealed = new Uint8Array(await seal(page));
    });
    context.skip(!hasTools("qpdf") || !hasTools("pdfsig"), "qpdf and pdfsig are not installed");
    expect(judge(sealed)).toEqual({
      qpdf: 0,
      signatures: ["Signature is Valid.", expect.anything()],
      subFilters: ["ETSI.CAdES.detached", expect.anything()],
    });
  });
});
