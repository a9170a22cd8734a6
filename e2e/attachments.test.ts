/** Attachments that are signed too, and documents that are shown only, from the list to the downloads (docs/flows/documents.md). */
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { judge } from "../fixtures/judge-pdf.ts";
import { type At, button, confirmDetails, confirmToList, documentShown, leaveDocument, logIn, say } from "./journey.ts";
import { onePagePdf } from "./pdf.ts";
import { download, person, send } from "./sender.ts";
import { violationsOf } from "./violations.ts";
import { startWalk } from "./walk.ts";

const walk = startWalk();
const { withPerson } = walk;

const contract = "Mietvertrag.pdf";
const protocol = "Übergabeprotokoll.pdf";
const rules = "Hausordnung.pdf";
const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });
const pages = onePagePdf();
const content = Buffer.from(pages).toString("base64");
// The attachments are sent first: the page shows them below their document all the same.
const documents = [
  { name: rules, content, attachment_of: contract, sign: false },
  { name: protocol, content, attachment_of: contract },
  { name: contract, content },
];

async function confirm(at: At, name: string, key: "viewer.confirm" | "viewer.confirmRead"): Promise<void> {
  await row(at.page, name).getByRole("button").click();
  await documentShown(at);
  await confirmToList(at, key);
  await row(at.page, name).getByText(say(at, "documents.confirmed"), { exact: true }).waitFor();
}

describe("attachments", () => {
  it.each([
    ["en", "desktop"],
    ["de", "phone"],
  ] as const)(
    "say in the list, before the signature and after it what is signed too and what is not: %s, %s [S-092]",
    async (language, viewport) => {
      const signer = person("s_signature", { language });
      const created = await send(walk.product.demo, pages, [signer], { documents });
      await withPerson({ viewport, language }, async ({ page }) => {
        const at: At = { page, language };
        await logIn(at, created.signers[0]?.url ?? "");
        await confirmDetails(at);
        await page.getByText(say(at, "documents.confirmedOf", { n: 0, m: 3 })).waitFor();
        expect(await page.locator("tbody .file b").allInnerTexts()).toEqual([contract, rules, protocol]);
        const note = say(at, "documents.attachment", { name: contract, attachments: protocol });
        expect((await page.locator(".note").allInnerTexts()).map((text) => text.trim())).toEqual([note]);
        const [attachment, shown] = [say(at, "documents.asAttachment"), say(at, "documents.notSigned")];
        await row(page, protocol).getByText(attachment, { exact: true }).waitFor();
        await row(page, rules).getByText(`${attachment}, ${shown}`, { exact: true }).waitFor();
        expect(await violationsOf(page)).toEqual([]);

        await confirm(at, contract, "viewer.confirm");
        await row(page, rules).getByRole("button").click();
        await documentShown(at);
        await page.getByText(say(at, "viewer.forReading")).waitFor();
        await leaveDocument(at);
        await confirm(at, rules, "viewer.confirmRead");
        await confirm(at, protocol, "viewer.confirm");
        await page.getByText(say(at, "documents.leadDone")).waitFor();
        await button(at, "documents.signUnauthorized").click();

        const statement = page.locator(".statement");
        await statement.getByText(say(at, "statement.documents", { n: 2 })).waitFor();
        const section = page.getByRole("heading", { name: say(at, "statement.what"), exact: true }).locator("..");
        expect(await section.getByRole("list").first().locator(".file b").allInnerTexts()).toEqual([
          contract,
          protocol,
        ]);
        await page.getByRole("heading", { name: say(at, "statement.shown") }).waitFor();
        expect(await section.getByRole("list").nth(1).locator(".file b").allInnerTexts()).toEqual([rules]);
        expect(await violationsOf(page)).toEqual([]);
        await button(at, "sign.now").click();
        await page.waitForURL(/\/summary\/finished/, { timeout: 30_000 });

        await row(page, rules).getByText(say(at, "summary.notSigned")).waitFor();
        expect(await page.locator("tbody .file b").allInnerTexts()).toEqual([
          contract,
          rules,
          protocol,
          say(at, "summary.report"),
        ]);
        expect(await violationsOf(page)).toEqual([]);
        const saving = page.waitForEvent("download");
        await row(page, rules).getByRole("button").click();
        expect(readFileSync(await (await saving).path()).equals(pages)).toBe(true);
      });
      const signatures = [];
      for (const n of [0, 1, 2]) signatures.push(judge(await download(walk.product.demo, created, n)).signatures[0]);
      expect(signatures).toEqual([undefined, "Signature is Valid.", "Signature is Valid."]);
    },
  );
});
