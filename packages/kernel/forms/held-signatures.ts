// Signatures that a document holds (ISO 32000-2 §12.7.5.5, §12.8.1), whether its form leads to them or not: a later revision may have
// taken the form away, and the bytes that somebody signed are in the file all the same.
import { dictionaryOf, itemsOf, nameOf, numberOf, type Objects, textStringOf } from "../pdf/access.ts";
import type { PdfDict, PdfObject } from "../pdf/objects.ts";
import type { Page } from "../pdf/pages.ts";
import { type FieldNode, fieldKind, readFields } from "./field-tree.ts";
import { chainOf, firstOf } from "./nodes-above.ts";

/** A signature: the full name and the dictionary of its field, and its own dictionary. */
export type HeldSignature = { readonly fieldName: string; readonly field: PdfDict; readonly value: PdfDict };

/** Those of the form, then those whose fields stand on one of `pages` only. @throws PdfRefusal where the form is broken */
export function heldSignatures(objects: Objects, pages: readonly Page[]): HeldSignature[] {
  const fields = readFields(objects);
  const signed = fields.filter(
    (field) => fieldKind(objects, field) === "signature" && field.attribute("V")?.kind === "dict",
  );
  const ofForm = signed.map((field) => ({
    fieldName: field.name,
    field: field.dict,
    value: dictionaryOf(objects, field.attribute("V")),
  }));
  return [...ofForm, ...onPagesOnly(objects, pages, { fields, values: ofForm.map(({ value }) => value) })];
}

type Known = { readonly fields: readonly FieldNode[]; readonly values: readonly PdfDict[] };

function onPagesOnly(objects: Objects, pages: readonly Page[], { fields, values }: Known): HeldSignature[] {
  const looked = new Set(fields.flatMap(({ ref, widgets }) => [ref.num, ...widgets.map((widget) => widget.ref.num)]));
  const found: HeldSignature[] = [];
  // One signature may stand in several places.
  const met = new Set(values.map((value) => rangeOf(objects, value)));
  for (const { dict } of pages)
    for (const item of itemsOf(objects, dict.entries.get("Annots"))) {
      if (item.kind === "ref" && looked.has(item.num)) continue;
      if (item.kind === "ref") looked.add(item.num);
      const signature = loneSignature(objects, item);
      const range = signature === undefined ? "" : rangeOf(objects, signature.value);
      if (signature === undefined || met.has(range)) continue;
      met.add(range);
      found.push(signature);
    }
  return found;
}

/** Of what no form leads to only that is a signature which says what bytes it covers. */
function loneSignature(objects: Objects, item: PdfObject): HeldSignature | undefined {
  const chain = chainOf(objects, item);
  if (nameOf(objects, firstOf(objects, chain, "FT")) !== "Sig") return undefined;
  const value = objects.resolve(firstOf(objects, chain, "V"));
  if (value?.kind !== "dict" || rangeOf(objects, value) === "") return undefined;
  const names = chain.flatMap(({ entries }) => textStringOf(objects, entries.get("T")) ?? []);
  return { fieldName: names.reverse().join("."), field: dictionaryOf(objects, item), value };
}

/** The bytes that a signature covers, as it says; nothing where it does not say. */
const rangeOf = (objects: Objects, { entries }: PdfDict): string =>
  itemsOf(objects, entries.get("ByteRange"))
    .map((item) => numberOf(objects, item))
    .join(" ");
