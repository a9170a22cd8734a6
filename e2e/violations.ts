/** What axe finds on a page (WCAG 2.2 AA), and whether it scrolls sideways. */
import axe from "axe-core";
import type { Page } from "playwright-core";

/** One line a rule that is broken, with the elements that break it; empty where all is well. */
export async function violationsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  return await page.evaluate(async () => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run({
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
    });
    const faults = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`);
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) faults.push(`scrolls sideways: ${scrollWidth} of ${clientWidth} px`);
    return faults;
  });
}
