/** A document with a long name on small phones: how far its person is, and what it is called, stay readable. */
import type { Locator } from "playwright-core";
import { describe, expect, it } from "vitest";
import { type At, button, confirmDetails, documentShown, logIn, say, unfoldFields } from "../journey.ts";
import { onePagePdf } from "../pdf.ts";
import { person, send } from "../sender.ts";
import { startWalk } from "../walk.ts";

const walk = startWalk();
const name = "Mietvertrag_Speicherstraße_12_Wohnung_4.12_Endfassung_2026-11-22_geprüft_und_freigegeben.pdf";
const content = Buffer.from(onePagePdf()).toString("base64");
const documents = [name, "Zweites.pdf"].map((each) => ({ name: each, content }));
const place = (n: number): [number, number, number, number] => [72, 60 + 40 * n, 200, 24];
const fields = [
  { document: name, kind: "checkbox" as const, page: 1, rect: place(0), name: "Einverstanden", required: true },
  ...Array.from({ length: 11 }, (_, n) => ({
    ...{ document: name, kind: "text" as const, page: 1, rect: place(n + 1), name: `Feld ${n + 1}` },
  })),
];

/** In how many lines its first characters stand: each line has boxes of its own. */
const linesOf = (text: Locator, characters: number): Promise<number> =>
  text.evaluate((element, end) => {
    const range = document.createRange();
    const first = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
    if (first === null) throw new Error("no text");
    range.setStart(first, 0);
    range.setEnd(first, Math.min(end, first.textContent?.length ?? 0));
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
  }, characters);

describe.each([
  ["de", 390],
  ["de", 320],
  ["en", 390],
  ["en", 320],
] as const)("a small phone, %s, %i px", (language, width) => {
  it("keeps the count in one line and the name's parts whole, folded and saved as well, and asks before it says what for", async () => {
    const created = await send(walk.product.demo, onePagePdf(), [person("s_signature", { fields })], { documents });
    await walk.withPerson({ language, viewport: "phone" }, async ({ page }) => {
      const at: At = { page, language };
      await page.setViewportSize({ width, height: 780 });
      await logIn(at, created.signers[0]?.url ?? "");
      await confirmDetails(at);
      await page.getByRole("row").nth(1).getByRole("button").click();
      await documentShown(at);
      await unfoldFields(at);
      const count = page.getByText(say(at, "viewer.filledOf", { n: 0, m: 12 }), { exact: true });
      const title = page.getByRole("heading", { level: 1 });
      const [box, hint] = [page.locator("#guide-field"), page.locator("#guide-hint")];
      const tops = await Promise.all([box, hint].map(async (each) => (await each.boundingBox())?.y ?? Number.NaN));
      expect(tops[0]).toBeLessThan(tops[1] ?? 0);
      expect([await linesOf(count, 20), await linesOf(title, 12)]).toEqual([1, 1]);
      await box.check();
      await page.getByText(/^(Gespeichert|Saved) /).waitFor();
      const done = page.getByText(say(at, "viewer.filledOf", { n: 1, m: 12 }), { exact: true });
      expect([await linesOf(done, 20), await linesOf(title, 12)]).toEqual([1, 1]);
      await button(at, "viewer.hideFields").click();
      await button(at, "viewer.showFields").waitFor();
      expect(await linesOf(done, 20)).toBe(1);
      const wide = () => page.evaluate(() => document.documentElement.scrollWidth);
      expect(await wide()).toBe(width);
      const unfold = await button(at, "viewer.showFields").boundingBox();
      expect((unfold?.x ?? 0) + (unfold?.width ?? width)).toBeLessThanOrEqual(width);
    });
  });
});
