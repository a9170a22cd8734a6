/** The mails of the product and the payload of the job that sends one. */
import { z } from "zod";
import { signerId, workflowId } from "./ids.ts";

/** What a mail tells; `signed` and `signing_stalled` go to signers who had closed the page while the signing was pending. */
export const messageKind = z.enum([
  "invitation",
  "your_turn",
  "signed",
  "signing_stalled",
  "finished",
  "refused",
  "cancelled",
]);
export type MessageKind = z.infer<typeof messageKind>;

/** Payload of job `send-message`, one a recipient; `signerId` null means the initiator. */
export const sendMessagePayload = z.object({ messageKind, workflowId, signerId: signerId.nullable() });
export type SendMessagePayload = z.infer<typeof sendMessagePayload>;
