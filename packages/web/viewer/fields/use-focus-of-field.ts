import type { OwnField } from "@siegel/contract/calls/files.ts";
import { type RefObject, useLayoutEffect, useRef } from "react";

/** Whoever is led to a field stands in it: the control they came from may be gone, and with it the focus (WCAG 2.2, 2.4.3). */
export function useFocusOfField(onGoTo: (field: OwnField) => void): {
  /** Ref of what holds the control of the current field. */
  readonly form: RefObject<HTMLFormElement | null>;
  readonly lead: (field: OwnField) => void;
} {
  const form = useRef<HTMLFormElement>(null);
  const isLed = useRef(false);
  // After every drawing: the field led to may be the one that is shown already.
  useLayoutEffect(() => {
    if (!isLed.current) return;
    isLed.current = false;
    const chosen = form.current?.querySelector<HTMLElement>("input:checked");
    (chosen ?? form.current?.querySelector<HTMLElement>("input, select, textarea"))?.focus();
  });
  const lead = (field: OwnField): void => {
    isLed.current = true;
    onGoTo(field);
  };
  return { form, lead };
}
