/** Which pages of a long document are drawn. A drawn page costs megabytes; a phone dies of thirty. */

/** Pages that are drawn at the same time at most. */
export const live_pages_max = 6;

/** The pages to draw: those seen, then their neighbours, nearest to the current page first, never more than the limit. */
export function livePages(seen: { visible: ReadonlySet<number>; current: number; pages: number }): ReadonlySet<number> {
  const wanted = new Set<number>();
  const near = [...seen.visible].sort((a, b) => Math.abs(a - seen.current) - Math.abs(b - seen.current));
  for (const page of [seen.current, ...near, seen.current + 1, seen.current - 1]) {
    if (page >= 1 && page <= seen.pages && wanted.size < live_pages_max) wanted.add(page);
  }
  return wanted;
}
