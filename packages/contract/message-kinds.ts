/** The mails of the product and the payload of the job that sends them. */
import { z } from "zod";
import { signerId, workflowId } from "./ids.ts";

/**
 * What a mail tells. An `invitation` in a sequential workflow reads "it is your turn";
 * `signed` and `signing_stalled` go to signers who had closed the page while their signing was pending,
 * `signing_failed` to whose approval came to nothing.
 */
export const messageKind = z.enum([
  "invitation",
  "signed",
  "signing_stalled",
  "signing_failed",
  "finished",
  "refused",
  "cancelled",
]);
export type MessageKind = z.infer<typeof messageKind>;

/** Why an approval came to nothing, where no other mail says so. */
export const signingFailure = z.enum([
  "CERTIFICATE_NOT_VALID",
  "FIELD_VALUE_INVALID",
  "FILE_BROKEN",
  "ORGANIZATION_NOT_VERIFIED",
  "WORKFLOW_CHANGED",
  "WORKFLOW_EXPIRED",
]);
export type SigningFailure = z.infer<typeof signingFailure>;

/** Payload of job `send-message`; `signerId` null: everybody whom the event concerns; `failure` of a `signing_failed`, `actId` of that and of a `signing_stalled`: a signer may fail twice. */
export const sendMessagePayload = z.object({
  messageKind,
  workflowId,
  signerId: signerId.nullable(),
  failure: signingFailure.optional(),
  actId: z.string().max(64).optional(),
});
export type SendMessagePayload = z.infer<typeof sendMessagePayload>;
