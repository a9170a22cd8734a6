/** Finds words on a page: in its text, and in what stands in its fields, which no text of the page has. Pure. */
import type { OwnField } from "@siegel/contract/calls/files.ts";
import type { FieldValues } from "../../frame/field-values.ts";
import type { FieldText, PageWords, Rect } from "../reader/document-reader.ts";
import { findText, type Hit } from "./find-text.ts";

/** A place in the text, or a field in which it stands, however often. */
export type FoundPlace = ({ readonly kind: "text" } & Hit) | { readonly kind: "field"; readonly rect: Rect };

/** A hit and the page it is on. */
export type PageHit = FoundPlace & { readonly page: number };

/** A field to be marked; `now`: the hit one looks at. */
export type FieldMark = { readonly rect: Rect; readonly now: boolean };

/** First what the text says, then what the fields say. */
export function findOnPage({ pieces, filled }: PageWords, query: string): readonly FoundPlace[] {
  return [
    ...findText(pieces, query).map((hit) => ({ kind: "text" as const, ...hit })),
    ...filled
      .filter(({ text }) => findText([{ text, endsLine: false }], query).length > 0)
      .map(({ rect }) => ({ kind: "field" as const, rect })),
  ];
}

/** What the signer's own fields on a page say, as it stands there now: of a choice what is shown, of a tick nothing. */
export function ownTexts(fields: readonly OwnField[], values: FieldValues, page: number): readonly FieldText[] {
  return fields.flatMap((field) => {
    const value = values[field.annotation_id] ?? "";
    if (field.page !== page || value === "" || field.kind === "checkbox" || field.kind === "radio") return [];
    return [{ rect: field.rect, text: field.options.find((option) => option.value === value)?.label ?? value }];
  });
}

/** The fields to be marked, by page. */
export function fieldMarks(hits: readonly PageHit[], at: number): ReadonlyMap<number, readonly FieldMark[]> {
  const pages = new Map<number, FieldMark[]>();
  for (const [number, hit] of hits.entries()) {
    if (hit.kind !== "field") continue;
    const onPage = pages.get(hit.page) ?? [];
    onPage.push({ rect: hit.rect, now: number === at });
    pages.set(hit.page, onPage);
  }
  return pages;
}
