/** The mails of the product and the payload of the job that sends them. */
import { z } from "zod";
import { signerId, workflowId } from "./ids.ts";

/**
 * What a mail tells. An `invitation` in a sequential workflow reads "it is your turn";
 * `signed` and `signing_stalled` go to signers who had closed the page while their signing was pending.
 */
export const messageKind = z.enum(["invitation", "signed", "signing_stalled", "finished", "refused", "cancelled"]);
export type MessageKind = z.infer<typeof messageKind>;

/** Payload of job `send-message`; `signerId` null: everybody whom the event concerns. */
export const sendMessagePayload = z.object({ messageKind, workflowId, signerId: signerId.nullable() });
export type SendMessagePayload = z.infer<typeof sendMessagePayload>;
