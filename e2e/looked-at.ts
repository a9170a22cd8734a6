/** What is looked at on each screen of a scene: axe in both languages, themes and several brand colours; sizes for fingers; 200 % (WCAG 2.2 AA). */
import { brandCss, default_brand_colour } from "@siegel/contract/brand.ts";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { isSlowRun } from "../fixtures/slow-run.ts";
import { viewports } from "./browser.ts";
import type { Look, Scene } from "./scenes/stage.ts";
import { lostText, smallTargets, widerThan } from "./targets.ts";
import { violationsOf } from "./violations.ts";
import { startWalk } from "./walk.ts";

type Viewport = keyof typeof viewports;
type Theme = "light" | "dark";

/** Brands that plain derivations fail on, beside the house's own; of any colour `contract/brand.test.ts` proves the contrast itself. */
const brands = [default_brand_colour, "#FFD400", "#FFFFFF", "#000000"];
/** What WCAG 2.2, 1.4.12, lets people set. */
const spacedOut =
  "*:not(.text-layer *) { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }";

/** Speaks a language as the switch does, also where a dialog is before it. */
async function speak(page: Page, language: string): Promise<void> {
  await page.evaluate(
    (wanted) => document.querySelector<HTMLElement>(`.langs button[lang=${wanted}]`)?.click(),
    language,
  );
  await page.waitForFunction((wanted) => document.documentElement.lang === wanted, language);
}

/** Lays a style sheet over those of the page, as an organisation's colour is; takes it away again with "". */
const wear = (page: Page, css: string): Promise<void> =>
  page.evaluate((text) => {
    const known = window as unknown as { worn?: CSSStyleSheet };
    known.worn ??= new CSSStyleSheet();
    known.worn.replaceSync(text);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets.filter((sheet) => sheet !== known.worn), known.worn];
  }, css);

/** What axe finds in a theme and a brand; `rules`: these only. */
async function faultsIn(page: Page, theme: Theme, brand = "", rules?: readonly string[]): Promise<string[]> {
  await page.emulateMedia({ colorScheme: theme });
  await wear(page, brand === "" ? "" : brandCss(brand));
  return (await violationsOf(page, rules)).map((fault) => `${theme}, ${brand}: ${fault}`);
}

/** What a person loses who enlarges the page to 200 % (WCAG 2.2, 1.4.4), and who spaces the text out too; the window is then half as wide. */
async function lostAtDouble(page: Page): Promise<string[]> {
  const { width, height } = viewports.desktop;
  await page.setViewportSize({ width: width / 2, height: height / 2 });
  await wear(page, "");
  const plain = (await lostText(page)).map((fault) => `at 200 %: ${fault}`);
  await wear(page, spacedOut);
  const spaced = (await lostText(page)).map((fault) => `at 200 %, spaced out: ${fault}`);
  await wear(page, "");
  return [...plain, ...spaced];
}

/** Animations that last, and what scrolls softly, although the person asked for no motion. */
const movements = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const lasting = document
      .getAnimations()
      .filter((animation) => Number(animation.effect?.getComputedTiming().endTime) > 1);
    const soft = [...document.querySelectorAll("*")].filter(
      (element) => getComputedStyle(element).scrollBehavior === "smooth",
    );
    const names = lasting.map((animation) => (animation.effect as KeyframeEffect | null)?.target?.className ?? "");
    return [...names, ...soft.map((element) => element.className)].map((name) => `moves: ${name}`);
  });

const onPhone = async (page: Page): Promise<string[]> => [
  ...(await smallTargets(page)),
  ...(await lostText(page)),
  ...(await widerThan(page, 320)),
];

/** All rules in the light on a phone and in the dark on a desk, in the next brand each; German throughout, whose words are longer. */
async function lookedAtOnce(page: Page, nth: number): Promise<string[]> {
  const brandOf = (shift: number) => brands[(nth + shift) % brands.length];
  const found = await faultsIn(page, "light", brandOf(0));
  await wear(page, "");
  found.push(...(await onPhone(page)), ...(await movements(page)));
  found.push(...(await lostAtDouble(page)));
  await page.setViewportSize(viewports.desktop);
  found.push(...(await faultsIn(page, "dark", brandOf(1))));
  await wear(page, "");
  await page.setViewportSize(viewports.phone);
  await page.emulateMedia({ colorScheme: "light" });
  return found;
}

/**
 * All rules in one language and theme, and contrasts in the others: in the other theme and language, and in each brand. What a colour or a
 * word does is the same on a phone and on a desk, so each of them looks at one half.
 */
async function lookedAtInAll(page: Page, viewport: Viewport): Promise<string[]> {
  const [own, other]: [Theme, Theme] = viewport === "phone" ? ["light", "dark"] : ["dark", "light"];
  const found: string[] = [];
  for (const [n, brand] of brands.entries())
    found.push(...(await faultsIn(page, n % 2 === 0 ? own : other, brand, ["color-contrast"])));
  const [language, another] = languagesOn[viewport];
  await speak(page, another);
  found.push(...(await faultsIn(page, other, "", ["color-contrast"])));
  if (viewport === "desktop") found.push(...(await lostAtDouble(page)));
  await page.setViewportSize(viewports[viewport]);
  await speak(page, language);
  found.push(...(await faultsIn(page, own)));
  if (viewport === "phone") found.push(...(await onPhone(page)));
  found.push(...(await movements(page)));
  return found;
}

const languagesOn = { phone: ["de", "en"], desktop: ["en", "de"] } as const;

/**
 * Tests of scenes: one walk each, on a phone that becomes a desk for a moment on each screen; in `npm run check-all` one walk on each of
 * them, in all languages, themes and brands.
 */
export function looksAt(scenes: readonly Scene[]): void {
  // A code for everybody who needs one, all from one address.
  const walk = startWalk();
  const ways = isSlowRun ? (["phone", "desktop"] as const) : (["phone"] as const);
  const cases = ways.flatMap((viewport) => scenes.map((scene) => [scene.name, viewport, scene] as const));
  const seen = new Map<string, string>();
  let looks = 0;
  it.each(cases)("%s, on a %s: keeps WCAG 2.2 AA", { timeout: 180_000 }, async (name, viewport, scene) => {
    const [language] = languagesOn[viewport];
    // Who identifies is sent to the provider.
    const visits = walk.product.demo.sandboxUrl;
    await walk.withPerson({ language, viewport, visits }, async ({ page, context }) => {
      const look: Look = async (state) => {
        const key = `${viewport} ${state}`;
        expect(seen.get(key) ?? name, `${state} is the name of one state`).toBe(name);
        seen.set(key, name);
        const found = isSlowRun ? await lookedAtInAll(page, viewport) : await lookedAtOnce(page, looks++);
        expect.soft(found, state).toEqual([]);
      };
      await scene({ product: walk.product, context, page, at: { page, language }, show: look, pass: look });
    });
  });
}
