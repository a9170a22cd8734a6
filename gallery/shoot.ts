/** Takes a screen's pictures once it has come to rest. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { type Look, pictureName, sizes } from "./looks.ts";

/** What no two walks have alike: a moment, a countdown, a code and its reference, a figure drawn from a fingerprint, the size of a signed file, the words of a signature with its moment. It keeps its place. */
const unseen =
  "time, .file-size, .sig-shown > div, [role=timer], .ringtime svg, .rosette-wrap .rosette, .mono, #code-fault, .saved { visibility: hidden !important } " +
  "#code { color: transparent !important }";

/** Covers what changes while pictures are taken; a constructed sheet, as the pages' policy lets no other in. */
async function coverChanging(page: Page): Promise<() => Promise<void>> {
  await page.evaluate((css) => {
    const known = window as unknown as { cover?: CSSStyleSheet };
    known.cover = new CSSStyleSheet();
    known.cover.replaceSync(css);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, known.cover];
  }, unseen);
  return () =>
    page.evaluate(() => {
      const { cover } = window as unknown as { cover?: CSSStyleSheet };
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== cover);
    });
}

/**
 * Takes `screen` in all `looks`, one after the other on the same page, into `folder`. `underWay`: what it waits for is held back.
 * @throws when it never comes to rest
 */
export async function shoot(
  page: Page,
  screen: string,
  { looks, folder, underWay }: { looks: readonly Look[]; folder: string; underWay?: true },
): Promise<void> {
  mkdirSync(folder, { recursive: true });
  // First what it asks the server for, then what it says while it waits.
  if (underWay !== true) {
    await page.waitForLoadState("networkidle");
    await page.locator("p[role=status] > .spin").first().waitFor({ state: "detached" });
  }
  const uncover = await coverChanging(page);
  for (const look of looks) {
    await page.emulateMedia({ colorScheme: look.light, reducedMotion: "reduce" });
    await page.setViewportSize(sizes[look.width]);
    writeFileSync(join(folder, pictureName(screen, look)), await atRest(page, screen));
  }
  await uncover();
}

/** Two pictures in a row that are the same. */
async function atRest(page: Page, screen: string): Promise<Buffer> {
  let before = await picture(page);
  for (let tries = 0; tries < 40; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 150));
    const now = await picture(page);
    if (now.equals(before)) return now;
    before = now;
  }
  throw new Error(`${screen} does not come to rest`);
}

const picture = (page: Page): Promise<Buffer> => page.screenshot({ animations: "disabled", caret: "hide" });
