/** Every screen and state of the journey: axe in both languages, themes and four brand colours; sizes for fingers; 200 % (WCAG 2.2 AA). */
import { brandCss } from "@siegel/contract/brand.ts";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { viewports } from "../browser.ts";
import { scenes } from "../scenes/scenes.ts";
import type { Look } from "../scenes/stage.ts";
import { lostText, smallTargets, widerThan } from "../targets.ts";
import { violationsOf } from "../violations.ts";
import { startWalk } from "../walk.ts";

// A code for everybody who needs one, all from one address.
const walk = startWalk({ SIEGEL_CODES_PER_ADDRESS_PER_HOUR: "1000" });
/**
 * On each screen all rules once, and contrasts in the other theme and language and in brands that plain derivations fail on: what a colour
 * or a word does is the same on a phone and on a desk, so each of them looks at one half. What is lost at 200 % is looked for in German,
 * whose words are longer, on the desk, whose window is then the half of itself.
 */
const looks = {
  phone: {
    whole: { language: "de", theme: "light" },
    other: { language: "en", theme: "dark" },
    brands: [
      ["#FFD400", "dark"],
      ["#FFFFFF", "dark"],
      ["#000000", "light"],
    ],
  },
  desktop: {
    whole: { language: "en", theme: "dark" },
    other: { language: "de", theme: "light" },
    brands: [
      ["#FFD400", "light"],
      ["#FFFFFF", "light"],
      ["#000000", "dark"],
    ],
  },
} as const;
type Viewport = keyof typeof looks;
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

/** What axe finds in each look; the page ends as it was. `between` looks at the page while it speaks the other language. */
async function faultsOf(page: Page, viewport: Viewport, between: () => Promise<string[]>): Promise<string[]> {
  const { whole, other, brands } = looks[viewport];
  const faults: string[] = [];
  const find = async (theme: "light" | "dark", name: string, rules?: readonly string[]): Promise<void> => {
    await page.emulateMedia({ colorScheme: theme });
    for (const fault of await violationsOf(page, rules)) faults.push(`${name}, ${theme}: ${fault}`);
  };
  for (const [brand, theme] of brands) {
    await wear(page, brandCss(brand));
    await find(theme, brand, ["color-contrast"]);
  }
  await wear(page, "");
  await speak(page, other.language);
  await find(other.theme, other.language, ["color-contrast"]);
  faults.push(...(await between()));
  await speak(page, whole.language);
  await find(whole.theme, whole.language);
  return faults;
}

/** What a person loses who enlarges the page to 200 % (WCAG 2.2, 1.4.4), and who spaces the text out too. */
async function lostAtDouble(page: Page): Promise<string[]> {
  const { width, height } = viewports.desktop;
  await page.setViewportSize({ width: width / 2, height: height / 2 });
  const plain = (await lostText(page)).map((fault) => `at 200 %: ${fault}`);
  await wear(page, spacedOut);
  const spaced = (await lostText(page)).map((fault) => `at 200 %, spaced out: ${fault}`);
  await wear(page, "");
  await page.setViewportSize(viewports.desktop);
  return [...plain, ...spaced];
}

const seenIn = { phone: new Map<string, string>(), desktop: new Map<string, string>() };

describe.each(["phone", "desktop"] as const)(
  "every screen and state, on a %s, in any language, theme and brand",
  { timeout: 120_000 },
  (viewport) => {
    it.each(scenes.map((scene) => [scene.name, scene] as const))("%s: keeps WCAG 2.2 AA", async (name, scene) => {
      const { language } = looks[viewport].whole;
      await walk.withPerson({ language, viewport }, async ({ page, context }) => {
        await page.emulateMedia({ reducedMotion: "reduce" });
        const look: Look = async (state) => {
          expect(seenIn[viewport].get(state) ?? name, `${state} is the name of one state`).toBe(name);
          seenIn[viewport].set(state, name);
          const double = viewport === "desktop" ? () => lostAtDouble(page) : async () => [];
          const found = await faultsOf(page, viewport, double);
          if (viewport === "phone")
            found.push(...(await smallTargets(page)), ...(await lostText(page)), ...(await widerThan(page, 320)));
          for (const moving of await movements(page)) found.push(`moves: ${moving}`);
          expect.soft(found, state).toEqual([]);
        };
        await scene({ product: walk.product, context, page, at: { page, language }, show: look, pass: look });
      });
    });
  },
);

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
    return [...names, ...soft.map((element) => element.className)].map(String);
  });
