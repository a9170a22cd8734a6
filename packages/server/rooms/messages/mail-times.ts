/** Times in mails: weekday, date, time and zone, so that nobody has to guess which midnight is meant. */
import type { Language } from "@siegel/contract/limits.ts";

/** `zone` is an IANA name. "Freitag, 04.12.2026, 23:59 Uhr (MEZ)", "Friday, 4 December 2026, 23:59 (CET)". */
export function writeTime(at: Date, language: Language, zone: string): string {
  const german = language === "de";
  const locale = german ? "de-DE" : "en-GB";
  const date = new Intl.DateTimeFormat(locale, {
    timeZone: zone,
    weekday: "long",
    day: german ? "2-digit" : "numeric",
    month: german ? "2-digit" : "long",
    year: "numeric",
  });
  const time = new Intl.DateTimeFormat(locale, {
    timeZone: zone,
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  const day = german ? date.format(at) : date.format(at).replace(/^(\w+) /, "$1, ");
  return `${day}, ${time.format(at)}${german ? " Uhr" : ""} (${zoneName(at, locale, zone)})`;
}

function zoneName(at: Date, locale: string, zone: string): string {
  const parts = new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: "short" }).formatToParts(at);
  return parts.find((part) => part.type === "timeZoneName")?.value ?? zone;
}
