/** Checkboxes and buttons of groups (ISO 32000-2 §12.7.5.2): the states of their widgets, and which of them the field holds. */
import { type FieldNode, fieldKind, onStateOf } from "@siegel/kernel/forms/field-tree.ts";
import type { Tick } from "@siegel/kernel/forms/tick-appearance.ts";
import { dictionaryOf, nameOf, type Objects } from "@siegel/kernel/pdf/access.ts";
import type { PdfUpdate } from "@siegel/kernel/pdf/incremental-update.ts";
import { type PdfDict, pdfName, withEntries } from "@siegel/kernel/pdf/objects.ts";

/** Whether a widget has a picture of any state, so that what it shows is not ours to draw. */
export function hasStates(objects: Objects, widget: PdfDict): boolean {
  const normal = objects.resolve(dictionaryOf(objects, widget.entries.get("AP")).entries.get("N"));
  const states = normal?.kind === "dict" ? [...normal.entries.values()] : [];
  return states.some((state) => objects.resolve(state)?.kind === "stream");
}

/** Its widgets, each set to the state that the field holds. A checkbox without appearances has the state Yes, or the one that it holds. */
export function ticksOf(update: PdfUpdate, field: FieldNode): Tick[] {
  const isRadio = fieldKind(update, field) === "radio";
  const held = nameOf(update, field.attribute("V")) ?? "Off";
  return field.widgets.flatMap(({ ref, dict }) => {
    const unnamed = isRadio ? undefined : held === "Off" ? "Yes" : held;
    const state = onStateOf(update, dict.entries.get("AP")) ?? unnamed;
    if (state === undefined) return [];
    const shown = pdfName(state === held ? state : "Off");
    update.put(ref, withEntries(dictionaryOf(update, ref), { AS: shown }));
    return [{ widget: ref, state, isRadio }];
  });
}
