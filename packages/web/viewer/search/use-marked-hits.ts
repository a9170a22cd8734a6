import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { seenOf, showWithin } from "../fields/show-field.ts";
import type { PageHit } from "./find-on-page.ts";
import type { Search } from "./use-search.ts";

type Pieces = ReadonlyMap<number, readonly HTMLElement[]>;

/** Marks what was found in the text of the pages that are drawn, and brings the hit one looks at into view. `laidPages` are those with their text. */
export function useMarkedHits(
  desk: RefObject<HTMLElement | null>,
  laidPages: RefObject<Set<number>>,
  { hits, at }: Pick<Search, "hits" | "at">,
): (page: number, pieces: readonly HTMLElement[] | null) => void {
  const [pieces, setPieces] = useState<Pieces>(new Map());
  const shown = useRef<PageHit | undefined>(undefined);
  const onText = useCallback(
    (page: number, laid: readonly HTMLElement[] | null): void => {
      if (laid === null) laidPages.current.delete(page);
      else laidPages.current.add(page);
      setPieces((known) => {
        const next = new Map(known);
        if (laid === null) next.delete(page);
        else next.set(page, laid);
        return next;
      });
    },
    [laidPages],
  );

  useEffect(() => {
    const now = hits[at];
    const current = now === undefined ? null : rangeOf(now, pieces);
    mark(
      "found",
      hits.flatMap((hit) => (hit === now ? [] : (rangeOf(hit, pieces) ?? []))),
    );
    mark("found-now", current === null ? [] : [current]);
    if (now === undefined) shown.current = undefined;
    else if (current !== null && shown.current !== now && desk.current !== null) {
      shown.current = now;
      bringIntoView(desk.current, current);
    }
  }, [hits, at, pieces, desk]);
  useEffect(
    () => () => {
      mark("found", []);
      mark("found-now", []);
    },
    [],
  );
  return onText;
}

/** Highlights need no elements of their own; a browser that has none goes to the page and leaves it at that. */
function mark(name: string, ranges: readonly Range[]): void {
  if (!("highlights" in CSS)) return;
  if (ranges.length === 0) CSS.highlights.delete(name);
  else CSS.highlights.set(name, new Highlight(...ranges));
}

/** Fields show themselves (found-fields.tsx): what stands in them is no text of the page. */
function rangeOf(hit: PageHit, pieces: Pieces): Range | null {
  if (hit.kind === "field") return null;
  const { from, to } = hit;
  const laid = pieces.get(hit.page);
  const [first, last] = [laid?.[from.piece]?.firstChild, laid?.[to.piece]?.firstChild];
  if (!(first instanceof Text) || !(last instanceof Text)) return null;
  const range = document.createRange();
  range.setStart(first, Math.min(from.offset, first.length));
  range.setEnd(last, Math.min(to.offset, last.length));
  return range;
}

function bringIntoView(desk: HTMLElement, found: Range): void {
  const hit = found.getBoundingClientRect();
  const around = desk.getBoundingClientRect();
  const seen = seenOf(around);
  const isSeen =
    hit.top >= seen.top && hit.bottom <= seen.bottom && hit.left >= around.left && hit.right <= around.right;
  if (isSeen) return;
  desk.scrollBy({
    top: hit.top - seen.top - (seen.bottom - seen.top) / 3,
    left: hit.left < around.left || hit.right > around.right ? hit.left - around.left - around.width / 4 : 0,
    behavior: "instant",
  });
  showWithin(desk, found.getBoundingClientRect());
}
