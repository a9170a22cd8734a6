import type { CaseLine } from "@siegel/contract/calls/operator-cases.ts";
import type { JSX } from "react";
import { type Translate, useText } from "../i18n/catalogue.ts";
import { Icon } from "../ui/icons.tsx";

const looks = {
  open: ["state you", "here"],
  expired: ["state warn", "clock"],
  done: ["state ok", "done"],
  ended: ["state", "barred"],
} as const;

/** What became of the link to a certificate, and how long it still works. */
export function LinkState({ of: { state, link_expires_at } }: { readonly of: CaseLine }): JSX.Element {
  const t = useText();
  const [look, icon] = looks[state];
  return (
    <span className={look}>
      <Icon name={icon} />
      {t(`cases.state_${state}`, { time: leftOf(link_expires_at, t) })}
    </span>
  );
}

/** Whether the certificate is made. */
export function CertificateState({ of: { state } }: { readonly of: CaseLine }): JSX.Element {
  const t = useText();
  const isMade = state === "done";
  return (
    <span className={isMade ? "state ok" : "state"}>
      <Icon name={isMade ? "done" : "open"} />
      {t(isMade ? "cases.made" : "cases.notMade")}
    </span>
  );
}

function leftOf(end: string, t: Translate): string {
  const minutes = Math.max(1, Math.floor((Date.parse(end) - Date.now()) / 60_000));
  return minutes < 60 ? t("cases.minutes", { n: minutes }) : t("cases.hours", { n: Math.floor(minutes / 60) });
}
