import { type JSX, useEffect, useId, useRef } from "react";
import { PasswordInput } from "../frame/password-input.tsx";
import { Fault } from "../ui/fault.tsx";

type Props = {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly fault: string | null;
};

/** The password of the person who is logged in, asked for once more. A fault leads back here. */
export function OwnPassword({ label, value, onChange, fault }: Props): JSX.Element {
  const id = useId();
  const element = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (fault !== null) element.current?.focus();
  }, [fault]);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <PasswordInput
        id={id}
        ref={element}
        autoComplete="current-password"
        value={value}
        aria-required
        aria-invalid={fault !== null || undefined}
        aria-describedby={fault === null ? undefined : `${id}f`}
        onChange={(event) => onChange(event.target.value)}
      />
      {fault !== null && <Fault id={`${id}f`}>{fault}</Fault>}
    </div>
  );
}
