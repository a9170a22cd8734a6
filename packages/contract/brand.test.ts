import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { brandColours, brandCss, contrastRatio, default_brand_colour, surfaces, type Theme } from "./brand.ts";

const anyColour = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, "0")}`);
const anyTheme = fc.constantFrom<Theme>("light", "dark");

/** Colours on which simple derivations fail: very light and very dark greys, yellow, orange, light blue, primaries. */
const difficult = [
  "#FFFFFF",
  "#000000",
  "#FEFEFE",
  "#0A0F11",
  "#FFD400",
  "#FF8A00",
  "#9BD3FF",
  "#777777",
  "#0000FF",
  "#00FF00",
  "#FF0000",
];

function problems(hex: string, theme: Theme): string[] {
  const colours = brandColours(hex, theme);
  const found: string[] = [];
  const need = (what: string, pair: readonly [string, string], least: number): void => {
    if (contrastRatio(...pair) < least) found.push(`${hex} ${theme}: ${what} ${pair.join(" on ")} below ${least}`);
  };
  for (const ground of [...surfaces[theme], colours.tint]) {
    need("ink", [colours.ink, ground], 4.5);
    need("edge", [colours.edge, ground], 3);
    need("fillEdge", [colours.fillEdge, ground], 3);
  }
  need("onFill", [colours.onFill, colours.fill], 4.5);
  need("onFill hovered", [colours.onFill, colours.fillHover], 4.5);
  return found;
}

describe("a brand colour", () => {
  it("keeps text at 4.5 to 1 and edges at 3 to 1 for any colour in both themes", () => {
    const examples = difficult.flatMap((hex): [string, Theme][] => [
      [hex, "light"],
      [hex, "dark"],
    ]);
    const property = fc.property(anyColour, anyTheme, (hex, theme) => {
      expect(problems(hex, theme)).toEqual([]);
    });
    fc.assert(property, { numRuns: 1_500, examples });
  });

  it("fills the button unchanged, unless it is a grey that would be invisible", () => {
    expect(brandColours("#ffd400", "light").fill).toBe("#FFD400");
    expect(brandColours("#FFD400", "dark").fill).toBe("#FFD400");
    expect(brandColours("#FFFFFF", "light").fill).toBe("#15232A");
    expect(brandColours("#FFFFFF", "dark").fill).toBe("#FFFFFF");
    expect(brandColours("#000000", "dark").fill).toBe("#E9EFF0");
  });

  it("[S-017] is #1E6569 by default, white on it, and readable as a link as it is", () => {
    expect(default_brand_colour).toBe("#1E6569");
    const light = brandColours(default_brand_colour, "light");
    expect(light).toMatchObject({
      fill: "#1E6569",
      onFill: "#FFFFFF",
      fillEdge: "#1E6569",
      ink: "#1E6569",
      edge: "#1E6569",
    });
    expect(brandColours(default_brand_colour, "dark").ink).toBe("#5EA1A5");
  });

  it("has a hover colour that differs from the normal one", () => {
    for (const theme of ["light", "dark"] as const) {
      const { fill, fillHover } = brandColours(default_brand_colour, theme);
      expect(fillHover).not.toBe(fill);
    }
  });

  it("becomes a style sheet that contains only colours", () => {
    const css = brandCss("#1E6569");
    expect(css).toMatch(/^:root\{--color-brand-fill:#1E6569;/);
    expect(css).toContain("--color-brand-fill-hover:#");
    expect(css).toContain("--color-brand-on-fill:#FFFFFF");
    expect(css).toContain("@media (prefers-color-scheme:dark){:root:not([data-theme=light]){");
    expect(css).toContain(":root[data-theme=dark]{");
    expect(css.match(/--color-brand-/g)).toHaveLength(8 * 3);
  });

  it.each(["", "red", "#FFF", "1E6569", "#1E6569;}", "#GGGGGG"])("refuses %j", (text) => {
    expect(() => brandCss(text)).toThrow(RangeError);
  });
});
