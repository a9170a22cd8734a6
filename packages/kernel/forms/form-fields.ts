// The fields of a form (ISO 32000-2 §12.7) as a person sees them: full names, kinds, values, places.
import { dictionaryOf, itemsOf, numberOf, type Objects, rectangleOf, textStringOf } from "../pdf/access.ts";
import { type PdfObject, type PdfRef, textOfName } from "../pdf/objects.ts";
import type { PdfDocument } from "../pdf/open-pdf.ts";
import { listPages, type Page, type ShownRect, toShown } from "../pdf/pages.ts";
import { widgetSize } from "./appearance.ts";
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

/**
 * Where a field shows: page from 1, rectangle in points from the top left of the page as shown, the state a tick stands for. `isTurned`:
 * its text runs along the height of its rectangle in user space.
 */
export type FieldPlace = {
  readonly page: number;
  readonly rect: ShownRect;
  readonly onState: string | undefined;
  readonly isTurned: boolean;
};

/** The options: the export values of a choice, or the states of the widgets of ticks. */
export type FieldOption = { readonly value: string; readonly label: string };

/** A field of the form. `value` is text, the chosen state of a tick, or null; a signature field's value says whether it is signed. */
export type FormField = {
  readonly name: string;
  /** How a person is to read its name (§12.7.4.1 table 226 /TU); null where it says nothing. */
  readonly label: string | null;
  readonly kind: FieldKind;
  readonly value: string | null;
  readonly signed: boolean;
  readonly places: readonly FieldPlace[];
  readonly readOnly: boolean;
  readonly required: boolean;
  readonly multiline: boolean;
  readonly richText: boolean;
  /** One character a cell; only a field of one line with a limit of characters is (§12.7.5.3 table 231). */
  readonly comb: boolean;
  readonly maxLength: number | null;
  readonly options: readonly FieldOption[];
  /** A combo box that takes what is not among its options. */
  readonly editable: boolean;
  readonly multiSelect: boolean;
  /** A group of buttons of which one stays chosen. */
  readonly noToggleToOff: boolean;
};

/** All fields with their values and places; throws PdfRefusal when the form or the page tree is broken. */
export function listFields(doc: PdfDocument, pages: readonly Page[] = listPages(doc)): FormField[] {
  const pageOf = widgetPages(doc, pages);
  const placeAmong = placesAmongKids(doc);
  return readFields(doc).flatMap((field) => {
    const kind = fieldKind(doc, field);
    return kind === undefined ? [] : [describeField(doc, field, { kind, pages, pageOf, placeAmong })];
  });
}

/** How many characters a text field takes (§12.7.5.3); undefined where /MaxLen is missing or no positive integer below 2^31. */
export function maxLengthOf(objects: Objects, field: FieldNode): number | undefined {
  const stated = numberOf(objects, field.attribute("MaxLen"));
  return stated !== undefined && Number.isInteger(stated) && stated > 0 && stated < 2 ** 31 ? stated : undefined;
}

type Described = {
  readonly kind: FieldKind;
  readonly pages: readonly Page[];
  readonly pageOf: ReadonlyMap<number, number>;
  readonly placeAmong: (field: FieldNode) => number;
};

