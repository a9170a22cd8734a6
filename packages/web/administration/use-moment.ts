import { momentText } from "@siegel/contract/moment.ts";
import { useLanguage } from "../i18n/language.ts";
import { useZone } from "./who-is-there.ts";

/** Writes a moment in the page's language and the organisation's time zone; before a login in this browser's. */
export function useMoment(): (iso: string) => string {
  const language = useLanguage();
  const zone = useZone();
  return (iso) => momentText(new Date(iso), { language, ...(zone === null ? {} : { zone }) });
}

/** Writes the day of a moment alone: `26.11.2026`. */
export function useDay(): (iso: string) => string {
  const moment = useMoment();
  return (iso) => moment(iso).split(",")[0] ?? "";
}
