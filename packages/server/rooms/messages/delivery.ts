/** What became of a mail, in words that its sender may read. Pure. */
import type { WorkflowId } from "@siegel/contract/ids.ts";
import type { DeliveryStatus, MessageKind } from "@siegel/contract/message-kinds.ts";
import { withoutPersons } from "@siegel/contract/without-persons.ts";
import type { Recipient } from "./messages-rules.ts";
import type { StoredMessage } from "./messages-store.ts";

/** What a sender is told about a mail. `recipient` null: the initiator. */
export type Delivery = {
  readonly workflowId: WorkflowId;
  readonly kind: MessageKind;
  readonly recipient: Recipient;
  readonly status: DeliveryStatus;
  /** When it ended, or began to wait. */
  readonly at: Date;
  readonly reason: string | null;
};

const no_answer = "The mail server could not be reached, or did not answer.";
const perhaps_there = "The mail server's answer was lost: it may have taken the mail.";

/** A mail as its sender may see it; null for one that was no longer true when its turn came and certainly never left. */
export function deliveryOf(message: StoredMessage): Delivery | null {
  const status = statusOf(message);
  if (status === null) return null;
  const { workflowId, kind, recipient, createdAt, settledAt } = message;
  return { workflowId, kind, recipient, status, at: settledAt ?? createdAt, reason: reasonOf(message, status) };
}

function statusOf({ state, unanswered }: StoredMessage): DeliveryStatus | null {
  if (state === "queued" || state === "sent") return state;
  // As in the trail: a mail that may have reached the mailbox is not reported as undelivered.
  if (unanswered > 0) return "unconfirmed";
  return { failed: "refused" as const, given_up: "given_up" as const, dropped: null }[state];
}

// The address of our mail server, and the lists in which it was looked up, are for the operator.
const places: readonly RegExp[] = [
  /\b\d{1,3}(?:\.\d{1,3}){3}\b/gu,
  /(?<![\w:])(?:[\da-f]{0,4}:){2,7}[\da-f]{0,4}(?![\w:])/giu,
  /(?<![\w.-])(?:[\w-]+\.)+\p{L}[\w-]*\p{L}(?![\w-])/gu,
];

const withoutPlaces = (text: string): string => places.reduce((kept, place) => kept.replace(place, "‹host›"), text);

/** The mail server's words name no other people, no links and no hosts; words of ours about the house's own network stay in its log. */
function reasonOf({ reply, lastError }: StoredMessage, status: DeliveryStatus): string | null {
  if (status === "sent") return null;
  if (reply !== null) return withoutPlaces(withoutPersons(reply));
  if (status === "unconfirmed") return perhaps_there;
  return lastError === null ? null : no_answer;
}
