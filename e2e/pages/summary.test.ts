/** The summary: its table, its links, and the way to them for who comes again (signer-side.md §2). */
import { describe, expect, it } from "vitest";
import { signThrough } from "../../fixtures/signer-client.ts";
import { button, logIn, openDocument, say, texts } from "../journey.ts";
import { onePagePdf } from "../pdf.ts";
import { person, send } from "../sender.ts";
import { startWalk } from "../walk.ts";

const contact = { email: "sperren@vertrauen.example", phone: "+49 40 66969 116" };
const walk = startWalk({ SIEGEL_CONTACT_EMAIL: contact.email, SIEGEL_CONTACT_PHONE: contact.phone });
const { withPerson } = walk;

/** A finished workflow of these documents; answers its link. */
async function finished(
  names: readonly string[],
  type: "s_signature" | "a_signature" = "s_signature",
): Promise<string> {
  const content = Buffer.from(onePagePdf()).toString("base64");
  const documents = names.map((name) => ({ name, content }));
  const created = await send(walk.product.demo, onePagePdf(), [person(type)], { documents });
  const url = created.signers[0]?.url ?? "";
  await signThrough(walk.product.demo, url, type);
  return url;
}

describe("the documents of a summary", () => {
  it("are sorted by name at the press of the column's head, over all pages [S-161]", async () => {
    const names = Array.from({ length: 11 }, (_, i) => `Anlage ${11 - i}.pdf`);
    const url = await finished(names);
    await withPerson({}, async ({ page }) => {
      const at = { page };
      await logIn(at, url);
      const head = page.getByRole("columnheader", { name: new RegExp(say(at, "summary.name")) });
      const order = () => head.getAttribute("aria-sort");
      const shown = (): Promise<string[]> => page.locator("tbody .file b").allInnerTexts();
      await head.waitFor();
      expect([await order(), (await shown())[0]]).toEqual(["none", "Anlage 11.pdf"]);
      await button(at, "summary.nextPage").click();
      await head.getByRole("button").click();
      expect(await order()).toBe("ascending");
      expect(await shown()).toEqual([...Array(10).keys()].map((i) => `Anlage ${i + 1}.pdf`));
      await head.getByRole("button").press("Enter");
      expect(await order()).toBe("descending");
      expect((await shown()).slice(0, 2)).toEqual([texts.en["summary.report"], "Anlage 11.pdf"]);
    });
  });

  it("that cannot be had now say so once, beside their name [S-297]", async () => {
    const url = await finished(["Mietvertrag.pdf"]);
    await withPerson({}, async ({ page }) => {
      const at = { page };
      await logIn(at, url);
      const row = page.getByRole("row").filter({ hasText: "Mietvertrag.pdf" });
      await page.route("**/api/files/getFile/**", (route) => route.abort());
      await row.getByRole("button").click();
      await row.getByRole("alert").filter({ hasText: texts.en["Responses.SERVICE_ERROR"] }).waitFor();
      expect(await page.getByRole("alert").count()).toBe(1);
      await page.unroute("**/api/files/getFile/**");
      const saved = page.waitForEvent("download");
      await row.getByRole("button").click();
      await saved;
      await expect.poll(() => row.getByRole("alert").count()).toBe(0);
    });
  });
});

describe("the summary right after the act", () => {
  it("says who has signed before the documents have come, and does not move when they do", async () => {
    const created = await send(walk.product.demo, onePagePdf(), [person("s_signature")]);
    await withPerson({}, async ({ page }) => {
      const at = { page };
      const held = Promise.withResolvers<void>();
      await page.route("**/api/files/getSummaryFiles", async (route) => {
        await held.promise;
        await route.continue();
      });
      await openDocument(at, created.signers[0]?.url ?? "");
      await button(at, "documents.signUnauthorized").click();
      await button(at, "sign.now").click();
      await page.waitForURL(/\/summary\/finished/, { timeout: 30_000 });
      await page.locator(".files-to-come").waitFor();
      await page.getByText(say(at, "summary.signatory"), { exact: true }).waitFor();
      const bottom = async (): Promise<number> => {
        const sheet = await page.locator(".sheet").boundingBox();
        return (sheet?.y ?? 0) + (sheet?.height ?? 0);
      };
      const before = await bottom();
      held.resolve();
      await page.locator("tbody .file").nth(1).waitFor();
      expect(Math.abs((await bottom()) - before)).toBeLessThan(12);
    });
  });
});

describe("the links of a summary", () => {
  it.each(["en", "de"] as const)(
    "say in %s how a certificate is revoked and how a file is checked, beside the summary, not instead of it [S-162]",
    async (language) => {
      const url = await finished(["Mietvertrag.pdf"], "a_signature");
      await withPerson({ language: language === "de" ? "de-DE" : "en-GB" }, async ({ page, context }) => {
        const at = { page, language };
        await logIn(at, url);
        const open = async (key: "summary.revoke" | "summary.checkHow") => {
          const opened = context.waitForEvent("page");
          await page.getByRole("link", { name: new RegExp(`^${say(at, key)}`) }).click();
          return await opened;
        };
        const revoke = await open("summary.revoke");
        await revoke.waitForURL(/\/certManager$/);
        await revoke.getByRole("heading", { level: 1, name: texts[language]["owner.title"] }).waitFor();
        const tel = revoke.getByRole("link", { name: contact.phone });
        expect(await tel.getAttribute("href")).toBe("tel:+494066969116");
        expect(await revoke.getByRole("link", { name: contact.email }).getAttribute("href")).toBe(
          `mailto:${contact.email}`,
        );
        const trust = await open("summary.checkHow");
        await trust.getByRole("heading", { level: 1, name: texts[language]["trust.title"] }).waitFor();
        const root = await trust.getByRole("link", { name: texts[language]["trust.rootFile"] }).getAttribute("href");
        expect((await fetch(root ?? "")).headers.get("content-type")).toContain("pkix-cert");
        await trust.getByText(/^(?:[0-9A-F]{2} ){31}[0-9A-F]{2}$/).waitFor();
        // Whoever reads on about trust has not been logged out by it.
        await page.reload();
        await page.getByText(texts[language]["summary.finishedAlone"]).waitFor();
      });
    },
  );

  it("lead to the initiator of a workflow that is over for this signer", async () => {
    const url = await finished(["Mietvertrag.pdf"]);
    await withPerson({}, async ({ page }) => {
      await logIn({ page }, url);
      const write = page.getByRole("link", { name: say({ page }, "frame.writeTo", { name: "Jonas Feddersen" }) });
      expect(await write.getAttribute("href")).toBe("mailto:jonas@hafenwerk.example");
    });
  });
});
