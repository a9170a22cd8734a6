import type { AuthorityHealth } from "@siegel/contract/calls/operator-authority.ts";
import { useText } from "../i18n/catalogue.ts";
import { useLanguage } from "../i18n/language.ts";

type Ending = AuthorityHealth["ends"][number];
type Responder = "root-ocsp-signer" | "ocsp-signer";
type Unit = Pick<Ending, "name" | "role"> & { readonly answers_for?: Ending["answers_for"] };

const isResponder = (role: Ending["role"]): role is Responder => role === "root-ocsp-signer" || role === "ocsp-signer";

/** What a unit is called: what it is for, and what is at the end of its name, a number mostly; a responder by the CA that it answers for. */
export function useUnitName(): (unit: Unit) => string {
  const t = useText();
  const nameOf = ({ name, role, answers_for: ca = null }: Unit): string => {
    if (isResponder(role)) return t("authority.responderOf", { name: ca === null ? name : nameOf(ca) });
    return t(`authority.role_${role}`, { n: name.slice(name.lastIndexOf("-") + 1) }).trim();
  };
  return nameOf;
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
