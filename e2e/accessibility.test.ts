/** axe over the screens of the journey, in both languages, light and dark, phone and desktop (WCAG 2.2 AA). */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { type At, askForCode, button, confirmDetails, documentShown, logIn, signWith } from "./journey.ts";
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
