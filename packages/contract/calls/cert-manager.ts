/** Owners see and revoke their certificates at /certManager (signer-side.md §2, §7; decisions.md §7, §8; docs/decisions/0024). */
import { z } from "zod";
import { call } from "../call.ts";
import { type CertificateReason, certificateReasons } from "../certificate-reasons.ts";
import { otp } from "./challenges.ts";

export type { CertificateReason };

const moment = z.iso.datetime();
const certId = z.string().max(64).describe("The certificate's id.");
const holderId = z
  .string()
  .max(64)
  .describe("The id of the person in the certificate, as `getCertificatesByEmail` told it.");
const ignored = (what: string) => z.unknown().optional().describe(`Accepted and ignored: ${what}`);
const emailClaim = ignored("the address whose code was right counts.");

const codeTimes = {
  reference: z.string().describe("Stands on the page and in the message alike."),
  expires_in_s: z.number().int().describe("How long the code lives, in seconds."),
  resend_after_s: z.number().int().describe("When another code may be asked for, in seconds."),
};

export const mailCode = z
  .object(codeTimes)
  .meta({ id: "MailCode", description: "A code that goes to an e-mail address. It says nothing of certificates." });
export type MailCode = z.infer<typeof mailCode>;

export const sendOtp = call({
  name: "sendOTP",
  method: "POST",
  path: "/api/account/sendOTP",
  caller: "none",
  summary: "Send a code to an e-mail address",
  description:
    "The first step at `/certManager`. Every address gets the same answer, with or without certificates. A code on its way is answered again until another may be sent.",
  body: z.looseObject({ email: z.string().max(320).describe("The address that the certificates are issued to.") }),
  response: mailCode,
});

export const provenMailbox = z
  .object({
    email: z.string().describe("The address whose mailbox is proven."),
    ends_at: moment.describe("How long the proof lasts."),
  })
  .meta({ id: "ProvenMailbox", description: "A mailbox that this browser has proven." });
export type ProvenMailbox = z.infer<typeof provenMailbox>;

export const checkOtp = call({
  name: "checkOTP",
  method: "POST",
  path: "/api/auth/checkOTP",
  caller: "none",
  summary: "Prove a mailbox by the code that was sent there",
  description:
    "Opens the list of certificates to this browser for 30 minutes. WRONG_OTP: wrong, expired, or another browser's; `tries_left=<n>` is among its sentences.",
  body: z.looseObject({
    otp: otp.optional().describe("The six digits of the code."),
    input_otp: otp.optional().describe("The same, under its other name."),
  }),
  response: provenMailbox,
});

export const certificateRow = z
  .object({
    certificate_id: certId,
    serial_number: z.string().describe("The serial number, hexadecimal."),
    status: z.enum(["v", "r", "e"]).describe("`v`: valid, `r`: revoked, `e`: expired."),
    not_before: moment.describe("Since when it is valid."),
    not_after: moment.describe("Until when it is valid."),
    type: z.enum(["aes", "qes"]).describe("`aes`: advanced, `qes`: qualified."),
    signer_id: holderId,
    holder: z.string().describe("Who is named in it: a person, or the organisation that they seal for."),
    revoked_at: moment.nullable().describe("Since when it is revoked; null: it is not."),
    revocable: z.boolean().describe("Whether its owner can revoke it."),
    short_term: z.boolean().describe("Whether it lives for a day only, and so cannot be revoked."),
    changeable: z
      .boolean()
      .describe("Whether its phone and password can be changed, after an identification by ID card."),
    rests_until: moment
      .nullable()
      .describe("Until then it signs nothing, because phone or password were just changed; null: it does not rest."),
    masked_phone: z
      .string()
      .nullable()
      .describe("Where the code to revoke it goes, most digits hidden; null: no phone for text messages is known."),
  })
  .meta({ id: "OwnCertificate", description: "A certificate as its owner sees it." });
export type OwnCertificate = z.infer<typeof certificateRow>;

export const getCertificatesByEmail = call({
  name: "getCertificatesByEmail",
  method: "POST",
  path: "/api/account/getCertificatesByEmail",
  caller: "none",
  summary: "List the certificates of a proven mailbox",
  description:
    "Advanced and qualified ones, of every sender, by serial number, the highest first. MAILBOX_UNPROVEN before the code of the e-mail; MAIL_NOT_FOUND: there is no certificate.",
  body: z.looseObject({ email: emailClaim }),
  response: z.array(certificateRow),
});

