/** Makes a checkbox or button consistent: the field's /V holds its value, each widget's /AS shows it (ISO 32000-2 §12.7.5.2.3, §12.7.5.2.4). */
import { dictionaryOf, itemsOf, nameOf, type Objects, textStringOf } from "../pdf/access.ts";
import { type PdfDict, type PdfObject, type PdfRef, pdfName, textOf, textOfName } from "../pdf/objects.ts";
import { type FieldNode, fieldFlags, fieldKind, hasFlag } from "./field-tree.ts";
import { placesAmongKids } from "./form-fields.ts";
import { defaultSettled, type Settlement, saysNothing } from "./settlement.ts";

/** A place of a tick: the states it has beside Off, the one it is in, and what its state stands for where /Opt says that. */
type Box = {
  readonly ref: PdfRef;
  readonly states: ReadonlySet<string>;
  readonly shown: PdfObject | undefined;
  readonly label: string | undefined;
};
type Tick = { readonly field: FieldNode; readonly isRadio: boolean; readonly boxes: readonly Box[] };

/** What ticks of one name have together: they are one field (§12.7.4.2). */
type Group = {
  readonly states: ReadonlySet<string>;
  readonly shown: ReadonlySet<string>;
  readonly stateOfText: ReadonlyMap<string, string>;
  /** A checkbox that was given no appearances, which readers draw in whatever state it is. */
  readonly takesAny: boolean;
};

/** What makes each tick show what it holds; a value that is not a state does not count. */
export function ticksSettled(objects: Objects, fields: readonly FieldNode[]): Settlement[] {
  const placeAmong = placesAmongKids(objects);
  const ticks = fields.flatMap((field): Tick[] => {
    const kind = fieldKind(objects, field);
    if (kind !== "checkbox" && kind !== "radio") return [];
    return [{ field, isRadio: kind === "radio", boxes: boxesOf(objects, field, placeAmong) }];
  });
  return [...Map.groupBy(ticks, ({ field }) => field.name).values()].flatMap((sameName) => {
    const group = groupOf(sameName);
    return sameName.flatMap((tick) => tickSettled(objects, tick, group));
  });
}

function boxesOf(objects: Objects, field: FieldNode, placeAmong: (field: FieldNode) => number): Box[] {
  const labels = itemsOf(objects, field.attribute("Opt"));
  const first = labels.length === 0 ? 0 : placeAmong(field);
  return field.widgets.map(({ ref, dict }, i) => {
    const shown = objects.resolve(dict.entries.get("AS"));
    return { ref, states: statesOf(objects, dict), shown, label: textStringOf(objects, labels[first + i]) };
  });
}

function statesOf(objects: Objects, widget: PdfDict): ReadonlySet<string> {
  const normal = objects.resolve(dictionaryOf(objects, widget.entries.get("AP")).entries.get("N"));
  return new Set(normal?.kind === "dict" ? [...normal.entries.keys()].filter((state) => state !== "Off") : []);
}

function groupOf(ticks: readonly Tick[]): Group {
  const boxes = ticks.flatMap((tick) => tick.boxes);
  const stateOfText = new Map<string, string>();
  for (const { states, label } of boxes.toReversed())
    for (const state of states) if (label !== undefined) stateOfText.set(label, state);
  const states = new Set(boxes.flatMap((box) => [...box.states]));
  // The name of a state takes precedence over the text that another state stands for.
  for (const state of states) stateOfText.set(textOfName(state), state);
  return {
    states,
    shown: new Set(
      boxes.flatMap(({ states: own, shown }) => (shown?.kind === "name" && own.has(shown.value) ? [shown.value] : [])),
    ),
    stateOfText,
    takesAny: ticks.some(({ isRadio, boxes: own }) => !isRadio && own.some((box) => box.states.size === 0)),
  };
}

function tickSettled(objects: Objects, { field, isRadio, boxes }: Tick, group: Group): Settlement[] {
  const held = heldState(field.attribute("V"), group);
  // If several buttons stand for one value, a single one of them may be on (table 229 RadiosInUnison).
  const isOneEnough = isRadio && !hasFlag(objects, field, fieldFlags.radiosInUnison) && group.shown.has(held);
  return [
    ...valueSettled(objects, field, held),
    ...boxes.flatMap(({ ref, states, shown }): Settlement[] => {
      const state = shown === undefined ? "Off" : shown.kind === "name" ? shown.value : undefined;
      const isFree = states.size === 0;
      const wanted = pdfName(states.has(held) ? held : "Off");
      const isRight = isFree
        ? shown === undefined || state === held || (state === "Off" && group.states.has(held))
        : state === wanted.value || (state === "Off" && isOneEnough);
      return isRight ? [] : [{ ref, entries: { AS: isFree ? undefined : wanted }, differs: true }];
    }),
  ];
}

/** The state that a value names, or stands for; some programs write what is exported in its place. */
function heldState(value: PdfObject | undefined, { states, stateOfText, takesAny }: Group): string {
  if (value?.kind === "name" && (takesAny || states.has(value.value))) return value.value;
  const text = value?.kind === "name" ? textOfName(value.value) : value?.kind === "string" ? textOf(value) : "";
  return stateOfText.get(text) ?? "Off";
}

function valueSettled(objects: Objects, field: FieldNode, held: string): Settlement[] {
  const value = field.attribute("V");
  if (value === undefined) return defaultSettled(objects, field, pdfName("Off"));
  if ((value.kind === "name" && value.value === held) || (held === "Off" && saysNothing(value))) return [];
  return [{ ref: field.ref, entries: { V: pdfName(held) }, differs: held === "Off" }];
}

/** Moves the value of a node above buttons to its kids if one of them holds another: pdf.js takes a named button's value from above. */
export function valuesAbove(objects: Objects, fields: readonly FieldNode[]): Settlement[] {
  const settled = new Map<number, PdfRef>();
  for (const field of fields) {
    const above = field.dict.entries.get("Parent");
    if (above?.kind !== "ref" || settled.has(above.num) || fieldKind(objects, field) !== "radio") continue;
    const other = nameOf(objects, dictionaryOf(objects, above).entries.get("V"));
    const isButton = field.widgets.some(({ ref }) => ref.num === field.ref.num);
    if (isButton && other !== undefined && other !== (nameOf(objects, field.attribute("V")) ?? "Off"))
      settled.set(above.num, above);
  }
  return [...settled.values()].flatMap((ref) => handedDown(objects, ref));
}

function handedDown(objects: Objects, ref: PdfRef): Settlement[] {
  const { entries } = dictionaryOf(objects, ref);
  const kids = itemsOf(objects, entries.get("Kids")).flatMap((kid) => (kid.kind === "ref" ? [kid] : []));
  const lacking = kids.filter((kid) => objects.resolve(dictionaryOf(objects, kid).entries.get("V")) === undefined);
  const given = lacking.map((kid) => ({ ref: kid, entries: { V: entries.get("V") }, differs: true }));
  return [...given, { ref, entries: { V: undefined }, differs: true }];
}
