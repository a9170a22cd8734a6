import { type JSX, useId } from "react";
import { Fault } from "../../ui/fault.tsx";

type Props = {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly fault: string | null;
  readonly hint?: string;
  /** May it be empty. */
  readonly optional?: boolean;
  readonly autoComplete?: string;
};

/** One line to fill in, with what is wrong below it. */
export function TextLine({ label, value, onChange, fault, hint, optional = false, autoComplete }: Props): JSX.Element {
  const id = useId();
  const described = [hint === undefined ? [] : `${id}h`, fault === null ? [] : `${id}f`].flat();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {hint !== undefined && (
        <span className="hint" id={`${id}h`}>
          {hint}
        </span>
      )}
      <input
        className="input"
        id={id}
        value={value}
        autoComplete={autoComplete ?? "off"}
        aria-required={optional ? undefined : true}
        aria-invalid={fault !== null || undefined}
        aria-describedby={described.length === 0 ? undefined : described.join(" ")}
        onChange={(event) => onChange(event.target.value)}
      />
      {fault !== null && <Fault id={`${id}f`}>{fault}</Fault>}
    </div>
  );
}
