import {
  type CertificatePasswordFault,
  certificate_password_chars_min,
} from "@siegel/contract/certificate-password.ts";
import type { JSX } from "react";
import { useText } from "../i18n/catalogue.ts";
import { Icon } from "../ui/icons.tsx";

const seen = ["passwordShort", "passwordUpper", "passwordLower", "passwordDigit", "passwordSign"] as const;

type Props = {
  readonly password: string;
  readonly faults: readonly CertificatePasswordFault[];
  /** Whether the person has left the field: what is open then is broken. */
  readonly judged: boolean;
};

/** One ring for each rule; it closes while one types, and only a broken rule is red. */
export function PasswordRings({ password, faults, judged }: Props): JSX.Element {
  const isBroken = (fault: CertificatePasswordFault) => faults.includes(fault);
  // Nothing typed is no name; what is short may still become something else.
  const isBadName = isBroken("passwordKnown") || isBroken("passwordName");
  const isLongEnough = [...password].length >= certificate_password_chars_min;
  return (
    <ul className="pwrules" id="password-rules" aria-live="polite">
      {seen.map((rule) => (
        <Ring key={rule} rule={rule} state={!isBroken(rule) ? "met" : judged ? "broken" : "open"} />
      ))}
      <Ring
        rule="notKnown"
        state={isLongEnough ? (isBadName ? "broken" : "met") : judged && isBadName ? "broken" : "open"}
      />
    </ul>
  );
}

type RingProps = { readonly rule: (typeof seen)[number] | "notKnown"; readonly state: "open" | "met" | "broken" };
const looks = { open: ["", "open"], met: ["ok", "done"], broken: ["bad", "warning"] } as const;

function Ring({ rule, state }: RingProps): JSX.Element {
  const t = useText();
  const [look, icon] = looks[state];
  return (
    <li className={look}>
      <Icon name={icon} size={18} />
      <span>
        {t(`personalIdent.rule_${rule}`)}
        <span className="vh">{t(`personalIdent.rule_${state}`)}</span>
      </span>
    </li>
  );
}
