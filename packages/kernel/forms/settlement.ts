/** The changes that make a field mean the same in every viewer, collected before anything is written. */
import type { Objects } from "../pdf/access.ts";
import type { PdfObject, PdfRef } from "../pdf/objects.ts";
import type { FieldNode } from "./field-tree.ts";

/** New entries of a node; `differs`: readers take what it says for different things. */
export type Settlement = {
  readonly ref: PdfRef;
  readonly entries: Readonly<Record<string, PdfObject | undefined>>;
  readonly differs: boolean;
};

/** What a field without such an entry has as well (ISO 32000-2 §12.7.5.2.3, §12.7.5.3; table 226 /Ff). */
export const saysNothing = (value: PdfObject): boolean =>
  (value.kind === "name" && value.value === "Off") ||
  (value.kind === "string" && value.bytes.length === 0) ||
  (value.kind === "number" && value.value === 0) ||
  (value.kind === "array" && value.items.length === 0);

/** A field without a value gets an `empty` one where pdf.js would take its default (/DV, §12.7.6.3) for it. */
export function defaultSettled(objects: Objects, field: FieldNode, empty: PdfObject): Settlement[] {
  const value = objects.resolve(field.attribute("DV"));
  return value === undefined || saysNothing(value) ? [] : [{ ref: field.ref, entries: { V: empty }, differs: true }];
}
