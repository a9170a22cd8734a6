import type { OwnField } from "@siegel/contract/calls/files.ts";
import { type RefObject, useMemo, useRef } from "react";
import type { FieldValues } from "../../frame/field-values.ts";
import type { ReaderState } from "../reader/use-reader.ts";
import { type FieldMark, fieldMarks, ownTexts } from "./find-on-page.ts";
import { useMarkedHits } from "./use-marked-hits.ts";
import { type Search, useSearch } from "./use-search.ts";

type Wanted = {
  /** Where one is reading. */
  readonly page: number;
  readonly goTo: (page: number) => void;
  readonly fields: readonly OwnField[];
  readonly values: FieldValues;
};

/** Searches the document and shows on its pages what was found: in their text, and by page in their fields. */
export function useFinding(
  desk: RefObject<HTMLElement | null>,
  reader: ReaderState,
  { page, goTo, fields, values }: Wanted,
): {
  readonly search: Search;
  readonly marks: ReadonlyMap<number, readonly FieldMark[]>;
  readonly onText: (page: number, pieces: readonly HTMLElement[] | null) => void;
} {
  const laidPages = useRef(new Set<number>());
  const search = useSearch(reader, {
    page,
    ownTexts: (wanted) => ownTexts(fields, values, wanted),
    // A hit on a page that is drawn is brought into view by itself: whoever sees it is not moved.
    onHit: (wanted) => {
      if (!laidPages.current.has(wanted)) goTo(wanted);
    },
  });
  const { hits, at } = search;
  const marks = useMemo(() => fieldMarks(hits, at), [hits, at]);
  const onText = useMarkedHits(desk, laidPages, search);
  return { search, marks, onText };
}
