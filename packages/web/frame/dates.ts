/** Dates and times as both languages write them; a time always carries its zone. */
import type { Language } from "@siegel/contract/limits.ts";

const locales = { de: "de-DE", en: "en-GB" } as const satisfies Record<Language, string>;

/** DD.MM.YYYY in both languages (signer-side.md §9). */
function dateOf(iso: string): string {
  const date = new Date(iso);
  const two = (n: number): string => String(n).padStart(2, "0");
  return `${two(date.getDate())}.${two(date.getMonth() + 1)}.${date.getFullYear()}`;
}

/** Date and time with zone, for example `21.11.2026, 18:00 MEZ`. */
export function momentOf(iso: string, language: Language): string {
  const clock = new Intl.DateTimeFormat(locales[language], {
    hour: "2-digit",
    minute: "2-digit",
    timeZoneName: "short",
  });
  return `${dateOf(iso)}, ${clock.format(new Date(iso))}`;
}

/** The zone that this device shows times in, by its name: `Europe/Berlin`. */
export function zoneHere(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** `10:42`, for what just happened on this screen. */
export function clockOf(date: Date, language: Language): string {
  return new Intl.DateTimeFormat(locales[language], { hour: "2-digit", minute: "2-digit" }).format(date);
}

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
