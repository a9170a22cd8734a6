/** s_signature from the link to the file, in the browser. */
import { describe, expect, it } from "vitest";
import { nextMessage } from "../fixtures/inbox.ts";
import { judge, textOf } from "../fixtures/judge-pdf.ts";
import { signThrough } from "../fixtures/signer-client.ts";
import { button, confirmDetails, documentShown, logIn, openDocument, say, texts } from "./journey.ts";
import { onePagePdf } from "./pdf.ts";
import { download, downloadReport, person, send } from "./sender.ts";
import { startWalk } from "./walk.ts";

const walk = startWalk();
const { withPerson } = walk;

describe("credentials", () => {
  it("show the workflow, who sent it and who signs [S-076] [S-077] [S-079] [S-081] [S-082]", async () => {
    const signer = person("s_signature");
    const created = await send(walk.product.demo, onePagePdf(), [signer], {
      description: "Wohnung 4.12, zweites Obergeschoss",
      message: "Bitte prüfen Sie besonders § 3.",
      expires_at: "2031-02-03T12:00:00Z",
    });
    await withPerson({ language: "de-DE" }, async ({ page }) => {
      await logIn({ page, language: "de" }, created.signers[0]?.url ?? "");
      await page.getByRole("heading", { name: texts.de["credentials.title"] }).waitFor();
      const shown = await page.getByRole("main").innerText();
      for (const text of [
        "Mietvertrag Speicherstraße 8",
        "03.02.2031",
        "Wohnung 4.12",
        "Jonas Feddersen schreibt:",
        "Bitte prüfen Sie besonders § 3.",
        "Jonas",
        "Feddersen",
        "Käthe",
        signer.last_name,
        signer.email,
      ]) {
        expect(shown).toContain(text);
      }
      expect(shown.replace(/\s/g, "")).toContain((signer.phone ?? "").slice(-6));
    });
  });

  it("say so where there is neither expiry nor description [S-078] [S-080]", async () => {
    const created = await send(walk.product.demo, onePagePdf(), [person("s_signature")]);
    await withPerson({ motion: true }, async ({ page }) => {
      await logIn({ page }, created.signers[0]?.url ?? "");
      await page.getByText(texts.en["credentials.noExpiry"]).waitFor();
      await page.getByText(texts.en["credentials.noDescription"]).waitFor();
    });
  });
});

