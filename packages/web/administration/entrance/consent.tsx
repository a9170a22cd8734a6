import type { JSX } from "react";
import { useText } from "../../i18n/catalogue.ts";
import { paths } from "../../paths.ts";
import { Fault } from "../../ui/fault.tsx";
import { LinkedText } from "./linked-text.tsx";

type ConsentProps = {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly isMissing: boolean;
};

/** The tick without which no account is made. */
export function Consent({ checked, onChange, isMissing }: ConsentProps): JSX.Element {
  const t = useText();
  const isInvalid = isMissing && !checked;
  return (
    <div>
      <label className="check">
        <input
          type="checkbox"
          name="consent"
          checked={checked}
          aria-required
          aria-invalid={isInvalid || undefined}
          aria-describedby={isInvalid ? "consent-fault" : undefined}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span>
          <LinkedText text={t("register.consent")} to={paths.privacy} isOutside />
        </span>
      </label>
      {isInvalid && <Fault id="consent-fault">{t("register.consentFault")}</Fault>}
    </div>
  );
}
