/** Keeps the banners off what somebody needs now: where that stands depends on scrolling and on where they write, so it is measured. */
import { type RefObject, useLayoutEffect } from "react";

/** Edges in CSS pixels from the top left of the window. */
export type Area = { readonly top: number; readonly bottom: number; readonly left: number; readonly right: number };

type Pile = { readonly height: number; readonly left: number; readonly right: number };

const gap_px = 12;

/** How far below the window's top the pile stands: at the foot if it may, else above or below what it would cover there, else where it covers least. */
export function placeOf(pile: Pile, windowHeight: number, kept: readonly Area[]): number {
  const beside = kept.filter(({ left, right }) => left < pile.right && right > pile.left);
  const lowest = windowHeight - pile.height - gap_px;
  const above = beside.map(({ top }) => top - pile.height - gap_px).sort((a, b) => b - a);
  const below = beside.map(({ bottom }) => bottom + gap_px).sort((a, b) => b - a);
  const places = [lowest, ...above, ...below, gap_px].filter((top) => top >= gap_px && top <= lowest);
  const covered = (top: number): number =>
    beside.reduce(
      (sum, area) => sum + Math.max(0, Math.min(area.bottom, top + pile.height) - Math.max(area.top, top)),
      0,
    );
  return [...places].sort((a, b) => covered(a) - covered(b))[0] ?? gap_px;
}

/** The way on, the form of the current field, and the field that is written in. */
const always = ".actions .go:not(dialog *), .viewer-actions, .guide-form, .entry-form .btn-main";
const writing = "input, textarea, select";

function keptClear(): readonly Area[] {
  const focused = document.activeElement;
  const written = focused?.matches(writing) === true ? [focused] : [];
  return [...document.querySelectorAll(always), ...written].map((element) => element.getBoundingClientRect());
}

/** Places the pile as long as it is shown. */
export function usePlaceOfBanners(pile: RefObject<HTMLElement | null>, shown: number): void {
  useLayoutEffect(() => {
    const element = pile.current;
    if (element === null || shown === 0) return;
    const place = (): void => {
      const { left, right } = element.getBoundingClientRect();
      const size = { height: element.offsetHeight, left, right };
      Object.assign(element.style, { bottom: "auto", top: `${placeOf(size, window.innerHeight, keptClear())}px` });
    };
    // Whoever reaches for a banner must not see it move away.
    const onFocus = ({ target }: FocusEvent): void => {
      if (!(target instanceof Node && element.contains(target))) place();
    };
    place();
    const resized = new ResizeObserver(place);
    for (const watched of [document.body, element]) resized.observe(watched);
    // The desk of the viewer scrolls by itself, and what an element scrolls does not bubble.
    const scrolling = { passive: true, capture: true };
    window.addEventListener("scroll", place, scrolling);
    window.addEventListener("resize", place);
    window.addEventListener("focusin", onFocus);
    return () => {
      resized.disconnect();
      window.removeEventListener("scroll", place, scrolling);
      window.removeEventListener("resize", place);
      window.removeEventListener("focusin", onFocus);
    };
  }, [pile, shown]);
}
