import { type RefObject, useCallback, useEffect, useRef } from "react";
import type { DocumentReader, Picture } from "../reader/document-reader.ts";

/** Small pictures that are kept, if no more are in sight; the ones furthest from it go first. */
export const thumbnails_max = 24;
const width_px = 104;
const pixels_max = 200_000;

/** Draws the pages one sees on the strip, one after another, so that the document itself is never waiting for them. */
export function useThumbnails(
  reader: DocumentReader,
  strip: RefObject<HTMLElement | null>,
): (button: HTMLElement | null) => (() => void) | undefined {
  const buttons = useRef(new Set<HTMLElement>());
  const observer = useRef<IntersectionObserver>(undefined);
  const watch = useCallback((button: HTMLElement | null) => {
    if (button === null) return undefined;
    buttons.current.add(button);
    observer.current?.observe(button);
    return () => {
      buttons.current.delete(button);
      observer.current?.unobserve(button);
    };
  }, []);
  useEffect(() => {
    const seen = new Set<number>();
    const drawn = new Map<number, Picture | null>();
    let busy = false;
    let wanted = true;
    async function drawSeen(): Promise<void> {
      if (busy) return;
      busy = true;
      for (let page = nextOf(seen, drawn); wanted && page !== undefined; page = nextOf(seen, drawn)) {
        drawn.set(page, await drawThumbnail(reader, page));
        const paper = strip.current?.querySelector(`[data-page-number="${page}"] .thumb-paper`);
        const picture = drawn.get(page);
        if (picture != null) paper?.replaceChildren(picture.element);
        forgetFurthest(drawn, seen);
      }
      busy = false;
    }
    const watching = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          const page = Number((target as HTMLElement).dataset.pageNumber);
          if (isIntersecting) seen.add(page);
          else seen.delete(page);
        }
        void drawSeen();
      },
      { root: strip.current },
    );
    observer.current = watching;
    for (const button of buttons.current) watching.observe(button);
    return () => {
      wanted = false;
      watching.disconnect();
      for (const picture of drawn.values()) picture?.dispose();
    };
  }, [reader, strip]);
  return watch;
}

function nextOf(seen: ReadonlySet<number>, drawn: ReadonlyMap<number, unknown>): number | undefined {
  return [...seen].filter((page) => !drawn.has(page)).sort((a, b) => a - b)[0];
}

function forgetFurthest(drawn: Map<number, Picture | null>, seen: ReadonlySet<number>): void {
  for (const page of surplusThumbnails([...drawn.keys()], seen)) {
    drawn.get(page)?.dispose();
    drawn.delete(page);
  }
}

/** The pages whose pictures are too many: never one in sight, which would only be drawn anew. */
export function surplusThumbnails(drawn: readonly number[], seen: ReadonlySet<number>): readonly number[] {
  const middle = [...seen].reduce((sum, page) => sum + page, 0) / Math.max(1, seen.size);
  const unseen = drawn.filter((page) => !seen.has(page));
  const furthest = unseen.sort((a, b) => Math.abs(b - middle) - Math.abs(a - middle));
  return furthest.slice(0, Math.max(0, drawn.length - thumbnails_max));
}

/** A page that cannot be drawn stays white: its number still leads to it. */
async function drawThumbnail(reader: DocumentReader, number: number): Promise<Picture | null> {
  try {
    const page = await reader.page(number);
    const drawing = page.draw({ scale: width_px / page.size.width, pixelsMax: pixels_max });
    await Promise.race([drawing.done, late(drawing.cancel)]);
    return drawing;
  } catch {
    return null;
  }
}

const late_after_ms = 15_000;

/** One page that takes for ever must not keep the others from being drawn. */
function late(cancel: () => void): Promise<void> {
  return new Promise((resolve) =>
    setTimeout(() => {
      cancel();
      resolve();
    }, late_after_ms),
  );
}
