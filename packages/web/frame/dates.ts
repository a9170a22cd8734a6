/** Spans of time and sizes as both languages write them; moments are `@siegel/contract/moment.ts`. */
import type { Language } from "@siegel/contract/limits.ts";

const locales = { de: "de-DE", en: "en-GB" } as const satisfies Record<Language, string>;

/** `4:12` of a number of seconds. */
export function minutesOf(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** A size in bytes as people read it. */
export function sizeOf(bytes: number, language: Language): string {
  if (bytes < 1_000) return `${bytes} ${language === "de" ? "Byte" : bytes === 1 ? "byte" : "bytes"}`;
  const [value, unit] = bytes < 1_000_000 ? [bytes / 1_000, "KB"] : [bytes / 1_000_000, "MB"];
  return `${new Intl.NumberFormat(locales[language], { maximumFractionDigits: value < 10 ? 1 : 0 }).format(value)} ${unit}`;
}
