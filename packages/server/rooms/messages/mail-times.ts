/** Times in mails: weekday, date, time and zone, so that nobody has to guess which midnight is meant. */
import type { Language } from "@siegel/contract/limits.ts";

/** `zone` is an IANA name. "Freitag, 04.12.2026, 23:59 Uhr (MEZ)", "Friday, 4 December 2026, 23:59 (CET)". */
export function writeTime(at: Date, language: Language, zone: string): string {
  const german = language === "de";
  const { date, time, name } = formatsOf(language, zone);
  const day = german ? date.format(at) : date.format(at).replace(/^(\w+) /, "$1, ");
  const zoneName = name.formatToParts(at).find((part) => part.type === "timeZoneName")?.value ?? zone;
  return `${day}, ${time.format(at)}${german ? " Uhr" : ""} (${zoneName})`;
}

type Formats = Readonly<Record<"date" | "time" | "name", Intl.DateTimeFormat>>;

/** Making one takes a hundred times as long as using it. A process has one zone; no list of them may grow all the same. */
const formats = new Map<string, Formats>();
const formatsMax = 16;

function formatsOf(language: Language, zone: string): Formats {
  const key = `${language} ${zone}`;
  const found = formats.get(key) ?? makeFormats(language === "de", zone);
  if (!formats.has(key) && formats.size >= formatsMax) formats.clear();
  formats.set(key, found);
  return found;
}

function makeFormats(german: boolean, timeZone: string): Formats {
  const locale = german ? "de-DE" : "en-GB";
  const [day, month] = german ? (["2-digit", "2-digit"] as const) : (["numeric", "long"] as const);
  return {
    date: new Intl.DateTimeFormat(locale, { timeZone, weekday: "long", day, month, year: "numeric" }),
    time: new Intl.DateTimeFormat(locale, { timeZone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" }),
    name: new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: "short" }),
  };
}
