/**
 * Signers' fields hide nothing before they are filled in. What a signer writes comes after others have signed: had the field
 * covered a text until then, or did it from then on, they would have signed another page than everybody sees later.
 */
import { isOwnField } from "@siegel/contract/field-ownership.ts";
import { field_value_chars_max } from "@siegel/contract/limits.ts";
import {
  type AppearanceJob,
  clearAppearances,
  withoutBackground,
  writeAppearances,
} from "@siegel/kernel/forms/appearance.ts";
import {
  type FieldNode,
  fieldFlags,
  fieldKind,
  hasFlag,
  onStateOf,
  readFields,
} from "@siegel/kernel/forms/field-tree.ts";
import { drawHeld, heldText } from "@siegel/kernel/forms/fill-fields.ts";
import type { TextShaper } from "@siegel/kernel/forms/shaped-text.ts";
import { drawTicks, type Tick } from "@siegel/kernel/forms/tick-appearance.ts";
import { dictionaryOf, nameOf } from "@siegel/kernel/pdf/access.ts";
import type { PdfUpdate } from "@siegel/kernel/pdf/incremental-update.ts";
import { type PdfRef, pdfName, withEntries } from "@siegel/kernel/pdf/objects.ts";
import type { IntakeSigner } from "./intake-rules.ts";
import { makeReadable } from "./make-readable.ts";

/** The fonts that values are drawn in, once there is one to be drawn. */
export type Fonts = () => Promise<TextShaper>;

/**
 * Of how signers' prepared fields show only a frame is left. What they hold is drawn anew, as it will be when it is signed: any
 * operator or glyph of its author's might cover more than a text does. What is read-only is nobody's to fill in and stays.
 */
export async function seeThroughFields(
  update: PdfUpdate,
  signers: readonly IntakeSigner[],
  fonts: Fonts,
): Promise<void> {
  const held: Held[] = [];
  const ticks: Tick[] = [];
  const fields = readFields(update);
  const statesOf = statesByName(update, fields);
  for (const field of fields) {
    if (!isFilledIn(update, field, signers)) continue;
    const kind = fieldKind(update, field);
    dropStaleValues(update, field);
    makeReadable(update, field);
    for (const { ref } of field.widgets) withoutBackground(update, ref);
    if (kind === "checkbox" || kind === "radio") {
      ticks.push(...ticksOf(update, field, { isRadio: kind === "radio", others: () => statesOf(field.name) }));
    } else held.push({ field, value: heldText(update, field), widgets: field.widgets.map(({ ref }) => ref) });
  }
  drawTicks(update, ticks);
  await drawTexts(update, held, fonts);
}

/**
 * Takes out what says the value once more and would be wrong when it is written: rich text (/RV) and the places of what is
 * chosen (/I). Whoever takes them out after others have signed changes more than a value (pyHanko's policy).
 */
export function dropStaleValues(update: PdfUpdate, field: FieldNode): void {
  // pdf.js looks for places at the widget.
  for (const { ref } of [field, ...field.widgets]) {
    const dict = dictionaryOf(update, ref);
    if (dict.entries.has("RV") || dict.entries.has("I"))
      update.put(ref, withEntries(dict, { RV: undefined, I: undefined }));
  }
}

/** Whether one of the signers can fill it in. */
export function isFilledIn(update: PdfUpdate, field: FieldNode, signers: readonly IntakeSigner[]): boolean {
  const isTheirs = signers.some(({ reference }) => isOwnField(field.name, reference));
  const kind = fieldKind(update, field);
  const holds = kind === "text" || kind === "choice" || kind === "checkbox" || kind === "radio";
  return isTheirs && holds && !hasFlag(update, field, fieldFlags.readOnly);
}

type Held = { readonly field: FieldNode; readonly value: string; readonly widgets: readonly PdfRef[] };

async function drawTexts(update: PdfUpdate, held: readonly Held[], fonts: Fonts): Promise<void> {
  const jobs: AppearanceJob[] = [];
  for (const { field, value, widgets } of held) {
    // A value that is too long is refused when the fields are read back.
    const isDrawn = value !== "" && value.length <= field_value_chars_max && widgets.length > 0;
    const drawn = isDrawn ? drawHeld(update, field, { value, shaper: await fonts() }) : [];
    const places = new Map(drawn.filter(hasArea).map((job) => [job.widget.num, job]));
    const { shown = [], empty = [] } = Object.groupBy(widgets, ({ num }) => (places.has(num) ? "shown" : "empty"));
    jobs.push(...shown.flatMap(({ num }) => places.get(num) ?? []));
    clearAppearances(update, empty);
  }
  if (jobs.length > 0) writeAppearances(update, await fonts(), jobs);
}

const hasArea = ({ width, height }: AppearanceJob): boolean => width > 0 && height > 0;

/** States that fields of one name have. */
type States = ReadonlySet<string | undefined>;

/** Found when they are asked for, once for each name. */
function statesByName(update: PdfUpdate, fields: readonly FieldNode[]): (name: string) => States {
  const byName = Map.groupBy(fields, ({ name }) => name);
  const known = new Map<string, States>();
  return (name) => {
    const widgets = () => (byName.get(name) ?? []).flatMap((field) => field.widgets);
    const states = known.get(name) ?? new Set(widgets().map(({ dict }) => onStateOf(update, dict.entries.get("AP"))));
    known.set(name, states);
    return states;
  };
}

/**
 * Its widgets with their states, each showing what the field holds. A checkbox that was given no appearances has the state Yes. Fields of
 * one name are one (§12.7.4.2): what it holds may be another's state.
 */
export function ticksOf(
  update: PdfUpdate,
  field: FieldNode,
  { isRadio, others }: { readonly isRadio: boolean; readonly others: () => States },
): Tick[] {
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
  if (held !== "Off" && !ticks.some(({ state }) => state === held) && !others().has(held))
    update.put(field.ref, withEntries(dictionaryOf(update, field.ref), { V: pdfName("Off") }));
  return ticks;
}
