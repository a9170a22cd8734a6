/**
 * Derives all colours of a brand from one, readable on every surface of the light and the dark theme.
 * The hue stays the same in OKLCH (Björn Ottosson, 2020, "A perceptual color space for image processing"); the lightness moves away from
 * the surfaces until WCAG 2.2 is met: 4.5 to 1 for text (§1.4.3), 3 to 1 for parts of controls (§1.4.11).
 */

/** The product's own colour, for organisations that chose none (signer-side.md §9). */
export const default_brand_colour = "#1E6569";

/** The two themes of every page and mail. */
export type Theme = "light" | "dark";

/**
 * Colours as `#RRGGBB`. For text: `onFill` on `fill` and `fillHover`, and `ink` on every surface and on `tint`.
 * `edge`, and `fillEdge` around a filled control, have at least 3 to 1. `tint` and `line` only decorate.
 */
export type BrandColours = {
  readonly fill: string;
  readonly fillHover: string;
  readonly onFill: string;
  readonly fillEdge: string;
  readonly ink: string;
  readonly edge: string;
  readonly tint: string;
  readonly line: string;
};

/** The backgrounds for brand colours, as in the design's tokens (canvas, surface, sunken, raised). */
export const surfaces = {
  light: ["#FFFFFF", "#F5F7F7", "#ECF0F1"],
  dark: ["#0D1315", "#141C1F", "#1B2529", "#223036"],
} as const satisfies Record<Theme, readonly string[]>;

/** The theme's own text colour; replaces a grey that would be invisible on the surfaces. */
const themeInk = {
  light: "#15232A",
  dark: "#E9EFF0",
} as const satisfies Record<Theme, string>;

// A little above the limit, so that rounding to eight bits cannot fall below it.
const text_contrast = 4.55;
const edge_contrast = 3.05;
const lightness_step = 0.004;
const chroma_step = 0.004;

type Triple = readonly [number, number, number];
/** Lightness 0 to 1, chroma, hue in radians. */
type Oklch = {
  readonly lightness: number;
  readonly chroma: number;
  readonly hue: number;
};

/** The brand's colours in one theme. @throws RangeError when `hex` is not `#RRGGBB` */
export function brandColours(hex: string, theme: Theme): BrandColours {
  const brand = toOklch(hex);
  const dark = theme === "dark";
  const tint = toHex({
    ...brand,
    lightness: dark ? 0.3 : 0.955,
    chroma: Math.min(brand.chroma, dark ? 0.03 : 0.013),
  });
  const line = toHex({
    ...brand,
    lightness: dark ? 0.42 : 0.86,
    chroma: Math.min(brand.chroma, 0.05),
  });
  const grounds = [...surfaces[theme], tint];
  // White on light, black on dark: such a button would be invisible, so the theme's text colour replaces it.
  const vanishes = brand.chroma < 0.04 && lowestContrast(hex, surfaces[theme]) < 1.3;
  const fill = vanishes ? themeInk[theme] : hex.toUpperCase();
  const onFill = contrastRatio("#FFFFFF", fill) >= 4.5 ? "#FFFFFF" : "#000000";
  const away = (least: number): string => (vanishes ? themeInk[theme] : walkAway({ brand, theme, grounds, least }));
  return {
    fill,
    fillHover: hoverOf(fill, onFill),
    onFill,
    fillEdge: lowestContrast(fill, grounds) >= 3 ? fill : away(edge_contrast),
    ink: away(text_contrast),
    edge: away(edge_contrast),
    tint,
    line,
  };
}

/** The brand as a style sheet of custom properties: light, dark by preference, dark by `data-theme`. @throws RangeError */
export function brandCss(hex: string): string {
  const light = declarations(brandColours(hex, "light"));
  const dark = declarations(brandColours(hex, "dark"));
  return (
    `:root{${light}}` +
    `@media (prefers-color-scheme:dark){:root:not([data-theme=light]){${dark}}}` +
    `:root[data-theme=dark]{${dark}}`
  );
}

/** Contrast of two colours, 1 to 21. @see WCAG 2.2, "contrast ratio" */
export function contrastRatio(one: string, other: string): number {
  const [a, b] = [relativeLuminance(one), relativeLuminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

function lowestContrast(hex: string, grounds: readonly string[]): number {
  return Math.min(...grounds.map((ground) => contrastRatio(hex, ground)));
}

/** Changes the brand's lightness away from the surfaces until the contrast to all of them is high enough. */
function walkAway(walk: { brand: Oklch; theme: Theme; grounds: readonly string[]; least: number }): string {
  const step = walk.theme === "dark" ? lightness_step : -lightness_step;
  for (let lightness = walk.brand.lightness; lightness >= 0 && lightness <= 1; lightness += step) {
    const colour = toHex({ ...walk.brand, lightness });
    if (lowestContrast(colour, walk.grounds) >= walk.least) return colour;
  }
  return walk.theme === "dark" ? "#FFFFFF" : "#000000";
}

/** A slightly different fill on which its text stays readable: away from the text, or towards it if there is no room. */
function hoverOf(fill: string, onFill: string): string {
  const from = toOklch(fill);
  const moved = toHex({
    ...from,
    lightness: clamp(from.lightness + hoverShift(from.lightness, onFill)),
  });
  return contrastRatio(moved, onFill) >= 4.5 ? moved : fill;
}

function hoverShift(lightness: number, onFill: string): number {
  if (onFill === "#FFFFFF") return lightness < 0.3 ? Math.max(0.09, 0.27 - lightness) : -0.05;
  return lightness > 0.95 ? -0.07 : 0.03;
}

function declarations(colours: BrandColours): string {
  return Object.entries(colours)
    .map(([name, value]) => `--color-brand-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}:${value}`)
    .join(";");
}

function channels(hex: string): Triple {
  const digits = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex);
  if (digits === null) throw new RangeError("a colour is written #RRGGBB");
  const channel = (at: number): number => linear(Number.parseInt(digits[at] ?? "", 16) / 255);
  return [channel(1), channel(2), channel(3)];
}

/** IEC 61966-2-1: the inverse of the sRGB transfer function. */
function linear(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

function gammaEncoded(value: number): number {
  return value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;
}

function relativeLuminance(hex: string): number {
  const [red, green, blue] = channels(hex);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function toOklch(hex: string): Oklch {
  const [red, green, blue] = channels(hex);
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short;
  const b = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short;
  const lightness = 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short;
  return { lightness, chroma: Math.hypot(a, b), hue: Math.atan2(b, a) };
}

/** The nearest colour of the same lightness and hue that sRGB can show: only the chroma is reduced. */
function toHex(colour: Oklch): string {
  let chroma = colour.chroma;
  let rgb = toLinearRgb({ ...colour, chroma });
  while (chroma > chroma_step / 2 && rgb.some((value) => value < -0.0005 || value > 1.0005)) {
    chroma = Math.max(0, chroma - chroma_step);
    rgb = toLinearRgb({ ...colour, chroma });
  }
  const digits = rgb.map((value) =>
    Math.round(255 * gammaEncoded(clamp(value)))
      .toString(16)
      .padStart(2, "0"),
  );
  return `#${digits.join("").toUpperCase()}`;
}

function toLinearRgb({ lightness, chroma, hue }: Oklch): Triple {
  const a = chroma * Math.cos(hue);
  const b = chroma * Math.sin(hue);
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}
