/** Refusing a workflow in the browser. */
import { describe, expect, it } from "vitest";
import { button, confirmDetails, documentShown, entryButton, logIn, openRefusal, reason, texts } from "./journey.ts";
import { onePagePdf } from "./pdf.ts";
import { person, send } from "./sender.ts";
import { startWalk } from "./walk.ts";

const walk = startWalk();
const { withPerson } = walk;

describe("refusal", () => {
  it("takes a reason in a dialog of 400 px and leads to the refused page, for everybody [S-083] [S-149] [S-150] [S-152] [S-154] [S-157] [S-162] [S-057]", async () => {
    const created = await send(walk.product.demo, onePagePdf(), [person("s_signature"), person("a_signature")]);
    await withPerson({ motion: true }, async ({ page }) => {
      await logIn({ page }, created.signers[0]?.url ?? "");
      await page.waitForURL(/\/credentials$/);
      const { dialog } = await openRefusal({ page }, null);
      expect((await dialog.boundingBox())?.width).toBeLessThanOrEqual(400);
      await dialog.getByRole("button", { name: texts.en["refusal.cancel"] }).click();
      expect(await page.getByRole("dialog").count()).toBe(0);
      await (await openRefusal({ page })).save.click();
      await page.waitForURL(/\/summary\/revoked/);
      await page.getByRole("heading", { level: 1, name: texts.en["summary.revokedYou"] }).waitFor();
      expect(await page.locator(".toast").count(), "said once").toBe(0);
      const told = await page.getByRole("main").innerText();
      expect(told).toContain("Mietvertrag Speicherstraße 8");
      expect(told).toContain(reason);
      expect(told).not.toContain(texts.en["summary.revoke"]);
      // A signer who opens the link again reads this before the login.
      await page.goto(created.signers[0]?.url ?? "");
      await entryButton({ page }).waitFor();
      await page.getByRole("heading", { level: 1, name: texts.en["summary.revokedYou"] }).waitFor();
    });
    await withPerson({}, async ({ page }) => {
      await logIn({ page }, created.signers[1]?.url ?? "");
      await page.waitForURL(/\/summary\/revoked/);
      await page.getByText(texts.en["summary.revoked"]).waitFor();
      // An advanced signer may have a certificate from an earlier workflow; the simple one above has none.
      await page.getByRole("link", { name: texts.en["summary.revoke"] }).waitFor();
      // Who refused is told, why is between them and the sender.
      expect(await page.getByRole("main").innerText()).not.toContain(reason);
    });
  });

  it("does not lie on a phone where the way on of the page before was: there it is among the tools [S-083]", async () => {
    const created = await send(walk.product.demo, onePagePdf(), [person("s_signature")]);
    await withPerson({ viewport: "phone" }, async ({ page }) => {
      await logIn({ page }, created.signers[0]?.url ?? "");
      const way = await button({ page }, "credentials.confirm").boundingBox();
      if (way === null) throw new Error("no way on");
      await confirmDetails({ page });
      await documentShown({ page });
      expect(await button({ page }, "refusal.open").count()).toBe(0);
      const documents = page.url();
      await page.mouse.click(way.x + way.width / 2, way.y + way.height / 2);
      expect(await page.getByRole("dialog").count()).toBe(0);
      await page.goto(documents);
      await documentShown({ page });
      await button({ page }, "viewer.more").click();
      await (await openRefusal({ page })).save.click();
      await page.waitForURL(/\/summary\/revoked/);
    });
  });

  it("reaches who has signed and waits on the summary: nobody is waited for any more", async () => {
    const created = await send(walk.product.demo, onePagePdf(), [person("s_signature"), person("s_signature")]);
    await withPerson({}, async ({ page }) => {
      await logIn({ page }, created.signers[0]?.url ?? "");
      await confirmDetails({ page });
      await button({ page }, "documents.signUnauthorized").click();
      await button({ page }, "sign.now").click();
      await page.waitForURL(/\/summary\/finished/);
      await page.getByRole("heading", { level: 1, name: texts.en["summary.signed"] }).waitFor();
      await withPerson({}, async ({ page: other }) => {
        await logIn({ page: other }, created.signers[1]?.url ?? "");
        await (await openRefusal({ page: other })).save.click();
        await other.waitForURL(/\/summary\/revoked/);
      });
      // The page looks again every ten seconds.
      await page.waitForURL(/\/summary\/revoked/, { timeout: 20_000 });
      await page.getByRole("heading", { level: 1, name: texts.en["summary.revoked"] }).waitFor();
    });
  });

  it.each([
    [503, "SERVICE_ERROR"],
    [400, "INVALID_REQUEST"],
    [409, "SIGNING_IN_PROGRESS"],
  ] as const)(
    "clears the reason, stops loading, says so and stays where saving fails with %i [S-152] [S-153]",
    async (status, code) => {
      const created = await send(walk.product.demo, onePagePdf(), [person("s_signature")]);
      await withPerson({}, async ({ page }) => {
        await logIn({ page }, created.signers[0]?.url ?? "");
        await page.waitForURL(/\/credentials$/);
        const body = JSON.stringify({ success: false, code, data: [] });
        await page.route("**/api/signing/revokeWorkflow/**", (route) =>
          route.fulfill({ status, contentType: "application/json", body }),
        );
        const { box, save } = await openRefusal({ page });
        await save.click();
        await page.getByRole("alert").first().waitFor();
        expect(await box.inputValue()).toBe("");
        await expect.poll(() => save.getAttribute("aria-busy")).not.toBe("true");
        expect(page.url()).toMatch(/\/credentials$/);
        await page.unroute("**/api/signing/revokeWorkflow/**");
        await box.fill(reason);
        await save.click();
        await page.waitForURL(/\/summary\/revoked/);
      });
    },
  );
});
