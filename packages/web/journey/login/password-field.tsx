import { type JSX, useEffect, useRef, useState } from "react";
import { useText } from "../../i18n/catalogue.ts";
import { Fault } from "../../ui/fault.tsx";
import { Icon } from "../../ui/icons.tsx";

type Props = { readonly value: string; readonly onChange: (value: string) => void; readonly fault: string | null };

/** The workflow's password, hidden until the person wants to see it. */
export function PasswordField({ value, onChange, fault }: Props): JSX.Element {
  const t = useText();
  const [shown, setShown] = useState(false);
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
          ref={element}
          type={shown ? "text" : "password"}
          autoComplete="current-password"
          autoCapitalize="none"
          spellCheck={false}
          value={value}
          aria-invalid={fault !== null || undefined}
          aria-describedby={fault === null ? "password-hint" : "password-fault"}
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
      {fault === null ? (
        <span className="hint mt-2" id="password-hint">
          {t("login.passwordHint")}
        </span>
      ) : (
        <Fault id="password-fault">{fault}</Fault>
      )}
    </div>
  );
}
