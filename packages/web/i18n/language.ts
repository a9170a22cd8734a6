/** Which language the page speaks: chosen, else the stored user's, else the browser's (decisions.md §4). */
import { language_cookie } from "@siegel/contract/first-html.ts";
import { type Language, languages } from "@siegel/contract/limits.ts";
import { useSyncExternalStore } from "react";
import { keep } from "../tab-storage.ts";

const key = "language";
const listeners = new Set<() => void>();
let current: Language = "de";

/** A language this product speaks, or null. */
export function parseLanguage(value: unknown): Language | null {
  return languages.find((language) => language === value) ?? null;
}

/** Decides the language: the switch wins, then the user's stored one, then German for a German browser, else English. */
export function decideLanguage(told: {
  chosen: string | null;
  user: string | null;
  browser: readonly string[];
}): Language {
  const browser = told.browser[0]?.toLowerCase().split("-")[0] === "de" ? "de" : "en";
  return parseLanguage(told.chosen) ?? parseLanguage(told.user) ?? browser;
}

/** The language of the page now. */
export function currentLanguage(): Language {
  return current;
}

/** Speaks this language from now on, on every page shown; the tab keeps it beside header, workflow and user (signer-side.md §3). What the person chose is kept by `keepChosenLanguage` alone. */
export function speak(language: Language): void {
  current = language;
  if (typeof document !== "undefined") {
    document.documentElement.lang = language;
    keep(key, language);
  }
  for (const listener of listeners) listener();
}

/** What the person chose with the switch, or null. */
export function chosenLanguage(): Language | null {
  return parseLanguage(localStorage.getItem(key));
}

let tellChoice: ((language: Language) => void) | null = null;

/** Says who else is told what the person chooses with the switch; null: nobody. */
export function onChosenLanguage(tell: ((language: Language) => void) | null): void {
  tellChoice = tell;
}

/** Remembers what the person chose with the switch; the cookie tells the server, which makes the first HTML of a link. */
export function keepChosenLanguage(language: Language): void {
  localStorage.setItem(key, language);
  tellChoice?.(language);
  // biome-ignore lint/suspicious/noDocumentCookie: Safari and Firefox of last year have no cookie store
  document.cookie = `${language_cookie}=${language}; path=/; max-age=31536000; samesite=lax`;
}

/** The language of the page, following the switch. */
export function useLanguage(): Language {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    currentLanguage,
    currentLanguage,
  );
}
