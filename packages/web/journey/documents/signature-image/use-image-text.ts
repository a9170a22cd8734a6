import { useLanguage } from "../../../i18n/language.ts";
import { type ImageTextKey, imageTextsDe } from "./texts-de.ts";
import { imageTextsEn } from "./texts-en.ts";

/** Looks up what is said here in the page's language; `n` stands for `{n}`. */
export function useImageText(): (key: ImageTextKey, n?: number) => string {
  const texts = useLanguage() === "en" ? imageTextsEn : imageTextsDe;
  return (key, n) => texts[key].replace("{n}", String(n ?? ""));
}
