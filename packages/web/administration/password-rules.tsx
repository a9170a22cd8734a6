import { passwordFaults, shownPasswordRules } from "@siegel/contract/account-rules.ts";
import type { JSX } from "react";
import { useText } from "../i18n/catalogue.ts";
import { Icon } from "../ui/icons.tsx";

/** What a new password must have, and what of it the typed one has. */
export function PasswordRules({ password }: { readonly password: string }): JSX.Element {
  const t = useText();
  const broken = passwordFaults(password);
  return (
    <ul className="rules" aria-label={t("password.rules")}>
      {shownPasswordRules.map((rule) => {
        const isMet = !broken.includes(rule);
        return (
          <li key={rule} className={isMet ? "ok" : undefined}>
            <Icon name={isMet ? "done" : "open"} size={16} />
            <span>
              {t(`password.rule.${rule}`)}
              <span className="vh">{t(isMet ? "password.met" : "password.missing")}</span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}
