// Positions of a damaged file's objects, by number, in pages of typed arrays: a file may claim millions of them.
import type { Location } from "../pdf/cross-reference-section.ts";

/** A table of locations that is filled in the order of the file: what is set later wins when it stands later. */
export type ScannedObjects = {
  /** One more than the highest object number. */
  readonly end: () => number;
  readonly locate: (num: number) => Location;
  readonly setOffset: (num: number, gen: number, offset: number) => void;
  /** `containerAt` is the offset of the object stream: an object defined behind it stays. */
  readonly setCompressed: (num: number, place: CompressedPlace) => void;
  readonly numbers: () => Iterable<number>;
};
type CompressedPlace = { readonly stream: number; readonly index: number; readonly containerAt: number };

type Page = {
  /** Offset plus one; 0 where nothing stands. */
  readonly at: Float64Array;
  /** Number of the object stream plus one; 0 for objects that stand in the file. */
  readonly container: Uint32Array;
  /** Generation, or index in the object stream. */
  readonly detail: Uint32Array;
};
const pageLength = 4_096;

/** An empty table. */
export function scannedObjects(): ScannedObjects {
  const pages = new Map<number, Page>();
  let end = 0;
  const pageOf = (num: number): Page => {
    const key = Math.floor(num / pageLength);
    const found = pages.get(key) ?? {
      at: new Float64Array(pageLength),
      container: new Uint32Array(pageLength),
      detail: new Uint32Array(pageLength),
    };
    pages.set(key, found);
    return found;
  };
  const set = (num: number, at: number, [container, detail]: readonly [number, number]): void => {
    const page = pageOf(num);
    const index = num % pageLength;
    if ((page.at[index] ?? 0) > at + 1) return;
    [page.at[index], page.container[index], page.detail[index]] = [at + 1, container, detail];
    end = Math.max(end, num + 1);
  };
  return {
    end: () => end,
    locate: (num) => locationIn(pages.get(Math.floor(num / pageLength)), num % pageLength),
    setOffset: (num, gen, offset) => set(num, offset, [0, gen]),
    setCompressed: (num, { stream, index, containerAt }) => set(num, containerAt, [stream + 1, index]),
    numbers: function* () {
      for (const [key, page] of pages)
        for (let i = 0; i < pageLength; i += 1) if ((page.at[i] ?? 0) > 0) yield key * pageLength + i;
    },
  };
}

function locationIn(page: Page | undefined, index: number): Location {
  const at = page?.at[index] ?? 0;
  if (page === undefined || at === 0) return { kind: "free" };
  const [container, detail] = [page.container[index] ?? 0, page.detail[index] ?? 0];
  if (container === 0) return { kind: "offset", offset: at - 1, gen: detail };
  return { kind: "compressed", stream: container - 1, index: detail };
}