describe("s_signature", () => {
  it("fills its own field, signs without a code and downloads; the report names the viewer [T-042] [S-002] [S-071] [S-072] [S-084] [S-089] [S-093] [S-094] [S-095] [S-097] [S-100] [S-101] [S-138] [S-144] [S-145] [S-157] [S-158] [S-159] [S-291]", async () => {
    const signer = person("s_signature");
    const created = await send(walk.product.demo, onePagePdf({ field: `${signer.reference}.name` }), [signer]);
    await withPerson({}, async ({ page }) => {
      await logIn({ page }, created.signers[0]?.url ?? "");
      await page.getByRole("heading", { name: texts.en["credentials.title"] }).waitFor();
      const progress = page.getByRole("navigation", { name: texts.en["frame.progress"] });
      expect(await progress.innerText()).toContain(texts.en["steps.summary"]);
      expect(await progress.innerText()).not.toContain(texts.en["steps.authenticate"]);
      await confirmDetails({ page });
      await documentShown({ page });
      expect(await button({ page }, "refusal.open").isVisible()).toBe(true);
      expect(await button({ page }, "frame.back").isVisible()).toBe(true);
      const field = page.getByRole("textbox", { name: say({ page }, "viewer.onPage", { label: "name", n: 1 }) });
      await field.fill("Käthe Größe, 2. OG");
      await page
        .getByText(/^Saved/)
        .first()
        .waitFor();
      await page.reload();
      await documentShown({ page });
      await expect.poll(() => field.inputValue()).toBe("Käthe Größe, 2. OG");
      // Changed and left at once: going on takes along what was not saved yet.
      await field.fill("Käthe Größe, 3. OG");
      await button({ page }, "documents.signUnauthorized").click();
      await button({ page }, "sign.now").click();
      await page.waitForURL(/\/summary\/finished/, { timeout: 30_000 });
      await page.getByRole("heading", { name: texts.en["summary.finishedAlone"] }).waitFor();
      expect(await page.locator(".toast").count(), "said once").toBe(0);
      await page.getByText(texts.en["summary.report"], { exact: true }).waitFor();
      const shown = await page.getByRole("main").innerText();
      for (const text of ["Mietvertrag Speicherstraße 8", signer.last_name, texts.en["summary.report"]])
        expect(shown).toContain(text);
      const saved = page.waitForEvent("download");
      await page
        .getByRole("button", { name: /^Download: .*Mietvertrag/ })
        .first()
        .click();
      expect((await saved).suggestedFilename()).toContain("Mietvertrag");
    });
    const signed = await download(walk.product.demo, created);
    expect(judge(signed)).toMatchObject({ qpdf: 0, signatures: ["Signature is Valid.", expect.anything()] });
    expect(textOf(signed)).toContain("Käthe Größe, 3. OG");
    const report = textOf(await downloadReport(walk.product.demo, created)).replaceAll(/\s+/g, " ");
    expect(report).toMatch(/Shown before the confirmation, with Siegel viewer \d+\.\d+\.\d+, pdf\.js \d+\.\d+\.\d+/);
    // The invitation is not sent any more where signing was faster than the queue.
    const mail = await nextMessage(walk.product.demo.sandboxUrl, signer.email, {
      channel: "mail",
      // In the language that the page spoke, whatever the organisation's is.
      about: /^Signed: /,
    });
    expect(mail.html).toContain("Mietvertrag");
  });

  it("looks again where another tab changed what this one showed", async () => {
    const signer = person("s_signature");
    const pdf = onePagePdf({ field: `${signer.reference}.name` });
    const created = await send(walk.product.demo, pdf, [signer]);
    await withPerson({}, async ({ page, context }) => {
      const other = await context.newPage();
      for (const tab of [page, other]) {
        await openDocument({ page: tab }, created.signers[0]?.url ?? "");
      }
      const fieldIn = (tab: typeof page) =>
        tab.getByRole("textbox", { name: say({ page }, "viewer.onPage", { label: "name", n: 1 }) });
      await page.bringToFront();
      await fieldIn(page).fill("Kiel");
      await button({ page }, "documents.signUnauthorized").click();
      await button({ page }, "sign.now").waitFor();
      await other.bringToFront();
      await fieldIn(other).fill("Wismar");
      await button({ page: other }, "entry.keepMine").click();
      await other
        .getByText(/^Saved/)
        .first()
        .waitFor();
      await page.bringToFront();
      await button({ page }, "sign.now").click();
      await page.getByText(texts.en["Responses.WORKFLOW_CHANGED"]).first().waitFor();
      await expect.poll(() => fieldIn(page).inputValue()).toBe("Wismar");
      await button({ page }, "documents.signUnauthorized").click();
      await button({ page }, "sign.now").click();
      await page.waitForURL(/\/summary\/finished/, { timeout: 30_000 });
    });
    expect(textOf(await download(walk.product.demo, created))).toContain("Wismar");
  });

  it("shows other people's fields but lets nobody type into them [S-095]", async () => {
    const [first, second] = [person("s_signature"), person("s_signature")];
    const created = await send(walk.product.demo, onePagePdf({ field: `${second.reference}.name` }), [first, second]);
    await withPerson({}, async ({ page }) => {
      await openDocument({ page }, created.signers[0]?.url ?? "");
      expect(await page.getByRole("textbox", { name: /in the document/ }).count()).toBe(0);
      await page.getByText(say({ page }, "viewer.nothing")).waitFor();
    });
  });

  it("tells the first of two that others still have to sign [S-158]", async () => {
    const created = await send(walk.product.demo, onePagePdf(), [person("s_signature"), person("s_signature")]);
    await withPerson({}, async ({ page }) => {
      await openDocument({ page }, created.signers[0]?.url ?? "");
      await button({ page }, "documents.signUnauthorized").click();
      await button({ page }, "sign.now").click();
      await page.waitForURL(/\/summary\/finished/, { timeout: 30_000 });
      const at = { page };
      await page.getByText(say(at, "summary.signedLead", { open: say(at, "summary.openOne") })).waitFor();
      expect(await page.getByText(texts.en["summary.finished"]).count()).toBe(0);
    });
  });

  it("lists ten files a page in the summary [S-160]", async () => {
    const content = Buffer.from(onePagePdf()).toString("base64");
    const documents = Array.from({ length: 11 }, (_, i) => ({ name: `Anlage ${i + 1}.pdf`, content }));
    const created = await send(walk.product.demo, onePagePdf(), [person("s_signature")], { documents });
    const url = created.signers[0]?.url ?? "";
    await signThrough(walk.product.demo, url, "s_signature");
    await withPerson({}, async ({ page }) => {
      await logIn({ page }, url);
      const downloads = page.getByRole("button", { name: /^Download: / });
      // The list waits for the audit report, which is written and sealed just now.
      await downloads.first().waitFor({ timeout: 30_000 });
      await expect.poll(() => downloads.count()).toBe(10);
      await button({ page }, "summary.nextPage").click();
      await expect.poll(() => downloads.count()).toBe(2);
    });
  });
});
