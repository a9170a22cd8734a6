/** Which pages of a long document are drawn, and how finely. What a drawn page costs is its pixels; a phone dies of thirty pages. */

/** Pages that are drawn at the same time at most. */
export const live_pages_max = 6;
/** Fewer would leave nothing ready for who scrolls. */
const live_pages_min = 2;
/** Pixels of all drawn pages: four bytes each. */
const pixels_max = { small: 12_000_000, large: 32_000_000 } as const;
/** The largest canvas that every browser draws on. */
const canvas_pixels_max = 16_000_000;

/** What is known about a device: Chromium tells its memory in GB, others do not. */
export type Device = { readonly coarsePointer: boolean; readonly memoryGb: number | undefined };

/** How many pages may be live where one has `pagePixels`, and how many pixels each may then have. */
export function pixelBudget(device: Device, pagePixels: number): { readonly pages: number; readonly pixels: number } {
  const isSmall = device.coarsePointer || (device.memoryGb !== undefined && device.memoryGb < 4);
  const all = pixels_max[isSmall ? "small" : "large"];
  const pages = Math.min(live_pages_max, Math.max(live_pages_min, Math.floor(all / Math.max(1, pagePixels))));
  return { pages, pixels: Math.min(canvas_pixels_max, Math.floor(all / pages)) };
}

/**
 * The pages to draw: those seen, then their neighbours, nearest to the current page first, never more than `max`. A person who jumps
 * through a document would leave neighbours behind half drawn. So with `drawn` only neighbours that it names are drawn.
 */
export function livePages(seen: {
  visible: ReadonlySet<number>;
  current: number;
  pages: number;
  max: number;
  drawn?: ReadonlySet<number> | undefined;
}): ReadonlySet<number> {
  const wanted = new Set<number>();
  const near = [...seen.visible].sort((a, b) => Math.abs(a - seen.current) - Math.abs(b - seen.current));
  const { drawn } = seen;
  const beside = [seen.current + 1, seen.current - 1].filter((page) => drawn === undefined || drawn.has(page));
  for (const page of [seen.current, ...near, ...beside]) {
    if (page >= 1 && page <= seen.pages && wanted.size < seen.max) wanted.add(page);
  }
  return wanted;
}
