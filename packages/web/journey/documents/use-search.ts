import { useCallback, useEffect, useRef, useState } from "react";
import { findText, type Hit } from "./find-text.ts";
import type { ReaderState } from "./use-reader.ts";

/** A hit and the page it is on. */
export type PageHit = Hit & { readonly page: number };

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

/** Searches a document page after page while one types; `onHit` is told where to look. */
export function useSearch(state: ReaderState, page: number, onHit: (page: number) => void): Search {
  const [query, setQuery] = useState("");
  const [found, setFound] = useState<Found>(nothing);
  const [at, setAt] = useState(-1);
  const start = useRef(page);
  const reader = state.status === "open" ? state.reader : null;
  const tell = useRef(onHit);
  tell.current = onHit;

  useEffect(() => {
    setAt(-1);
    setFound(nothing);
    if (reader === null || query.trim() === "") return;
    let wanted = true;
    async function run(within: NonNullable<typeof reader>): Promise<void> {
      const hits: PageHit[] = [];
      let told = 0;
      for (let number = 1; number <= within.pages; ) {
        const texts = await within.textFrom(number).catch(() => [[]]);
        if (!wanted) return;
        for (const [at, pieces] of texts.entries())
          hits.push(...findText(pieces, query).map((hit) => ({ ...hit, page: number + at })));
        number += Math.max(1, texts.length);
        const more = hits.length > hits_max;
        const ended = number > within.pages || more;
        if (ended || number - told > pages_a_batch) {
          setFound({ hits: hits.slice(0, hits_max), running: !ended, more });
          told = number;
        }
        if (ended) return;
      }
    }
    const timer = setTimeout(() => {
      setFound({ ...nothing, running: true });
      void run(reader);
    }, typing_rest_ms);
    return () => {
      wanted = false;
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
