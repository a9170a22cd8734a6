import { token_name_chars_max, whyNotTokenName } from "@siegel/contract/token-name.ts";
import { type JSX, useEffect, useRef } from "react";
import { type Translate, useText } from "../../i18n/catalogue.ts";
import { Fault } from "../../ui/fault.tsx";

/** What is wrong with a name, as a sentence; null: nothing. */
export function faultOfName(name: string, t: Translate): string | null {
  const why = whyNotTokenName(name);
  if (why === null) return null;
  if (why === "empty") return t("frame.required");
  return t(why === "dots" ? "tokens.nameDots" : "tokens.nameTooLong", { n: token_name_chars_max });
}

type Props = {
  readonly value: string;
  readonly fault: string | null;
  readonly onChange: (name: string) => void;
};

/** The name of a token; focused where something is wrong with it. */
export function NameField({ value, fault, onChange }: Props): JSX.Element {
  const t = useText();
  const element = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (fault !== null) element.current?.focus();
  }, [fault]);
  return (
    <div className="field">
      <label htmlFor="token-name">{t("tokens.nameLabel")}</label>
      <input
        className="input"
        id="token-name"
        ref={element}
        autoComplete="off"
        value={value}
        aria-required
        aria-invalid={fault !== null || undefined}
        aria-describedby={fault === null ? undefined : "token-name-fault"}
        onChange={(event) => onChange(event.target.value)}
      />
      {fault !== null && <Fault id="token-name-fault">{fault}</Fault>}
    </div>
  );
}
