/** Several documents: listed, opened, filled in and confirmed one by one (signer-side.md §2, step 2). */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { textOf } from "../fixtures/judge-pdf.ts";
import { button, confirmDetails, confirmDocument, confirmToList, documentShown, logIn, say } from "./journey.ts";
import { onePagePdf } from "./pdf.ts";
import { download, person, send } from "./sender.ts";
import { startWalk } from "./walk.ts";

const walk = startWalk();
const { withPerson } = walk;

const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });
/** Whether its status says confirmed, in a word, and with the closed ring beside it. */
async function confirmed(page: Page, name: string): Promise<boolean> {
  const status = row(page, name).getByRole("cell").nth(1);
  expect(await status.locator("svg").count()).toBe(1);
  return (await status.innerText()).trim() === say({ page }, "documents.confirmed");
}

/** A contract with a field of the signer's, and house rules without one. */
function sendTwo(signer: ReturnType<typeof person>): ReturnType<typeof send> {
  const content = (field?: string): string =>
    Buffer.from(onePagePdf(field === undefined ? {} : { field })).toString("base64");
  return send(walk.product.demo, onePagePdf(), [signer], {
    documents: [
      { name: "Mietvertrag.pdf", content: content(`${signer.reference}.name`) },
      { name: "Hausordnung.pdf", content: content() },
    ],
  });
}

