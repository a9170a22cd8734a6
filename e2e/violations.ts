/** What axe finds on a page (WCAG 2.2 AA), and whether it scrolls sideways. */
import axe from "axe-core";
import type { Page } from "playwright-core";

const levels = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/**
 * One line a rule that is broken, with the elements that break it; empty where all is well. Controls on the paper are as large as the
 * paper has them: the sheet has their equivalents (WCAG 2.2, 2.5.8). `rules`: these only.
 */
export async function violationsOf(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  return await page.evaluate(
    async (runOnly) => {
      // A colour on its way from one to another has the contrast of neither.
      for (const animation of document.getAnimations())
        if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish();
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run({
        runOnly,
        resultTypes: ["violations"],
        elementRef: true,
      });
      const faults = violations.flatMap(({ id, nodes }) => {
        const counted =
          id === "target-size" ? nodes.filter(({ element }) => element?.closest(".paper") == null) : nodes;
        const broken = counted.map((node) => node.target.join(" "));
        return broken.length === 0 ? [] : [`${id}: ${broken.join(", ")}`];
      });
      const { scrollWidth, clientWidth } = document.documentElement;
      if (scrollWidth > clientWidth) faults.push(`scrolls sideways: ${scrollWidth} of ${clientWidth} px`);
      return faults;
    },
    rules === undefined ? levels : [...rules],
  );
}
