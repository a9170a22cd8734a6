import type { OwnField } from "@siegel/contract/calls/files.ts";
import { type CSSProperties, type JSX, type RefObject, useEffect, useRef } from "react";
import { asDateTyped } from "../../frame/field-values.ts";
import { useText } from "../../i18n/catalogue.ts";
import type { Box } from "../reader/document-reader.ts";
import { ChoiceControl } from "./choice-control.tsx";
import { showField } from "./show-field.ts";

/** One of the signer's own fields in one of its places, and what stands in it. */
export type FieldOnPageProps = {
  readonly field: OwnField;
  readonly box: Box;
  /** CSS pixels a PDF point. */
  readonly scale: number;
  readonly value: string;
  /** Why what stands in it cannot stay so, or null. */
  readonly fault: string | null;
  /** Whether something stands in it that can stay so; half a date is not wrong, and not done. */
  readonly done: boolean;
  readonly current: boolean;
  /** Whether this place is to be scrolled to when its field is the current one. */
  readonly leads: boolean;
  /** Tells groups apart whose buttons go on and off together: a browser keeps one of a group only. */
  readonly group: string;
  readonly onFocus: () => void;
  readonly onChange: (value: string) => void;
};

type Shared = {
  readonly className: string;
  readonly style: CSSProperties;
  readonly required: boolean;
  readonly "aria-label": string;
  readonly "aria-invalid"?: true;
  readonly title?: string;
  readonly onFocus: () => void;
};

/** The signer's own field as a real control, exactly where it stands on the paper. */
export function FieldOnPage(props: FieldOnPageProps): JSX.Element {
  const { field, box, scale, fault, current, leads } = props;
  const t = useText();
  const element = useRef<HTMLElement>(null);
  useEffect(() => {
    if (current && leads && element.current !== null) showField(element.current);
  }, [current, leads]);
  const tick = field.kind === "checkbox" || field.kind === "radio";
  const option = field.options[0];
  const label = field.kind === "radio" && option !== undefined ? `${field.label}: ${option.label}` : field.label;
  const shared: Shared = {
    className: ["pf", tick ? field.kind : "", props.done ? "done" : "", current ? "now" : ""].join(" ").trim(),
    style: { ...box, fontSize: Math.min(12 * scale, field.multiline ? 12 * scale : box.height * 0.62) },
    required: field.required,
    "aria-label": t("viewer.onPage", { label, n: field.page }),
    // A button of a group is neither right nor wrong by itself (WAI-ARIA 1.2): the guide says it of the group.
    ...(fault !== null && field.kind !== "radio" ? { "aria-invalid": true as const, title: fault } : {}),
    onFocus: props.onFocus,
  };
  if (tick) return <Tick {...props} shared={shared} element={element} />;
  if (field.kind === "choice")
    return (
      <ChoiceControl
        {...props}
        shared={shared}
        element={element as RefObject<(HTMLSelectElement & HTMLInputElement) | null>}
      />
    );
  return <TextOnPage {...props} shared={shared} element={element} />;
}

type Inner = FieldOnPageProps & { readonly shared: Shared; readonly element: RefObject<HTMLElement | null> };

function Tick({ field, value, group, shared, element, onChange }: Inner): JSX.Element {
  const state = field.options[0]?.value ?? "";
  const common = { ...shared, ref: element as RefObject<HTMLInputElement>, checked: value === state };
  return field.kind === "radio" ? (
    <input {...common} type="radio" name={group} onChange={() => onChange(state)} />
  ) : (
    <input {...common} type="checkbox" onChange={(event) => onChange(event.target.checked ? state : "")} />
  );
}

function TextOnPage({ field, box, value, shared, element, onChange }: Inner): JSX.Element {
  const t = useText();
  if (field.multiline)
    return (
      <textarea
        {...shared}
        dir="auto"
        value={value}
        ref={element as RefObject<HTMLTextAreaElement>}
        onChange={(event) => onChange(event.target.value)}
      />
    );
  const input = {
    value,
    // Read from the side that its first letter is read from, as in the file and in the summary.
    dir: "auto",
    ref: element as RefObject<HTMLInputElement>,
    ...(field.kind === "date" ? { inputMode: "numeric" as const, placeholder: t("field.datePlaceholder") } : {}),
    onChange: (event: { target: HTMLInputElement }) =>
      onChange(field.kind === "date" ? asDateTyped(event.target.value, value) : event.target.value),
  };
  if (!field.comb || field.chars_max === null) return <input {...shared} {...input} />;
  const { className, style, ...rest } = shared;
  const cells = { ...style, "--cell": `${box.width / field.chars_max}px` };
  return (
    <div className={`${className} comb`} style={cells}>
      <input {...rest} {...input} />
    </div>
  );
}
