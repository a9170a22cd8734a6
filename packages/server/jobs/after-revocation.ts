/**
 * The jobs around revocations: `send-code-mail`, `revoke-of-organisation`, `destroy-key` and `send-revocation-mail`. An invalid payload is a fault of
 * ours and ends in the queue's failed jobs.
 */
import { sendCodeMailPayload, sendRevocationMailPayload } from "@siegel/contract/account-mails.ts";
import { z } from "zod";
import type { Db } from "../db/database.ts";
import type { KeyStore } from "../ports/keys.ts";
import { type CodeMailDeps, sendCodeMail } from "../rooms/own-certificates/own-certificates.ts";
import {
  destroyRevokedKey,
  type RevocationMailDeps,
  type RevokeDeps,
  revokeOfOrganisation,
  sendRevocationMail,
} from "../rooms/revocation/revocation.ts";

const orderPayload = z.object({ orderId: z.string() });
const keyPayload = z.object({ certificateId: z.string() });

/** The first one's handler. */
export function revokeOfOrganisationJob(deps: RevokeDeps): (payload: unknown) => Promise<void> {
  return async (payload) => revokeOfOrganisation(deps, orderPayload.parse(payload).orderId);
}

/** The second one's. */
export function destroyKeyJob(deps: { readonly db: Db; readonly keys: KeyStore }): (payload: unknown) => Promise<void> {
  return async (payload) => destroyRevokedKey(deps, keyPayload.parse(payload).certificateId);
}

/** The mail with a code: it throws while it is left to send, and the queue tries again. */
export function mailCode(deps: CodeMailDeps): (payload: unknown) => Promise<void> {
  return async (payload) => sendCodeMail(deps, sendCodeMailPayload.parse(payload));
}

/** The mail to the holder: it throws while the mail is left to send, and the queue tries again. */
export function mailRevoked(deps: RevocationMailDeps): (payload: unknown) => Promise<void> {
  return async (payload) => sendRevocationMail(deps, sendRevocationMailPayload.parse(payload));
}
