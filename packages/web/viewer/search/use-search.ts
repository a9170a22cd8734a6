import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import type { DocumentReader, FieldText } from "../reader/document-reader.ts";
import type { ReaderState } from "../reader/use-reader.ts";
import { findOnPage, type PageHit } from "./find-on-page.ts";

/** What is looked for and what was found so far; `at` is the hit one looks at, -1 while there is none. */
export type Search = {
  readonly query: string;
  readonly hits: readonly PageHit[];
  readonly at: number;
  readonly running: boolean;
  /** There are more than are counted. */
  readonly more: boolean;
  readonly ask: (query: string) => void;
  readonly step: (direction: 1 | -1) => void;
};

const hits_max = 500;
const typing_rest_ms = 200;
/** Hits come in batches of pages, so that a long document does not draw its count five thousand times. */
const pages_a_batch = 25;

type Found = { readonly hits: readonly PageHit[]; readonly running: boolean; readonly more: boolean };
const nothing: Found = { hits: [], running: false, more: false };

type Wanted = {
  /** Where one is reading. */
  readonly page: number;
  /** What stands in the person's own fields on a page. */
  readonly ownTexts: (page: number) => readonly FieldText[];
  /** Told where to look. */
  readonly onHit: (page: number) => void;
};

/** Searches a document page after page while one types, with all that stands in its fields by then. */
export function useSearch(state: ReaderState, { page, ownTexts, onHit }: Wanted): Search {
  const [query, setQuery] = useState("");
  const [found, setFound] = useState<Found>(nothing);
  const [at, setAt] = useState(-1);
  const start = useRef(page);
  const reader = state.status === "open" ? state.reader : null;
  const tell = useRef(onHit);
  tell.current = onHit;
  const own = useRef(ownTexts);
  own.current = ownTexts;

  useEffect(() => {
    setAt(-1);
    setFound(nothing);
    if (reader === null || query.trim() === "") return;
    const leaving = new AbortController();
    const asked = { query, ownTexts: own, signal: leaving.signal, onFound: setFound };
    const timer = setTimeout(() => {
      setFound({ ...nothing, running: true });
      void searchPages(reader, asked);
    }, typing_rest_ms);
    return () => {
      leaving.abort();
      clearTimeout(timer);
    };
  }, [reader, query]);

  // The first hit from where one was reading on; from the beginning when there is none behind it.
  useEffect(() => {
    if (at >= 0 || found.hits.length === 0) return;
    const behind = found.hits.findIndex((hit) => hit.page >= start.current);
    if (behind < 0 && found.running) return;
    setAt(Math.max(0, behind));
  }, [at, found]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: more hits behind it move nobody
  useEffect(() => {
    const hit = found.hits[at];
    if (hit !== undefined) tell.current(hit.page);
  }, [at]);

  const step = useCallback(
    (direction: 1 | -1): void => {
      const { length } = found.hits;
      if (length > 0) setAt((known) => (known + direction + length) % length);
    },
    [found.hits],
  );
  const ask = (wanted: string): void => {
    if (query === "") start.current = page;
    setQuery(wanted);
  };
  return { query, ...found, at, ask, step };
}

type Asked = {
  readonly query: string;
  readonly ownTexts: RefObject<Wanted["ownTexts"]>;
  /** Nobody looks for this any more. */
  readonly signal: AbortSignal;
  readonly onFound: (found: Found) => void;
};

/** Looks through all pages and tells what it has found, a batch of pages at a time. */
async function searchPages(reader: DocumentReader, { query, ownTexts, signal, onFound }: Asked): Promise<void> {
  const hits: PageHit[] = [];
  let told = 0;
  for (let number = 1; number <= reader.pages; ) {
    const words = await reader.wordsFrom(number, signal).catch(() => [{ pieces: [], filled: [] }]);
    if (signal.aborted) return;
    for (const [behind, { pieces, filled }] of words.entries()) {
      const page = number + behind;
      const said = { pieces, filled: [...ownTexts.current(page), ...filled] };
      hits.push(...findOnPage(said, query).map((place) => ({ ...place, page })));
    }
    number += Math.max(1, words.length);
    const more = hits.length > hits_max;
    const ended = number > reader.pages || more;
    if (ended || number - told > pages_a_batch) {
      onFound({ hits: hits.slice(0, hits_max), running: !ended, more });
      told = number;
    }
    if (ended) return;
  }
}
