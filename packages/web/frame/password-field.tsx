import { type JSX, type ReactNode, useEffect, useId, useRef } from "react";
import { Fault } from "../ui/fault.tsx";
import { PasswordInput } from "./password-input.tsx";

type Props = {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly fault: string | null;
  readonly autoComplete?: "current-password" | "new-password";
  /** Whether a fault leads here; where several fields may have one, their form does that. */
  readonly takesFocus?: boolean;
  /** A link that stands beside the label. */
  readonly beside?: ReactNode;
};

/** The password of an account, hidden until the person wants to see it. */
export function PasswordField(props: Props): JSX.Element {
  const { label, value, onChange, fault, beside, autoComplete = "current-password", takesFocus = true } = props;
  const id = useId();
  const element = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (fault !== null && takesFocus) element.current?.focus(); // where the person has to act next
  }, [fault, takesFocus]);
  return (
    <div className="field">
      <div className="label-row">
        <label htmlFor={id}>{label}</label>
        {beside}
      </div>
      <PasswordInput
        id={id}
        ref={element}
        autoComplete={autoComplete}
        value={value}
        aria-required
        aria-invalid={fault !== null || undefined}
        aria-describedby={fault === null ? undefined : `${id}-fault`}
        onChange={(event) => onChange(event.target.value)}
      />
      {fault !== null && <Fault id={`${id}-fault`}>{fault}</Fault>}
    </div>
  );
}
