/**
 * Looks texts up. What stands around every page travels with it in both languages, so that a page can say that the rest did not come. The
 * journey's texts are fetched when a language is spoken, those of another area when it is entered (legal/routes.tsx).
 */
import { type Language, languages } from "@siegel/contract/limits.ts";
import { currentLanguage, keepChosenLanguage, speak, useLanguage } from "./language.ts";
import { shellDe } from "./shell-de.ts";
import { shellEn } from "./shell-en.ts";
import type { TextKey } from "./text-key.ts";

/** Values for the `{names}` in a text. */
export type TextValues = Readonly<Record<string, string | number>>;
/** Looks up one text in the page's language. */
export type Translate = (key: TextKey, values?: TextValues) => string;

type Catalogue = Readonly<Partial<Record<TextKey, string>>>;

/** The texts of an area, each language fetched by itself. */
export type AreaTexts = Readonly<Record<Language, () => Promise<Catalogue>>>;

const known: Record<Language, Catalogue> = { de: shellDe, en: shellEn };

const journey: AreaTexts = {
  de: async () => (await import("./journey-de.ts")).journeyDe,
  en: async () => (await import("./journey-en.ts")).journeyEn,
};
/** The areas that were entered, with the languages that have come of them; the journey comes first, whoever follows. */
const entered = new Map<AreaTexts, Set<Language>>([[journey, new Set()]]);

/** Lets texts be looked up that came with what says them. */
export function addTexts(part: Readonly<Partial<Record<Language, Catalogue>>>): void {
  for (const language of languages) known[language] = { ...known[language], ...part[language] };
}

/** Fetches the texts of an area in the language of the page; from now on they come in each language that is spoken. @throws when they do not come */
export async function enterArea(area: AreaTexts): Promise<void> {
  if (!entered.has(area)) entered.set(area, new Set());
  await loadCatalogue(currentLanguage());
}

/** A text with its values filled in; German where the catalogue has none, empty where no text has come. */
export function lookUp(catalogue: Catalogue, key: TextKey, values: TextValues = {}): string {
  const found = [catalogue, known.de].find((texts) => Object.hasOwn(texts, key));
  const text = found?.[key] ?? "";
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder));
}

/** The sentence for a code: one with lower-case letters is shown as it is, any other is looked up (signer-side.md §8). */
export function sentenceOfCode(code: string, translate: Translate = translateNow): string {
  if (/[a-z]/.test(code)) return code;
  // One that nobody knows has no text.
  return translate(`Responses.${code}` as TextKey) || translate("Responses.SERVICE_ERROR");
}

let wanted: Language | null = null;

/** Fetches what is not there yet of a language, for every area that was entered. @throws when something does not come */
export async function loadCatalogue(language: Language): Promise<void> {
  const missing = [...entered].filter(([, languages]) => !languages.has(language));
  await Promise.all(
    missing.map(async ([area, languages]) => {
      addTexts({ [language]: await area[language]() });
      languages.add(language);
    }),
  );
}

/** Speaks a language, fetching its catalogue first. @throws when it does not come; then the page speaks as before */
export async function loadAndSpeak(language: Language): Promise<void> {
  wanted = language;
  await loadCatalogue(language);
  // The other one may have been asked for while the catalogue was on its way.
  if (wanted === language) speak(language);
}

/** Speaks a language before anything else is said in any; where its texts do not come German, and where nothing comes what travels with the page. */
export async function beginToSpeak(language: Language): Promise<void> {
  if (entered.get(journey)?.has(currentLanguage()) !== true) speak(language);
  await loadAndSpeak(language)
    .catch(() => loadAndSpeak("de"))
    .catch(() => undefined);
}

/** The switch: speaks a language and remembers the choice. */
export async function chooseLanguage(language: Language): Promise<void> {
  keepChosenLanguage(language);
  await loadAndSpeak(language);
}

/** Looks a text up outside a component. */
export const translateNow: Translate = (key, values) => lookUp(known[currentLanguage()], key, values);

/** Looks texts up and follows the switch. */
export function useText(): Translate {
  const language = useLanguage();
  return (key, values) => lookUp(known[language], key, values);
}
