/** The mails of the product and the payload of the job that sends them. */
import { z } from "zod";
import { signerId, workflowId } from "./ids.ts";

/**
 * What a mail tells. An `invitation` in a sequential workflow reads "it is your turn", a `reminder` says that it still is;
 * `signed` and `signing_stalled` go to signers who had closed the page while their signing was pending,
 * `signing_failed` to whose approval came to nothing.
 */
export const messageKind = z
  .enum([
    "invitation",
    "reminder",
    "signed",
    "signing_stalled",
    "signing_failed",
    "finished",
    "refused",
    "cancelled",
    "expired",
  ])
  .meta({
    id: "MessageKind",
    description:
      "`invitation`: it is your turn. `reminder`: it still is. `signed`, `signing_stalled`, `signing_failed`: what became of a signature after the page was closed. `finished`, `refused`, `cancelled`, `expired`: how the workflow ended.",
  });
export type MessageKind = z.infer<typeof messageKind>;

export const deliveryStatus = z.enum(["queued", "sent", "refused", "given_up", "unconfirmed"]).meta({
  id: "DeliveryStatus",
  description:
    "`queued`: waiting, and tried again. `sent`: the mail server took it. `refused`: the mail server said no for good. `given_up`: tried often, in vain. `unconfirmed`: it may have arrived, we do not know.",
});
export type DeliveryStatus = z.infer<typeof deliveryStatus>;

/** Why an approval came to nothing, where no other mail says so. */
export const signingFailure = z.enum([
  "CERTIFICATE_NOT_VALID",
  "FIELD_VALUE_INVALID",
  "FILE_BROKEN",
  "ORGANIZATION_NOT_VERIFIED",
  "SIGNING_INTERRUPTED",
  "WORKFLOW_CHANGED",
]);
export type SigningFailure = z.infer<typeof signingFailure>;

/** The occasion of a `cancelled` that the end of a trial caused. */
export const trial_over = "trial-over";

/** Payload of job `send-message`; `signerId` null: everybody whom the event concerns; `failure` of a `signing_failed`, `actId` of that and of a `signing_stalled`: a signer may fail twice; `occasion` of a `reminder`, and of a `cancelled` that the sender did not cause. */
export const sendMessagePayload = z.object({
  messageKind,
  workflowId,
  signerId: signerId.nullable(),
  // WORKFLOW_EXPIRED was a failure until the mail about the end said it: a job that was queued then is read, and its mail dropped.
  failure: signingFailure.or(z.literal("WORKFLOW_EXPIRED").transform(() => undefined)).optional(),
  actId: z.string().max(64).optional(),
  occasion: z.string().max(64).optional(),
});
export type SendMessagePayload = z.infer<typeof sendMessagePayload>;
