/** The jobs `send-ident-mail`, `send-certificate-mail` and `send-ending-mail`. An invalid payload is a fault of ours and ends in the queue's failed jobs. */
import {
  sendCertificateMailPayload,
  sendEndingMailPayload,
  sendIdentMailPayload,
} from "@siegel/contract/account-mails.ts";
import {
  type CertificateMailDeps,
  type EndingMailDeps,
  sendCertificateMail,
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
