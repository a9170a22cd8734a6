/** The jobs `send-message` and `send-account-mail`. An invalid payload is a fault of ours and ends in the queue's failed jobs. */
import { sendAccountMailPayload } from "@siegel/contract/account-mails.ts";
import { sendMessagePayload } from "@siegel/contract/message-kinds.ts";
import { type AccountMailDeps, type MessagesDeps, sendAccountMail, sendMessage } from "../rooms/messages/messages.ts";

/** The queue's handler. It throws while mails are left to send, and the queue tries again. */
export function mailMessage(deps: MessagesDeps): (payload: unknown) => Promise<void> {
  return async (payload) => sendMessage(deps, sendMessagePayload.parse(payload));
}

/** The same for mails that belong to no workflow. */
export function mailAccount(deps: AccountMailDeps): (payload: unknown) => Promise<void> {
  return async (payload) => sendAccountMail(deps, sendAccountMailPayload.parse(payload));
}
