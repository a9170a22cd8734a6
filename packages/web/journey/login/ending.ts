/** Which friendly page a refusal at the door leads to. */
import type { Refusal } from "../../api/answer.ts";
import type { Contact } from "../../frame/friendly.tsx";
import { type WhyAway, whyAway } from "../../frame/why-away.ts";
import type { TextKey } from "../../i18n/text-key.ts";

/** `contact`: the initiator, where the server names one. */
export type Ending = {
  readonly kind: "expired" | "turn" | "refused" | "cancelled" | "unavailable";
  readonly contact: Contact | null;
  /** Of a service that is away. */
  readonly why?: WhyAway;
};

/** What such a page is called, in its heading and in the browser's tab. */
export const titleOfEnding = ({ kind }: Ending): TextKey => `ended.${kind}`;

/** The ending of a refusal; null when the link leads nowhere. */
export function endingOf(refusal: Pick<Refusal, "status" | "code" | "messages">): Ending | null {
  const contact = contactOf(refusal.messages);
  if (refusal.code === "NOT_YOUR_TURN") return { kind: "turn", contact };
  if (refusal.code === "NO_WORKFLOW_FOUND_REVOKED") return { kind: "refused", contact };
  if (refusal.code === "WORKFLOW_CANCELLED") return { kind: "cancelled", contact };
  if (refusal.status === 410) return { kind: "expired", contact };
  if (refusal.status === 429) return { kind: "unavailable", contact: null };
  if (refusal.status === 0 || refusal.status >= 500)
    return { kind: "unavailable", contact: null, why: whyAway(refusal) };
  return null;
}

/** The lines after the first message: the initiator's name, then the address (decisions.md §6, checkPath). */
function contactOf(messages: readonly string[]): Contact | null {
  const [, name, email] = messages;
  return name === undefined || email?.includes("@") !== true ? null : { name, email };
}
