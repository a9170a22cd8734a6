/** Webhooks in the browser: an address, a test, the secret, and what to do once deliveries have failed. */
import { spawn } from "node:child_process";
import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { messagesTo, nextMessage } from "../../fixtures/inbox.ts";
import { startWebhookReceiver } from "../../fixtures/webhook-receiver.ts";
import { freePort } from "../../packages/server/adapters/database/embedded-postgres.ts";
import { testPdf } from "../../packages/server/test/test-pdf.ts";
import { administrationDe as de } from "../../packages/web/i18n/administration-de.ts";
import { administrationEn as en } from "../../packages/web/i18n/administration-en.ts";
import { person, send } from "../sender.ts";
import { violationsOf } from "../violations.ts";
import { startWalk } from "../walk.ts";
import { speakGerman } from "./colleague.ts";

const walk = startWalk();
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const filled = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (_, key: string) => String(values[key]));

async function enter(page: Page): Promise<void> {
  const { admin, baseUrl } = walk.product.demo;
  if (admin === null) throw new Error("the demo has no administrator");
  await page.goto(`${baseUrl}/adminLogin`);
  await page.getByLabel(de["adminLogin.email"]).fill(admin.email);
  await page.getByLabel(de["adminLogin.password"], { exact: true }).fill(admin.password);
  await page.getByRole("button", { name: de["adminLogin.submit"], exact: true }).click();
  await page.getByRole("link", { name: de["section.api"], exact: true }).click();
  await page.getByLabel(de["webhook.address"], { exact: true }).waitFor();
  // Other walks of this worker may have made more tokens.
  const tokens = page.getByLabel(de["webhook.token"], { exact: true });
  if (await tokens.isVisible()) await tokens.selectOption(walk.product.demo.apiKey.split("_")[1] ?? "");
}

async function save(page: Page, address: string): Promise<void> {
  await page.getByLabel(de["webhook.address"], { exact: true }).fill(address);
  await button(page, de["webhook.save"]).click();
}

/** Starts the program that the page shows, on a port of its own, and answers what it prints. */
async function startExample(folder: string, secret: string, port: number) {
  const env = { ...process.env, WEBHOOK_SECRET: secret, PORT: String(port) };
  const program = spawn(process.execPath, ["receive.mjs"], { cwd: folder, env, stdio: ["ignore", "pipe", "inherit"] });
  let printed = "";
  program.stdout.on("data", (part) => {
    printed += String(part);
  });
  return {
    printed: () => printed,
    end: () => {
      program.kill();
    },
  };
}

