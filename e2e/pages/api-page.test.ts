/** The page that integrators read: on a phone and at a desk, in the light and in the dark. */
import { expect, it } from "vitest";
import { violationsOf } from "../violations.ts";
import { startWalk } from "../walk.ts";

const walk = startWalk();
const looks = [
  { colorScheme: "light", width: 360, height: 740 },
  { colorScheme: "dark", width: 1_280, height: 900 },
] as const;

it(
  "the API page can be read by everybody, scrolls in one direction, and is walked by keys",
  () =>
    walk.withPerson({}, async ({ page }) => {
      const missing: string[] = [];
      page.on("response", (answer) => answer.status() >= 400 && missing.push(answer.url()));
      await page.goto(`${walk.product.demo.baseUrl}/api/docs`);
      // With every example open there is nothing that nobody has looked at.
      await page.evaluate(() => {
        for (const details of document.querySelectorAll("details")) details.open = true;
      });
      for (const { colorScheme, ...viewport } of looks) {
        await page.setViewportSize(viewport);
        await page.emulateMedia({ colorScheme });
        expect(await violationsOf(page), colorScheme).toEqual([]);
      }
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      expect(await page.evaluate(() => document.activeElement?.id)).toBe("content");
      await page.getByRole("navigation", { name: "Contents" }).getByRole("link", { name: "Create a workflow" }).click();
      await expect.poll(() => page.getByRole("heading", { name: "Create a workflow" }).isVisible()).toBe(true);
      // Of the call's body and of its shape: a phone's tables, too, are tables to a screen reader.
      expect(await page.getByRole("rowheader", { name: "signers required", exact: true }).count()).toBe(2);
      await page.getByRole("banner").getByRole("link", { name: "Siegel" }).click();
      await page.waitForURL(/\/notfound$/);
      expect(missing).toEqual([]);
    }),
  60_000,
);
