// Writes values into fields together with their appearance (ISO 32000-2 §12.7.4.3, §12.7.5). Value and appearance must agree: a
// difference between them is a way to forge documents.
import { dictionaryOf, itemsOf, nameOf, numberOf, type Objects, textStringOf } from "../pdf/access.ts";
import type { PdfUpdate } from "../pdf/incremental-update.ts";
import { type PdfRef, pdfName, pdfText, textOfName, withEntries } from "../pdf/objects.ts";
import { PdfRefusal } from "../pdf/refusal.ts";
import { type AppearanceJob, fieldAppearance } from "./appearance.ts";
import { editForm } from "./edit-form.ts";
import {
  type FieldKind,
  type FieldNode,
  fieldFlags,
  fieldKind,
  hasFlag,
  onStateOf,
  optionsOf,
  readFields,
} from "./field-tree.ts";
import { maxLengthOf } from "./form-fields.ts";
import { isListBox, listAppearances } from "./list-box.ts";
import { hasOwnPicture } from "./own-picture.ts";
import type { TextShaper } from "./shaped-text.ts";

/** Values by full field name: texts for text and choice fields; a state, "Off" or "" for checkboxes and radio buttons. */
export type FieldValues = ReadonlyMap<string, string>;

/** Sets `values` and answers their appearances, which the caller writes together with others; throws INVALID_REQUEST for a name that is no fillable field and FIELD_VALUE_INVALID for a value the field cannot hold. */
export function setValues(update: PdfUpdate, values: FieldValues, shaper: TextShaper): AppearanceJob[] {
  if (values.size === 0) return [];
  editForm(update, {});
  const fields = new Map<string, FieldNode[]>();
  for (const field of readFields(update)) fields.set(field.name, [...(fields.get(field.name) ?? []), field]);
  const jobs: AppearanceJob[] = [];
  for (const [name, value] of values) {
    const found = fields.get(name);
    if (found === undefined) throw new PdfRefusal("INVALID_REQUEST", `the document has no field ${name}`);
    jobs.push(...setValue(update, found, { value, shaper }));
  }
  return jobs;
}

type Wanted = { readonly value: string; readonly shaper: TextShaper };

/** Fields of one name are one field (§12.7.4.2), whose ticks may be spread over all of them. */
function setValue(update: PdfUpdate, fields: readonly FieldNode[], wanted: Wanted): AppearanceJob[] {
  const ticks = fields.filter((field) => isTick(fieldKind(update, field)));
  if (ticks.length > 0) setState(update, ticks, wanted.value);
  return fields.filter((field) => !ticks.includes(field)).flatMap((field) => setWritten(update, field, wanted));
}

const isTick = (kind: FieldKind | undefined): boolean => kind === "checkbox" || kind === "radio";

function setWritten(update: PdfUpdate, field: FieldNode, wanted: Wanted): AppearanceJob[] {
  if (holdsAlready(update, field, wanted.value)) return [];
  const kind = fieldKind(update, field);
  if (kind === "text") return setText(update, field, wanted);
  if (kind === "choice") return setChoice(update, field, wanted);
  throw new PdfRefusal("INVALID_REQUEST", `field ${field.name} holds no value`);
}

/** Whether a field holds a value and shows it already: then its appearance stays as its author drew it. */
function holdsAlready(update: PdfUpdate, field: FieldNode, value: string): boolean {
  const held = textStringOf(update, field.attribute("V"));
  const isSame = held !== undefined && value !== "" && plainBreaks(held) === plainBreaks(value);
  return isSame && field.widgets.every(({ ref }) => hasOwnPicture(update, dictionaryOf(update, ref)));
}

const plainBreaks = (text: string): string => text.replace(/\r\n?/g, "\n");

function setText(update: PdfUpdate, field: FieldNode, { value, shaper }: Wanted): AppearanceJob[] {
  const maxLength = maxLengthOf(update, field);
  if (maxLength !== undefined && [...value].length > maxLength)
    throw new PdfRefusal("FIELD_VALUE_INVALID", `field ${field.name} takes ${maxLength} characters`);
  update.put(field.ref, withEntries(dictionaryOf(update, field.ref), { V: pdfText(value), RV: undefined }));
  return drawText(update, field, { value, shaper });
}

function drawText(update: PdfUpdate, field: FieldNode, { value, shaper }: Wanted): AppearanceJob[] {
  const maxLength = maxLengthOf(update, field);
  const comb = hasFlag(update, field, fieldFlags.comb) && !hasFlag(update, field, fieldFlags.password);
  const multiline = hasFlag(update, field, fieldFlags.multiline);
  // A password is never drawn (§12.7.5.3 table 231): a star for each character, as in other programs.
  const isPassword = hasFlag(update, field, fieldFlags.password);
  return appearances(update, field, {
    shaper,
    text: isPassword ? "*".repeat([...value].length) : value,
    multiline,
    combCells: comb && !multiline ? maxLength : undefined,
  });
}

