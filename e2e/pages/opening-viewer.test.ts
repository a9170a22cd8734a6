/** While a document is still on its way: the way on, back and declining can be touched. */
import { describe, expect, it } from "vitest";
import { type At, button, confirmDetails, logIn } from "../journey.ts";
import { onePagePdf } from "../pdf.ts";
import { person, send } from "../sender.ts";
import { startWalk } from "../walk.ts";

const walk = startWalk();
const sizes = [
  { width: 390, height: 844 },
  { width: 320, height: 568 },
  { width: 768, height: 1_024 },
  { width: 1_280, height: 900 },
];

async function unfold(at: At): Promise<void> {
  const more = button(at, "viewer.more");
  if ((await more.getAttribute("aria-expanded")) === "false") await more.click();
}

describe("a document that is still opening", () => {
  it("covers none of the buttons below it, on any screen", async () => {
    const url = (await send(walk.product.demo, onePagePdf(), [person("s_signature")])).signers[0]?.url ?? "";
    await walk.withPerson({ viewport: "phone" }, async ({ page }) => {
      const at = { page };
      const held = Promise.withResolvers<void>();
      await page.route("**/api/files/getFile/**", async (route) => {
        await held.promise;
        await route.continue();
      });
      await logIn(at, url);
      await confirmDetails(at);
      await page.locator(".desk .loading").waitFor();
      for (const size of sizes) {
        await page.setViewportSize(size);
        // Where declining is among the tools.
        if (size.width < 768) await unfold(at);
        for (const key of ["documents.signUnauthorized", "frame.back", "refusal.open"] as const) {
          const hit = await button(at, key).evaluate((wanted) => {
            // On the lowest screen one scrolls to it.
            wanted.scrollIntoView({ block: "nearest" });
            const { left, top, width, height } = wanted.getBoundingClientRect();
            return wanted.contains(document.elementFromPoint(left + width / 2, top + height / 2));
          });
          expect([size.width, key, hit]).toEqual([size.width, key, true]);
        }
      }
      held.resolve();
    });
  });
});
