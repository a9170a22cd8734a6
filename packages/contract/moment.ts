/**
 * Dates and times for people, in one format for pages, mails, visible signatures and the audit report. A date is DD.MM.YYYY in both
 * languages (signer-side.md §9), as in the date fields of documents, and a time always has its zone.
 */
import type { Language } from "./limits.ts";

/** `zone`: an IANA name; without it the device's zone. `seconds`: for evidence. `weekday`: for deadlines. */
export type MomentWords = {
  readonly language: Language;
  readonly zone?: string;
  readonly seconds?: true;
  readonly weekday?: true;
};

/** `18:00 MEZ`, for what just happened or is about to; of the day there is no doubt. */
export function clockText(at: Date, { language, zone }: Pick<MomentWords, "language" | "zone">): string {
  const parts = partsOf(at, { language, zone });
  return `${parts.get("hour")}:${parts.get("minute")} ${parts.get("timeZoneName")}`;
}

/** `21.11.2026, 18:00 MEZ`; with seconds `21.11.2026, 18:00:45 CET`, with the day of the week `Saturday, 21.11.2026, 18:00 CET`. */
export function momentText(at: Date, words: MomentWords): string {
  const parts = partsOf(at, words);
  const date = [parts.get("day"), parts.get("month"), parts.get("year")].join(".");
  const time = [parts.get("hour"), parts.get("minute"), ...(words.seconds ? [parts.get("second")] : [])].join(":");
  return `${words.weekday ? `${parts.get("weekday")}, ` : ""}${date}, ${time} ${parts.get("timeZoneName")}`;
}

const partsOf = (
  at: Date,
  { language, zone }: { readonly language: Language; readonly zone?: string | undefined },
): ReadonlyMap<Intl.DateTimeFormatPartTypes, string> =>
  new Map(
    formatOf(language, zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );

/** Creating a format takes a hundred times as long as using it. The cache is limited. */
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
