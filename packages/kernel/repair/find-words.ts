// Finds keywords of PDF syntax in a file without loading it, for files with a broken cross-reference (ISO 32000-2 §7.5.4). A search goes
// forward; every byte is read once, however often the caller asks.
import type { ByteSource } from "../pdf/byte-source.ts";

/** A found word: its offset, and the window it stands in with the offset of that window, for looking around. */
export type FoundWord = {
  readonly word: string;
  readonly at: number;
  readonly window: Uint8Array;
  readonly windowAt: number;
};

/** Gives the first of the words at or behind an offset, or undefined. */
export type WordFinder = (from: number) => FoundWord | undefined;

/** Bytes before a word that are always in its window. */
const lookBehind = 64;
const windowMax = 1024 * 1024;

/** A finder of `words` in `source`; `spend` hears of every byte that is read. Windows grow while a search goes on. */
export function wordFinder(source: ByteSource, words: readonly string[], spend: (bytes: number) => void): WordFinder {
  const needles = words.map((word) => Buffer.from(word, "latin1"));
  const overlap = Math.max(...words.map((word) => word.length)) - 1;
  let window: Buffer = Buffer.alloc(0);
  let [windowAt, windowLength] = [0, 4_096];
  let next: number[] = [];
  let nothingFrom = source.size;

  function load(from: number): void {
    windowLength = from >= windowAt && from <= windowAt + window.length ? Math.min(windowMax, windowLength * 4) : 4_096;
    windowAt = Math.max(0, from - lookBehind);
    const bytes = source.read(windowAt, Math.min(windowLength + lookBehind + overlap, source.size - windowAt));
    window = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    spend(window.length);
    next = needles.map(() => -1);
  }
  /** The nearest word in the window; each needle is searched on only when its last finding lies behind. */
  function nearest(from: number): number {
    let best = -1;
    for (const [i, needle] of needles.entries()) {
      if ((next[i] ?? -1) < from) {
        const found = window.indexOf(needle, from - windowAt);
        next[i] = found < 0 ? Number.POSITIVE_INFINITY : windowAt + found;
      }
      if (Number.isFinite(next[i]) && (best < 0 || (next[i] ?? 0) < (next[best] ?? 0))) best = i;
    }
    return best;
  }
  return (start) => {
    for (let from = start; from < nothingFrom; ) {
      if (from < windowAt || from >= windowAt + window.length - overlap) load(from);
      const found = nearest(from);
      if (found >= 0) return { word: words[found] ?? "", at: next[found] ?? 0, window, windowAt };
      if (windowAt + window.length >= source.size) break;
      from = windowAt + window.length - overlap;
    }
    nothingFrom = Math.min(nothingFrom, start);
    return undefined;
  };
}