function setChoice(update: PdfUpdate, field: FieldNode, { value, shaper }: Wanted): AppearanceJob[] {
  const options = optionsOf(update, field.attribute("Opt"));
  const chosen = options.find((option) => option.value === value) ?? options.find((option) => option.label === value);
  const editable = hasFlag(update, field, fieldFlags.combo) && hasFlag(update, field, fieldFlags.edit);
  if (chosen === undefined && value !== "" && !editable)
    throw new PdfRefusal("FIELD_VALUE_INVALID", `field ${field.name} has no such choice`);
  update.put(
    field.ref,
    withEntries(dictionaryOf(update, field.ref), { V: pdfText(chosen?.value ?? value), I: undefined }),
  );
  const shown = chosen?.label ?? value;
  if (isListBox(update, field)) return listAppearances(update, field, { shaper, chosen: [shown] });
  return appearances(update, field, { shaper, text: shown, multiline: false, combCells: undefined });
}

/** What a text or choice field holds, as a person reads it: the labels of what is chosen, a line each; "" where it holds nothing. */
export function heldText(objects: Objects, field: FieldNode): string {
  const value = field.attribute("V");
  const held = (value?.kind === "array" ? value.items : [value])
    .map((item) => (item?.kind === "name" ? textOfName(item.value) : (textStringOf(objects, item) ?? "")))
    .filter((text) => text !== "");
  // If several have one export value, the first is chosen, as when the field is filled in.
  const options = optionsOf(objects, field.attribute("Opt")).toReversed();
  const labels = new Map(options.map((option) => [option.value, option.label]));
  const isChoice = fieldKind(objects, field) === "choice";
  return held.map((text) => (isChoice ? (labels.get(text) ?? text) : text)).join("\n");
}

/** How a text or choice field shows `value`, which it holds already, drawn as a value that is filled in. */
export function drawHeld(update: PdfUpdate, field: FieldNode, { value, shaper }: Wanted): AppearanceJob[] {
  if (fieldKind(update, field) === "text") return drawText(update, field, { value, shaper });
  if (isListBox(update, field)) return listAppearances(update, field, { shaper, chosen: value.split("\n") });
  return appearances(update, field, { shaper, text: value, multiline: value.includes("\n"), combCells: undefined });
}

type Shown = {
  readonly shaper: TextShaper;
  readonly text: string;
  readonly multiline: boolean;
  readonly combCells: number | undefined;
};

function appearances(
  update: PdfUpdate,
  field: FieldNode,
  { shaper, text, multiline, combCells }: Shown,
): AppearanceJob[] {
  const block = {
    text,
    multiline,
    quadding: numberOf(update, field.attribute("Q")) ?? 0,
    ...(combCells === undefined ? {} : { combCells }),
  };
  return field.widgets.map(({ ref }) => {
    const dict = dictionaryOf(update, ref);
    const defaults = update.resolve(dict.entries.get("DA")) ?? field.attribute("DA");
    return fieldAppearance(update, { widget: ref, dict, defaults, shaper, block });
  });
}

/** Turns on every widget of that state and off all others; a state that is shown already is not written again. */
function setState(update: PdfUpdate, fields: readonly FieldNode[], value: string): void {
  const isOff = value === "" || value === "Off";
  const widgets = fields.flatMap((field) =>
    field.widgets.map(({ ref, dict }) => ({ ref, state: onStateOf(update, dict.entries.get("AP")) })),
  );
  const isChosen = (state: string | undefined): state is string =>
    !isOff && state !== undefined && textOfName(state) === value;
  const chosen = isOff ? "Off" : widgets.map(({ state }) => state).find(isChosen);
  if (chosen === undefined)
    throw new PdfRefusal("FIELD_VALUE_INVALID", `field ${fields[0]?.name} has no state of that name`);
  for (const field of fields)
    if ((nameOf(update, field.attribute("V")) ?? "Off") !== chosen)
      update.put(field.ref, withEntries(dictionaryOf(update, field.ref), { V: pdfName(chosen) }));
  for (const ref of groupsOf(update, fields))
    update.put(ref, withEntries(dictionaryOf(update, ref), { V: pdfName(chosen) }));
  for (const { ref, state } of widgets) {
    const shown = isChosen(state) ? state : "Off";
    const dict = dictionaryOf(update, ref);
    if (nameOf(update, dict.entries.get("AS")) !== shown) update.put(ref, withEntries(dict, { AS: pdfName(shown) }));
  }
}

/** The nodes that hold another value for fields of one name, and for no other. pdf.js reads the value of a button from the node above. */
function groupsOf(update: PdfUpdate, fields: readonly FieldNode[]): PdfRef[] {
  const own = new Set(fields.map(({ ref }) => ref.num));
  const groups = new Map<number, PdfRef>();
  for (const { dict } of fields) {
    const group = dict.entries.get("Parent");
    if (group?.kind !== "ref") continue;
    if (update.resolve(dictionaryOf(update, group).entries.get("V")) !== undefined) groups.set(group.num, group);
  }
  return [...groups.values()].filter((group) =>
    itemsOf(update, dictionaryOf(update, group).entries.get("Kids")).every(
      (kid) => kid.kind === "ref" && own.has(kid.num),
    ),
  );
}