function describeField(doc: PdfDocument, field: FieldNode, { kind, pages, pageOf, placeAmong }: Described): FormField {
  const value = field.attribute("V");
  const places = field.widgets.flatMap((widget) => {
    const page = pageOf.get(widget.ref.num);
    const shownOn = page === undefined ? undefined : pages[page - 1];
    const box = rectangleOf(doc, widget.dict.entries.get("Rect"));
    if (page === undefined || shownOn === undefined || box === undefined) return [];
    const onState = stateOf(doc, widget.dict.entries.get("AP"));
    const isTurned = widgetSize(doc, widget.dict).rotate % 180 !== 0;
    return [{ page, rect: toShown(shownOn, box), onState, isTurned }];
  });
  const is = (of: FieldKind, flag: number): boolean => kind === of && hasFlag(doc, field, flag);
  const maxLength = kind === "text" ? (maxLengthOf(doc, field) ?? null) : null;
  const multiline = is("text", fieldFlags.multiline);
  return {
    name: field.name,
    label: textStringOf(doc, field.dict.entries.get("TU")) ?? null,
    kind,
    value: kind === "signature" ? null : valueText(doc, value),
    signed: kind === "signature" && value?.kind === "dict",
    places,
    readOnly: hasFlag(doc, field, fieldFlags.readOnly),
    required: hasFlag(doc, field, fieldFlags.required),
    multiline,
    richText: is("text", fieldFlags.richText),
    comb: is("text", fieldFlags.comb) && !multiline && maxLength !== null && !is("text", fieldFlags.password),
    maxLength,
    options: optionsOfField(doc, field, { kind, placeAmong }),
    editable: is("choice", fieldFlags.combo) && is("choice", fieldFlags.edit),
    multiSelect: is("choice", fieldFlags.multiSelect),
    noToggleToOff: is("radio", fieldFlags.noToggleToOff),
  };
}

function optionsOfField(
  doc: PdfDocument,
  field: FieldNode,
  { kind, placeAmong }: Pick<Described, "kind" | "placeAmong">,
): readonly FieldOption[] {
  if (kind === "choice") return optionsOf(doc, field.attribute("Opt"));
  if (kind !== "checkbox" && kind !== "radio") return [];
  // For ticks /Opt has one text for each widget: the meaning of its state (§12.7.5.2.3, §12.7.5.2.4).
  const labels = itemsOf(doc, field.attribute("Opt")).map((label) => textStringOf(doc, label));
  const first = placeAmong(field);
  const options = new Map<string, FieldOption>();
  for (const [i, { dict }] of field.widgets.entries()) {
    const state = stateOf(doc, dict.entries.get("AP"));
    if (state !== undefined && !options.has(state))
      options.set(state, { value: state, label: labels[first + i] ?? state });
  }
  return [...options.values()];
}

/** Where a field stands among the kids that the node above has texts for: buttons of a group that have a name each. */
export function placesAmongKids(doc: Objects): (field: FieldNode) => number {
  const known = new Map<number, ReadonlyMap<number, number>>();
  return ({ ref, dict }) => {
    const parent = dict.entries.get("Parent");
    if (dict.entries.has("Opt") || parent?.kind !== "ref") return 0;
    const places = known.get(parent.num) ?? placesBelow(doc, parent);
    known.set(parent.num, places);
    return places.get(ref.num) ?? 0;
  };
}

function placesBelow(doc: Objects, parent: PdfRef): ReadonlyMap<number, number> {
  const { entries } = dictionaryOf(doc, parent);
  const kids = entries.has("Opt") ? itemsOf(doc, entries.get("Kids")) : [];
  return new Map(kids.flatMap((kid, i) => (kid.kind === "ref" ? [[kid.num, i] as const] : [])));
}

function stateOf(objects: Objects, appearances: PdfObject | undefined): string | undefined {
  const state = onStateOf(objects, appearances);
  return state === undefined ? undefined : textOfName(state);
}

function valueText(objects: Objects, value: PdfObject | undefined): string | null {
  if (value?.kind === "array") return textStringOf(objects, value.items[0]) ?? null;
  if (value?.kind === "name") return textOfName(value.value);
  return textStringOf(objects, value) ?? null;
}

/** One-based page numbers by the object number of their widgets; /P is optional, so the pages' /Annots decide. */
function widgetPages(doc: PdfDocument, pages: readonly Page[]): Map<number, number> {
  const found = new Map<number, number>();
  pages.forEach((page, i) => {
    for (const annotation of itemsOf(doc, page.dict.entries.get("Annots")))
      if (annotation.kind === "ref") found.set(annotation.num, i + 1);
  });
  return found;
}