export const holderRow = z
  .object({
    signer_id: holderId,
    first_name: z.string().describe("First name, as it is in the certificates."),
    last_name: z.string().describe("Last name, as it is in the certificates."),
    certificates: z.number().int().describe("How many certificates there are."),
  })
  .meta({ id: "CertificateHolder", description: "A person who has certificates." });

export const getSignerByEmail = call({
  name: "getSignerByEmail",
  method: "POST",
  path: "/api/account/getSignerByEmail",
  caller: "none",
  summary: "List the people in the certificates of a proven mailbox",
  description: "MAILBOX_UNPROVEN before the code of the e-mail; MAIL_NOT_FOUND: there is no certificate.",
  body: z.looseObject({ email: emailClaim }),
  response: z.array(holderRow),
});

export const getEmailById = call({
  name: "getEmailById",
  method: "POST",
  path: "/api/account/getEmailById",
  caller: "none",
  summary: "Ask for the masked address of a person's certificates",
  description: "For pages that people return to. MAILBOX_UNPROVEN before the code of the e-mail.",
  body: z.looseObject({ signer_id: holderId }),
  response: z
    .object({ email: z.string().describe("The address, most of it hidden: `e…a@example.org`.") })
    .meta({ id: "MaskedEmail", description: "An address of which most is hidden." }),
});

export const checkRevokeCredentials = call({
  name: "checkRevokeCredentials",
  method: "POST",
  path: "/api/auth/checkRevokeCredentials",
  caller: "none",
  summary: "Ask whether a certificate can be revoked by text message",
  description: "The next code is for this certificate. NOT_FOUND: the proven mailbox has no certificate of that id.",
  body: z.looseObject({ cert_id: certId, signer_id: holderId }),
  response: z.boolean().describe("`true`: it can."),
});

export const revokeCode = z
  .object({
    id: z.string().describe("Names the code in `checkRevokeSMS`."),
    ...codeTimes,
    masked_phone: z.string().describe("Where it went, most digits hidden."),
  })
  .meta({ id: "RevokeCode", description: "A code by text message that confirms a revocation." });
export type RevokeCode = z.infer<typeof revokeCode>;

export const revokeSms = call({
  name: "revokeSMS",
  method: "POST",
  path: "/api/auth/revokeSMS",
  caller: "none",
  summary: "Send the code that confirms a revocation",
  description:
    "To the phone on record. For the certificate of `checkRevokeCredentials`, or of `cert_id`. A code on its way is answered again until another may be sent. PHONE_UNKNOWN: no phone for text messages is on record.",
  body: z.looseObject({
    signer_id: holderId,
    cert_id: certId.optional(),
    phone: ignored("codes go to the phone on record."),
  }),
  response: revokeCode,
});

export const checkRevokeSms = call({
  name: "checkRevokeSMS",
  method: "POST",
  path: "/api/auth/checkRevokeSMS",
  caller: "none",
  summary: "Check the code that confirms a revocation",
  description:
    "Uses it up. Its certificate may then be revoked in this browser for 30 minutes. WRONG_OTP: wrong, expired, or of another certificate; `tries_left=<n>` is among its sentences.",
  body: z.looseObject({
    otp: otp.describe("The six digits of the code."),
    id: z.string().max(64).describe("The id that `revokeSMS` answered."),
  }),
  response: z
    .object({ certificate_id: certId })
    .meta({ id: "ConfirmedCertificate", description: "What may be revoked now." }),
});

export const ownRevocation = z
  .object({
    certificate_id: certId,
    serial_number: z.string().describe("The serial number, hexadecimal."),
    revoked_at: moment.describe("Since when it is revoked."),
  })
  .meta({ id: "OwnRevocation", description: "A certificate that is revoked." });
export type OwnRevocation = z.infer<typeof ownRevocation>;

export const revokeCertificateCall = call({
  name: "revokeCertificate",
  method: "POST",
  path: "/api/account/revokeCertificate",
  caller: "none",
  summary: "Revoke a certificate, for ever",
  description:
    "REVOKE_SUCCESS. If it was revoked before, the answer has the earlier time. PHONE_UNPROVEN before the code of `checkRevokeSMS`, or an identification for this certificate in this browser. NOT_FOUND: the proven mailbox has no certificate of that id. CERTIFICATE_NOT_REVOCABLE: expired, or it lives for a day only.",
  body: z.looseObject({
    cert_id: certId,
    type: ignored("the certificate's own type counts."),
    reason: z.enum(certificateReasons).default("not_needed").describe("Why, as the owner chose it."),
  }),
  response: ownRevocation,
});
