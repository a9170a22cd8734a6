/** Every screen and state of the journey: axe in both languages, themes and four brand colours; sizes for fingers; 200 % (WCAG 2.2 AA). */
import { brandCss } from "@siegel/contract/brand.ts";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { visitScreens } from "./screens.ts";
import { lostText, smallTargets } from "./targets.ts";
import { violationsOf } from "./violations.ts";
import { startWalk } from "./walk.ts";

const walk = startWalk();
/**
 * On each screen all rules once, and contrasts in the other theme and language and in brands that plain derivations fail on: what a colour
 * or a word does is the same on a phone and on a desk, so each of them looks at one half.
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

/** What axe finds in each look; the page ends as it was. */
async function faultsOf(page: Page, viewport: keyof typeof looks): Promise<string[]> {
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
  await speak(page, whole.language);
  await find(whole.theme, whole.language);
  return faults;
}

describe("every screen and state", { timeout: 240_000 }, () => {
  it.each(["phone", "desktop"] as const)(
    "has no violation on a %s, in any language, theme and brand",
    async (viewport) => {
      const { language } = looks[viewport].whole;
      const states: string[] = [];
      await walk.withPerson({ language, viewport }, async (someone) => {
        const { page } = someone;
        await page.emulateMedia({ reducedMotion: "reduce" });
        const look = async (state: string): Promise<void> => {
          states.push(state);
          const found = await faultsOf(page, viewport);
          if (viewport === "phone") found.push(...(await smallTargets(page)));
          expect.soft(found, state).toEqual([]);
        };
        await visitScreens({ walk, someone, at: { page, language }, look });
      });
      expect(new Set(states).size).toBe(states.length);
    },
  );

  it("loses nothing at 200 %, with text as far apart as people may set it, and does not move who wants no motion", async () => {
    await walk.withPerson({ language: "de" }, async (someone) => {
      const { page } = someone;
      await page.setViewportSize({ width: 640, height: 512 });
      await page.emulateMedia({ reducedMotion: "reduce" });
      const look = async (state: string): Promise<void> => {
        expect.soft(await lostText(page), state).toEqual([]);
        await wear(page, spacedOut);
        expect.soft(await lostText(page), `${state}, spaced out`).toEqual([]);
        await wear(page, "");
        expect.soft(await movements(page), `${state}, moving`).toEqual([]);
      };
      await visitScreens({ walk, someone, at: { page, language: "de" }, look });
    });
  });
});

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
