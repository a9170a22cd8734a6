import type { OwnField } from "@siegel/contract/calls/files.ts";
import { type CSSProperties, type JSX, type RefObject, useId, useState } from "react";
import { chosenBy, labelOf } from "../../frame/choice-text.ts";
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
  return <EditableChoice field={field} common={common} onChange={onChange} list={suggestions} />;
}

type EditableProps = Pick<Props, "field" | "onChange"> & {
  readonly common: Props["shared"] & {
    readonly ref: Props["element"];
    readonly value: string;
    readonly required: boolean;
  };
  readonly list: string;
};

/** Shows the label of what is chosen, as the signature will. While it is written in it shows what was written, letter by letter. */
function EditableChoice({ field, common, onChange, list }: EditableProps): JSX.Element {
  const [written, setWritten] = useState<string | null>(null);
  const isWritten = written !== null && chosenBy(field.options, written) === common.value;
  return (
    <>
      <input
        {...common}
        value={isWritten ? written : labelOf(field.options, common.value)}
        list={list}
        onChange={(event) => {
          setWritten(event.target.value);
          onChange(chosenBy(field.options, event.target.value));
        }}
        onBlur={() => setWritten(null)}
      />
      <datalist id={list}>
        {field.options.map((option) => (
          <option key={option.value} value={option.label} />
        ))}
      </datalist>
    </>
  );
}
