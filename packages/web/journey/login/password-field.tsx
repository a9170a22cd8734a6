import { type JSX, useEffect, useRef, useState } from "react";
import { useText } from "../../i18n/catalogue.ts";
import { Fault } from "../../ui/fault.tsx";
import { Icon } from "../../ui/icons.tsx";
import { faultOfPassword } from "./fault-of-password.ts";

type Props = { readonly value: string; readonly onChange: (value: string) => void; readonly fault: string | null };

/** The workflow's password, hidden until the person wants to see it. */
export function PasswordField({ value, onChange, fault }: Props): JSX.Element {
  const t = useText();
  const [shown, setShown] = useState(false);
  const [left, setLeft] = useState(false);
  const said = faultOfPassword({ value, left, refused: fault, required: t("frame.required") });
  const element = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (fault !== null) element.current?.focus(); // where the person has to act next
  }, [fault]);
  return (
    <div className="field">
      <label htmlFor="password">{t("login.password")}</label>
      <div className="input-group">
        <input
          className="input"
          id="password"
          name="password"
          ref={element}
          type={shown ? "text" : "password"}
          autoComplete="current-password"
          autoCapitalize="none"
          spellCheck={false}
          value={value}
          required
          aria-invalid={said !== null || undefined}
          aria-describedby={said === null ? "password-hint" : "password-fault"}
          onBlur={() => setLeft(true)}
          onChange={(event) => onChange(event.target.value)}
        />
        <button
          className="btn-icon"
          type="button"
          aria-label={t(shown ? "login.hidePassword" : "login.showPassword")}
          onClick={() => setShown(!shown)}
        >
          <Icon name={shown ? "eyeOff" : "eye"} />
        </button>
      </div>
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
