/** Puts an organisation's colour on the page; a constructed style sheet passes a strict Content-Security-Policy. */
import { brandCss, default_brand_colour } from "@siegel/contract/brand.ts";
import { brandSheetPath } from "@siegel/contract/first-html.ts";

const sheet = typeof CSSStyleSheet === "undefined" ? null : new CSSStyleSheet();
let worn: string | null = null;

/** Wears a colour (`#RRGGBB`); anything else means the product's own. */
export function wearBrand(style: string | null): void {
  const colour = style !== null && /^#[0-9a-f]{6}$/i.test(style) ? style : default_brand_colour;
  if (sheet === null || colour === worn) return;
  worn = colour;
  const isAdopted = document.adoptedStyleSheets.includes(sheet);
  // The server's sheet says the same: to say it again makes a browser style the whole page once more.
  if (!isAdopted && isLinked(colour)) return;
  sheet.replaceSync(brandCss(colour));
  if (!isAdopted) document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

/** Whether the first HTML brought its sheet, and it has come. */
function isLinked(colour: string): boolean {
  const link = document.querySelector<HTMLLinkElement>(`link[rel=stylesheet][href="${brandSheetPath(colour)}"]`);
  return link?.sheet != null;
}
