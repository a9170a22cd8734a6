import { type JSX, useEffect, useRef, useState } from "react";
import { PasswordInput } from "../../frame/password-input.tsx";
import { useText } from "../../i18n/catalogue.ts";
import { Fault } from "../../ui/fault.tsx";
import { faultOfPassword } from "./fault-of-password.ts";

type Props = { readonly value: string; readonly onChange: (value: string) => void; readonly fault: string | null };

/** The workflow's password, hidden until the person wants to see it. */
export function PasswordField({ value, onChange, fault }: Props): JSX.Element {
  const t = useText();
  const [left, setLeft] = useState(false);
  const said = faultOfPassword({ value, left, refused: fault, required: t("frame.required") });
  const element = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (fault !== null) element.current?.focus(); // where the person has to act next
  }, [fault]);
  return (
    <div className="field">
      <label htmlFor="password">{t("login.password")}</label>
      <PasswordInput
        id="password"
        name="password"
        ref={element}
        value={value}
        required
        aria-invalid={said !== null || undefined}
        aria-describedby={said === null ? "password-hint" : "password-fault"}
        onBlur={() => setLeft(true)}
        onChange={(event) => onChange(event.target.value)}
      />
      {said === null ? (
        <span className="hint mt-2" id="password-hint">
          {t("login.passwordHint")}
        </span>
      ) : (
        <Fault id="password-fault">{said}</Fault>
      )}
    </div>
  );
}
