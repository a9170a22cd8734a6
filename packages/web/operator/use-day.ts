import { momentText } from "@siegel/contract/moment.ts";
import { useLanguage } from "../i18n/language.ts";

/** Writes the day of a moment in the page's language: `26.11.2026`. `withTime`: and the time. */
export function useDay(): (iso: string, withTime?: boolean) => string {
  const language = useLanguage();
  return (iso, withTime = false) => {
    const moment = momentText(new Date(iso), { language });
    return withTime ? moment : (moment.split(",")[0] ?? "");
  };
}

/** A day of a calendar, YYYY-MM-DD, as both languages write it: `31.01.1989`. */
export const dayOf = (day: string): string => day.split("-").toReversed().join(".");
