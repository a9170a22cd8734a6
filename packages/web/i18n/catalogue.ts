/**
 * Looks texts up. A language is fetched when it is spoken. What stands around every page travels with it in both, so that a page can
 * say that the rest did not come.
 */
import type { Language } from "@siegel/contract/limits.ts";
import { frameDe } from "./frame-de.ts";
import { frameEn } from "./frame-en.ts";
import { currentLanguage, keepChosenLanguage, speak, useLanguage } from "./language.ts";
import type { TextKey, Texts } from "./text-key.ts";

/** Values for the `{names}` in a text. */
export type TextValues = Readonly<Record<string, string | number>>;
/** Looks up one text in the page's language. */
export type Translate = (key: TextKey, values?: TextValues) => string;

type Catalogue = Readonly<Partial<Record<TextKey, string>>>;

const frames: Readonly<Record<Language, Catalogue>> = { de: frameDe, en: frameEn };
const fetched: Partial<Record<Language, Texts>> = {};

const fetchTexts: Readonly<Record<Language, () => Promise<Texts>>> = {
  de: async () => ({ ...frameDe, ...(await import("./fetched-de.ts")).fetchedDe }),
  en: async () => ({ ...frameEn, ...(await import("./fetched-en.ts")).fetchedEn }),
};

/** Parts that came later, with what says them. */
const added: Record<Language, Catalogue> = { de: {}, en: {} };

/** Lets the texts of a part be looked up that is fetched by itself. */
export function addTexts(part: Readonly<Record<Language, Catalogue>>): void {
  for (const language of ["de", "en"] as const) added[language] = { ...added[language], ...part[language] };
}

const textsOf = (language: Language): Catalogue => fetched[language] ?? frames[language];

/** A text with its values filled in; German where the catalogue has none, empty where no text has come. */
export function lookUp(catalogue: Catalogue, key: TextKey, values: TextValues = {}): string {
  const found = [catalogue, added[currentLanguage()], textsOf("de"), added.de].find((texts) =>
    Object.hasOwn(texts, key),
  );
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

/** Fetches a language's catalogue where it is not there yet. @throws when it does not come */
export async function loadCatalogue(language: Language): Promise<void> {
  fetched[language] ??= await fetchTexts[language]();
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
  if (fetched[currentLanguage()] === undefined) speak(language);
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
export const translateNow: Translate = (key, values) => lookUp(textsOf(currentLanguage()), key, values);

/** Looks texts up and follows the switch. */
export function useText(): Translate {
  const language = useLanguage();
  return (key, values) => lookUp(textsOf(language), key, values);
}
