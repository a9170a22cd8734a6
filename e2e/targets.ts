/** How large what one presses is, and whether all that is written can be seen. */
import type { Locator, Page } from "playwright-core";

/** Whether it stands in the window without scrolling, and nothing lies over it. */
export const isInSight = (what: Locator): Promise<boolean> =>
  what.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const above = document.elementFromPoint(x + width / 2, y + height / 2);
    return above !== null && element.contains(above);
  });

/** Half a CSS pixel is lost to rounding. */
const least_px = 43.5;

/**
 * What is smaller than 44 px (WCAG 2.2, 2.5.5, more than 2.5.8 asks for), but for links inside of a sentence and for controls on the
 * paper, which are as large as the paper has them: the sheet has the same in a size for fingers.
 */
export async function smallTargets(page: Page): Promise<string[]> {
  return await page.evaluate((least) => {
    const controls = "a[href], button, input, select, textarea, summary, [role=button], [tabindex='0']";
    const isInSentence = (element: Element): boolean => {
      if (element.tagName !== "A" || getComputedStyle(element).display !== "inline") return false;
      const around = element.parentElement?.textContent?.trim() ?? "";
      return around.length > (element.textContent?.trim().length ?? 0);
    };
    const modal = document.querySelector("dialog:modal");
    return [...(modal ?? document).querySelectorAll<HTMLElement>(controls)].flatMap((element) => {
      if (!element.checkVisibility({ visibilityProperty: true }) || element.closest(".paper, .skip") !== null)
        return [];
      // Of a box or a button its label is to be hit too.
      const target = element.closest("label") ?? element;
      const { width, height } = target.getBoundingClientRect();
      if (Math.min(width, height) >= least || isInSentence(element)) return [];
      const name = element.getAttribute("aria-label") ?? element.textContent?.trim() ?? "";
      return [`${element.tagName.toLowerCase()} "${name}" is ${Math.round(width)} x ${Math.round(height)} px`];
    });
  }, least_px);
}

/** What makes the page wider than a screen of that width, so that one would have to push it about to read (WCAG 2.2, 1.4.10). */
export async function widerThan(page: Page, width: number): Promise<string[]> {
  const size = page.viewportSize() ?? { width, height: 640 };
  await page.setViewportSize({ width, height: size.height });
  const wide = await page.evaluate(() => {
    const { scrollWidth } = document.scrollingElement ?? document.documentElement;
    const modal = document.querySelector("dialog:modal");
    if (scrollWidth <= innerWidth && (modal === null || modal.scrollWidth <= modal.clientWidth)) return [];
    const within = modal ?? document.body;
    const right = modal === null ? innerWidth : modal.getBoundingClientRect().right;
    const beyond = [...within.querySelectorAll("*")].filter(
      (one) => one.closest(".desk, .vh") === null && one.getBoundingClientRect().right > right + 1,
    );
    const names = beyond.map((one) => `${one.tagName}.${one.getAttribute("class")}`).slice(0, 5);
    return [`${modal?.scrollWidth ?? scrollWidth} px wide where ${Math.round(right)} are: ${names}`];
  });
  await page.setViewportSize(size);
  return wide;
}

/** Text that somebody cannot see or reach: cut off by what is around it, or beside the page. */
export async function lostText(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const scope = document.querySelector("dialog:modal") ?? document.body;
    const walker = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
    const lost = new Set<string>();
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const holder = node.parentElement;
      if (holder === null || node.textContent?.trim() === "" || !holder.checkVisibility({ visibilityProperty: true }))
        continue;
      if (holder.closest(".vh, .paper, .skip, option, [aria-hidden=true]") !== null) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const text = range.getBoundingClientRect();
      if (text.width <= 1 || text.height <= 1) continue;
      if (isCut(holder, text)) lost.add(`"${node.textContent?.trim().slice(0, 40)}" is cut off`);
    }
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) lost.add(`scrolls sideways: ${scrollWidth} of ${clientWidth} px`);
    return [...lost];

    /** From the text outwards, until something scrolls to it or cuts it off. */
    function isCut(from: Element, text: DOMRect): boolean {
      for (let element: Element | null = from; element !== null; element = element.parentElement) {
        const { overflowX, overflowY, clipPath, position } = getComputedStyle(element);
        if (clipPath === "inset(50%)") return false; // written for those who listen
        const box = element.getBoundingClientRect();
        // Down is where one reads on; only the paper is moved sideways.
        if (/auto|scroll/.test(overflowX + overflowY))
          return text.right > box.right + 1 && element.querySelector(".paper") === null;
        if (/hidden|clip/.test(overflowX) && (text.right > box.right + 1 || text.left < box.left - 1)) return true;
        if (/hidden|clip/.test(overflowY) && (text.bottom > box.bottom + 2 || text.top < box.top - 2)) return true;
        if (position === "fixed") break;
      }
      return text.right > innerWidth + 1 || text.left < -1;
    }
  });
}
