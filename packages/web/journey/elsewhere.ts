/** Addresses for what an answer leads to when a page has nothing left to do. */
import type { Elsewhere } from "../api/client.ts";
import { takeEnded } from "../ended-session.ts";
import { paths } from "../paths.ts";
import { readHeader, saveOutcome } from "../session.ts";

/** The address; where it is a summary, its page is opened to this session too. Without a session: `/`, or the link of the one that has just ended. */
export function pathElsewhere(to: Elsewhere): string {
  const header = readHeader();
  const ended = header === null && to === "link" ? takeEnded() : null;
  if (ended !== null && ended.was !== "account") return paths.login(ended);
  if (header === null || to === "root") return paths.root;
  if (to === "link") return paths.login(header);
  saveOutcome(to);
  return to === "signed" ? paths.finished : paths.revoked;
}
