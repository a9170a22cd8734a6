/**
 * Signers' fields hide nothing before they are filled in. What a signer writes comes after others have signed: had the field
 * covered a text until then, or did it from then on, they would have signed another page than everybody sees later.
 */
import { isOwnField } from "@siegel/contract/field-ownership.ts";
import { dictionaryOf, itemsOf, nameOf, textStringOf } from "@siegel/kernel/pdf/access.ts";
import { clearAppearances, showOnlyText, withoutBackground } from "@siegel/kernel/pdf/appearance.ts";
import {
  type FieldNode,
  fieldFlags,
  fieldKind,
  hasFlag,
  onStateOf,
  readFields,
} from "@siegel/kernel/pdf/field-tree.ts";
import type { PdfUpdate } from "@siegel/kernel/pdf/incremental-update.ts";
import { pdfName, withEntries } from "@siegel/kernel/pdf/objects.ts";
import { drawTicks, type Tick } from "@siegel/kernel/pdf/tick-appearance.ts";
import type { IntakeSigner } from "./intake-rules.ts";

/**
 * Leaves of how signers' prepared fields show a frame, and the text of those that hold something; ticks are drawn anew, so that
 * they show their value, before and after. What is read-only is nobody's to fill in and stays.
 */
export function seeThroughFields(update: PdfUpdate, signers: readonly IntakeSigner[]): void {
  const ticks: Tick[] = [];
  for (const field of readFields(update)) {
    const isTheirs = signers.some(({ reference }) => isOwnField(field.name, reference));
    if (!isTheirs || hasFlag(update, field, fieldFlags.readOnly)) continue;
    const kind = fieldKind(update, field);
    if (kind !== "text" && kind !== "choice" && kind !== "checkbox" && kind !== "radio") continue;
    for (const { ref } of field.widgets) withoutBackground(update, ref);
    if (kind === "checkbox" || kind === "radio") ticks.push(...ticksOf(update, field, kind === "radio"));
    else if (isEmpty(update, field)) clearAppearances(update, shownWidgets(update, field));
    else for (const ref of shownWidgets(update, field)) showOnlyText(update, ref);
  }
  drawTicks(update, ticks);
}

function isEmpty(update: PdfUpdate, field: FieldNode): boolean {
  const value = field.attribute("V");
  return (textStringOf(update, itemsOf(update, value)[0] ?? value) ?? "") === "";
}

/** Those that have an appearance; where there is none, nobody may draw one: a value is drawn by whoever writes it. */
function shownWidgets(update: PdfUpdate, { widgets }: FieldNode): FieldNode["widgets"][number]["ref"][] {
  return widgets.flatMap(({ ref }) => (dictionaryOf(update, ref).entries.has("AP") ? [ref] : []));
}

/** Its widgets with their states, each showing what the field holds. A checkbox that was given no appearances has the state Yes. */
function ticksOf(update: PdfUpdate, field: FieldNode, isRadio: boolean): Tick[] {
  const held = nameOf(update, field.attribute("V")) ?? "Off";
  const ticks = field.widgets.flatMap(({ ref, dict }) => {
    const unnamed = isRadio ? undefined : held === "Off" ? "Yes" : held;
    const state = onStateOf(update, dict.entries.get("AP")) ?? unnamed;
    if (state === undefined) return [];
    const shown = pdfName(state === held ? state : "Off");
    update.put(ref, withEntries(dictionaryOf(update, ref), { AS: shown }));
    return [{ widget: ref, state, isRadio }];
  });
  // A state that none of them has is none.
  if (held !== "Off" && !ticks.some(({ state }) => state === held))
    update.put(field.ref, withEntries(dictionaryOf(update, field.ref), { V: pdfName("Off") }));
  return ticks;
}
