/**
 * Owners prove who they are once more, to revoke without the phone, or to change phone or password (signer-side.md §2, §7; decisions.md §7,
 * §8; docs/decisions/0029).
 */
import { z } from "zod";
import { call } from "../call.ts";
import { addressSecret, identificationFaults, identificationRoutes, identificationStates } from "../identification.ts";
import { ownersPurposes } from "../owners-purposes.ts";
import { revokeCode } from "./cert-manager.ts";
import { otp } from "./challenges.ts";
import { certificatePassword } from "./qualified-signing.ts";

const moment = z.iso.datetime();
const certId = z.string().max(64).describe("The certificate's id.");
const purpose = z
  .enum(ownersPurposes)
  .default("revoke")
  .describe("What it is for. `change_phone` and `change_password` are open for long-term qualified certificates.");
const ignored = (what: string) => z.unknown().optional().describe(`Accepted and ignored: ${what}`);
const serial = z.string().describe("The serial number, hexadecimal.");
const maskedPhone = z.string().describe("Where codes go from now on, most digits hidden.");
const isMobile = z
  .enum(["true", "false"])
  .optional()
  .describe("`true`: the page is on a phone, where the app is opened by another kind of link.");

const beginning =
  "MAILBOX_UNPROVEN before the code of the e-mail. NOT_FOUND: the proven mailbox has no certificate of that id. CERTIFICATE_NOT_REVOCABLE: it has ended, or lives for a day only. CERTIFICATE_NOT_CHANGEABLE: it has no password or phone of its own. IDENTIFICATION_OFF where no provider is configured.";

export const startAusweisAppRevoke = call({
  name: "startAusweisAppRevoke",
  method: "GET",
  path: "/api/auth/startAusweisAppRevoke",
  caller: "none",
  summary: "Begin an owner's identification by ID card",
  description: `Answers the link that opens the app on the person's device, or the issuer's page. Only our own pages may ask. ${beginning}`,
  query: z.object({ cert_id: certId, purpose, isMobile }),
  response: z.object({
    url: z.string().describe("Where the browser goes."),
    expires_at: moment.describe("How long it may take."),
  }),
});

export const offerToPhoneRevoke = call({
  name: "offerToPhoneRevoke",
  method: "POST",
  path: "/api/auth/identificationOnPhoneRevoke",
  caller: "none",
  summary: "Let a phone read an owner's ID card",
  description: `Answers an address for a QR code, and two digits that both devices show. The result is told to this browser alone. ${beginning}`,
  body: z.looseObject({ cert_id: certId, purpose }),
  response: z.object({
    url: z.string().describe("For the QR code: a page of ours."),
    digits: z.string().describe("Two digits; the phone shows them too."),
    expires_at: moment.describe("How long the code works."),
  }),
});

export const startNectRevoke = call({
  name: "startNectRevoke",
  method: "POST",
  path: "/api/auth/startNectRevoke",
  caller: "none",
  summary: "Begin an owner's identification by video, to revoke",
  description: `Answers where the provider's page is. A video is enough to revoke, and not to change anything. ${beginning} IDENTIFICATION_AWAY while the provider does not answer.`,
  body: z.looseObject({
    cert_id: certId,
    signer: ignored("the person in the certificate counts."),
    isMobile: z.boolean().optional().describe("Whether the page is on a phone."),
  }),
  response: z.object({
    nect_uuid: z.string().describe("The case at the provider."),
    nect_url: z.string().describe("Where the browser goes."),
  }),
});

