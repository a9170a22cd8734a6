/** Who draws the pages of a document: this browser ("drawn") or the server ("pictures"); pure, but for what the tab remembers. */
import { drop, keep, readKept } from "../../tab-storage.ts";
import { forgetEnds, uncleanEnds } from "./unclean-ends.ts";

/** drawn: pdf.js draws them here · pictures: the server draws them. */
export type Showing = "drawn" | "pictures";

/**
 * Phones with so much memory or less are those that their systems call small (Android Go): a tab has some 200 MB there, and of these
 * pdf.js and one scanned page take most. Chromium tells it, rounded to powers of two; of others nothing is known, and nothing presumed.
 */
const small_memory_gb_max = 2;
/** Once may be an accident. */
const unclean_ends_max = 1;

const key = "showing";

/** How documents are shown before anybody has chosen. */
export function showingFor(memoryGb: number | undefined, endsOfTab: number): Showing {
  if (memoryGb !== undefined && memoryGb <= small_memory_gb_max) return "pictures";
  return endsOfTab > unclean_ends_max ? "pictures" : "drawn";
}

/** How this tab shows documents: as was chosen in it, otherwise as the device can. A choice that the tab does not survive is forgotten. */
export function showingHere(): Showing {
  const ends = uncleanEnds();
  if (readKept(key) === "drawn" && ends > unclean_ends_max) drop(key);
  const chosen = readKept(key);
  return chosen === "drawn" || chosen === "pictures" ? chosen : showingFor(memoryGb(), ends);
}

/** From now on, and for the other documents too, as long as the tab survives it. */
export function rememberShowing(showing: Showing): void {
  forgetEnds();
  keep(key, showing);
}

/** Chromium tells its memory in GB, others do not. */
export function memoryGb(): number | undefined {
  return "deviceMemory" in navigator ? Number(navigator.deviceMemory) : undefined;
}

/** Whether drawing failed because there was no memory for it: engines say it in words only, and a worker passes on no more than these. */
export function isOutOfMemory(fault: unknown): boolean {
  return (
    fault instanceof Error &&
    /allocation failed|out of memory|invalid (typed )?array (buffer )?length/i.test(fault.message)
  );
}
