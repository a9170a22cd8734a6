/**
 * Fields that show on a page and that the form does not know (ISO 32000-2 §12.7.3 table 224 /Fields): most readers show what is in them,
 * some take them for fields all the same, by the names of the nodes above them.
 */

import { type FieldNode, formOf, readFields } from "@siegel/kernel/forms/field-tree.ts";
import { dictionaryOf, itemsOf, nameOf, type Objects, textStringOf } from "@siegel/kernel/pdf/access.ts";
import { type PdfDict, type PdfObject, type PdfRef, pdfDict } from "@siegel/kernel/pdf/objects.ts";
import type { Page } from "@siegel/kernel/pdf/pages.ts";

/** One of them; `isKid` where a node of the form names it among its kids, beside fields with names. */
export type LoneField = FieldNode & { readonly isKid: boolean };

const fillable = new Set(["Tx", "Ch", "Btn"]);
const nodesMax = 60;

/** All that could be filled in, each once. */
export function loneFields(objects: Objects, pages: readonly Page[]): LoneField[] {
  const fields = readFields(objects);
  const known = new Set(fields.flatMap(({ ref, widgets }) => [ref.num, ...widgets.map((widget) => widget.ref.num)]));
  const lone: PdfRef[] = [];
  for (const { dict } of pages)
    for (const item of itemsOf(objects, dict.entries.get("Annots")))
      if (item.kind === "ref" && !known.has(item.num) && isFillable(objects, item)) {
        known.add(item.num);
        lone.push(item);
      }
  const kids = lone.length === 0 ? new Set<number>() : kidsOfForm(objects);
  return lone.map((ref) => ({ ...nodeOf(objects, ref), isKid: kids.has(ref.num) }));
}

/** A field and the nodes above it, as far as they lead. */
export function chainOf(objects: Objects, ref: PdfRef): PdfDict[] {
  const chain = [dictionaryOf(objects, ref)];
  for (let above = chain[0]?.entries.get("Parent"); above !== undefined && chain.length < nodesMax; ) {
    const node = dictionaryOf(objects, above);
    chain.push(node);
    above = node.entries.get("Parent");
  }
  return chain;
}

/** The entry of the lowest node that has one, as it is written there; null does not count. */
export function firstOf(objects: Objects, chain: readonly PdfDict[], key: string): PdfObject | undefined {
  return chain.map(({ entries }) => entries.get(key)).find((value) => objects.resolve(value) !== undefined);
}

function isFillable(objects: Objects, item: PdfRef): boolean {
  const { entries } = dictionaryOf(objects, item);
  if (nameOf(objects, entries.get("Subtype")) !== "Widget" || entries.has("Kids")) return false;
  const type = firstOf(objects, chainOf(objects, item), "FT");
  return fillable.has(nameOf(objects, type) ?? "");
}

function nodeOf(objects: Objects, ref: PdfRef): FieldNode {
  const chain = chainOf(objects, ref);
  const [dict = pdfDict({})] = chain;
  const parts = chain.flatMap(({ entries }) => textStringOf(objects, entries.get("T")) ?? []).reverse();
  return {
    ref,
    dict,
    name: parts.join("."),
    path: parts.map((_, i) => parts.slice(0, i + 1).join(".")),
    widgets: [{ ref, dict }],
    attribute: (key) => objects.resolve(firstOf(objects, chain, key)),
  };
}

/** Everything that the form leads to, whatever loops the kids make. */
function kidsOfForm(objects: Objects): Set<number> {
  const seen = new Set<number>();
  const waiting: PdfObject[] = [...itemsOf(objects, formOf(objects).entries.get("Fields"))];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next.kind !== "ref" || seen.has(next.num)) continue;
    seen.add(next.num);
    waiting.push(...itemsOf(objects, dictionaryOf(objects, next).entries.get("Kids")));
  }
  return seen;
}
