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

/** Scrolls the desk, and only it, to a field, and lets its frame swell once if it had to: a place that jumped has to be found again. */
export function showField(field: HTMLElement): void {
  const desk = field.closest(".desk");
  if (desk === null) return;
  const around = desk.getBoundingClientRect();
  // Where the window is low, the desk reaches below it.
  const seen = {
    top: Math.max(around.top, 0),
    bottom: Math.min(around.bottom, window.innerHeight),
    left: around.left,
    right: around.left + desk.clientWidth,
  };
  const way = wayToField(field.getBoundingClientRect(), seen.bottom - seen.top > around_px ? seen : around);
  if (way.top === 0 && way.left === 0) return;
  desk.scrollBy(way);
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
