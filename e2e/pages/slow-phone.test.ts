/** A phone with a quarter of this processor and a slow line: the whole journey, recorded in shots/slow-phone as pictures. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { type At, askForCode, button, codeField, documentShown, logIn, say, unfoldFields } from "../journey.ts";
import { manyPagesPdf } from "../pdf.ts";
import { person, send } from "../sender.ts";
import { startWalk } from "../walk.ts";

const walk = startWalk();
const folder = join(import.meta.dirname, "../../shots/slow-phone");

/** Four times slower, 1.6 Mbit/s with 150 ms to the server: what Lighthouse calls slow 4G. */
async function slowDown(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  const line = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 };
  await devtools.send("Network.emulateNetworkConditions", line);
}

it("signs on a slow phone: every step comes, and the page never moves sideways", { timeout: 180_000 }, async () => {
  mkdirSync(folder, { recursive: true });
  const signer = person("a_signature", { reference: "signer" });
  const created = await send(walk.product.demo, manyPagesPdf(30, { field: "signer.Ort" }), [signer]);
  await walk.withPerson({ viewport: "phone", language: "de-DE", dark: true }, async ({ page }) => {
    const at: At = { page, language: "de" };
    page.context().setDefaultTimeout(30_000);
    await slowDown(page);
    const steps: string[] = [];
    const reached = async (step: string): Promise<void> => {
      steps.push(step);
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect([step, sideways <= 0]).toEqual([step, true]);
      await page.screenshot({ path: join(folder, `${steps.length}-${step}.png`) });
    };
    await logIn(at, created.signers[0]?.url ?? "");
    await button(at, "credentials.confirm").waitFor();
    await reached("credentials");
    await button(at, "credentials.confirm").click();
    await documentShown(at);
    await reached("document");
    await unfoldFields(at);
    const guide = page.getByRole("complementary", { name: say(at, "viewer.fields") });
    await guide.getByLabel("Ort", { exact: true }).fill("Hamburg-Altona");
    await reached("field");
    await button(at, "frame.next").click();
    await button(at, "authenticate.send").waitFor();
    await reached("authenticate");
    const code = await askForCode(at, walk.product.demo.sandboxUrl, { phone: signer.phone ?? "" });
    await reached("code");
    await codeField(at).fill(code);
    await button(at, "sign.now").click();
    await page.waitForURL(/\/summary\/finished/, { timeout: 60_000 });
    await page.getByRole("heading", { level: 1 }).waitFor();
    await reached("finished");
  });
});
