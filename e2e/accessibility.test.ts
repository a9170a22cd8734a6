/** axe over the screens of the journey, in both languages, light and dark, phone and desktop (WCAG 2.2 AA). */
import { session_idle_s, session_warning_s } from "@siegel/contract/limits.ts";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { type At, askForCode, button, confirmDetails, documentShown, logIn, say, signWith } from "./journey.ts";
import { onePagePdf } from "./pdf.ts";
import { person, send } from "./sender.ts";
import { violationsOf } from "./violations.ts";
import { startWalk } from "./walk.ts";

const walk = startWalk();

async function faultsOf(page: Page): Promise<string[]> {
  // A sheet that is still rising is half transparent; people look at it when it has come to rest.
  await page.waitForTimeout(400);
  return (await violationsOf(page)).map((fault) => `${new URL(page.url()).pathname} ${fault}`);
}

describe("every screen of an advanced signature", () => {
  it.each([
    { language: "de", locale: "de-DE", viewport: "phone", dark: true },
    { language: "en", locale: "en-GB", viewport: "desktop", dark: false },
  ] as const)("has no violation: $language, $viewport, dark $dark", async ({ language, locale, viewport, dark }) => {
    const signer = person("a_signature");
    const created = await send(walk.product.demo, onePagePdf({ field: `${signer.reference}.name` }), [signer]);
    await walk.withPerson({ language: locale, viewport, dark }, async ({ page }) => {
      const at: At = { page, language };
      const faults: string[] = [];
      await page.goto(created.signers[0]?.url ?? "");
      await button(at, "login.submit").waitFor();
      faults.push(...(await faultsOf(page)));
      await logIn(at, created.signers[0]?.url ?? "");
      await button(at, "credentials.confirm").waitFor();
      faults.push(...(await faultsOf(page)));
      await confirmDetails(at);
      await documentShown(at);
      faults.push(...(await faultsOf(page)));
      await button(at, "frame.next").click();
      await button(at, "authenticate.send").waitFor();
      faults.push(...(await faultsOf(page)));
      const code = await askForCode(at, walk.product.demo.sandboxUrl, { phone: signer.phone ?? "" });
      faults.push(...(await faultsOf(page)));
      await signWith(at, code);
      await page.waitForURL(/\/summary\/finished/, { timeout: 30_000 });
      faults.push(...(await faultsOf(page)));
      expect(faults).toEqual([]);
    });
  });
});

describe("what stands beside the journey or interrupts it", () => {
  it.each([
    { language: "de", locale: "de-DE", viewport: "phone", dark: true },
    { language: "en", locale: "en-GB", viewport: "desktop", dark: false },
  ] as const)("has no violation: $language, $viewport, dark $dark", async ({ language, locale, viewport, dark }) => {
    const created = await send(walk.product.demo, onePagePdf(), [person("s_signature")]);
    await walk.withPerson({ language: locale, viewport, dark }, async ({ page, context }) => {
      const at: At = { page, language };
      const faults: string[] = [];
      await page.clock.install();
      await logIn(at, created.signers[0]?.url ?? "");
      await button(at, "refusal.open").click();
      await page.route("**/api/signing/revokeWorkflow/**", (route) => route.abort());
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("textbox").fill("Die Miete stimmt nicht.");
      await button(at, "refusal.save").click();
      await dialog.getByRole("alert").waitFor();
      faults.push(...(await faultsOf(page)));
      await button(at, "frame.cancel").click();
      await page.clock.fastForward((session_idle_s - session_warning_s + 20) * 1_000);
      await button(at, "session.stay").waitFor();
      faults.push(...(await faultsOf(page)));
      await context.clearCookies();
      await button(at, "session.stay").click();
      await page.getByRole("link", { name: say(at, "session.again") }).waitFor();
      faults.push(...(await faultsOf(page)));
      for (const path of ["/certManager", "/trust", "/imprint"]) {
        await page.goto(`${walk.product.demo.baseUrl}${path}`);
        await page.getByRole("heading", { level: 1 }).waitFor();
        faults.push(...(await faultsOf(page)));
      }
      expect(faults).toEqual([]);
    });
  });
});

describe("the list of several documents", () => {
  it.each(["phone", "desktop"] as const)("has no violation and fits a %s, however long a name is", async (viewport) => {
    const content = Buffer.from(onePagePdf()).toString("base64");
    const created = await send(walk.product.demo, onePagePdf(), [person("s_signature")], {
      documents: [
        { name: "Hausordnung.pdf", content },
        { name: "Datenschutzhinweise_fuer_Mitglieder_der_Wohnungsbaugenossenschaft_Stand_2026-11.pdf", content },
      ],
    });
    await walk.withPerson({ viewport }, async ({ page }) => {
      const at: At = { page };
      await logIn(at, created.signers[0]?.url ?? "");
      await confirmDetails(at);
      await page.getByRole("button", { name: /Hausordnung/ }).waitFor();
      expect(await faultsOf(page)).toEqual([]);
    });
  });
});
