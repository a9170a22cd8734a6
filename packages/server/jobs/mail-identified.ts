/** The jobs `send-ident-mail`, `send-certificate-mail`, `send-ending-mail`, `send-change-mail` and `send-change-text`. An invalid payload is a fault of ours and ends in the queue's failed jobs. */
import {
  sendCertificateMailPayload,
  sendChangeMailPayload,
  sendEndingMailPayload,
  sendIdentMailPayload,
} from "@siegel/contract/account-mails.ts";
import { z } from "zod";
import {
  type CertificateMailDeps,
  type ChangeMailDeps,
  type ChangeTextDeps,
  type EndingMailDeps,
  sendCertificateMail,
  sendChangeMail,
  sendChangeText,
  sendEndingMail,
} from "../rooms/certificates/certificates.ts";
import { type IdentMailDeps, sendIdentMail } from "../rooms/identity-proofing/identity-proofing.ts";

/** The queue's handler. It throws while the mail is left to send, and the queue tries again. */
export function mailIdentified(deps: IdentMailDeps): (payload: unknown) => Promise<void> {
  return async (payload) => sendIdentMail(deps, sendIdentMailPayload.parse(payload));
}

/** The other one's. */
export function mailCertificate(deps: CertificateMailDeps): (payload: unknown) => Promise<void> {
  return async (payload) => sendCertificateMail(deps, sendCertificateMailPayload.parse(payload));
}

/** The third one's. */
export function mailEnding(deps: EndingMailDeps): (payload: unknown) => Promise<void> {
  return async (payload) => sendEndingMail(deps, sendEndingMailPayload.parse(payload));
}

/** The fourth one's. */
export function mailChange(deps: ChangeMailDeps): (payload: unknown) => Promise<void> {
  return async (payload) => sendChangeMail(deps, sendChangeMailPayload.parse(payload));
}

const changePayload = z.object({ changeId: z.string() });

/** The text message: it throws while another try may help, and the queue tries again. */
export function textChange(deps: ChangeTextDeps): (payload: unknown) => Promise<void> {
  return async (payload) => sendChangeText(deps, changePayload.parse(payload));
}
