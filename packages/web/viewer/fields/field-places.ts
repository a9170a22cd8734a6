/** The places of the signer's own fields, page by page; pure. */
import type { OwnField } from "@siegel/contract/calls/files.ts";
import { fieldsInOrder } from "../../frame/field-values.ts";

/** A field in one of its places. `leads`: its first one. `group`: which buttons of a browser it is one of. */
export type FieldPlace = { readonly field: OwnField; readonly leads: boolean; readonly group: string };

/** The first place of each field leads; buttons of one state belong to different groups of the browser, and go on and off together. */
export function placesByPage(fields: readonly OwnField[]): ReadonlyMap<number, readonly FieldPlace[]> {
  const seen = new Map<string, number>();
  const pages = new Map<number, FieldPlace[]>();
  for (const field of fieldsInOrder(fields)) {
    const [name, state] = [field.annotation_id, `${field.annotation_id} ${field.options[0]?.value}`];
    const [before, copies] = [seen.get(name) ?? 0, seen.get(state) ?? 0];
    seen.set(name, before + 1).set(state, copies + 1);
    const onPage = pages.get(field.page) ?? [];
    onPage.push({ field, leads: before === 0, group: `page ${copies} ${name}` });
    pages.set(field.page, onPage);
  }
  return pages;
}
