import type { OwnField } from "@siegel/contract/calls/files.ts";
import { type JSX, useEffect, useRef } from "react";
import { useText } from "../../i18n/catalogue.ts";
import type { Box } from "./pdf-reader.ts";

type Props = {
  readonly field: OwnField;
  readonly box: Box;
  /** CSS pixels a PDF point. */
  readonly scale: number;
  readonly value: string;
  readonly current: boolean;
  readonly onFocus: () => void;
  readonly onChange: (value: string) => void;
};

/** The signer's own field as a real input, exactly where it stands on the paper. */
export function FieldOnPage({ field, box, scale, value, current, onFocus, onChange }: Props): JSX.Element {
  const t = useText();
  const element = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  useEffect(() => {
    if (current) element.current?.scrollIntoView({ block: "nearest" });
  }, [current]);
  const shared = {
    ref: element,
    className: ["pf", value.trim() === "" ? "" : "done", current ? "now" : ""].join(" "),
    style: { ...box, fontSize: Math.min(12 * scale, field.multiline ? 12 * scale : box.height * 0.62) },
    value,
    required: field.required,
    "aria-label": t("viewer.onPage", { label: field.label, n: field.page }),
    onFocus,
  };
  return field.multiline ? (
    <textarea {...shared} onChange={(event) => onChange(event.target.value)} />
  ) : (
    <input {...shared} onChange={(event) => onChange(event.target.value)} />
  );
}
