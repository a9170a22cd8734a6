// Subsections of a cross-reference section (ISO 32000-2 §7.5.4): runs of consecutive object numbers, found by binary search.
import { broken } from "./refusal.ts";

/** `count` entries from object `first` on, the first of them at `at` in whatever holds the entries. */
export type Subsection = { readonly first: number; readonly count: number; readonly at: number };

/** What a section mentions; `find` gives the subsection of an object number. */
export type SubsectionIndex = {
  /** One more than the highest object number mentioned. */
  readonly end: number;
  readonly find: (num: number) => Subsection | undefined;
};

/** Sorts subsections for looking up. @throws PdfRefusal FILE_BROKEN when an object is mentioned twice: readers disagree which one counts */
export function indexSubsections(all: readonly Subsection[]): SubsectionIndex {
  const sorted = all.filter(({ count }) => count > 0).toSorted((a, b) => a.first - b.first);
  let end = 0;
  for (const { first, count } of sorted) {
    if (first < end) throw broken(`a cross-reference section mentions object ${first} twice`);
    end = first + count;
  }
  return { end, find: (num) => findIn(sorted, num) };
}

function findIn(sorted: readonly Subsection[], num: number): Subsection | undefined {
  let [low, high] = [0, sorted.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const candidate = sorted[middle];
    if (candidate === undefined) return undefined;
    if (num < candidate.first) high = middle - 1;
    else if (num >= candidate.first + candidate.count) low = middle + 1;
    else return candidate;
  }
  return undefined;
}
