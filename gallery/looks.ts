/** In how many ways each screen is looked at. */
import type { Language } from "@siegel/contract/limits.ts";

/** An organisation's name, colour and logo, as its mails and pages wear them. */
export type Brand = { readonly key: string; readonly name: string; readonly colour: string; readonly logo: string };

/** One way to look: who speaks, in whose colours, how wide, in which light. */
export type Look = {
  readonly language: Language;
  readonly brand: Brand;
  readonly width: keyof typeof sizes;
  readonly light: "light" | "dark";
};

/** Phone, tablet and desktop, CSS pixels. */
export const sizes = {
  phone: { width: 390, height: 844 },
  tablet: { width: 744, height: 1133 },
  desktop: { width: 1280, height: 900 },
} as const;

const logoOf = (colour: string, word: string): string => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 40" width="160" height="40"><circle cx="18" cy="20" r="14" fill="${colour}"/><path d="M44 12h${word.length * 12}v16H44z" fill="${colour}" opacity=".35"/></svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
};

/** A calm colour and one that white letters cannot stand on. */
export const brands: readonly [Brand, Brand] = [
  { key: "teal", name: "Hafenwerk Wohnen eG", colour: "#1E6569", logo: logoOf("#1E6569", "Hafenwerk") },
  { key: "yellow", name: "Lichtblick Strom AG", colour: "#FFD400", logo: logoOf("#B38F00", "Licht") },
];

/** People of one language before the pages of one organisation see every look of it in one walk. */
export type Walker = Pick<Look, "language" | "brand"> & { readonly looks: readonly Look[] };

const everyWidthAndLight = (Object.keys(sizes) as Look["width"][]).flatMap((width) =>
  (["light", "dark"] as const).map((light) => ({ width, light })),
);

const walker = (language: Language, brand: Brand, looks: readonly Pick<Look, "width" | "light">[]): Walker => ({
  language,
  brand,
  looks: looks.map((look) => ({ language, brand, ...look })),
});

/** All of them: two languages, two brands, three widths, light and dark. */
export const everyLook: readonly Walker[] = brands.flatMap((brand) =>
  (["de", "en"] as const).map((language) => walker(language, brand, everyWidthAndLight)),
);

/** The two that are kept and compared: together they have every value of every choice but the tablet. */
export const keptLooks: readonly Walker[] = [
  walker("de", brands[0], [{ width: "phone", light: "light" }]),
  walker("en", brands[1], [{ width: "desktop", light: "dark" }]),
];

/** Name of a picture: the screen first, so that its looks stand together. */
export const pictureName = (screen: string, { language, brand, width, light }: Look): string =>
  `${screen}--${width}-${language}-${brand.key}-${light}.png`;
