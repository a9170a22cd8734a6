// What a form asks and holds (ISO 32000-2 §12.7), as a person sees it: full names, kinds, values, places.
import { itemsOf, numberOf, type Objects, rectangleOf, textStringOf } from "./access.ts";
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
import type { PdfObject } from "./objects.ts";
import type { PdfDocument } from "./open-pdf.ts";
import { listPages, type Page, type ShownRect, toShown } from "./pages.ts";

/** Where a field shows: page from 1, rectangle in points from the top left of the page as shown, the state a tick stands for. */
export type FieldPlace = { readonly page: number; readonly rect: ShownRect; readonly onState: string | undefined };

/** A field of the form. `value` is text, the chosen state of a checkbox, or null; a signature field's value says whether it is signed. */
export type FormField = {
  readonly name: string;
  readonly kind: FieldKind;
  readonly value: string | null;
  readonly signed: boolean;
  readonly places: readonly FieldPlace[];
  readonly readOnly: boolean;
  readonly required: boolean;
  readonly multiline: boolean;
  readonly comb: boolean;
  readonly maxLength: number | null;
  readonly options: readonly { readonly value: string; readonly label: string }[];
};

/** All fields with their values and places; throws PdfRefusal when the form or the page tree is broken. */
export function listFields(doc: PdfDocument, pages: readonly Page[] = listPages(doc)): FormField[] {
  const pageOf = widgetPages(doc, pages);
  return readFields(doc).flatMap((field) => {
    const kind = fieldKind(doc, field);
    return kind === undefined ? [] : [describeField(doc, field, { kind, pages, pageOf })];
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
};

function describeField(doc: PdfDocument, field: FieldNode, { kind, pages, pageOf }: Described): FormField {
  const value = field.attribute("V");
  const places = field.widgets.flatMap((widget) => {
    const page = pageOf.get(widget.ref.num);
    const shownOn = page === undefined ? undefined : pages[page - 1];
    const box = rectangleOf(doc, widget.dict.entries.get("Rect"));
    if (page === undefined || shownOn === undefined || box === undefined) return [];
    return [{ page, rect: toShown(shownOn, box), onState: onStateOf(doc, widget.dict.entries.get("AP")) }];
  });
  return {
    name: field.name,
    kind,
    value: kind === "signature" ? null : valueText(doc, value),
    signed: kind === "signature" && value?.kind === "dict",
    places,
    readOnly: hasFlag(doc, field, fieldFlags.readOnly),
    required: hasFlag(doc, field, fieldFlags.required),
    multiline: kind === "text" && hasFlag(doc, field, fieldFlags.multiline),
    comb: kind === "text" && hasFlag(doc, field, fieldFlags.comb),
    maxLength: kind === "text" ? (maxLengthOf(doc, field) ?? null) : null,
    options: kind === "choice" ? optionsOf(doc, field.attribute("Opt")) : [],
  };
}

function valueText(objects: Objects, value: PdfObject | undefined): string | null {
  if (value?.kind === "array") return textStringOf(objects, value.items[0]) ?? null;
  if (value?.kind === "name") return value.value;
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
