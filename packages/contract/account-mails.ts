/** Mails that belong to no workflow, and the payload of the job that sends them. */
import { z } from "zod";
import { administratorId } from "./ids.ts";

/**
 * reset: the link to a new password · confirm: proves the mailbox of a registration, or says that its address has an account already ·
 * welcome: an organisation was made · join_asked: somebody waits to be let in · password_changed: tells the person · webhook_failed: a
 * delivery of a webhook was given up.
 */
export const accountMailKind = z.enum([
  "reset",
  "confirm",
  "welcome",
  "join_asked",
  "password_changed",
  "webhook_failed",
]);
export type AccountMailKind = z.infer<typeof accountMailKind>;

const id = z.string().max(64);

/**
 * Payload of job `send-account-mail`: ids only. `mailId` names the mail, so that a job that runs again sends no second one. To a person, or to
 * the mailbox of a registration; to no one if an unknown address asked. `aboutId`: the person whom it tells about.
 */
export const sendAccountMailPayload = z.object({
  mailId: id,
  kind: accountMailKind,
  administratorId: administratorId.nullable(),
  registrationId: id.nullable(),
  linkId: id.nullable(),
  aboutId: administratorId.nullable(),
});
export type SendAccountMailPayload = z.infer<typeof sendAccountMailPayload>;
