// The interactive form as a tree of fields (ISO 32000-2 §12.7.4): names are joined by full stops from the root down,
// some attributes are inherited, and the leaves are widgets on pages.
import { catalogOf, dictionaryOf, itemsOf, nameOf, numberOf, type Objects, textStringOf } from "../pdf/access.ts";
import type { PdfDict, PdfObject, PdfRef } from "../pdf/objects.ts";
import { broken, tooComplex } from "../pdf/refusal.ts";

/** A widget annotation; the same object as its field when the field has only one. */
export type FieldWidget = { readonly ref: PdfRef; readonly dict: PdfDict };
/** A terminal field. `attribute` also looks at the nodes above it, and at the form for what has its default there. */
export type FieldNode = {
  readonly ref: PdfRef;
  readonly dict: PdfDict;
  readonly name: string;
  /** The names of the nodes on the way, its own last: fewer than the name has parts where a node's name has full stops in it. */
  readonly path: readonly string[];
  readonly widgets: readonly FieldWidget[];
  readonly attribute: (key: string) => PdfObject | undefined;
};

/** Flags of /Ff (§12.7.4.1 table 227, §12.7.5). */
export const fieldFlags = {
  readOnly: 1,
  required: 1 << 1,
  multiline: 1 << 12,
  password: 1 << 13,
  noToggleToOff: 1 << 14,
  radio: 1 << 15,
  pushButton: 1 << 16,
  combo: 1 << 17,
  edit: 1 << 18,
  multiSelect: 1 << 21,
  comb: 1 << 24,
  richText: 1 << 25,
  radiosInUnison: 1 << 25,
} as const;

/** Forms of real documents have some thousand nodes; each costs about a kilobyte of memory. */
const nodesMax = 50_000;
const kidsMax = 2 * nodesMax;
/** Nodes above a field. */
const depthMax = 60;

/** The form dictionary; empty when the document has none. */
export function formOf(objects: Objects): PdfDict {
  return dictionaryOf(objects, catalogOf(objects).entries.get("AcroForm"));
}

/** The roots of the tree (§12.7.3 table 224 /Fields), without those that are listed there once more. */
export function rootFields(objects: Objects): readonly PdfObject[] {
  const isKid = listedTwice(objects);
  return itemsOf(objects, formOf(objects).entries.get("Fields")).filter((field) => !isKid(field));
}

/**
 * Tells what /Fields lists though it is no root: WeasyPrint names the kids of a group there once more, in whatever order. Such a field has
 * one parent, by its own /Parent and by that node's /Kids, and is reached from there alone.
 */
function listedTwice(objects: Objects): (field: PdfObject) => boolean {
  let listed: ReadonlySet<number> | undefined;
  const kidsOf = new Map<number, ReadonlySet<number>>();
  let looked = 0;
  const kidsBelow = (parent: PdfRef): ReadonlySet<number> => {
    const kids = itemsOf(objects, dictionaryOf(objects, parent).entries.get("Kids"));
    looked += kids.length;
    if (looked > kidsMax) throw tooComplex(`more than ${kidsMax} kids of form fields`);
    const found = numbersOf(kids);
    kidsOf.set(parent.num, found);
    return found;
  };
  const parentOf = (ref: PdfRef): PdfRef | undefined => {
    const parent = dictionaryOf(objects, ref).entries.get("Parent");
    if (parent?.kind !== "ref") return undefined;
    return (kidsOf.get(parent.num) ?? kidsBelow(parent)).has(ref.num) ? parent : undefined;
  };
  return (field) => {
    if (field.kind !== "ref") return false;
    let isKid = false;
    let above = parentOf(field);
    for (let depth = 0; above !== undefined && depth <= depthMax; depth += 1) {
      // A loop, which stays for the walk to find.
      if (above.num === field.num) return false;
      listed ??= numbersOf(itemsOf(objects, formOf(objects).entries.get("Fields")));
      isKid ||= listed.has(above.num);
      above = parentOf(above);
    }
    return isKid;
  };
}

const numbersOf = (items: readonly PdfObject[]): ReadonlySet<number> =>
  new Set(items.flatMap((item) => (item.kind === "ref" ? [item.num] : [])));

