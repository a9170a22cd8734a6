/** The job `send-message`. A payload that is none is a fault of ours and ends in the queue's failed jobs. */
import { sendMessagePayload } from "@siegel/contract/message-kinds.ts";
import { type MessagesDeps, sendMessage } from "../rooms/messages/messages.ts";

/** The queue's handler; it throws while mails are left, and the queue comes again. */
export function mailMessage(deps: MessagesDeps): (payload: unknown) => Promise<void> {
  return async (payload) => sendMessage(deps, sendMessagePayload.parse(payload));
}
