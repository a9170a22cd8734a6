import { momentText } from "@siegel/contract/moment.ts";
import { useLanguage } from "../i18n/language.ts";

/** Writes a moment in the page's language and this browser's time zone. */
export function useMoment(): (iso: string) => string {
  const language = useLanguage();
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (iso) => momentText(new Date(iso), { language, zone });
}
