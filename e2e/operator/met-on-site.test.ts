/** From the desk to a qualified signature: a person is recorded, makes a certificate with the mail's link, and signs with it. */
import { Secret, TOTP } from "otpauth";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { codeIn, nextMessage } from "../../fixtures/inbox.ts";
import { administrationDe } from "../../packages/web/i18n/administration-de.ts";
import { identDe } from "../../packages/web/i18n/ident-de.ts";
import { operatorDe } from "../../packages/web/i18n/operator-de.ts";
import { button, confirmDetails, documentShown, logIn, texts } from "../journey.ts";
import { onePagePdf } from "../pdf.ts";
import { download, person, send } from "../sender.ts";
import { violationsOf } from "../violations.ts";
import { startWalk } from "../walk.ts";

const walk = startWalk({ SIEGEL_FOUR_EYES: "off" });
const de = { ...texts.de, ...administrationDe, ...operatorDe, ...identDe };
const ada = { first_name: "Ada Marie", last_name: "Löwe", email: "ada.loewe@mail.example" };
const password = "Leuchtturm 7!";
const press = (page: Page, text: string) => page.getByRole("button", { name: text, exact: true });

async function enterDesk(page: Page): Promise<void> {
  const { operator } = walk.product.demo;
  if (operator === null) throw new Error("the demo has no operator");
  await page.goto(`${walk.product.demo.baseUrl}/operator/cases`);
  await page.getByLabel(de["adminLogin.email"]).fill(operator.email);
  await page.getByLabel(de["adminLogin.password"], { exact: true }).fill(operator.password);
  await press(page, de["frame.next"]).click();
  const code = new TOTP({ secret: Secret.fromBase32(operator.totp_secret) }).generate();
  await page.getByLabel(de["operator.code_app"]).fill(code);
  await press(page, de["adminLogin.submit"]).click();
  await page.getByRole("heading", { level: 1, name: de["cases.title"] }).waitFor();
}

async function record(page: Page): Promise<void> {
  await page.getByText(de["cases.none"], { exact: true }).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole("link", { name: de["cases.new"], exact: true }).first().click();
  await page.getByRole("heading", { level: 1, name: de["cases.new"] }).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  const lines = {
    first_name: ada.first_name,
    last_name: ada.last_name,
    birthdate: "1990-05-04",
    document_number: "L01X00T47",
    document_valid_until: "2031-01-01",
    document_issuer: "Stadt Bremen",
    email: ada.email,
  } as const;
  for (const check of ["face", "document", "phone"] as const) await page.getByLabel(de[`cases.sure_${check}`]).check();
  await press(page, de["cases.send"]).click();
  await page.getByText(de["frame.required"]).first().waitFor();
  expect(await violationsOf(page)).toEqual([]);
  for (const [line, value] of Object.entries(lines))
    await page.getByLabel(de[`cases.${line as keyof typeof lines}`], { exact: true }).fill(value);
  await page.getByLabel(de["cases.phone"], { exact: true }).fill("0151 23456123");
  await press(page, de["cases.send"]).click();
  await page.getByRole("heading", { level: 1, name: /Löwe/ }).waitFor();
  expect(await violationsOf(page)).toEqual([]);
}

async function makeCertificate(page: Page): Promise<void> {
  const { sandboxUrl } = walk.product.demo;
  const mail = await nextMessage(sandboxUrl, ada.email, { channel: "mail" });
  await page.goto(/https?:\S+\/personalident\/[\w-]+/.exec(mail.text)?.[0] ?? "");
  await page.getByRole("heading", { level: 1, name: de["personalIdent.title"] }).waitFor();
  const create = press(page, de["personalIdent.create"]);
  expect(await create.getAttribute("aria-disabled")).toBe("true");
  await page
    .getByLabel(texts.de["code.label"])
    .fill(codeIn(await nextMessage(sandboxUrl, "+4915123456123", { channel: "sms" })));
  await page.getByLabel(de["personalIdent.first"], { exact: true }).fill(password);
  await page.getByLabel(de["personalIdent.again"], { exact: true }).fill(password);
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole("checkbox").check();
  await create.click();
  await page.getByText(de["personalIdent.done"]).waitFor();
  expect(await violationsOf(page)).toEqual([]);
}

async function sign(page: Page): Promise<void> {
  const { demo } = walk.product;
  const created = await send(demo, onePagePdf(), [person("q_signature", { ...ada, language: "de" })]);
  const here = { page, language: "de" } as const;
  await logIn(here, created.signers[0]?.url ?? "");
  await confirmDetails(here);
  await documentShown(here);
  await button(here, "frame.next").click();
  await page.getByRole("button", { name: de["authenticate.send"], exact: true }).click();
  const seen = (await (
    await fetch(`${demo.sandboxUrl}/api/messages?to=%2B4915123456123&channel=sms`)
  ).json()) as unknown[];
  await page.getByLabel(de["qualified.password"], { exact: true }).fill(password);
  const sms = await nextMessage(demo.sandboxUrl, "+4915123456123", {
    channel: "sms",
    seen: Math.max(1, seen.length - 1),
  });
  await page.getByLabel(texts.de["code.label"]).fill(codeIn(sms));
  await button(here, "sign.now").click();
  await page.waitForURL(/summary/);
  expect(new TextDecoder("latin1").decode(await download(demo, created))).toContain("/ETSI.CAdES.detached");
}

describe("somebody who was met on site", () => {
  it("[S-005] [S-006] [S-030] [S-242] [S-243] [S-244] [S-247] is recorded at the desk, makes a certificate and signs with it", async () => {
    await walk.withPerson({ language: "de-DE" }, async ({ page }) => {
      await enterDesk(page);
      await record(page);
      await makeCertificate(page);
      await sign(page);
    });
  });
});
