/** Owners see and revoke their certificates in the browser (signer-side.md §2, §6, §8, §9). */
import { describe, expect, it } from "vitest";
import { nextMessage } from "../../fixtures/inbox.ts";
import { type At, button, codeField, logIn, say } from "../journey.ts";
import { codeThatCame, proveMailbox } from "../owner.ts";
import { onePagePdf } from "../pdf.ts";
import { meetSigner } from "../qualified-signer.ts";
import { person, send } from "../sender.ts";
import { violationsOf } from "../violations.ts";
import { startWalk } from "../walk.ts";

const walk = startWalk();
const heading = ({ page }: Pick<At, "page">) => page.getByRole("heading", { level: 1 });
const wrong = (otp: string): string => otp.replace(/.$/, (last) => String((Number(last) + 1) % 10));

describe("an owner of certificates", () => {
  it.each([
    { language: "de", viewport: "desktop" },
    { language: "en", viewport: "phone" },
  ] as const)(
    "revokes one in $language on a $viewport, without an account [S-028] [S-029] [S-040] [S-248] [S-249] [S-250] [S-251] [S-252] [S-253] [S-254] [S-256] [S-269]",
    async ({ language, viewport }) => {
      const { demo } = walk.product;
      const who = await meetSigner(demo, "q_signature");
      const created = await send(demo, onePagePdf(), [person("s_signature")]);
      await walk.withPerson({ language, viewport }, async ({ page }) => {
        const at = { page, language };
        // A signer's session of this tab ends here.
        await logIn(at, created.signers[0]?.url ?? "");
        await page.waitForURL(/\/credentials$/);
        await proveMailbox(at, demo, who.email);
        await heading(at).getByText(say(at, "owner.tableTitle"), { exact: true }).waitFor();
        expect(await page.evaluate(() => sessionStorage.getItem("header"))).toBeNull();
        const row = page.getByRole("row").filter({ hasText: say(at, "owner.qes") });
        await row.getByText(say(at, "owner.valid"), { exact: true }).waitFor();
        // A reload comes back to the table: the proof lasts.
        await page.reload();
        await row.getByRole("button", { name: say(at, "owner.revoke") }).click();
        const dialog = page.getByRole("dialog");
        await dialog.getByRole("button", { name: say(at, "owner.withCode") }).click();
        await dialog.getByText(say(at, "owner.needsReason")).waitFor();
        await dialog.getByText(say(at, "owner.meansLead")).waitFor();
        await dialog.getByRole("radio", { name: say(at, "owner.reason.phone_gone") }).press("Space");
        expect(await violationsOf(page)).toEqual([]);
        await dialog.getByRole("button", { name: say(at, "owner.withCode") }).press("Enter");
        await page.getByText(say(at, "owner.reason.phone_gone")).waitFor();
        const otp = await codeThatCame(at, demo.sandboxUrl, { channel: "sms", to: who.phone });
        await codeField(at).fill(wrong(otp));
        await button(at, "owner.revokeForGood").click();
        await page.getByText(say(at, "code.triesLeft", { n: 4 })).waitFor();
        await codeField(at).fill(otp);
        await codeField(at).press("Enter");
        await page.getByText(say(at, "Responses.REVOKE_SUCCESS")).waitFor();
        await row.getByText(say(at, "owner.revokedAlready")).waitFor();
        expect(await row.getByRole("button").count()).toBe(0);
        const told = await nextMessage(demo.sandboxUrl, who.email, { channel: "mail", about: /gesperrt|revoked/ });
        expect(told.subject).toBe({ de: "Ihr Zertifikat ist gesperrt", en: "Your certificate is revoked" }[language]);
      });
    },
  );

  it("is told at the field about a mistyped address, and after the code about a mailbox without certificates [S-248] [S-262]", async () => {
    const { demo } = walk.product;
    await walk.withPerson({}, async ({ page }) => {
      const at = { page };
      await page.goto(`${demo.baseUrl}/certManager`);
      const field = page.getByLabel(say(at, "owner.email"), { exact: true });
      await field.fill("kati at example.org");
      await button(at, "owner.sendCode").click();
      await page.getByText(say(at, "owner.badEmail")).waitFor();
      expect(await field.evaluate((element) => document.activeElement === element)).toBe(true);
      const email = `nobody.${Date.now()}@example.org`;
      await field.fill(email);
      await button(at, "owner.sendCode").click();
      const otp = await codeThatCame(at, demo.sandboxUrl, { channel: "mail", to: email });
      await codeField(at).fill(wrong(otp));
      await button(at, "owner.next").click();
      await page.getByText(say(at, "code.triesLeft", { n: 4 })).waitFor();
      await codeField(at).fill(otp);
      await button(at, "owner.next").click();
      await heading(at).getByText(say(at, "owner.none")).waitFor();
      await button(at, "owner.otherEmail").click();
      await heading(at).getByText(say(at, "owner.title")).waitFor();
    });
  });
});
