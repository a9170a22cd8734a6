import { type HTMLInputAutoCompleteAttribute, type JSX, type RefObject, useEffect } from "react";
import { Fault } from "../ui/fault.tsx";

type Props = {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly fault: string | null;
  readonly hint?: string;
  readonly type?: "text" | "email" | "tel" | "date";
  readonly autoComplete?: HTMLInputAutoCompleteAttribute;
  readonly optional?: boolean;
  readonly className?: string;
};

/** One line of a form, with its fault below. */
export function TextField(props: Props): JSX.Element {
  const {
    id,
    label,
    value,
    onChange,
    fault,
    hint,
    type = "text",
    autoComplete,
    optional = false,
    className = "",
  } = props;
  const described = [hint === undefined ? [] : `${id}-hint`, fault === null ? [] : `${id}-fault`].flat().join(" ");
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {hint !== undefined && (
        <span className="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      <input
        className={`input ${className}`}
        id={id}
        name={id}
        type={type}
        autoComplete={autoComplete}
        autoCapitalize={type === "email" ? "none" : undefined}
        spellCheck={false}
        value={value}
        aria-required={!optional}
        aria-invalid={fault !== null || undefined}
        aria-describedby={described === "" ? undefined : described}
        onChange={(event) => onChange(event.target.value)}
      />
      {fault !== null && <Fault id={`${id}-fault`}>{fault}</Fault>}
    </div>
  );
}

/** After each press that found faults, leads to the first field that has one. `found`: another object for each press; null before the first. */
export function useFocusOnFault(form: RefObject<HTMLFormElement | null>, found: object | null): void {
  useEffect(() => {
    if (found !== null) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [form, found]);
}
