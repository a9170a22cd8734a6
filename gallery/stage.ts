/** One walker's browser: a context for each scene, so that no scene knows of another. */
import type { Browser } from "playwright-core";
import type { Product } from "../e2e/product.ts";
import { keptScenes, scenes } from "../e2e/scenes/scenes.ts";
import type { Look } from "../e2e/scenes/stage.ts";
import type { Brand, Walker } from "./looks.ts";
import { shoot } from "./shoot.ts";

/** What the product is told whose screens are taken. */
export const environment = {
  SIEGEL_CONTACT_EMAIL: "hilfe@vertrauen.example",
  SIEGEL_CONTACT_PHONE: "+49 40 66969 116",
  SIEGEL_CODES_PER_ADDRESS_PER_HOUR: "1000",
};

/** Gives the organisation whose pages are shown a name, a colour and a logo. */
export async function wearBrand({ query }: Pick<Product, "query">, { name, colour, logo }: Brand): Promise<void> {
  await query("update organisation set name = $1, colour = $2, logo = $3", [name, colour, logo]);
}

/** Where pictures go, how many of their pixels a CSS pixel has, and whether only those are taken that are kept. */
export type Paper = { readonly folder: string; readonly scale: number; readonly onlyKept: boolean };

/**
 * Walks all scenes in one language and brand and takes every screen's pictures; answers the screens that could not be had, with why.
 */
export async function walkScenes(
  { browser, product }: { readonly browser: Browser; readonly product: Product },
  { language, brand, looks }: Walker,
  { folder, scale, onlyKept }: Paper,
): Promise<readonly string[]> {
  await wearBrand(product, brand);
  const faults: string[] = [];
  for (const scene of onlyKept ? keptScenes : scenes) {
    const context = await browser.newContext({
      locale: language === "de" ? "de-DE" : "en-GB",
      timezoneId: "Europe/Berlin",
      viewport: { width: 1280, height: 900 },
      deviceScaleFactor: scale,
    });
    context.setDefaultTimeout(15_000);
    const page = await context.newPage();
    const show: Look = async (screen, state) => await shoot(page, screen, { looks, folder, ...state });
    const pass: Look = onlyKept ? async () => undefined : show;
    await scene({ product, context, page, at: { page, language }, show, pass }).catch(async (error: unknown) => {
      faults.push(`${scene.name}, ${language}: ${error instanceof Error ? error.message : String(error)}`);
    });
    await context.close();
  }
  return faults;
}
