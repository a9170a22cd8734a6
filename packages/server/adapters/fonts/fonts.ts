/**
 * The fonts text is drawn in, all of free licences, opened when first needed: DejaVu Sans for Latin, Greek, Cyrillic, Arabic
 * and Hebrew, Noto Sans for Thai, Devanagari, Han with Kana, and Hangul; Source Serif for what stands on pages of our own. A character is
 * drawn by the first that has it.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { TextStyle } from "@siegel/kernel/forms/shaped-text.ts";
import { openTrueType, type TrueTypeFont } from "@siegel/kernel/forms/truetype-subset.ts";
import * as fontkit from "fontkit";
import { Blob, Face, Font } from "harfbuzzjs";

/** A font file: where it is, and its stem width in 1/1000 em (ISO 32000-2 §9.8.1 StemV), as drawn. */
type FontFile = { readonly name: string; readonly module: string; readonly path: string; readonly stemV: number };

/** A font as its two libraries see it: HarfBuzz shapes with it, fontkit reads it, and cuts subsets of those with CFF outlines. */
export type OpenFont = FontFile & {
  readonly shaping: Font;
  readonly cutting: fontkit.Font;
  /** What subsets of a TrueType font are cut of. */
  readonly outlines: TrueTypeFont | null;
  /** Font units to 1/1000 em. */
  readonly scale: number;
  readonly has: (codePoint: number) => boolean;
};

const dejavu = { module: "dejavu-fonts-ttf/package.json" };
const thai = { module: "@expo-google-fonts/noto-sans-thai/package.json" };
const devanagari = { module: "@expo-google-fonts/noto-sans-devanagari/package.json" };
const han = { module: "@embedpdf/fonts-sc" };
const serif = { module: "@expo-google-fonts/source-serif-4/package.json" };
const hangul = { module: "@embedpdf/fonts-kr" };

const firstFont = "sans";
const firstBold = "sans-bold";
/** The fonts that nearly all values, and names in signatures, are in. */
export const firstFonts: readonly string[] = [firstFont, firstBold];

const regular: readonly FontFile[] = [
  { ...dejavu, name: firstFont, path: "ttf/DejaVuSans.ttf", stemV: 88 },
  { ...thai, name: "thai", path: "400Regular/NotoSansThai_400Regular.ttf", stemV: 88 },
  { ...devanagari, name: "devanagari", path: "400Regular/NotoSansDevanagari_400Regular.ttf", stemV: 88 },
  { ...han, name: "han", path: "../fonts/NotoSansHans-Regular.otf", stemV: 78 },
  { ...hangul, name: "hangul", path: "../fonts/NotoSansKR-Regular.otf", stemV: 78 },
];
const bold: readonly FontFile[] = [
  { ...dejavu, name: firstBold, path: "ttf/DejaVuSans-Bold.ttf", stemV: 165 },
  { ...thai, name: "thai-bold", path: "700Bold/NotoSansThai_700Bold.ttf", stemV: 150 },
  { ...devanagari, name: "devanagari-bold", path: "700Bold/NotoSansDevanagari_700Bold.ttf", stemV: 150 },
  { ...han, name: "han-bold", path: "../fonts/NotoSansHans-Bold.otf", stemV: 138 },
  { ...hangul, name: "hangul-bold", path: "../fonts/NotoSansKR-Bold.otf", stemV: 138 },
];

const serifs: readonly FontFile[] = [
  { ...serif, name: "serif", path: "400Regular/SourceSerif4_400Regular.ttf", stemV: 84 },
];

/** Fonts by name, and for a style those to be asked, in order. */
export type FontShelf = {
  readonly named: (name: string) => OpenFont;
  readonly ofStyle: (style: Pick<TextStyle, "weight" | "face">) => Iterable<OpenFont>;
};

/** The shelf; a font is read from disk once, when it is first asked for. */
export function openFontShelf(): FontShelf {
  const opened = new Map<string, OpenFont>();
  const files = new Map([...regular, ...bold, ...serifs].map((file) => [file.name, file]));
  const named = (name: string): OpenFont => {
    const file = files.get(name);
    if (file === undefined) throw new TypeError(`there is no font ${name}`);
    const font = opened.get(name) ?? openFont(file);
    opened.set(name, font);
    return font;
  };
  return {
    named,
    // A letter no bold font has is drawn in regular: better thin than not at all.
    *ofStyle({ weight, face }) {
      const first = [...(face === "serif" ? serifs : []), ...(weight === "bold" ? bold : [])];
      for (const { name } of [...first, ...regular]) yield named(name);
    },
  };
}

function openFont(file: FontFile): OpenFont {
  const entry = createRequire(import.meta.url).resolve(file.module);
  const bytes = readFileSync(join(entry, "..", file.path));
  const cutting = fontkit.create(bytes);
  if (!("layout" in cutting)) throw new TypeError(`${file.path} is a collection of fonts`);
  const face = new Face(new Blob(bytes));
  const covered = new Set(face.collectUnicodes());
  const has = (codePoint: number): boolean => covered.has(codePoint);
  const outlines = file.path.endsWith(".otf") ? null : openTrueType(bytes);
  return { ...file, shaping: new Font(face), cutting, outlines, scale: 1_000 / face.upem, has };
}
