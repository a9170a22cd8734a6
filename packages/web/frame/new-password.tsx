import {
  certificateConfirmationFault,
  certificatePasswordFaults,
  type PasswordOwner,
} from "@siegel/contract/certificate-password.ts";
import { password_chars_max } from "@siegel/contract/limits.ts";
import { type JSX, useState } from "react";
import { useText } from "../i18n/catalogue.ts";
import { Fault } from "../ui/fault.tsx";
import { PasswordInput } from "./password-input.tsx";
import { PasswordRings } from "./password-rings.tsx";

/** Both fields as they were typed. */
export type Pair = { readonly password: string; readonly again: string };

type Props = {
  readonly pair: Pair;
  readonly owner: PasswordOwner;
  /** Whether the button was pressed: what is missing is then a mistake. */
  readonly pressed: boolean;
  readonly onChange: (pair: Pair) => void;
};

/** Whether both may be sent. */
export const isGoodPair = ({ password, again }: Pair, owner: PasswordOwner): boolean =>
  certificatePasswordFaults(password, owner).length === 0 && certificateConfirmationFault(password, again) === null;

/** The password of a new certificate, twice; the rules close while one types. */
export function NewPassword({ pair, owner, pressed, onChange }: Props): JSX.Element {
  const t = useText();
  const [left, setLeft] = useState({ password: false, again: false });
  const { password, again } = pair;
  const faults = certificatePasswordFaults(password, owner);
  const judged = pressed || (left.password && password !== "");
  const isLong = faults.includes("passwordLong");
  const said = isLong
    ? t("personalIdent.long", { max: password_chars_max })
    : judged && password === ""
      ? t("frame.required")
      : null;
  const differs = certificateConfirmationFault(password, again);
  const saidAgain = differs !== null && (pressed || (left.again && again !== "")) ? differs : null;
  return (
    <div className="part grid gap-5">
      <div>
        <h2 className="h-card">{t("personalIdent.password")}</h2>
        <p className="small muted">{t("personalIdent.passwordLead")}</p>
      </div>
      <div className="field">
        <label htmlFor="new-password">{t("personalIdent.first")}</label>
        <PasswordInput
          id="new-password"
          autoComplete="new-password"
          required
          value={password}
          aria-invalid={isLong || (judged && faults.length > 0) || undefined}
          aria-describedby={said === null ? "password-rules" : "new-password-fault password-rules"}
          onBlur={() => setLeft({ ...left, password: true })}
          onChange={(event) => onChange({ ...pair, password: event.target.value })}
        />
        {said !== null && <Fault id="new-password-fault">{said}</Fault>}
        <PasswordRings password={password} faults={faults} judged={judged} />
      </div>
      <div className="field">
        <label htmlFor="new-password-again">{t("personalIdent.again")}</label>
        <PasswordInput
          id="new-password-again"
          autoComplete="new-password"
          required
          value={again}
          aria-invalid={saidAgain !== null || undefined}
          aria-describedby={saidAgain === null ? undefined : "again-fault"}
          onBlur={() => setLeft({ ...left, again: true })}
          onChange={(event) => onChange({ ...pair, again: event.target.value })}
        />
        {saidAgain !== null && (
          <Fault id="again-fault">{t(saidAgain === "required" ? "frame.required" : "personalIdent.differ")}</Fault>
        )}
      </div>
    </div>
  );
}
