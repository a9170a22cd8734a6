import type { OwnField } from "@siegel/contract/calls/files.ts";
import { type CSSProperties, type JSX, type RefObject, useId } from "react";
import { useText } from "../../i18n/catalogue.ts";

type Props = {
  readonly field: OwnField;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly element?: RefObject<(HTMLSelectElement & HTMLInputElement) | null>;
  /** What both forms of the control have in common with other controls around them. */
  readonly shared: {
    readonly id?: string;
    readonly className: string;
    readonly style?: CSSProperties;
    readonly "aria-label"?: string;
    readonly "aria-describedby"?: string;
    readonly "aria-invalid"?: true;
    readonly onFocus?: () => void;
  };
};

/** A choice as a list to choose from; where other words are taken too, as a line with suggestions. */
export function ChoiceControl({ field, value, onChange, element, shared }: Props): JSX.Element {
  const t = useText();
  const suggestions = useId();
  const common = { ...shared, ref: element, value, required: field.required };
  if (!field.editable)
    return (
      <select {...common} onChange={(event) => onChange(event.target.value)}>
        <option value="">{t("field.choose")}</option>
        {field.options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    );
  return (
    <>
      <input {...common} list={suggestions} onChange={(event) => onChange(event.target.value)} />
      <datalist id={suggestions}>
        {field.options.map((option) => (
          <option key={option.value} value={option.value} label={option.label} />
        ))}
      </datalist>
    </>
  );
}
