/** Somebody who was met on site makes their certificate, with the secret of their mail (signer-side.md §2, §7; docs/flows/qualified-signing.md). */
import { z } from "zod";
import { call } from "../call.ts";
import { otp } from "./challenges.ts";
import { certificatePassword } from "./qualified-signing.ts";

const params = z.object({ secret: z.string().max(100).describe("The secret of the mail's link.") });

const whose = {
  first_name: z.string().describe("First name, as it was on the identity document."),
  last_name: z.string().describe("Last name, as it was on the identity document."),
  organisation: z
    .string()
    .nullable()
    .describe("The organisation that the person seals for; null: they sign for themselves."),
  masked_phone: z.string().describe("The number that codes go to, with most digits hidden."),
};

export const identCode = z
  .object({
    ...whose,
    reference: z.string().describe("Stands on the page and in the message alike."),
    expires_in_s: z.number().int().describe("How long the code lives, in seconds."),
    resend_after_s: z.number().int().describe("When another code may be asked for, in seconds."),
    identified_at: z.iso.datetime().describe("When the person was met."),
    link_expires_at: z.iso.datetime().describe("How long the link works."),
  })
  .meta({
    id: "IdentCode",
    description: "A code that was sent to the phone recorded on site, and whose certificate it is.",
  });
export type IdentCode = z.infer<typeof identCode>;

export const sendIdentSms = call({
  name: "sendIdentSms",
  method: "GET",
  path: "/api/personalident/sendSms/:secret",
  caller: "none",
  summary: "Send a code to somebody who was met on site",
  description:
    "Sends a text message to the phone that was recorded. A code on its way that still works is answered again. Only our own page may ask; a used, old or unknown secret is NO_IDENTIFICATION_FOUND.",
  params,
  query: z.object({
    again: z.literal("true").optional().describe("`true`: sends a new code, as soon as one may be sent."),
  }),
  response: identCode,
});

export const madeCertificate = z
  .object({
    ...whose,
    serial_number: z.string().describe("The certificate's serial number, hexadecimal."),
    not_after: z.iso.datetime().describe("How long the certificate is valid."),
  })
  .meta({ id: "MadeCertificate", description: "A qualified certificate that was made just now." });
export type MadeCertificate = z.infer<typeof madeCertificate>;

export const createCertificate = call({
  name: "createCertificate",
  method: "POST",
  path: "/api/personalident/createCertificate/:secret",
  caller: "none",
  summary: "Make the certificate of somebody who was met on site",
  description:
    "Takes the newest code once. It is used up only with the certificate; CREATE_CERTIFICATE_SUCCESS. A password that breaks a rule is INVALID_REQUEST and says which; two that differ are REQUEST_PASSOWRDS_NO_MATCH.",
  params,
  body: z.looseObject({
    otp: otp.describe("The six digits of the code."),
    password: certificatePassword.describe(
      "The password: at least 8 characters, a capital and a small letter, a digit and one of `@ $ ! % * ? &`; not well known, not the own name.",
    ),
    confirm_password: certificatePassword.describe("The same once more."),
    gtcChecked: z.boolean().describe("Whether the terms are ticked. Not: TERMS_NOT_ACCEPTED."),
    secret: z.string().max(100).optional().describe("Accepted and ignored: the address says it."),
  }),
  response: madeCertificate,
});
