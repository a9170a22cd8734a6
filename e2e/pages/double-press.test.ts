/** A double press is one press, also where its first half leads to another page. */
import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { button, documentShown, logIn } from "../journey.ts";
import { onePagePdf } from "../pdf.ts";
import { person, send } from "../sender.ts";
import { startWalk } from "../walk.ts";

const walk = startWalk();
const { withPerson } = walk;

/** Presses the middle of something, as the `nth` press of a row at that place. */
async function press(page: Page, what: Locator, nth: number): Promise<void> {
  await what.scrollIntoViewIfNeeded();
  const box = await what.boundingBox();
  await page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2);
  await page.mouse.down({ clickCount: nth });
  await page.mouse.up({ clickCount: nth });
}

describe("haste", () => {
  it("presses once with a double press: its second half chooses nothing on the page that follows", async () => {
    const created = await send(walk.product.demo, onePagePdf(), [person("s_signature")]);
    await withPerson({}, async ({ page }) => {
      const here = { page };
      await logIn(here, created.signers[0]?.url ?? "");
      const confirm = button(here, "credentials.confirm");
      await confirm.waitFor();
      const [german, english] = ["Deutsch", "English"].map((name) => page.getByRole("button", { name }));
      if (german === undefined || english === undefined) throw new Error("no languages");
      // Once chosen, a language is there at once: what the second half does would be seen.
      for (const language of [german, english]) {
        await press(page, language, 1);
        await expect.poll(() => language.getAttribute("aria-pressed")).toBe("true");
      }
      await press(page, confirm, 1);
      await documentShown(here);
      await press(page, german, 2);
      expect(await german.getAttribute("aria-pressed")).toBe("false");
      await press(page, german, 1);
      await expect.poll(() => german.getAttribute("aria-pressed")).toBe("true");
    });
  });
});
