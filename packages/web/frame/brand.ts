/** Puts an organisation's colour on the page; a constructed style sheet passes a strict Content-Security-Policy. */
import { brandCss } from "@siegel/contract/brand.ts";
import { default_brand_colour } from "@siegel/contract/limits.ts";

const sheet = typeof CSSStyleSheet === "undefined" ? null : new CSSStyleSheet();
let worn: string | null = null;

/** Wears a colour (`#RRGGBB`); anything else means the product's own. */
export function wearBrand(style: string | null): void {
  const colour = style !== null && /^#[0-9a-f]{6}$/i.test(style) ? style : default_brand_colour;
  if (sheet === null || colour === worn) return;
  sheet.replaceSync(brandCss(colour));
  if (worn === null) document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  worn = colour;
}
