import { useEffect, useRef, useState } from "react";
import { livePages } from "./live-pages.ts";

/** A person who stays on a page this long is reading it. */
const rest_ms = 300;

/** The pages to draw (live-pages.ts); neighbours are drawn only once the person stays on a page. */
export function useLivePages(seen: Omit<Parameters<typeof livePages>[0], "drawn">): ReadonlySet<number> {
  const { current } = seen;
  const [restsAt, setRestsAt] = useState(current);
  const drawn = useRef<ReadonlySet<number>>(new Set());
  useEffect(() => {
    const timer = setTimeout(() => setRestsAt(current), rest_ms);
    return () => clearTimeout(timer);
  }, [current]);
  const live = livePages({ ...seen, drawn: restsAt === current ? undefined : drawn.current });
  useEffect(() => {
    drawn.current = live;
  });
  return live;
}
