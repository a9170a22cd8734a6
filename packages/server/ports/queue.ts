/**
 * The jobs that rooms may enqueue, and the function that does it.
 * Types only: rooms get an `Enqueue` in their `deps`; `jobs/boss.ts` makes it. A new job adds one line to `JobPayloads`.
 */
import type {
  SendAccountMailPayload,
  SendCertificateMailPayload,
  SendChangeMailPayload,
  SendCodeMailPayload,
  SendEndingMailPayload,
  SendIdentMailPayload,
  SendRevocationMailPayload,
} from "@siegel/contract/account-mails.ts";
import type { SendMessagePayload } from "@siegel/contract/message-kinds.ts";
import type { Db } from "../db/database.ts";

/** Every job with its payload. Payloads contain ids of rows, never personal data. */
export type JobPayloads = {
  /** Renders and sends the mails of one event (room messages). */
  "send-message": SendMessagePayload;
  /** Writes and sends one mail that belongs to no workflow (room messages). */
  "send-account-mail": SendAccountMailPayload;
  /** Writes and sends one mail to somebody who was met (room identity-proofing). */
  "send-ident-mail": SendIdentMailPayload;
  /** Tells somebody of their new certificate, and has them prove their mailbox (room certificates). */
  "send-certificate-mail": SendCertificateMailPayload;
  /** Tells the holder of a certificate that it ends soon (room certificates). */
  "send-ending-mail": SendEndingMailPayload;
  /** Asks a provider what became of an identification (room identity-proofing). */
  "settle-identification": { checkId: string };
  /** Brings a code to the mailbox of who wants to see their certificates (room own-certificates). */
  "send-code-mail": SendCodeMailPayload;
  /** Tells the holder of a certificate that it was revoked (room revocation). */
  "send-revocation-mail": SendRevocationMailPayload;
  /** Tells the holder of a certificate of its new phone or password: by mail, and on the phone before (room certificates). */
  "send-change-mail": SendChangeMailPayload;
  "send-change-text": { changeId: string };
  /** Destroys the key of a revoked certificate (room revocation). */
  "destroy-key": { certificateId: string };
  /** Revokes certificates of an organisation, as an operator ordered (room revocation). */
  "revoke-of-organisation": { orderId: string };
  /** Publishes the list of a CA that a certificate of was revoked (room authority). */
  "publish-crl": { issuer: string };
  /** Continues a recorded signing act (room signing). */
  "continue-signing": { actId: string };
};

/** Name of a job, and of its queue. */
export type JobName = keyof JobPayloads;

/** Enqueues a job within the transaction `db`: it runs if and only if the transaction commits. */
export type Enqueue = <N extends JobName>(db: Db, job: N, payload: JobPayloads[N]) => Promise<void>;
