/** The page that integrators read: on a phone and at a desk, in the light and in the dark. */
import { expect, it } from "vitest";
import { violationsOf } from "../violations.ts";
import { startWalk } from "../walk.ts";

const walk = startWalk();

it.each(
  (["phone", "desktop"] as const).flatMap((viewport) =>
    (["light", "dark"] as const).map((theme) => ({ viewport, theme })),
  ),
)("the API page can be read by everybody, and scrolls in one direction: $viewport, $theme", ({ viewport, theme }) =>
  walk.withPerson({ viewport }, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme });
    if (viewport === "phone") await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(`${walk.product.demo.baseUrl}/api/docs`);
    // With every example open there is nothing that nobody has looked at.
    await page.evaluate(() => {
      for (const details of document.querySelectorAll("details")) details.open = true;
    });
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("content");
    await page.getByRole("navigation", { name: "Contents" }).getByRole("link", { name: "Create a workflow" }).click();
    await expect.poll(() => page.getByRole("heading", { name: "Create a workflow" }).isVisible()).toBe(true);
    expect(await page.getByRole("rowheader", { name: "signers required", exact: true }).count()).toBe(1);
  }),
);