/** How an owner's identification stands. */
export const ownersIdentification = z
  .object({
    state: z
      .enum(identificationStates)
      .describe(
        "`pending`: still running. `review`: a person compares the names, and writes to the owner. `succeeded`: the owner may do what it is for. `failed`, `cancelled`, `expired`: over; nothing was changed.",
      ),
    purpose: z.enum(ownersPurposes).describe("What it is for."),
    failure: z.enum(identificationFaults).nullable().describe("Why it failed or was ended; null: nothing to say."),
    route: z.enum(identificationRoutes).describe("`eid`: with the chip of an ID card. `video`: by video."),
    reference: z.string().describe("Names it in questions to the provider."),
    identified_at: moment.nullable().describe("When the provider's answer came; null: not yet."),
    use_until: moment.nullable().describe("Until when it counts; null unless `succeeded`."),
    is_used: z.boolean().describe("Whether it was used already; it counts once."),
    on_document: z.string().nullable().describe("The name as on the document; null unless `succeeded` or `review`."),
    certificate: z
      .object({
        certificate_id: certId,
        serial_number: serial,
        signer_id: z.string().describe("The id of the person in the certificate."),
        holder: z.string().describe("Who is named in it."),
        type: z.enum(["aes", "qes"]).describe("`aes`: advanced, `qes`: qualified."),
        status: z.enum(["v", "r", "e"]).describe("`v`: valid, `r`: revoked, `e`: expired."),
        not_after: moment.describe("Until when it is valid."),
        masked_phone: z.string().nullable().describe("The phone on record, most digits hidden; null: none is known."),
      })
      .describe("The certificate that it is about."),
  })
  .meta({ id: "OwnersIdentification", description: "How an owner's identification stands." });
export type OwnersIdentification = z.infer<typeof ownersIdentification>;

export const ownerReturned = z
  .union([
    z.object({
      kind: z.literal("confirm").describe("The person must confirm who they are; send `confirmed` next."),
      first_name: z.string().describe("First name."),
      last_name: z.string().describe("Last name."),
    }),
    z.object({ kind: z.literal("declined").describe("The name is another person's: nothing of them is kept.") }),
    z.object({
      kind: z.literal("elsewhere").describe("Begun on another device, where it goes on."),
      is_read: z.boolean().describe("Whether the document was read. Why not, the other device is told."),
    }),
    ownersIdentification.extend({ kind: z.literal("identification").describe("How the identification stands.") }),
  ])
  .meta({ id: "OwnerReturned", description: "What an owner is told who comes back from an identification." });
export type OwnerReturned = z.infer<typeof ownerReturned>;

export const createCaseAusweisAppRevoke = call({
  name: "createCaseAusweisAppRevoke",
  method: "POST",
  path: "/api/auth/createCaseAusweisAppRevoke",
  caller: "none",
  summary: "Come back from an owner's identification",
  description:
    "By ID card or by video. Takes the code of the return page's address, once and for two minutes, from the browser that began. Without a code, the cookie of that browser says which identification is meant: so a page asks while it waits. SESSION_ENDED without a cookie. Another browser: IDENTIFICATION_ELSEWHERE; a used or wrong code: IDENTIFICATION_REFUSED.",
  body: z.looseObject({
    code: addressSecret.optional().describe("The code of the address."),
    confirmed: z
      .boolean()
      .optional()
      .describe("After `confirm`: whether the name is the person's. false: what was read is forgotten."),
  }),
  response: ownerReturned,
});

export const cancelIdentificationRevoke = call({
  name: "cancelIdentificationRevoke",
  method: "POST",
  path: "/api/auth/cancelIdentificationRevoke",
  caller: "none",
  summary: "End an owner's identification",
  description: "Ends the one that was begun in this browser, while it is pending.",
  body: z.looseObject({}),
  response: z.null(),
});

const unidentified =
  "IDENTIFICATION_MISSING without an identification for this, in this browser, of the last 30 minutes.";

export const changeSms = call({
  name: "changeSMS",
  method: "POST",
  path: "/api/auth/changeSMS",
  caller: "none",
  summary: "Send a code to an owner's new phone",
  description: `The code proves the new number, and stands for it alone. A code on its way to the same number is answered again until another may be sent. PHONE_INVALID, PHONE_NOT_MOBILE: not a number that gets text messages. ${unidentified}`,
  body: z.looseObject({ phone: z.string().max(50).describe("The new number.") }),
  response: revokeCode,
});

