import { type JSX, useEffect, useRef } from "react";
import { PasswordInput } from "../../../frame/password-input.tsx";
import { useText } from "../../../i18n/catalogue.ts";

type Props = {
  readonly value: string;
  /** It or the code was wrong; which is not said. */
  readonly marked: boolean;
  readonly onChange: (value: string) => void;
};

/** The password that opens the certificate, hidden until the person wants to see it. */
export function CertificatePassword({ value, marked, onChange }: Props): JSX.Element {
  const t = useText();
  const element = useRef<HTMLInputElement>(null);
  // It comes first: the code needs a moment to arrive. After the page itself, which takes the focus where it begins.
  useEffect(() => {
    const timer = setTimeout(() => element.current?.focus({ preventScroll: true }));
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="field">
      <label htmlFor="certificate-password">{t("qualified.password")}</label>
      <PasswordInput
        id="certificate-password"
        ref={element}
        value={value}
        required
        aria-invalid={marked || undefined}
        aria-describedby={marked ? "pair-fault" : "certificate-password-hint"}
        onChange={(event) => onChange(event.target.value)}
      />
      <span className="hint mt-2" id="certificate-password-hint">
        {t("qualified.passwordHint")}
      </span>
    </div>
  );
}
