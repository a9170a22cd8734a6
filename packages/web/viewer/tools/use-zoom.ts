import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { nextZoom, withinZoom } from "./zoom.ts";

/** A point of the window, CSS pixels. */
type Point = { readonly x: number; readonly y: number };

/** Where a point lies on a page: stays under the fingers while the page grows. */
type Anchor = { readonly page: Element; readonly across: number; readonly down: number; readonly at: Point };

type Zooming = {
  readonly zoom: number;
  readonly zoomTo: (zoom: number, at?: Point) => void;
  readonly zoomBy: (direction: 1 | -1) => void;
};

/** After the last turn of a wheel the page is drawn in its new size. */
const wheel_rest_ms = 160;

/** The size of the pages on a desk: by buttons, two fingers, or Ctrl and wheel; what one looks at stays where it is. */
export function useZoom(desk: RefObject<HTMLElement | null>): Zooming {
  const [zoom, setZoom] = useState(1);
  const latest = useRef(zoom);
  latest.current = zoom;
  const anchor = useRef<Anchor | null>(null);
  const zoomTo = useCallback(
    (wanted: number, at?: Point): void => {
      anchor.current = anchorOn(desk.current, at);
      setZoom(withinZoom(wanted));
    },
    [desk],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the pages have got their new size
  useLayoutEffect(() => {
    const kept = anchor.current;
    anchor.current = null;
    if (kept === null || desk.current === null) return;
    const now = kept.page.getBoundingClientRect();
    desk.current.scrollBy({
      left: now.left + kept.across * now.width - kept.at.x,
      top: now.top + kept.down * now.height - kept.at.y,
      behavior: "instant",
    });
  }, [zoom, desk]);
  useEffect(() => {
    const element = desk.current;
    if (element === null) return;
    return followGestures(element, () => latest.current, zoomTo);
  }, [desk, zoomTo]);
  return { zoom, zoomTo, zoomBy: (direction) => zoomTo(nextZoom(latest.current, direction)) };
}

/** The page under a point, or the one nearest to the middle of the desk. */
function anchorOn(desk: HTMLElement | null, asked?: Point): Anchor | null {
  if (desk === null) return null;
  const around = desk.getBoundingClientRect();
  const at = asked ?? { x: around.left + around.width / 2, y: around.top + around.height / 3 };
  for (const page of desk.querySelectorAll("[data-page]")) {
    const rect = page.getBoundingClientRect();
    if (rect.bottom < at.y) continue;
    return { page, across: (at.x - rect.left) / rect.width, down: (at.y - rect.top) / rect.height, at };
  }
  return null;
}

/** While fingers move, the pages are only stretched; when they rest, they are drawn. */
function followGestures(
  desk: HTMLElement,
  zoomNow: () => number,
  zoomTo: (zoom: number, at: Point) => void,
): () => void {
  let gesture: { readonly from: number; readonly at: Point; factor: number } | null = null;
  let resting: ReturnType<typeof setTimeout> | undefined;
  const pages = (): HTMLElement | null => desk.querySelector(".pages");
  const begin = (at: Point): { readonly from: number; readonly at: Point; factor: number } => {
    gesture ??= { from: zoomNow(), at, factor: 1 };
    return gesture;
  };
  const stretch = (at: Point, factor: number): void => {
    const current = begin(at);
    current.factor = withinZoom(current.from * factor) / current.from;
    const column = pages();
    if (column === null) return;
    const rect = desk.getBoundingClientRect();
    const [x, y] = [current.at.x - rect.left + desk.scrollLeft, current.at.y - rect.top + desk.scrollTop];
    column.style.transformOrigin = `${x - column.offsetLeft}px ${y - column.offsetTop}px`;
    column.style.transform = `scale(${current.factor})`;
  };
  const end = (): void => {
    if (gesture === null) return;
    const { from, at, factor } = gesture;
    gesture = null;
    pages()?.style.removeProperty("transform");
    if (factor !== 1) zoomTo(from * factor, at);
  };
  let startDistance = 0;
  const onTouch = (event: TouchEvent): void => {
    const [one, other] = event.touches;
    if (one === undefined || other === undefined) {
      end();
      return;
    }
    event.preventDefault();
    const distance = Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
    if (gesture === null) startDistance = distance;
    stretch({ x: (one.clientX + other.clientX) / 2, y: (one.clientY + other.clientY) / 2 }, distance / startDistance);
  };
  const onWheel = (event: WheelEvent): void => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    const at = { x: event.clientX, y: event.clientY };
    stretch(at, begin(at).factor * Math.exp(-event.deltaY / 300));
    clearTimeout(resting);
    resting = setTimeout(end, wheel_rest_ms);
  };
  const touches = ["touchstart", "touchmove", "touchend", "touchcancel"] as const;
  for (const name of touches) desk.addEventListener(name, onTouch, { passive: false });
  desk.addEventListener("wheel", onWheel, { passive: false });
  return () => {
    clearTimeout(resting);
    for (const name of touches) desk.removeEventListener(name, onTouch);
    desk.removeEventListener("wheel", onWheel);
  };
}
