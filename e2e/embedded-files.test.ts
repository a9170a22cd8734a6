/** Files within a document: signers are told of them above its pages, and the report names them (docs/flows/intake.md). */
import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { textOf } from "../fixtures/judge-pdf.ts";
import { contentStream, makePdf } from "../fixtures/make-pdf.ts";
import { logIn as openLink, signThrough } from "../fixtures/signer-client.ts";
import { type At, button, confirmDetails, logIn, openDocument, say } from "./journey.ts";
import { onePagePdf } from "./pdf.ts";
import { person, send } from "./sender.ts";
import { violationsOf } from "./violations.ts";
import { startWalk } from "./walk.ts";

const walk = startWalk();

const carrying = (associated: string): Uint8Array =>
  makePdf({
    objects: [
      `<< /Type /Catalog /Pages 2 0 R /AF [${associated}] >>`,
      "<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 595 842] >>",
      "<< /Type /Page /Parent 2 0 R /Contents 6 0 R >>",
      "<< /Type /Filespec /UF (factur-x.xml) /F (factur-x.xml) /EF << /F 5 0 R >> >>",
      contentStream("<Invoice/>").replace("<<", "<< /Type /EmbeddedFile"),
      contentStream("60 700 m 300 700 l S"),
    ],
  });
const invoice = carrying("4 0 R");
const many = Array.from({ length: 120 }, (_, n) => `<< /Type /Filespec /F (${n + 1}.xml) /EF << /F 5 0 R >> >>`);
const sha256 = createHash("sha256").update("<Invoice/>").digest("hex");

/** Beside its document it is counted, and named by a press. */
async function expectNamed(at: At): Promise<void> {
  const { page } = at;
  await page.getByText(say(at, "embedded.one"), { exact: true }).waitFor();
  expect(await page.getByText("factur-x.xml").isVisible()).toBe(false);
  await page.getByText(say(at, "embedded.one"), { exact: true }).click();
  await page.getByText("factur-x.xml").waitFor();
  expect(await violationsOf(page)).toEqual([]);
}

describe("a file within a document", () => {
  it.each([
    ["de", "phone"],
    ["en", "desktop"],
  ] as const)(
    "is told of above the pages, by name and as part of what is signed: %s, %s",
    async (language, viewport) => {
      const created = await send(walk.product.demo, invoice, [person("s_signature", { language })]);
      const url = created.signers[0]?.url ?? "";
      await walk.withPerson({ language, viewport }, async ({ page }) => {
        const at: At = { page, language };
        await openDocument(at, url);
        const told = page.getByText(say(at, "embedded.one"), { exact: true });
        await told.waitFor();
        expect(await page.getByText("factur-x.xml").isVisible()).toBe(false);
        await told.click();
        await page.getByText("factur-x.xml").waitFor();
        await page.getByText(say(at, "embedded.signed")).waitFor();
        expect(await violationsOf(page)).toEqual([]);
        // What it is told by leaves the pages and the way on where they can be used.
        expect(await button(at, "documents.signUnauthorized").isVisible()).toBe(true);
        await button(at, "documents.signUnauthorized").click();
        await button(at, "sign.now").waitFor();
        await expectNamed(at);
      });
      await signThrough(walk.product.demo, url, "s_signature");
      const signer = await openLink(url);
      const report = await signer.fetch("files/getFile/audit_report");
      const text = textOf(new Uint8Array(await report.arrayBuffer()));
      expect(text).toContain("factur-x.xml");
      expect(text).toContain(sha256);
    },
  );

  it.each(["phone", "desktop"] as const)("is counted and named in the list of documents too: %s", async (viewport) => {
    const documents = [invoice, onePagePdf()].map((pdf, n) => ({
      name: `Rechnung ${n + 1}.pdf`,
      content: Buffer.from(pdf).toString("base64"),
    }));
    const created = await send(walk.product.demo, onePagePdf(), [person("s_signature")], { documents });
    await walk.withPerson({ language: "de", viewport }, async ({ page }) => {
      const at: At = { page, language: "de" };
      await logIn(at, created.signers[0]?.url ?? "");
      await confirmDetails(at);
      await page.getByRole("table").waitFor();
      await expectNamed(at);
    });
  });

  it("of very many are told by the first hundred, and by how many there are: to the page, on it, and in the report", async () => {
    const created = await send(walk.product.demo, carrying(many.join(" ")), [
      person("s_signature", { language: "de" }),
    ]);
    const url = created.signers[0]?.url ?? "";
    const signer = await openLink(url);
    const { data: files } = await (await signer.fetch("files/getWorkflowFiles")).json();
    expect(files).toMatchObject([{ embedded_files_total: 120 }]);
    expect(files[0].embedded_files).toHaveLength(100);
    await walk.withPerson({ language: "de" }, async ({ page }) => {
      const at: At = { page, language: "de" };
      await openDocument(at, url);
      await page.getByText(say(at, "embedded.some", { n: 120 }), { exact: true }).click();
      await page.getByText("100.xml").waitFor();
      await page.getByText(say(at, "embedded.more", { n: 20 }), { exact: true }).waitFor();
    });
    await signThrough(walk.product.demo, url, "s_signature");
    const report = await (await openLink(url)).fetch("files/getFile/audit_report");
    const text = textOf(new Uint8Array(await report.arrayBuffer()));
    expect(text).toContain("100.xml");
    expect(text).not.toContain("101.xml");
    expect(text).toContain("und 20 weitere eingebettete Dateien");
  });

  it("is not spoken of where there is none", async () => {
    const created = await send(walk.product.demo, onePagePdf(), [person("s_signature")]);
    await walk.withPerson({}, async ({ page }) => {
      await openDocument({ page }, created.signers[0]?.url ?? "");
      expect(await page.locator("details.embedded").count()).toBe(0);
    });
  });
});