describe("the webhook of a token", () => {
  it("[A-154] is tried with a test event, which the program that the page shows takes and checks", async () => {
    const folder = await mkdtemp(join(tmpdir(), "siegel-webhook-"));
    let end = (): void => undefined;
    try {
      await walk.withPerson({ language: "de-DE" }, async ({ page, context }) => {
        await context.grantPermissions(["clipboard-read", "clipboard-write"]);
        await enter(page);
        await page.getByText(de["deliveries.none_all"]).waitFor();
        expect(await violationsOf(page)).toEqual([]);
        await save(page, "portal.hafenwerk.example");
        await page.getByText(de["webhook.addressWrong"]).waitFor();
        await save(page, "https://10.0.0.8/siegel");
        await page.getByText(de["Responses.WEBHOOK_URL_INVALID"]).waitFor();
        expect(await violationsOf(page)).toEqual([]);
        const port = await freePort();
        await save(page, `http://127.0.0.1:${port}/siegel`);
        await page.getByText(de["webhook.saved"]).waitFor();

        await button(page, de["webhook.show"]).click();
        const dialog = page.getByRole("dialog");
        await dialog.getByLabel(de["webhook.password"], { exact: true }).fill("Falsch-1!");
        await dialog.getByRole("button", { name: de["webhook.showAct"], exact: true }).click();
        await dialog.getByText(de["account.passwordWrong"]).waitFor();
        expect(await violationsOf(page)).toEqual([]);
        await dialog.getByLabel(de["webhook.password"], { exact: true }).fill(walk.product.demo.admin?.password ?? "");
        await dialog.getByRole("button", { name: de["webhook.showAct"], exact: true }).click();
        const secret = await page.getByLabel(de["webhook.secret"], { exact: true }).inputValue();

        await button(page, de["webhook.copyCheck"]).click();
        await page.getByText(de["admin.copied"]).first().waitFor();
        await writeFile(join(folder, "receive.mjs"), await page.evaluate(() => navigator.clipboard.readText()));
        await symlink(join(import.meta.dirname, "../../node_modules"), join(folder, "node_modules"));
        const example = await startExample(folder, secret, port);
        end = example.end;
        await button(page, de["webhook.test"]).click();
        await page.getByText(de["webhook.testSent"]).waitFor();
        const row = page.getByRole("row").filter({ hasText: "test.ping" });
        await row.getByText(de["deliveries.delivered"]).waitFor({ timeout: 30_000 });
        await expect.poll(example.printed).toMatch(/^evt_\w+ test\.ping \{ token_id: /);
      });
    } finally {
      end();
      await rm(folder, { recursive: true });
    }
  });

  it("[A-156] tells once by mail what failed for good, lists it, and sends it again in order", async () => {
    const receiver = await startWebhookReceiver();
    receiver.reply = () => ({ status: 503 });
    try {
      const { demo } = walk.product;
      const mails = async () =>
        (await messagesTo(demo.sandboxUrl, demo.admin?.email ?? "", "mail")).filter(({ subject }) =>
          subject?.includes("Meldungen"),
        );
      await walk.withPerson({ language: "de-DE" }, async ({ page }) => {
        await enter(page);
        await save(page, `${receiver.url}/siegel`);
        await page.getByText(de["webhook.saved"]).waitFor();
        const created = await send(demo, await testPdf(), [person("s_signature")]);
        await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBeGreaterThan(1);
        const again = () =>
          walk.product.query(
            "update webhook_delivery set tries_since = tries_since - interval '3 days', due_at = now() where workflow_id = $1 and state = 'waiting' and leased_until is null",
            [created.workflow_id],
          );
        await again();
        const mail = await nextMessage(demo.sandboxUrl, demo.admin?.email ?? "", {
          channel: "mail",
          about: /Meldungen kommen nicht an/,
        });
        expect(mail.text).toContain("/admin/api");
        await page.reload();
        await page.getByText(filled(de["deliveries.failedMany"], { n: 2 })).waitFor({ timeout: 20_000 });
        await button(page, `${de["deliveries.filter_failed"]}2`)
          .or(button(page, `${de["deliveries.filter_failed"]} 2`))
          .click();
        const rows = page.getByRole("row").filter({ hasText: "Mietvertrag Speicherstraße 8" });
        await expect.poll(() => rows.count()).toBe(2);
        expect(await violationsOf(page)).toEqual([]);

        receiver.reply = () => ({ status: 204 });
        receiver.received.splice(0);
        await page.getByRole("button", { name: /^Alle seit .* nachholen$/ }).click();
        await page.getByText(filled(de["deliveries.sentAgain"], { n: 2 })).waitFor();
        await expect.poll(() => rows.getByText(de["deliveries.delivered"]).count(), { timeout: 20_000 }).toBe(2);
        expect(receiver.received.map(({ body }) => JSON.parse(body).type)).toEqual([
          "workflow.created",
          "signer.invited",
        ]);
        expect(await mails()).toHaveLength(1);
      });
      await walk.withPerson({ language: "de-DE", viewport: "phone" }, async ({ page }) => {
        await enter(page);
        await page
          .getByRole("link", { name: "English" })
          .or(page.getByRole("button", { name: "English" }))
          .click();
        await page.getByLabel(en["webhook.address"], { exact: true }).waitFor();
        await page.getByText(en["deliveries.delivered"]).first().waitFor();
        expect(await violationsOf(page)).toEqual([]);
        // The switch is kept for the person, and this one is everybody's.
        await speakGerman(page);
      });
    } finally {
      await receiver.close();
    }
  });
});
