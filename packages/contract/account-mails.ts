/** Mails that belong to no workflow, and the payload of the job that sends them. */
import { z } from "zod";
import { administratorId, signerId, workflowId } from "./ids.ts";
import { languages } from "./limits.ts";

/**
 * reset: the link to a new password · confirm: proves the mailbox of a registration, or says that its address has an account already ·
 * welcome: an organisation was made · join_asked: somebody waits to be let in · password_changed: tells the person · invitation: the link to
 * an account · invitation_accepted: tells who invited · join_approved, join_refused: tell who asked · role_changed, disabled: tell the person ·
 * new_email: the link that proves a new address · email_asked: tells the address until now · factor_set, factor_removed, recovery_used,
 * passkey_added, passkey_removed: tell the person about their second factor · oidc_linked, oidc_removed: about their login at a provider ·
 * wrong_codes: somebody knows the password ·
 * trial_warning: when the trial ends · usage_warning: how much of a limit is taken ·
 * webhook_failed: a delivery of a webhook was given up.
 */
export const accountMailKind = z.enum([
  "reset",
  "confirm",
  "welcome",
  "join_asked",
  "password_changed",
  "invitation",
  "invitation_accepted",
  "join_approved",
  "join_refused",
  "role_changed",
  "disabled",
  "new_email",
  "email_asked",
  "factor_set",
  "factor_removed",
  "recovery_used",
  "passkey_added",
  "passkey_removed",
  "wrong_codes",
  "oidc_linked",
  "oidc_removed",
  "trial_warning",
  "usage_warning",
  "webhook_failed",
]);
export type AccountMailKind = z.infer<typeof accountMailKind>;

/** link: brings the secret to somebody who was met on site · created: their certificate is made · rejected: an operator found another name. */
export const identMailKind = z.enum(["ident_link", "ident_created", "ident_rejected", "owner_approved"]);
export type IdentMailKind = z.infer<typeof identMailKind>;

const id = z.string().max(64);

/**
 * Payload of job `send-account-mail`: ids only. `mailId` names the mail, so that a job that runs again sends no second one. To a person, or to
 * the mailbox of a registration; to no one if an unknown address asked. `aboutId`: the person whom it tells about. `endsAt`: the end of the
 * trial that a trial_warning names. `usage`: what a usage_warning is about.
 */
export const sendAccountMailPayload = z.object({
  mailId: id,
  kind: accountMailKind,
  administratorId: administratorId.nullable(),
  registrationId: id.nullable(),
  linkId: id.nullable(),
  aboutId: administratorId.nullable(),
  endsAt: z.iso.datetime().nullable().default(null),
  usage: z
    .object({ signatureClass: z.enum(["ses", "aes", "qes"]), percent: z.number() })
    .nullable()
    .default(null),
});
export type SendAccountMailPayload = z.infer<typeof sendAccountMailPayload>;

/** Payload of job `send-ident-mail`: ids only. `caseId`: for `ident_rejected` and `owner_approved` an identification's. `linkId`: the link that the mail brings; a newer one replaces it. */
export const sendIdentMailPayload = z.object({
  mailId: id,
  kind: identMailKind,
  caseId: id,
  linkId: id,
});
export type SendIdentMailPayload = z.infer<typeof sendIdentMailPayload>;

/** Payload of job `send-code-mail`: the mail that brings a code; the code itself stays sealed beside its attempt. */
export const sendCodeMailPayload = z.object({ attemptId: id, language: z.enum(languages) });
export type SendCodeMailPayload = z.infer<typeof sendCodeMailPayload>;

/** Payload of job `send-change-mail`: a certificate has a new phone or password, and its holder is told. */
export const sendChangeMailPayload = z.object({ mailId: id, changeId: id });
export type SendChangeMailPayload = z.infer<typeof sendChangeMailPayload>;

/** Payload of job `send-revocation-mail`: a certificate was revoked, and its holder is told; of an organisation's seal an administrator. */
export const sendRevocationMailPayload = z.object({
  mailId: id,
  certificateId: id,
  language: z.enum(languages),
  administratorId: administratorId.optional(),
});
export type SendRevocationMailPayload = z.infer<typeof sendRevocationMailPayload>;

/** Payload of job `send-ending-mail`: a certificate ends soon, and its holder is told how they come to the next. */
export const sendEndingMailPayload = z.object({ mailId: id, certificateId: id });
export type SendEndingMailPayload = z.infer<typeof sendEndingMailPayload>;

/**
 * Payload of job `send-certificate-mail`: a certificate was made for a signer of a workflow, whose mailbox is to be proven. `hasSigned`: they
 * signed with it at once; else an operator approved it, and they are still to sign.
 */
export const sendCertificateMailPayload = z.object({
  mailId: id,
  certificateId: id,
  workflowId,
  signerId,
  hasSigned: z.boolean().default(true),
});
export type SendCertificateMailPayload = z.infer<typeof sendCertificateMailPayload>;
