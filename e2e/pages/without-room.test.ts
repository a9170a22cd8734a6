/** A text that has no room in its field is never cut: its signer is told, shortens it, reads it once more, and signs it whole. */
import type { Locator } from "playwright-core";
import { describe, expect, it } from "vitest";
import { textOf } from "../../fixtures/judge-pdf.ts";
import { type At, button, openDocument, say } from "../journey.ts";
import { onePagePdf } from "../pdf.ts";
import { download, person, send } from "../sender.ts";
import { violationsOf } from "../violations.ts";
import { startWalk } from "../walk.ts";

const walk = startWalk();
const { withPerson } = walk;

const document = "Mietvertrag.pdf";
const place = (y: number): [number, number, number, number] => [72, y, 240, 22];
const fields = [
  { document, kind: "text" as const, page: 1, rect: place(120), name: "Name", required: true },
  { document, kind: "text" as const, page: 1, rect: place(160), name: "Ort" },
];

const field = (here: At, label: string): Locator =>
  here.page.getByRole("textbox", { name: say(here, "viewer.onPage", { label, n: 1 }) });
const stored = (signer: string, value: string): Promise<number> =>
  walk.product.query("select 1 from field_value where signer_id = $1 and value = $2", [signer, value]);

describe("a text without room", () => {
  it("stays as it was typed, its field says why, the rest is saved, and what is signed then is listed and whole", async () => {
    const created = await send(walk.product.demo, onePagePdf(), [person("s_signature", { fields })]);
    const { url = "", signer_id: signer = "" } = created.signers[0] ?? {};
    await withPerson({ language: "de-DE" }, async ({ page }) => {
      const here: At = { page, language: "de" };
      const long = "Am Sandtorkai 4, Hinterhaus, dritter Aufgang, 20457 Hamburg ".repeat(3).trim();
      await openDocument(here, url);
      await field(here, "Ort").fill(long);
      await field(here, "Name").fill("Käthe");
      await expect.poll(() => stored(signer, "Käthe"), { timeout: 10_000 }).toBe(1);
      await expect.poll(() => field(here, "Ort").getAttribute("aria-invalid"), { timeout: 8_000 }).toBe("true");
      expect(await field(here, "Ort").inputValue()).toBe(long);
      expect(await stored(signer, long)).toBe(0);
      const onward = button(here, "documents.signUnauthorized");
      await onward.click({ force: true });
      await page.getByText(say(here, "Responses.FIELD_VALUE_DOES_NOT_FIT")).waitFor();
      // What has room in letters below 6 points alone is taken, and said to be small until it is shorter.
      const small = long.slice(0, 84);
      await page.getByLabel("Ort", { exact: true }).fill(small);
      await expect.poll(() => stored(signer, small), { timeout: 10_000 }).toBe(1);
      await page.getByText(say(here, "entry.small")).waitFor();
      expect(await violationsOf(page)).toEqual([]);
      const shorter = long.slice(0, 60).trim();
      await page.getByLabel("Ort", { exact: true }).fill(shorter);
      await expect.poll(() => stored(signer, shorter), { timeout: 10_000 }).toBe(1);
      await expect.poll(() => page.getByText(say(here, "entry.small")).count()).toBe(0);
      await onward.click();
      await button(here, "sign.now").waitFor();
      await page.getByRole("heading", { name: say(here, "statement.filled") }).waitFor();
      const listed = page.locator(".filled dl > div");
      expect(await listed.allInnerTexts()).toEqual(["Name\nKäthe", `Ort\n${shorter}`]);
      await button(here, "sign.now").click();
      await page.waitForURL(/\/summary\/finished/, { timeout: 30_000 });
    });
    expect(textOf(await download(walk.product.demo, created))).toContain(
      "Am Sandtorkai 4, Hinterhaus, dritter Aufgang, 20457 Hamburg",
    );
  });
});
