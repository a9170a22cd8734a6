/**
 * Whether the browser ended this tab while it drew documents: what ends a tab for want of memory asks nobody. A tab that was left in
 * order, or reloaded, has taken its note back; one that was ended and comes back finds it.
 */
import { drop, keep, readKept } from "../../tab-storage.ts";

const key = "drawing";

/** Whether the last one counted is no end: this page draws, and lives. */
let isDrawing = false;

/** How often in a row this tab was ended while it drew. */
export function uncleanEnds(): number {
  const kept = readKept(key);
  return typeof kept === "number" ? kept - Number(isDrawing) : 0;
}

/** From now on they are counted from none. */
export function forgetEnds(): void {
  isDrawing = false;
  drop(key);
}

/** A document is being drawn from now on, until the answer is called or the page is left. */
export function noteDrawing(): () => void {
  keep(key, uncleanEnds() + 1);
  isDrawing = true;
  const forget = (): void => {
    window.removeEventListener("pagehide", forget);
    forgetEnds();
  };
  window.addEventListener("pagehide", forget);
  return forget;
}