describe("several documents", () => {
  it("stand in a table of name, status and button; each is opened, edited and confirmed by itself [S-090] [S-091] [S-099]", async () => {
    const signer = person("s_signature");
    const created = await sendTwo(signer);
    await withPerson({}, async ({ page }) => {
      const at = { page };
      await logIn(at, created.signers[0]?.url ?? "");
      await confirmDetails(at);
      await page.getByText(say(at, "documents.confirmedOf", { n: 0, m: 2 })).waitFor();
      const heads = page.getByRole("table").getByRole("columnheader");
      expect(await heads.allInnerTexts()).toEqual([
        say(at, "documents.document"),
        say(at, "documents.status"),
        expect.stringContaining(say(at, "documents.action")),
      ]);
      for (const name of ["Mietvertrag.pdf", "Hausordnung.pdf"]) expect(await confirmed(page, name)).toBe(false);
      const on = button(at, "documents.signUnauthorized");
      expect(await on.getAttribute("aria-disabled")).toBe("true");
      await page.getByText(say(at, "documents.missing", { n: 2 })).waitFor();

      await row(page, "Hausordnung").getByRole("button").click();
      await documentShown(at);
      await confirmToList(at);
      await page.getByText(say(at, "documents.confirmedOf", { n: 1, m: 2 })).waitFor();
      expect([await confirmed(page, "Mietvertrag"), await confirmed(page, "Hausordnung")]).toEqual([false, true]);
      await page.getByText(say(at, "documents.missingOne")).waitFor();

      await row(page, "Mietvertrag").getByRole("button").click();
      await documentShown(at);
      const field = page.getByRole("textbox", { name: say(at, "viewer.onPage", { label: "name", n: 1 }) });
      await field.fill("Käthe Größe");
      // Looked at and left again: what was typed is kept, and nothing is confirmed by it.
      await button(at, "frame.back").click();
      expect(await confirmed(page, "Mietvertrag")).toBe(false);
      await row(page, "Mietvertrag").getByRole("button").click();
      await documentShown(at);
      expect(await field.inputValue()).toBe("Käthe Größe");
      await button(at, "viewer.confirm").click();
      await page.getByText(say(at, "documents.confirmedOf", { n: 2, m: 2 })).waitFor();
      // What the server stored, not what the page remembers.
      await page.reload();
      await page.getByText(say(at, "documents.confirmedOf", { n: 2, m: 2 })).waitFor();
      expect([await confirmed(page, "Mietvertrag"), await confirmed(page, "Hausordnung")]).toEqual([true, true]);
      // After a new login nobody has seen here what stands in one of them: amber, counted and said, and looking is enough.
      await logIn(at, created.signers[0]?.url ?? "");
      await confirmDetails(at);
      await page.getByText(say(at, "documents.lookAgainCount", { n: 1 })).waitFor();
      await page.getByText(say(at, "documents.lookAgainAt", { name: "Mietvertrag.pdf" })).waitFor();
      await row(page, "Mietvertrag").locator(".state.warn").getByText(say(at, "documents.lookAgain")).waitFor();
      expect(await on.getAttribute("aria-disabled")).toBe("true");
      await row(page, "Mietvertrag").getByRole("button").click();
      await documentShown(at);
      await button(at, "viewer.allDocuments").click();
      await expect.poll(() => on.getAttribute("aria-disabled")).not.toBe("true");
      await on.click();
      await button(at, "sign.now").click();
      await page.waitForURL(/\/summary\/finished/, { timeout: 30_000 });
    });
    expect(textOf(await download(walk.product.demo, created))).toContain("Käthe Größe");
  });

  it("follow one another: what is confirmed opens the next that is not, the last leads to the list, and one button is the next step [S-091] [S-093]", async () => {
    const content = Buffer.from(onePagePdf()).toString("base64");
    const names = ["Mietvertrag.pdf", "Hausordnung.pdf", "Datenschutz.pdf"];
    const documents = names.map((name) => ({ name, content }));
    const created = await send(walk.product.demo, onePagePdf(), [person("s_signature")], { documents });
    await withPerson({}, async ({ page }) => {
      const at = { page };
      const nextSteps = async (): Promise<string[]> => {
        await page.getByRole("table").waitFor();
        return await page
          .locator("tr", { has: page.locator(".btn-you") })
          .locator(".file b")
          .allInnerTexts();
      };
      const opened = (name: string) => page.getByRole("heading", { level: 1, name }).waitFor();
      await logIn(at, created.signers[0]?.url ?? "");
      await confirmDetails(at);
      expect(await nextSteps()).toEqual(["Mietvertrag.pdf"]);
      await row(page, "Hausordnung").getByRole("button").click();
      await documentShown(at);
      await confirmDocument(at);
      await opened("Datenschutz.pdf");
      await button(at, "frame.back").click();
      expect(await nextSteps()).toEqual(["Mietvertrag.pdf"]);
      await row(page, "Datenschutz").getByRole("button").click();
      await documentShown(at);
      await confirmDocument(at);
      // Those before it too.
      await opened("Mietvertrag.pdf");
      await documentShown(at);
      await confirmDocument(at);
      await page.getByText(say(at, "documents.confirmedOf", { n: 3, m: 3 })).waitFor();
      expect(await nextSteps()).toEqual([]);
      expect(await button(at, "documents.signUnauthorized").getAttribute("aria-disabled")).toBe(null);
    });
  });

  it("whoever changes something in a confirmed one is told that it has to be confirmed again, in every tab [S-091] [S-099]", async () => {
    const signer = person("s_signature");
    const created = await sendTwo(signer);
    await withPerson({}, async ({ page, context }) => {
      const at = { page };
      const status = (name: string, on = page) => row(on, name).getByRole("cell").nth(1).innerText();
      const open = async (name: string): Promise<void> => {
        await row(page, name).getByRole("button").click();
        await documentShown(at);
      };
      await logIn(at, created.signers[0]?.url ?? "");
      await confirmDetails(at);
      for (const name of ["Mietvertrag", "Hausordnung"]) {
        await open(name);
        expect(await page.getByText(say(at, "entry.confirmed")).count()).toBe(0);
        await confirmToList(at);
        await row(page, name).getByText(say(at, "documents.confirmed"), { exact: true }).waitFor();
      }
      const other = await context.newPage();
      await logIn({ page: other }, created.signers[0]?.url ?? "");
      await confirmDetails({ page: other });
      await other.getByText(say(at, "documents.confirmedOf", { n: 2, m: 2 })).waitFor();

      await open("Mietvertrag");
      // Said before anything happens, and again once it has.
      await page.getByText(say(at, "entry.confirmed")).waitFor();
      await page.getByRole("textbox", { name: say(at, "viewer.onPage", { label: "name", n: 1 }) }).fill("Käthe");
      await page.getByText(say(at, "entry.changedSince")).waitFor();
      await button(at, "frame.back").click();
      await expect.poll(() => status("Mietvertrag")).toBe(say(at, "entry.confirmAgain"));
      expect(await status("Hausordnung")).toBe(say(at, "documents.confirmed"));
      await page.getByText(say(at, "documents.missingOne")).waitFor();
      expect(await button(at, "documents.signUnauthorized").getAttribute("aria-disabled")).toBe("true");
      await other.reload();
      await expect.poll(() => status("Mietvertrag", other)).toBe(say(at, "entry.confirmAgain"));

      await open("Mietvertrag");
      await page.getByText(say(at, "entry.changedSince")).waitFor();
      await button(at, "viewer.confirm").click();
      await page.getByText(say(at, "documents.confirmedOf", { n: 2, m: 2 })).waitFor();
    });
  });
});
