/** The viewer for people who see, point or hear otherwise: where the focus goes, what is said, forced colours, narrow windows. */
import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { everyKindPdf } from "../../fixtures/every-kind.ts";
import { type At, button, openDocument, say } from "../journey.ts";
import { manyPagesPdf } from "../pdf.ts";
import { person, send } from "../sender.ts";
import { startWalk } from "../walk.ts";

const walk = startWalk();
const { withPerson } = walk;

/** A document before the eyes of somebody new. */
async function open(page: Page, pdf: Uint8Array, signers = [person("a_signature")]): Promise<At> {
  const created = await send(walk.product.demo, pdf, signers);
  await openDocument({ page }, created.signers[0]?.url ?? "");
  return { page };
}

const openForm = (page: Page): Promise<At> =>
  open(page, everyKindPdf(), [
    person("a_signature", { reference: "alice" }),
    person("s_signature", { reference: "bob" }),
  ]);
const guideOf = (at: At): Locator => at.page.getByRole("complementary", { name: say(at, "viewer.fields") });
const isFocused = (element: Locator): Promise<boolean> => element.evaluate((known) => known === document.activeElement);

describe("the guide", () => {
  it("puts who goes on to a field into it, also by Enter in the field before, which is gone then", async () => {
    await withPerson({}, async ({ page }) => {
      const at = await openForm(page);
      const guide = guideOf(at);
      const postcode = guide.getByRole("textbox", { name: "Postcode" });
      await postcode.press("Enter");
      await expect.poll(() => isFocused(guide.getByRole("checkbox", { name: "I agree" }))).toBe(true);
      await button(at, "viewer.nextField").click();
      await expect.poll(() => isFocused(guide.getByRole("radio", { name: "Every month" }))).toBe(true);
      await guide.getByRole("radio", { name: "Every year" }).check();
      await guide
        .getByRole("navigation")
        .getByRole("button", { name: /^Postcode/ })
        .click();
      await expect.poll(() => isFocused(postcode)).toBe(true);
      // Of a group, where the choice is.
      await guide
        .getByRole("navigation")
        .getByRole("button", { name: /^Payment/ })
        .click();
      await expect.poll(() => isFocused(guide.getByRole("radio", { name: "Every year" }))).toBe(true);
    });
  });

  // On a phone the fields stand where the way on is until none is missing (guide.test.ts).
  it("says why one cannot go on, and leads there", async () => {
    await withPerson({}, async ({ page }) => {
      const at = await openForm(page);
      const why = page.getByText(say(at, "viewer.missingMore", { label: "Postcode", n: 4 }), { exact: true });
      expect(await why.isVisible()).toBe(true);
      await button(at, "viewer.nextField").click();
      await button(at, "frame.next").click({ force: true });
      await expect.poll(() => isFocused(guideOf(at).getByRole("textbox", { name: "Postcode" }))).toBe(true);
      expect(page.url()).toMatch(/\/documents$/);
    });
  });
});

describe("in forced colours", () => {
  it("a tick can be seen, on the paper and in the guide", async () => {
    await withPerson({}, async ({ page }) => {
      await page.emulateMedia({ forcedColors: "active" });
      const at = await openForm(page);
      const onPaper = (label: string): Locator =>
        page
          .getByRole("main")
          .getByLabel(say(at, "viewer.onPage", { label, n: 1 }), { exact: true })
          .first();
      await button(at, "viewer.nextField").click();
      await expectTick(page, onPaper("I agree"));
      await expectTick(page, guideOf(at).getByRole("checkbox", { name: "I agree" }));
      await button(at, "viewer.nextField").click();
      await expectTick(page, onPaper("Payment: Every month"));
      await expectTick(page, guideOf(at).getByRole("radio", { name: "Every year" }));
    });
  });
});

/** What is inside of a box looks otherwise once it is ticked. */
async function expectTick(page: Page, box: Locator): Promise<void> {
  const inside = async (): Promise<string> => {
    const place = await box.boundingBox();
    if (place === null) throw new Error("the box is not on the page");
    const [width, height] = [place.width * 0.6, place.height * 0.6];
    const clip = { x: place.x + place.width * 0.2, y: place.y + place.height * 0.2, width, height };
    return (await page.screenshot({ clip })).toString("base64");
  };
  await box.setChecked(false).catch(() => undefined); // a choice of one cannot be taken back
  const empty = await inside();
  await box.check();
  await page.waitForTimeout(300);
  expect(await inside()).not.toBe(empty);
}

describe("all pages at a glance", () => {
  it("stand still once they are drawn, where more are in sight than are kept", async () => {
    await withPerson({ viewport: "phone" }, async ({ page }) => {
      await page.setViewportSize({ width: 744, height: 1_133 });
      const at = await open(page, manyPagesPdf(60));
      await button(at, "viewer.more").click();
      await button(at, "viewer.pages").click();
      const strip = page.getByRole("navigation", { name: say(at, "viewer.pages") });
      const inSight = await strip.evaluate((element) => {
        const foot = element.getBoundingClientRect().bottom;
        return [...element.querySelectorAll("button")].filter((thumb) => thumb.getBoundingClientRect().top < foot)
          .length;
      });
      expect(inSight).toBeGreaterThan(24);
      await expect.poll(() => strip.locator("canvas").count(), { timeout: 20_000 }).toBeGreaterThanOrEqual(inSight);
      const redrawn = await strip.evaluate(async (element) => {
        let changes = 0;
        const watching = new MutationObserver((seen) => (changes += seen.length));
        watching.observe(element, { childList: true, subtree: true });
        await new Promise((resolve) => setTimeout(resolve, 1_500));
        watching.disconnect();
        return changes;
      });
      expect(redrawn).toBe(0);
    });
  });

  it("have a text for those who listen before a page is drawn", async () => {
    await withPerson({}, async ({ page }) => {
      const at = await open(page, manyPagesPdf(30));
      const name = say(at, "viewer.pageOf", { name: "Mietvertrag.pdf", n: 25, m: 30 });
      const far = page.getByRole("article", { name, exact: true });
      expect(await far.ariaSnapshot()).toContain(say(at, "viewer.notYet"));
      await far.scrollIntoViewIfNeeded();
      await far.getByText("Seite 25").first().waitFor({ timeout: 20_000 });
      expect(await far.ariaSnapshot()).not.toContain(say(at, "viewer.notYet"));
    });
  });
});