/** All terminal fields in the order of the tree; throws FILE_BROKEN for loops, widgets of two fields and fields that are not indirect objects, FILE_TOO_COMPLEX past 50,000. */
export function readFields(objects: Objects): FieldNode[] {
  const form = formOf(objects);
  const found: FieldNode[] = [];
  const seen = new Set<number>();
  const fieldOfWidget = new Map<number, number>();
  const isKid = listedTwice(objects);
  let looked = 0;
  const walk = (value: PdfObject, above: readonly string[], chain: readonly PdfDict[]): void => {
    const node = objects.resolve(value);
    if (node === undefined) return;
    if (value.kind !== "ref" || node.kind !== "dict") throw broken("a form field is not an indirect dictionary");
    // Roots have no parent: nothing more is looked up for them.
    if (chain.length === 0 && node.entries.has("Parent") && isKid(value)) return;
    if (seen.has(value.num) || chain.length > depthMax) throw broken("the field tree has a loop");
    seen.add(value.num);
    if (seen.size > nodesMax) throw tooComplex(`more than ${nodesMax} form fields`);
    const partial = textStringOf(objects, node.entries.get("T"));
    const parent = above.at(-1) ?? "";
    const name = partial === undefined ? parent : parent === "" ? partial : `${parent}.${partial}`;
    const path = partial === undefined ? above : [...above, name];
    const own = [node, ...chain];
    const kids = itemsOf(objects, node.entries.get("Kids"));
    // Many nodes may name the same array, and an array the same widget.
    looked += kids.length;
    if (looked > kidsMax) throw tooComplex(`more than ${kidsMax} kids of form fields`);
    const named = kids.filter((kid) => dictionaryOf(objects, kid).entries.has("T"));
    if (named.length > 0) {
      for (const kid of named) walk(kid, path, own);
      return;
    }
    const widgets = widgetsOf(objects, { ref: value, dict: node }, kids);
    for (const { ref } of widgets) {
      if ((fieldOfWidget.get(ref.num) ?? value.num) !== value.num) throw broken("a widget belongs to two fields");
      fieldOfWidget.set(ref.num, value.num);
    }
    found.push({
      ref: value,
      dict: node,
      name,
      path,
      widgets,
      // The form itself has only these two of a field's attributes (§12.7.3 table 224).
      attribute: (key) => inherited(objects, key === "DA" || key === "Q" ? [...own, form] : own, key),
    });
  };
  for (const field of itemsOf(objects, form.entries.get("Fields"))) walk(field, [], []);
  return found;
}

function widgetsOf(objects: Objects, field: FieldWidget, kids: readonly PdfObject[]): FieldWidget[] {
  if (kids.length === 0)
    return nameOf(objects, field.dict.entries.get("Subtype")) === "Widget" || field.dict.entries.has("Rect")
      ? [field]
      : [];
  return kids.flatMap((kid) => {
    const dict = objects.resolve(kid);
    if (dict === undefined) return [];
    if (kid.kind !== "ref" || dict.kind !== "dict") throw broken("a widget is not an indirect dictionary");
    return [{ ref: kid, dict }];
  });
}

function inherited(objects: Objects, chain: readonly PdfDict[], key: string): PdfObject | undefined {
  for (const dict of chain) {
    const value = objects.resolve(dict.entries.get(key));
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Whether one of the flags is set on a field. */
export function hasFlag(objects: Objects, field: FieldNode, flag: number): boolean {
  return ((numberOf(objects, field.attribute("Ff")) ?? 0) & flag) !== 0;
}

/** What a field is for a person. */
export type FieldKind = "text" | "checkbox" | "radio" | "button" | "choice" | "signature";

/** The kind of a field after /FT and its flags; undefined for types this standard does not know. */
export function fieldKind(objects: Objects, field: FieldNode): FieldKind | undefined {
  const type = nameOf(objects, field.attribute("FT"));
  if (type === "Tx") return "text";
  if (type === "Ch") return "choice";
  if (type === "Sig") return "signature";
  if (type !== "Btn") return undefined;
  if (hasFlag(objects, field, fieldFlags.pushButton)) return "button";
  return hasFlag(objects, field, fieldFlags.radio) ? "radio" : "checkbox";
}

/** Choices as [export value, label] pairs or plain texts (§12.7.5.4). */
export function optionsOf(objects: Objects, value: PdfObject | undefined): { value: string; label: string }[] {
  return itemsOf(objects, value).map((option) => {
    const pair = itemsOf(objects, option);
    const text = textStringOf(objects, pair.length > 0 ? pair[0] : option) ?? "";
    return { value: text, label: textStringOf(objects, pair[1]) ?? text };
  });
}

/** The state other than Off in a tick's normal appearances (§12.7.5.2.3). */
export function onStateOf(objects: Objects, appearances: PdfObject | undefined): string | undefined {
  const dict = objects.resolve(appearances);
  const normal = dict?.kind === "dict" ? objects.resolve(dict.entries.get("N")) : undefined;
  return normal?.kind === "dict" ? [...normal.entries.keys()].find((state) => state !== "Off") : undefined;
}
