/**
 * Moments as people read them, written alike wherever they stand: pages, mails, visible signatures, the audit report. A date is
 * DD.MM.YYYY in both languages (signer-side.md §9), as the date fields of documents take it, and a time always carries its zone.
 */
import type { Language } from "./limits.ts";

/** `zone`: an IANA name, else this device's. `seconds`: where a moment proves something. `weekday`: where a day has to be met. */
export type MomentWords = {
  readonly language: Language;
  readonly zone?: string;
  readonly seconds?: true;
  readonly weekday?: true;
};

/** `21.11.2026, 18:00 MEZ`; with seconds `21.11.2026, 18:00:45 CET`, with the day of the week `Saturday, 21.11.2026, 18:00 CET`. */
export function momentText(at: Date, words: MomentWords): string {
  const parts = new Map(
    formatOf(words.language, words.zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  const date = [parts.get("day"), parts.get("month"), parts.get("year")].join(".");
  const time = [parts.get("hour"), parts.get("minute"), ...(words.seconds ? [parts.get("second")] : [])].join(":");
  return `${words.weekday ? `${parts.get("weekday")}, ` : ""}${date}, ${time} ${parts.get("timeZoneName")}`;
}

/** Making one takes a hundred times as long as using it. A process has one zone; no list of them may grow all the same. */
const formats = new Map<string, Intl.DateTimeFormat>();
const formatsMax = 16;

function formatOf(language: Language, zone: string | undefined): Intl.DateTimeFormat {
  const key = `${language} ${zone ?? ""}`;
  const found = formats.get(key) ?? makeFormat(language, zone);
  if (!formats.has(key) && formats.size >= formatsMax) formats.clear();
  formats.set(key, found);
  return found;
}

function makeFormat(language: Language, zone: string | undefined): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(language === "de" ? "de-DE" : "en-GB", {
    ...(zone === undefined ? {} : { timeZone: zone }),
    weekday: "long",
    day: "2-digit",
    month: "2-digit",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
    timeZoneName: "short",
  });
}
