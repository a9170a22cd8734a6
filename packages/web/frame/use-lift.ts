/** Keeps the banners off the buttons: where those stand depends on scrolling, so it is measured. */
import { type RefObject, useLayoutEffect } from "react";

const gap_px = 12;

/** How far above the window's foot a pile must stand not to cover the bar, in CSS pixels; null when it covers nothing. */
export function liftOver(
  bar: { readonly top: number; readonly bottom: number },
  pile: { readonly height: number; readonly windowHeight: number },
): number | null {
  const pileTop = pile.windowHeight - pile.height - 2 * gap_px;
  const covered = pile.height > 0 && bar.top < pile.windowHeight && bar.bottom > pileTop;
  return covered ? pile.windowHeight - bar.top + gap_px : null;
}

/** Lifts the pile over the buttons that lead on, as long as it is shown. */
export function useLift(pile: RefObject<HTMLElement | null>, shown: number): void {
  useLayoutEffect(() => {
    const element = pile.current;
    if (element === null || shown === 0) return;
    const place = (): void => {
      const bar = document.querySelector(".actions .go:not(dialog *), .viewer-actions")?.getBoundingClientRect();
      const size = { height: element.offsetHeight, windowHeight: window.innerHeight };
      const lift = bar === undefined ? null : liftOver(bar, size);
      element.style.bottom = lift === null ? "" : `${lift}px`;
    };
    place();
    const resized = new ResizeObserver(place);
    for (const watched of [document.body, element]) resized.observe(watched);
    window.addEventListener("scroll", place, { passive: true });
    window.addEventListener("resize", place);
    return () => {
      resized.disconnect();
      window.removeEventListener("scroll", place);
      window.removeEventListener("resize", place);
    };
  }, [pile, shown]);
}