const change = {
  certificate_id: certId,
  serial_number: serial,
  masked_phone: maskedPhone,
  changed_at: moment.describe("When it was changed."),
  rests_until: moment.describe("Until then it signs nothing."),
};

export const changedPhone = z
  .object(change)
  .meta({ id: "ChangedPhone", description: "A certificate whose phone was changed." });
export type ChangedPhone = z.infer<typeof changedPhone>;

export const changePhone = call({
  name: "changePhone",
  method: "POST",
  path: "/api/account/changePhone",
  caller: "none",
  summary: "Change the phone of a certificate",
  description: `SUCCESS_CHANGE_PHONE. To the number that the code of \`changeSMS\` went to. Certificate and password stay. The address on record and the phone before are told, with a link that stops it; the certificate signs nothing for 24 hours. WRONG_OTP: wrong, expired, or of another number; \`tries_left=<n>\` is among its sentences. ${unidentified}`,
  body: z.looseObject({
    id: z.string().max(64).describe("The id that `changeSMS` answered."),
    otp: otp.optional().describe("The six digits of the code."),
    input_otp: otp.optional().describe("The same, under its other name."),
    email: ignored("the certificate's own address counts."),
    phone: ignored("the number that the code went to counts."),
  }),
  response: changedPhone,
});

export const changedPassword = z
  .object({
    ...change,
    serial_before: z.string().describe("The serial number of the certificate before, which is revoked."),
    not_after: moment.describe("Until when the new certificate is valid."),
  })
  .meta({ id: "ChangedPassword", description: "A new certificate, whose password was just chosen." });
export type ChangedPassword = z.infer<typeof changedPassword>;

export const changePassword = call({
  name: "changePassword",
  method: "POST",
  path: "/api/account/changePassword",
  caller: "none",
  summary: "Choose a new password, with a new key and certificate",
  description: `SUCCESS_CHANGE_PASSWORD. The certificate before is revoked as superseded, and what was locked is open again. The phone stays. The address and phone on record are told, with a link that stops it; the new certificate signs nothing for 24 hours. INVALID_REQUEST with the rules that the password breaks. ${unidentified}`,
  body: z.looseObject({
    password: certificatePassword.describe("The new password."),
    email: ignored("the certificate's own address counts."),
    phone: ignored("the phone on record stays."),
    otp: ignored("the identification counts."),
  }),
  response: changedPassword,
});

const changeParams = z.object({ secret: z.string().max(100).describe("The secret of the link in the message.") });

export const certificateChange = z
  .object({
    kind: z.enum(["phone", "password"]).describe("What was changed."),
    state: z
      .enum(["open", "stopped", "ended"])
      .describe("`open`: it can be stopped. `stopped`: it was. `ended`: the certificate has ended otherwise."),
    route: z
      .enum([...identificationRoutes, "on-site"])
      .describe("How the person was identified; `on-site`: in person."),
    changed_at: moment.describe("When it was changed."),
    rests_until: moment.describe("Until when the certificate signs nothing elsewhere."),
    serial_number: serial,
    masked_phone: maskedPhone,
    revoked_at: moment.nullable().describe("Since when the certificate is revoked; null: it is not."),
  })
  .meta({ id: "CertificateChange", description: "A change that its owner was told of." });
export type CertificateChange = z.infer<typeof certificateChange>;

export const lookAtChange = call({
  name: "lookAtChange",
  method: "GET",
  path: "/api/account/change/:secret",
  caller: "none",
  summary: "Look at a change that the owner was told of",
  description: "Changes nothing. NOT_FOUND: no such link, or it is older than 30 days.",
  params: changeParams,
  response: certificateChange,
});

export const stopChange = call({
  name: "stopChange",
  method: "POST",
  path: "/api/account/change/:secret",
  caller: "none",
  summary: "Stop a change: revoke the certificate",
  description:
    "REVOKE_SUCCESS. For who was told of a change that they did not make. Nobody signs with the certificate any more. Again: the same answer.",
  params: changeParams,
  body: z.looseObject({}),
  response: certificateChange,
});
