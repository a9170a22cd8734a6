/** Where the keys lead, told as a screen reader tells it. */
import type { Page } from "playwright-core";
import { expect } from "vitest";

/** What a screen reader says of what has the focus: its role and name. */
async function focused(page: Page): Promise<string> {
  const [line = ""] = (await page.locator(":focus").ariaSnapshot({ timeout: 500 })).split("\n");
  return line.replace(/^- /, "").replace(/:( .*)?$/, "");
}

/** Waits until this has the focus, with whatever states its snapshot names. */
export async function focusIs(page: Page, wanted: string): Promise<void> {
  await expect.poll(() => focused(page).catch(() => "nothing")).toContain(wanted);
}

/** Presses Tab until this has the focus; @throws after once around the page. */
export async function tabTo(page: Page, wanted: string): Promise<void> {
  const met: string[] = [];
  // A page that is only coming has less to stop at: from its end the way begins anew.
  for (let pressed = 0; pressed < 150; pressed += 1) {
    await page.keyboard.press("Tab");
    const here = await focused(page).catch(() => "nothing");
    if (here.startsWith(wanted)) return;
    met.push(here);
  }
  throw new Error(`${wanted} is nowhere among: ${[...new Set(met)].join(", ")}`);
}
