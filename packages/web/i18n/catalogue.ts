/** Looks texts up. German travels with the page because it is the fallback; English is fetched when it is spoken. */
import type { Language } from "@siegel/contract/limits.ts";
import { de } from "./de.ts";
import { currentLanguage, keepChosenLanguage, speak, useLanguage } from "./language.ts";
import type { TextKey } from "./text-key.ts";

/** Values for the `{names}` in a text. */
export type TextValues = Readonly<Record<string, string | number>>;
/** Looks up one text in the page's language. */
export type Translate = (key: TextKey, values?: TextValues) => string;

const catalogues: Partial<Record<Language, Readonly<Partial<Record<TextKey, string>>>>> = { de };

/** A text with its values filled in; German where the catalogue has none. */
export function lookUp(
  catalogue: Readonly<Partial<Record<TextKey, string>>>,
  key: TextKey,
  values: TextValues = {},
): string {
  const text = catalogue[key] ?? de[key];
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder));
}

/** The key under which a code of the wire is looked up, or null for a code nobody knows. */
export function responseKey(code: string): TextKey | null {
  const key = `Responses.${code}`;
  return Object.hasOwn(de, key) ? (key as TextKey) : null;
}

/** The sentence for a code: one with lower-case letters is shown as it is, any other is looked up (signer-side.md §8). */
export function sentenceOfCode(code: string, translate: Translate = translateNow): string {
  if (/[a-z]/.test(code)) return code;
  return translate(responseKey(code) ?? "Responses.SERVICE_ERROR");
}

let wanted: Language | null = null;

/** Fetches a language's catalogue where it is not there yet. */
export async function loadCatalogue(language: Language): Promise<void> {
  if (language === "en" && catalogues.en === undefined) catalogues.en = (await import("./en.ts")).en;
}

/** Speaks a language, fetching its catalogue first. */
export async function loadAndSpeak(language: Language): Promise<void> {
  wanted = language;
  await loadCatalogue(language);
  // The other one may have been asked for while the catalogue was on its way.
  if (wanted === language) speak(language);
}

/** The switch: speaks a language and remembers the choice. */
export async function chooseLanguage(language: Language): Promise<void> {
  keepChosenLanguage(language);
  await loadAndSpeak(language);
}

/** Looks a text up outside a component. */
export const translateNow: Translate = (key, values) => lookUp(catalogues[currentLanguage()] ?? de, key, values);

/** Looks texts up and follows the switch. */
export function useText(): Translate {
  const language = useLanguage();
  return (key, values) => lookUp(catalogues[language] ?? de, key, values);
}
