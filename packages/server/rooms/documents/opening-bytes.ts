/**
 * Which bytes of a document its reader needs before any page can be shown. A viewer walks to the last page before it shows the
 * first one; in a scan every page's object stands beside its picture, and each would be a request of its own. Here they are
 * found where the file is, so that they travel in one answer: the very bytes that are signed, not a copy made for looking at.
 */
import { setImmediate as turn } from "node:timers/promises";
import { reading_block_bytes } from "@siegel/contract/limits.ts";
import { signingLimits } from "@siegel/kernel/pdf/limits.ts";
import { openPdf } from "@siegel/kernel/pdf/open-pdf.ts";
import { type Place, pagePlaces } from "@siegel/kernel/pdf/page-places.ts";
import { PdfRefusal } from "@siegel/kernel/pdf/refusal.ts";
import type { BlobStore } from "../../ports/blobs.ts";
import type { StoredBytes } from "./documents-store.ts";

export type { Place } from "@siegel/kernel/pdf/page-places.ts";

/** Where cross-reference and trailer stand; with them the revision that intake or a signature appended. */
const tail_bytes = 64 * 1024;
/** More than five thousand pages need, at a block each. The viewer fetches the rest when it needs it. */
const opening_bytes_max = 6 * 1024 * 1024;
const nodes_a_turn = 64;

// A blob never changes, so what was found once holds; signers of one document ask for the same.
const known = new Map<string, Promise<readonly Place[]>>();
const known_max = 32;

/** Places in order, whole blocks, none touching another; only the ends of the file where its pages cannot be followed. */
export function openingPlaces(blobs: Pick<BlobStore, "open">, file: StoredBytes): Promise<readonly Place[]> {
  const found = known.get(file.sha256);
  if (found !== undefined) return found;
  const places = findPlaces(blobs, file);
  if (known.size >= known_max) known.clear();
  known.set(file.sha256, places);
  places.catch(() => known.delete(file.sha256));
  return places;
}

async function findPlaces(blobs: Pick<BlobStore, "open">, { sha256, size }: StoredBytes): Promise<readonly Place[]> {
  const ends: Place[] = [
    { start: 0, end: 1 },
    { start: Math.max(0, size - tail_bytes), end: size },
  ];
  const source = await blobs.open(sha256);
  try {
    const places: Place[] = [];
    let nodes = 0;
    for (const place of pagePlaces(openPdf(source, signingLimits))) {
      if (place !== undefined) places.push(place);
      nodes += 1;
      if (nodes % nodes_a_turn === 0) await turn();
    }
    return inBlocks([...ends, ...places], size);
  } catch (fault) {
    // This is only a hint: the viewer deals with parts that cannot be followed here.
    if (fault instanceof PdfRefusal) return inBlocks(ends, size);
    throw fault;
  } finally {
    await source.close();
  }
}

/** Whole blocks in order, joined where they touch; beyond the limit the rest is left out. */
export function inBlocks(places: readonly Place[], size: number): readonly Place[] {
  const joined: { start: number; end: number }[] = [];
  let bytes = 0;
  for (const place of places.toSorted((a, b) => a.start - b.start)) {
    const last = joined.at(-1);
    const start = Math.max(last?.end ?? 0, Math.floor(place.start / reading_block_bytes) * reading_block_bytes);
    // One word behind an object is read to know that it has ended.
    const end = Math.min(size, Math.ceil((place.end + 16) / reading_block_bytes) * reading_block_bytes);
    if (end <= start || bytes + end - start > opening_bytes_max) continue;
    bytes += end - start;
    if (last !== undefined && last.end === start) last.end = end;
    else joined.push({ start, end });
  }
  return joined;
}
