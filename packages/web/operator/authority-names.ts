import type { AuthorityHealth } from "@siegel/contract/calls/operator-authority.ts";
import { useText } from "../i18n/catalogue.ts";
import { useLanguage } from "../i18n/language.ts";

/** What a unit is called: what it is for, and the number at the end of its name. */
export function useUnitName(): (unit: Pick<AuthorityHealth["ends"][number], "name" | "role">) => string {
  const t = useText();
  return ({ name, role }) => t(`authority.role_${role}`, { n: /\d+$/.exec(name)?.[0] ?? "" }).trim();
}

const day_ms = 86_400_000;

/** How far away a moment is, in days or years: `in 19 days`. */
export function useAway(): (iso: string) => string {
  const text = new Intl.RelativeTimeFormat(useLanguage(), { numeric: "always" });
  return (iso) => {
    const days = (Date.parse(iso) - Date.now()) / day_ms;
    return Math.abs(days) < 366 ? text.format(Math.trunc(days), "day") : text.format(Math.trunc(days / 365.25), "year");
  };
}
