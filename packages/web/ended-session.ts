/** Whose session has just ended in this tab: `/` then says so and offers the way back, instead of speaking of a broken link. */
import type { SignerPath } from "./paths.ts";

/** Kept by the page alone; the entry of the browser's history that it leads to keeps it longer (journey/journey.tsx). */
let ended: SignerPath | null = null;

/** Remembers it for the page that follows; a reload forgets it. What ends without a session leaves the one before in mind. */
export function rememberEnded(at: SignerPath | null): void {
  ended = at ?? ended;
}

/** The link of the session that has just ended, told once. */
export function takeEnded(): SignerPath | null {
  const link = ended;
  ended = null;
  return link;
}
