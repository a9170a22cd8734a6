/** Searching for what was filled in: by oneself as it is typed, by others as the file has it; in either way of showing pages. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { confirmFiles, logIn as logInApart, sign } from "../../fixtures/signer-client.ts";
import { type At, confirmDetails, logIn, say } from "../journey.ts";
import { manyPagesPdf } from "../pdf.ts";
import { person, send } from "../sender.ts";
import { startWalk } from "../walk.ts";

const walk = startWalk();
const rect: [number, number, number, number] = [72, 400, 240, 24];
const field = (name: string, page: number) => ({
  document: "Mietvertrag.pdf",
  kind: "text" as const,
  page,
  rect,
  name,
});

/** Two fields on different pages: the other signer's is filled in and signed. Answers one's own link. */
async function sentAndSignedByOther(): Promise<string> {
  const [own, other] = [
    person("s_signature", { fields: [field("Ort", 2)] }),
    person("s_signature", { fields: [field("Beruf", 4)] }),
  ];
  const created = await send(walk.product.demo, manyPagesPdf(5), [own, other]);
  const client = await logInApart(created.signers[1]?.url ?? "");
  await confirmFiles(client, { Beruf: "Tischlermeisterin" });
  await sign(client);
  return created.signers[0]?.url ?? "";
}

/** Where the one hit is: its page, and whether it is before one's eyes. */
async function found(at: At, words: string): Promise<{ page: string | null; isSeen: boolean }> {
  const { page } = at;
  await page.getByRole("searchbox").fill(words);
  await page
    .getByRole("search")
    .getByText(say(at, "viewer.hits", { n: 1, m: 1 }), { exact: true })
    .waitFor();
  const mark = page.locator(".found-field.now");
  await mark.waitFor();
  return await mark.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    const desk = element.closest(".desk")?.getBoundingClientRect();
    const isSeen = desk !== undefined && top >= desk.top && bottom <= desk.bottom;
    return { page: element.closest<HTMLElement>("[data-page]")?.dataset.page ?? null, isSeen };
  });
}

const drawn = (page: Page, number: number): Promise<void> =>
  page.locator(`[data-page="${number}"][aria-busy="false"] .picture :is(canvas, img)`).waitFor({ timeout: 20_000 });

describe("searching for what stands in fields", { timeout: 90_000 }, () => {
  it.each(["drawn here", "as pictures"])("finds it, and leads to the field: %s", async (way) => {
    const url = await sentAndSignedByOther();
    await walk.withPerson({}, async ({ page, context }) => {
      const at: At = { page };
      if (way === "as pictures")
        await context.addInitScript(() => Object.defineProperty(Navigator.prototype, "deviceMemory", { get: () => 2 }));
      await logIn(at, url);
      await confirmDetails(at);
      await drawn(page, 1);
      await page.getByRole("complementary").getByRole("textbox").fill("Köln-Deutz");
      await page.getByRole("main").focus();
      await page.keyboard.press("Control+f");
      expect(await found(at, "koln")).toEqual({ page: "2", isSeen: true });
      expect(await found(at, "tischler")).toEqual({ page: "4", isSeen: true });
      const [mark, paper] = [
        await page.locator(".found-field").boundingBox(),
        await page.locator('[data-page="4"]').boundingBox(),
      ];
      const scale = (paper?.width ?? 0) / 595;
      expect(((mark?.x ?? 0) - (paper?.x ?? 0)) / scale).toBeCloseTo(72, 0);
      await page.getByRole("searchbox").fill("Köln-Mülheim");
      await page.getByText(say(at, "viewer.noHits")).waitFor();
      expect(await page.locator(".found-field").count()).toBe(0);
    });
  });
});
