/** What a phone learns of the link it was given. */
import { type Answer, mayWait } from "../../../api/answer.ts";

/** open: it takes an image · over: it never will, another QR code helps · away: nobody knows yet, and trying again may tell. */
export type Looked = "open" | "over" | "away";

/** What an answer says of the link: no network, too many calls or a fault of ours say nothing of it. */
export function lookedAt(answer: Answer<unknown>): Looked {
  if (answer.ok) return "open";
  return mayWait(answer) ? "away" : "over";
}
