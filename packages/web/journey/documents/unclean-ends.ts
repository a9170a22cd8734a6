/**
 * Whether the browser ended this tab while it drew documents: what ends a tab for want of memory asks nobody. A tab that was left in
 * order, or reloaded, has taken its note back; one that was ended and comes back finds it.
 */
import { drop, keep, readKept } from "../../tab-storage.ts";

const key = "drawing";

/** How often in a row this tab was ended while it drew. */
export function uncleanEnds(): number {
  const kept = readKept(key);
  return typeof kept === "number" ? kept : 0;
}

/** A document is being drawn from now on, until the answer is called or the page is left. */
export function noteDrawing(): () => void {
  keep(key, uncleanEnds() + 1);
  const forget = (): void => {
    window.removeEventListener("pagehide", forget);
    drop(key);
  };
  window.addEventListener("pagehide", forget);
  return forget;
}
