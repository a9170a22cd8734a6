import { momentText } from "@siegel/contract/moment.ts";
import { useLanguage } from "../i18n/language.ts";

/** Writes a moment in the page's language and this browser's time zone. */
export function useMoment(): (iso: string) => string {
  const language = useLanguage();
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (iso) => momentText(new Date(iso), { language, zone });
}

/** Writes the day of a moment alone: `26.11.2026`. */
export function useDay(): (iso: string) => string {
  const moment = useMoment();
  return (iso) => moment(iso).split(",")[0] ?? "";
}
