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
  /** Whether the current field may be scrolled to. */
  readonly guided: boolean;
  readonly onFocus: () => void;
  readonly onChange: (value: string) => void;
};

/** The signer's own field as a real input, exactly where it stands on the paper. */
export function FieldOnPage({ field, box, scale, value, current, guided, onFocus, onChange }: Props): JSX.Element {
  const t = useText();
  const element = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  useEffect(() => {
    if (current && guided && element.current !== null) showOnDesk(element.current);
  }, [current, guided]);
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

/** Scrolls the desk, and only it, so that the field stands in its upper half. */
function showOnDesk(field: HTMLElement): void {
  const desk = field.closest(".desk");
  if (desk === null) return;
  const [at, around] = [field.getBoundingClientRect(), desk.getBoundingClientRect()];
  const hidden = at.top < around.top || at.bottom > around.bottom || at.left < around.left || at.right > around.right;
  if (!hidden) return;
  desk.scrollBy({ top: at.top - around.top - around.height / 3, left: at.left - around.left - around.width / 4 });
}
