/** Contrast by numbers (WCAG 2.2, 1.4.3 and 1.4.11): every colour of a boundary, an icon or a focus ring on every ground it may stand on. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brandColours, contrastRatio, default_brand_colour, surfaces, type Theme } from "@siegel/contract/brand.ts";
import { describe, expect, it } from "vitest";
import { inkColour } from "../viewer/signature-image/ink-colour.ts";

const themes = ["light", "dark"] as const satisfies readonly Theme[];
const brands = [default_brand_colour, "#FFD400", "#000000", "#FFFFFF"];
const web = join(import.meta.dirname, "..");
const read = (name: string): string => readFileSync(join(import.meta.dirname, name), "utf8");
const tokens = read("tokens.css");
const notOurs = new Set(["node_modules", "dist", "public"]);

/** Every style sheet of the web, wherever it lies, but for the tokens. */
const sheets: readonly string[] = readdirSync(web, { withFileTypes: true })
  .filter((folder) => folder.isDirectory() && !notOurs.has(folder.name))
  .flatMap(({ name }) =>
    readdirSync(join(web, name), { recursive: true, encoding: "utf8" }).map((at) => join(name, at)),
  )
  .filter((path) => path.endsWith(".css") && !path.endsWith("tokens.css"));

/** The colours of a theme by their token, without the brand's, which come from its one colour. */
function coloursOf(theme: Theme): ReadonlyMap<string, string> {
  const dark = tokens.slice(tokens.indexOf(':root[data-theme="dark"]'));
  const light = tokens.slice(0, tokens.indexOf("@media"));
  // What the dark theme does not say is as in the light one.
  const parts = theme === "light" ? [light] : [light, dark];
  const found = parts.flatMap((css) => [...css.matchAll(/--color-([a-z-]+): (#[0-9a-f]{6});/g)]);
  return new Map(found.map(([, name = "", colour = ""]) => [name, colour]));
}

function brandOf(hex: string, theme: Theme): ReadonlyMap<string, string> {
  const named = Object.entries(brandColours(hex, theme)).map(
    ([name, colour]) => [`brand-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`, colour] as const,
  );
  return new Map(named);
}

/** Lines, and grounds that a word, a figure or a place says the same as: nobody needs to see them to understand. */
const decorative = new Set([
  "line",
  "line-strong",
  "brand-line",
  "brand-tint",
  "you-tint",
  "canvas",
  "surface",
  "sunken",
  "raised",
]);
/** Colours that stand on one ground only, which is tested with them. */
const onFills = { "brand-on-fill": "brand-fill", "you-on-fill": "you-fill", "error-on-fill": "error-fill" } as const;

/** The brand itself, untouched, above everything: it bounds nothing. */
const stripe = "border-top: 3px solid var(--color-brand-fill)";

/** Tokens that the style sheets and the pages draw boundaries, rings and figures with. */
function drawnWith(): ReadonlySet<string> {
  const css = sheets
    .map((path) => readFileSync(join(web, path), "utf8"))
    .join("\n")
    .replace(stripe, "");
  const drawing =
    /(?:^|[\s;])(?:border[a-z-]*|outline|stroke|color|accent-color|text-decoration[a-z-]*):[^;]*?var\(--color-([a-z-]+)\)/g;
  const figures = ["../ui/rings.tsx", "../frame/friendly.tsx"].map(read).join("\n");
  const named = [...css.matchAll(drawing), ...figures.matchAll(/var\(--color-([a-z-]+)\)/g)];
  return new Set(named.map(([, name = ""]) => name));
}

/** The grounds of a page, and the tints of remarks, each with the colours that stand on it. */
function groundsOf(name: string, colours: ReadonlyMap<string, string>, theme: Theme): readonly string[] {
  if (Object.hasOwn(onFills, name)) return [colours.get(onFills[name as keyof typeof onFills]) ?? ""];
  if (name.startsWith("paper")) return [colours.get("paper") ?? ""];
  const tint = colours.get(`${name.split("-")[0]}-tint`);
  return tint === undefined ? surfaces[theme] : [...surfaces[theme], tint];
}

/** Words need 4.5 to 1, all else that is drawn 3. */
const least = (name: string): number => (/(^|-)(ink|muted|subtle|on-fill)(-|$)/.test(name) ? 4.5 : 3);

describe.each(themes)("in the %s theme", (theme) => {
  it.each(brands)("every boundary, ring, figure and word can be told from its ground with the brand %s", (brand) => {
    const colours = new Map([...coloursOf(theme), ...brandOf(brand, theme)]);
    const weak: string[] = [];
    for (const name of drawnWith()) {
      if (decorative.has(name)) continue;
      const colour = colours.get(name);
      if (colour === undefined) weak.push(`${name} is no token`);
      for (const ground of groundsOf(name, colours, theme)) {
        const ratio = contrastRatio(colour ?? ground, ground);
        if (ratio < least(name)) weak.push(`${name} ${colour} on ${ground}: ${ratio.toFixed(2)} to 1`);
      }
    }
    expect(weak).toEqual([]);
  });

  it("what is pressed or ticked can be told from what is not", () => {
    for (const brand of brands) {
      const { fill, fillEdge, onFill, edge } = brandColours(brand, theme);
      expect(contrastRatio(onFill, fill)).toBeGreaterThanOrEqual(3);
      const surface = coloursOf(theme).get("surface") ?? "";
      expect(Math.max(contrastRatio(fillEdge, surface), contrastRatio(fill, surface))).toBeGreaterThanOrEqual(3);
      expect(contrastRatio(edge, surface)).toBeGreaterThanOrEqual(3);
    }
  });
});

describe("the tokens", () => {
  it("are the grounds that brand colours are derived for", () => {
    for (const theme of themes) {
      const colours = coloursOf(theme);
      const grounds = ["canvas", "surface", "sunken", "raised"].map((name) => colours.get(name)?.toUpperCase());
      for (const ground of grounds) expect(surfaces[theme]).toContain(ground);
    }
  });

  it("are the same in the dark, whether by preference or by choice", () => {
    const [byPreference = "", byChoice = ""] = [...tokens.matchAll(/color-scheme: dark;([^}]*)/g)].map(([, css = ""]) =>
      css.replace(/\s+/g, " "),
    );
    expect(byPreference).toBe(byChoice);
    expect(byChoice).toContain("--color-focus");
  });
});

describe("what stands on the paper, which never follows the theme", () => {
  const viewer = read("viewer.css");
  const paper = "#FFFFFF";
  const rule = (selector: string): string => {
    const at = viewer.indexOf(`\n  ${selector} {`);
    if (at === -1) throw new Error(`viewer.css has no ${selector}`);
    return viewer.slice(at, viewer.indexOf("}", at));
  };
  const colour = (selector: string, property: string): string =>
    new RegExp(`[\\s;]${property}:[^;]*?(#[0-9a-f]{6})`).exec(rule(selector))?.[1] ?? `no ${property}`;

  it.each([".pf", ".pf.done", '.pf[aria-invalid="true"]'])(
    "%s has a boundary against paper and its own ground",
    (selector) => {
      const border = colour(selector, "border(?:-color)?");
      expect(contrastRatio(border, paper)).toBeGreaterThanOrEqual(3);
      expect(contrastRatio(border, colour(selector, "background"))).toBeGreaterThanOrEqual(3);
    },
  );

  it.each([".pf.now", ".pf:focus-visible", ".pf.comb:focus-within"])("%s has a ring", (selector) => {
    expect(contrastRatio(colour(selector, "outline"), paper)).toBeGreaterThanOrEqual(3);
  });

  it("is written and ticked in colours that can be read", () => {
    const tick = /\.pf\.radio:checked::after \{[^}]*background: (#[0-9a-f]{6})/.exec(viewer)?.[1] ?? "";
    for (const [ink, ground] of [
      [colour(".pf", "color"), colour(".pf", "background")],
      [colour(".pf.done", "color"), colour(".pf.done", "background")],
      [tick, colour(".pf.done", "background")],
    ] as const)
      expect(contrastRatio(ink, ground)).toBeGreaterThanOrEqual(4.5);
  });
});

describe("the image of a signature, which is made and shown on paper", () => {
  const folder = "../viewer/signature-image";
  const image = read(`${folder}/signature-image.css`);

  it("is read with all other style sheets", () => {
    expect(sheets).toEqual(expect.arrayContaining(["viewer/signature-image/signature-image.css", "styles/viewer.css"]));
  });

  it("has words, ticks and boundaries that can be told from the paper", () => {
    const drawn = [
      ...image.matchAll(/[\s;]((?:accent-|border-|outline-)?color|border|outline):[^;]*?(#[0-9a-f]{6})\b/g),
    ];
    const weak = drawn.filter(
      ([, property, colour = ""]) => contrastRatio(colour, "#FFFFFF") < (property === "color" ? 4.5 : 3),
    );
    expect(weak.map(([rule]) => rule)).toEqual([]);
    expect(drawn.map(([, property]) => property)).toEqual(expect.arrayContaining(["color", "accent-color"]));
  });

  it.each(themes)("is bounded in the %s theme: by its line, or by being paper on what is dark", (theme) => {
    const colours = coloursOf(theme);
    const bounds = [...image.matchAll(/border: 1px solid var\(--color-([a-z-]+)\);(?:[^}]*?)background: #fff;/g)];
    // The frame of a signature is drawn as in the file: its line is looked at above.
    expect(bounds.length).toBeGreaterThan(1);
    for (const [, name = ""] of bounds) {
      const line = colours.get(name) ?? "";
      for (const ground of surfaces[theme]) {
        const told = contrastRatio(line, ground) >= 3 && contrastRatio(line, "#FFFFFF") >= 3;
        expect([name, ground, told || contrastRatio("#FFFFFF", ground) >= 3]).toEqual([name, ground, true]);
      }
    }
  });

  it("is shown in the ink that it is drawn in", () => {
    expect(/\.sig-face \{[^}]*[\s;]color: (#[0-9a-f]{6})/.exec(image)?.[1]).toBe(inkColour);
  });
});

/** Hue in degrees and saturation in percent (HSL). */
function hueOf(hex: string): { readonly hue: number; readonly saturation: number } {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  const [most, least] = [Math.max(r, g, b), Math.min(r, g, b)];
  const span = most - least;
  const sixth = most === r ? ((g - b) / span + 6) % 6 : most === g ? (b - r) / span + 2 : (r - g) / span + 4;
  return { hue: sixth * 60, saturation: (100 * span) / (1 - Math.abs(most + least - 1)) };
}

describe("the palette", () => {
  it.each(themes)(
    "[A-145] %s: teal leads, grey-blue goes beside it, violet is for what is yours, dark red for faults",
    (theme) => {
      const colours = new Map([...coloursOf(theme), ...brandOf(default_brand_colour, theme)]);
      const of = (name: string) => hueOf(colours.get(name) ?? "");
      const within = (name: string, [from, to]: readonly [number, number]) => {
        expect(of(name).hue, name).toBeGreaterThan(from);
        expect(of(name).hue, name).toBeLessThan(to);
      };
      for (const name of ["brand-fill", "brand-ink", "brand-edge"]) within(name, [170, 195]);
      for (const name of ["secondary-ink", "secondary-edge"]) {
        within(name, [200, 215]);
        expect(of(name).saturation, name).toBeLessThan(35);
      }
      for (const name of ["you-ink", "you-fill", "you-edge"]) within(name, [250, 270]);
      const red = of("error-ink").hue;
      expect(Math.min(red, 360 - red)).toBeLessThan(12);
    },
  );
});
