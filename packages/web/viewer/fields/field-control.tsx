import type { OwnField } from "@siegel/contract/calls/files.ts";
import type { JSX } from "react";
import { asDateTyped } from "../../frame/field-values.ts";
import { useText } from "../../i18n/catalogue.ts";
import { Fault } from "../../ui/fault.tsx";
import type { Chosen } from "../saving/use-saving.ts";
import { ChoiceControl } from "./choice-control.tsx";
import { type FieldProblem, isUnfinished, sentenceOfProblem } from "./field-problems.ts";

type Props = {
  readonly field: OwnField;
  readonly value: string;
  readonly problem: FieldProblem | null;
  /** Whether the person has been elsewhere since: before that, what is not finished is not wrong. */
  readonly left: boolean;
  /** Whether the file will have it in letters that are hard to read. */
  readonly small: boolean;
  readonly onChange: (value: string) => void;
  /** Says whose entry stays, where another was made elsewhere. */
  readonly onChoose: (chosen: Chosen) => void;
};

/** The current field in the guide, with its label, in a size for fingers. */
export function FieldControl({ field, value, problem, left, small, onChange, onChoose }: Props): JSX.Element {
  const t = useText();
  const isEarly = problem !== null && isUnfinished(problem, value) && !left;
  const shown = isEarly ? null : problem;
  const hint = (
    <span className="hint" id="guide-hint">
      {t(field.required ? "viewer.hintRequired" : "viewer.hintOptional", { n: field.page })}
      {field.chars_max !== null && field.kind !== "date" && ` · ${t("field.charsMax", { n: field.chars_max })}`}
    </span>
  );
  const saysSmall = small && problem === null;
  const described = ["guide-hint", saysSmall ? "guide-small" : "", shown === null ? "" : "guide-fault"]
    .join(" ")
    .trim();
  return (
    <>
      <Control
        field={field}
        value={value}
        hint={hint}
        described={described}
        wrong={shown !== null}
        onChange={onChange}
      />
      <p className="tiny muted mt-2 empty:hidden" id="guide-small" role="status">
        {saysSmall && t("entry.small")}
      </p>
      {shown !== null && <Fault id="guide-fault">{sentenceOfProblem(field, value, shown, t)}</Fault>}
      {shown?.kind === "changed" && (
        <div className="row mt-2 flex-wrap">
          <button className="btn btn-sm btn-side" type="button" onClick={() => onChoose("mine")}>
            {t("entry.keepMine")}
          </button>
          <button className="btn btn-sm btn-side" type="button" onClick={() => onChoose("theirs")}>
            {t("entry.takeTheirs")}
          </button>
        </div>
      )}
    </>
  );
}

type ControlProps = Pick<Props, "field" | "value" | "onChange"> & {
  readonly hint: JSX.Element;
  readonly described: string;
  readonly wrong: boolean;
};

function Control(props: ControlProps): JSX.Element {
  if (props.field.kind === "radio") return <Group {...props} />;
  if (props.field.kind === "checkbox") return <Box {...props} />;
  return (
    <div className="field">
      <label htmlFor="guide-field">{props.field.label}</label>
      {props.hint}
      <Line {...props} />
    </div>
  );
}

function Line({ field, value, described, wrong, onChange }: ControlProps): JSX.Element {
  const t = useText();
  const named = {
    id: "guide-field",
    className: "input",
    "aria-describedby": described,
    ...(wrong ? { "aria-invalid": true as const } : {}),
  };
  if (field.kind === "choice") return <ChoiceControl field={field} value={value} onChange={onChange} shared={named} />;
  // No maxLength: it would cut what is pasted, and say nothing. What is too long is said to be.
  // Read from the side that its first letter is read from, as in the file and in the summary.
  const shared = { ...named, value, required: field.required, dir: "auto" };
  if (field.multiline) return <textarea {...shared} rows={3} onChange={(event) => onChange(event.target.value)} />;
  if (field.kind !== "date") return <input {...shared} onChange={(event) => onChange(event.target.value)} />;
  return (
    <input
      {...shared}
      inputMode="numeric"
      placeholder={t("field.datePlaceholder")}
      onChange={(event) => onChange(asDateTyped(event.target.value, value))}
    />
  );
}

function Box({ field, value, hint, described, onChange }: ControlProps): JSX.Element {
  const state = field.options[0]?.value ?? "";
  return (
    <div className="field">
      <label className="check">
        <input
          id="guide-field"
          type="checkbox"
          checked={value !== ""}
          required={field.required}
          aria-describedby={described}
          onChange={(event) => onChange(event.target.checked ? state : "")}
        />
        <span>{field.label}</span>
      </label>
      {hint}
    </div>
  );
}

function Group({ field, value, hint, described, onChange }: ControlProps): JSX.Element {
  const t = useText();
  return (
    <fieldset className="field" aria-describedby={described}>
      <legend className="label">{field.label}</legend>
      {hint}
      {field.options.map((option) => (
        <label className="check" key={option.value}>
          <input
            type="radio"
            name="guide-field"
            checked={option.value === value}
            required={field.required}
            onChange={() => onChange(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
      {field.clearable && !field.required && value !== "" && (
        <button className="btn btn-quiet btn-sm" type="button" onClick={() => onChange("")}>
          {t("field.clear")}
        </button>
      )}
    </fieldset>
  );
}
