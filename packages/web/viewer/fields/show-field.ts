/** Brings the field that somebody is led to before their eyes: where it stands on the paper, and not only its page. */

type Edges = { readonly top: number; readonly bottom: number; readonly left: number; readonly right: number };

/** So much of the paper around a field is seen with it: what is asked stands above it. */
const around_px = 48;
const beside_px = 8;

/** How far what is seen has to move so that the field stands in its upper third; nothing where it is seen already. */
export function wayToField(field: Edges, seen: Edges): { readonly top: number; readonly left: number } {
  const [height, width] = [seen.bottom - seen.top, seen.right - seen.left];
  const margin = Math.min(around_px, Math.max(0, (height - (field.bottom - field.top)) / 3));
  const isSeen = field.top >= seen.top + margin && field.bottom <= seen.bottom - margin / 2;
  const isBeside = field.left >= seen.left + beside_px && field.right <= seen.right - beside_px;
  return {
    // A field that is taller than a third begins at its top, which is where somebody writes.
    top: isSeen
      ? 0
      : field.top - seen.top - Math.max(margin, Math.min(height / 3, (height - (field.bottom - field.top)) / 2)),
    left: isBeside
      ? 0
      : field.left - seen.left - Math.min(width / 4, Math.max(beside_px, width - (field.right - field.left)) / 2),
  };
}

/** What is seen of the desk between tools and way on: where the window is low, it reaches behind both. */
export function seenOf({ top, bottom }: Pick<Edges, "top" | "bottom">): Pick<Edges, "top" | "bottom"> {
  const [tools, wayOn] = [".vbar", ".viewer-actions"].map((bar) =>
    document.querySelector(bar)?.getBoundingClientRect(),
  );
  return {
    top: Math.max(top, tools?.bottom ?? 0, 0),
    bottom: Math.min(bottom, wayOn?.top ?? window.innerHeight, window.innerHeight),
  };
}

/** Scrolls the window where the desk cannot scroll any further and what it shows still lies behind tools or way on. */
export function showWithin(desk: Element, { top, bottom }: Pick<Edges, "top" | "bottom">): void {
  const seen = seenOf(desk.getBoundingClientRect());
  if (top < seen.top) window.scrollBy({ top: top - seen.top - beside_px });
  else if (bottom > seen.bottom) window.scrollBy({ top: Math.min(top - seen.top, bottom - seen.bottom + beside_px) });
}

/** Scrolls the desk, and the window where that is not enough, to a field, and lets its frame swell once if it had to: a place that jumped has to be found again. */
export function showField(field: HTMLElement): void {
  const desk = field.closest(".desk");
  if (desk === null) return;
  const around = desk.getBoundingClientRect();
  const seen = { ...seenOf(around), left: around.left, right: around.left + desk.clientWidth };
  const way = wayToField(field.getBoundingClientRect(), seen.bottom - seen.top > around_px ? seen : around);
  if (way.top === 0 && way.left === 0) return;
  desk.scrollBy(way);
  showWithin(desk, field.getBoundingClientRect());
  if (!window.matchMedia("(prefers-reduced-motion: reduce)").matches) swell(field);
}

/** Nothing is left of it afterwards: the frame of the current field is drawn by the style sheet. */
function swell(field: HTMLElement): void {
  const { boxShadow } = getComputedStyle(field);
  field.animate([{ boxShadow }, { boxShadow: "0 0 0 12px #6b4bb455" }, { boxShadow }], {
    duration: 900,
    easing: "ease-in-out",
  });
}
