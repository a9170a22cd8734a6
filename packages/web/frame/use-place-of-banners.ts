/**
 * Keeps the banners off what somebody reads and needs now. They stand in the page where it begins, covering nothing: what they say stands
 * beside what was pressed as well. Over it they stand in the viewer, and where somebody writes, whose field must not move: there it is measured
 * what they would cover.
 */
import { type RefObject, useLayoutEffect, useState } from "react";

/** Edges in CSS pixels from the top left of the window. */
export type Area = { readonly top: number; readonly bottom: number; readonly left: number; readonly right: number };

/** `top`: where it stands already, null before it has a place. */
type Pile = { readonly height: number; readonly left: number; readonly right: number; readonly top: number | null };

const gap_px = 12;

/**
 * How far below the window's top the pile stands: where it is, if it covers nothing there; else at the foot, or above or below what it would
 * cover; else where it covers least.
 */
export function placeOf(pile: Pile, windowHeight: number, kept: readonly Area[]): number {
  const beside = kept.filter(({ left, right }) => left < pile.right && right > pile.left);
  const lowest = windowHeight - pile.height - gap_px;
  const above = beside.map(({ top }) => top - pile.height - gap_px).sort((a, b) => b - a);
  const below = beside.map(({ bottom }) => bottom + gap_px).sort((a, b) => b - a);
  const places = [...(pile.top === null ? [] : [pile.top]), lowest, ...above, ...below, gap_px].filter(
    (top) => top >= gap_px && top <= lowest,
  );
  const covered = (top: number): number =>
    beside.reduce(
      (sum, area) => sum + Math.max(0, Math.min(area.bottom, top + pile.height) - Math.max(area.top, top)),
      0,
    );
  return [...places].sort((a, b) => covered(a) - covered(b))[0] ?? gap_px;
}

/**
 * The way on, the form of the current field and what is wrong with a field are kept free as a whole, of the rest of the page all that can be
 * pressed; of the paper only the field that is written in.
 */
const whole = ".actions .go, .act-go, .viewer-actions, .guide-form, .fault";
const pressed = "a[href], button, label, input, select, textarea, summary";
const writing = "input, textarea, select";

function keptClear(pile: HTMLElement): readonly Area[] {
  const focused = document.activeElement;
  const written = focused?.matches(writing) === true ? [focused] : [];
  const around = [...document.querySelectorAll(`:is(${whole}, ${pressed}):not(.paper *, dialog *, .skip)`)];
  return [...around.filter((element) => !pile.contains(element)), ...written]
    .map((element) => element.getBoundingClientRect())
    .filter(({ width, bottom, top }) => width > 0 && bottom > 0 && top < window.innerHeight);
}

type Piled = { readonly shown: number; readonly inFlow: boolean };

/** Places the pile as long as it is shown. In the page it stays where that begins, and goes with what is scrolled. */
export function usePlaceOfBanners(pile: RefObject<HTMLElement | null>, { shown, inFlow }: Piled): void {
  const isShown = shown > 0;
  const [isOver, setOver] = useState(!inFlow);
  useLayoutEffect(() => {
    const element = pile.current;
    if (element === null || !isShown || !inFlow) return;
    const writes = document.activeElement?.matches(writing) === true;
    setOver(writes);
    if (!writes) element.dataset.place = "page";
    return () => {
      delete element.dataset.place;
    };
  }, [pile, isShown, inFlow]);
  useLayoutEffect(() => {
    const element = pile.current;
    if (element === null || shown === 0 || !isOver) return;
    let top: number | null = null;
    const place = (): void => {
      const { left, right } = element.getBoundingClientRect();
      const size = { height: element.offsetHeight, left, right, top };
      top = placeOf(size, window.innerHeight, keptClear(element));
      Object.assign(element.style, { bottom: "auto", top: `${top}px` });
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
      Object.assign(element.style, { bottom: "", top: "" });
    };
  }, [pile, shown, isOver]);
}
