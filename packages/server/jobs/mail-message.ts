/** The job `send-message`. An invalid payload is a fault of ours and ends in the queue's failed jobs. */
import { sendMessagePayload } from "@siegel/contract/message-kinds.ts";
import { type MessagesDeps, sendMessage } from "../rooms/messages/messages.ts";

/** The queue's handler. It throws while mails are left to send, and the queue tries again. */
export function mailMessage(deps: MessagesDeps): (payload: unknown) => Promise<void> {
  return async (payload) => sendMessage(deps, sendMessagePayload.parse(payload));
}
