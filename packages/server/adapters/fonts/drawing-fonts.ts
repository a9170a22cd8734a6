/**
 * The fonts in which pages are drawn whose own are not in the file: those that come with this program, under the names that pdf.js
 * asks for. Without them such a text would be in whatever this machine has, and missing where it has none.
 */
import { createRequire } from "node:module";
import { join } from "node:path";
import { createCanvas, GlobalFonts } from "@napi-rs/canvas";

const dejavu = "dejavu-fonts-ttf/package.json";
const pdfjs = "pdfjs-dist/package.json";

/** Families that pdf.js names, then those that are looked into for characters that these lack. */
const families: ReadonlyArray<{ readonly family: string; readonly module: string; readonly paths: readonly string[] }> =
  [
    {
      family: "sans-serif",
      module: pdfjs,
      paths: ["Regular", "Bold", "Italic", "BoldItalic"].map((style) => `standard_fonts/LiberationSans-${style}.ttf`),
    },
    {
      family: "serif",
      module: dejavu,
      paths: ["", "-Bold", "-Italic", "-BoldItalic"].map((style) => `ttf/DejaVuSerif${style}.ttf`),
    },
    {
      family: "monospace",
      module: dejavu,
      paths: ["", "-Bold", "-Oblique", "-BoldOblique"].map((style) => `ttf/DejaVuSansMono${style}.ttf`),
    },
    { family: "Other", module: dejavu, paths: ["ttf/DejaVuSans.ttf", "ttf/DejaVuSans-Bold.ttf"] },
    { family: "Han", module: "@embedpdf/fonts-sc", paths: ["../fonts/NotoSansHans-Regular.otf"] },
    { family: "Hangul", module: "@embedpdf/fonts-kr", paths: ["../fonts/NotoSansKR-Regular.otf"] },
    {
      family: "Thai",
      module: "@expo-google-fonts/noto-sans-thai/package.json",
      paths: ["400Regular/NotoSansThai_400Regular.ttf"],
    },
    {
      family: "Devanagari",
      module: "@expo-google-fonts/noto-sans-devanagari/package.json",
      paths: ["400Regular/NotoSansDevanagari_400Regular.ttf"],
    },
  ];

/** Makes them known to the canvas. @throws when one is not there */
export function registerDrawingFonts(): void {
  const { resolve } = createRequire(import.meta.url);
  for (const { family, module, paths } of families)
    for (const path of paths) {
      const file = join(resolve(module), "..", path);
      if (GlobalFonts.registerFromPath(file, family) === null) throw new Error(`the font ${path} cannot be used`);
    }
  nameMoreFamilies(["Other", "Han", "Hangul", "Thai", "Devanagari"]);
}

/** What a canvas is told to write in, these families stand behind: of itself it looks for a character in fonts of this machine only. */
function nameMoreFamilies(more: readonly string[]): void {
  const context: object = Object.getPrototypeOf(createCanvas(1, 1).getContext("2d"));
  const font = Object.getOwnPropertyDescriptor(context, "font");
  if (font?.set === undefined) throw new Error("a canvas without a font");
  const { set } = font;
  Object.defineProperty(context, "font", {
    ...font,
    set(this: unknown, wanted: string) {
      set.call(this, `${wanted}, ${more.join(", ")}`);
    },
  });
}
