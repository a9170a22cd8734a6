/** Identification by ID card and by video (signer-side.md §7; decisions.md §13; docs/flows/identification.md). */
import { z } from "zod";
import { call } from "../call.ts";
import { addressSecret, identificationFaults, identificationRoutes, identificationStates } from "../identification.ts";
import { authToken, signerId, workflowId } from "../ids.ts";
import { otp } from "./challenges.ts";
import { shownFile } from "./files.ts";
import { certificatePassword } from "./qualified-signing.ts";
import { signingResult } from "./signing.ts";
import { claimedWorkflow, userView, workflowView } from "./workflow.ts";

const names = {
  first_name: z.string().describe("First name."),
  last_name: z.string().describe("Last name."),
};

/** What a signer is told of an identification. Nothing in it is taken from a browser. */
export const identification = z
  .object({
    state: z
      .enum(identificationStates)
      .describe(
        "`pending`: still running. `review`: a person compares the names. `succeeded`: the signer may choose a password and sign. `failed`, `cancelled`, `expired`: over; nothing was signed.",
      ),
    success: z.boolean().describe("Whether the state is `succeeded`."),
    first_name: z.string().nullable().describe("First names as on the document; null unless `succeeded` or `review`."),
    last_name: z.string().nullable().describe("Surname as on the document; null unless `succeeded` or `review`."),
    country: z
      .string()
      .nullable()
      .describe("The country that issued the document, two letters; null unless `succeeded` or `review`."),
    failure: z.enum(identificationFaults).nullable().describe("Why it failed or was ended; null: nothing to say."),
    route: z.enum(identificationRoutes).describe("`eid`: with the chip of an ID card. `video`: by video."),
    reference: z.string().describe("Names it in questions to the provider."),
    identified_at: z.iso.datetime().nullable().describe("When the provider's answer came; null: not yet."),
    sign_until: z.iso
      .datetime()
      .nullable()
      .describe("Until when the signer may sign on the strength of it; null unless `succeeded`."),
    certificate_exists: z
      .boolean()
      .describe("Whether the signer has a certificate that can be used: then no new password is chosen."),
    is_kept: z
      .boolean()
      .describe("In `review`: whether password and phone are chosen, so that the signer has nothing left to do."),
    certificate_life_h: z.number().int().describe("How long a certificate of this route is valid, in hours."),
    invited: z.object(names).describe("The signer's name as in the invitation."),
  })
  .meta({ id: "Identification", description: "How somebody's identification stands." });
export type Identification = z.infer<typeof identification>;

/**
 * Somebody came back. `confirm`: begun on a phone, and this browser has nothing of it: the person says whether the name is theirs.
 * `entered`: workflow and token, for a tab that has lost them, or never had them.
 */
export const returned = z
  .union([
    z.object({
      kind: z.literal("confirm").describe("The person must confirm who they are; send `confirmed` next."),
      ...names,
      organisation: z.string().describe("Who asked for the signature."),
    }),
    z.object({
      kind: z.literal("declined").describe("The name is another person's: nothing of them is kept."),
    }),
    z.object({
      kind: z.literal("elsewhere").describe("Begun on another device, where it goes on."),
      is_read: z.boolean().describe("Whether the document was read. Why not, the other device is told."),
    }),
    identification.extend({
      kind: z.literal("identification").describe("How the identification stands."),
      entered: z
        .object({
          workflow: workflowView.describe("The workflow, with the token."),
          user: userView.describe("Language and look for this tab."),
        })
        .describe("The signer's workflow with a token for this tab."),
    }),
  ])
  .meta({ id: "Returned", description: "What somebody is told who comes back from an identification." });
export type Returned = z.infer<typeof returned>;

const isMobile = z
  .enum(["true", "false"])
  .optional()
  .describe("`true`: the page is on a phone, where the app is opened by another kind of link.");

export const startAusweisApp = call({
  name: "startAusweisApp",
  method: "GET",
  path: "/api/auth/startAusweisApp",
  caller: "signer",
  summary: "Begin an identification by ID card",
  description:
    "Answers the link that opens the app on the person's device, or the issuer's page. Only our own pages may ask. Ends the identification that was begun in this browser before. IDENTIFICATION_OFF where no provider is configured.",
  query: z.object({ isMobile }),
  response: z.object({
    url: z.string().describe("Where the browser goes."),
    expires_at: z.iso.datetime().describe("How long it may take."),
  }),
});

export const createCaseAusweisApp = call({
  name: "createCaseAusweisApp",
  method: "POST",
  path: "/api/auth/createCaseAusweisApp",
  caller: "none",
  summary: "Come back from an identification by ID card",
  description:
    "Takes the code of the return page's address, once and for two minutes, from the browser that began. Without a code, the cookies of that browser say which identification is meant. Another browser: IDENTIFICATION_ELSEWHERE; a used or wrong code: IDENTIFICATION_REFUSED.",
  body: z.looseObject({
    code: addressSecret.optional().describe("The code of the address."),
    confirmed: z
      .boolean()
      .optional()
      .describe(
        "After `confirm`: whether the name is the person's. The cookie of that answer says whose. false: what was read is forgotten.",
      ),
  }),
  response: returned,
});

export const startNect = call({
  name: "startNect",
  method: "POST",
  path: "/api/auth/startNect",
  caller: "signer",
  summary: "Begin an identification by video",
  description:
    "Answers where the provider's page is. Ends the identification that was begun in this browser before. IDENTIFICATION_OFF where no provider is configured, IDENTIFICATION_AWAY while it does not answer.",
  body: z.looseObject({
    workflow: claimedWorkflow.optional().describe("What the page says of itself."),
    isMobile: z.boolean().optional().describe("Whether the page is on a phone."),
  }),
  response: z.object({
    nect_uuid: z.string().describe("The case at the provider."),
    nect_url: z.string().describe("Where the browser goes."),
  }),
});

export const checkNect = call({
  name: "checkNect",
  method: "POST",
  path: "/api/auth/checkNect",
  caller: "none",
  summary: "Come back from an identification by video",
  description:
    "The cookies of the browser that began say which identification is meant; ids and `uuid` of the payload must not contradict them. The answer is the provider's, never the browser's. SESSION_ENDED without cookies.",
  body: z.looseObject({
    workflow_id: workflowId.describe("The workflow's id, from the address."),
    signer_id: signerId.describe("The signer's id, from the address."),
    uuid: z.string().max(200).optional().describe("The case at the provider."),
    code: addressSecret.optional().describe("The code of the address, where there is one."),
    confirmed: z.boolean().optional().describe("After `confirm`: whether the name is the person's."),
  }),
  response: returned,
});

export const getIdentification = call({
  name: "getIdentification",
  method: "GET",
  path: "/api/auth/identification",
  caller: "signer",
  summary: "Ask how an identification stands",
  description: "The newest one that this signer began in this browser; null where they began none.",
  response: identification.nullable(),
});

export const cancelIdentification = call({
  name: "cancelIdentification",
  method: "POST",
  path: "/api/auth/cancelIdentification",
  caller: "signer",
  summary: "End an identification",
  description: "Ends the one that this signer began in this browser, while it is pending.",
  body: z.looseObject({}),
  response: identification.nullable(),
});

export const offerToPhone = call({
  name: "offerToPhone",
  method: "POST",
  path: "/api/auth/identificationOnPhone",
  caller: "signer",
  summary: "Let a phone read the ID card",
  description:
    "Answers an address for a QR code, and two digits that both devices show. The result is told to this browser alone.",
  body: z.looseObject({}),
  response: z.object({
    url: z.string().describe("For the QR code: a page of ours."),
    digits: z.string().describe("Two digits; the phone shows them too."),
    expires_at: z.iso.datetime().describe("How long the code works."),
  }),
});

const phoneParams = z.object({ secret: z.string().max(100).describe("The secret of the QR code.") });

export const phoneOffer = z
  .object({
    digits: z.string().describe("Two digits; the computer shows them too."),
    state: z
      .enum(["offered", "begun", "over"])
      .describe("`offered`: to be agreed to. `begun`: a phone is at it. `over`: used, ended or too old."),
    organisation: z.string().describe("Who asked for the signature."),
  })
  .meta({ id: "PhoneOffer", description: "An identification that a computer offers to a phone." });
export type PhoneOffer = z.infer<typeof phoneOffer>;

export const lookAtPhoneOffer = call({
  name: "lookAtPhoneOffer",
  method: "GET",
  path: "/api/auth/identificationOnPhone/:secret",
  caller: "none",
  summary: "Look at what a computer offers to a phone",
  description: "Changes nothing. An unknown secret is NO_IDENTIFICATION_FOUND.",
  params: phoneParams,
  response: phoneOffer,
});

export const takePhoneOffer = call({
  name: "takePhoneOffer",
  method: "POST",
  path: "/api/auth/identificationOnPhone/:secret",
  caller: "none",
  summary: "Agree to what a computer offers, or not",
  description:
    "`agreed`: answers the link that opens the app, once. Else the offer is over. A used or old one is NO_IDENTIFICATION_FOUND.",
  params: phoneParams,
  body: z.looseObject({ agreed: z.boolean().describe("Whether both devices show the same digits.") }),
  response: z.object({ url: z.string().nullable().describe("Where the phone goes; null: it was not agreed to.") }),
});

export const signWorkflowQes = call({
  name: "signWorkflowQES",
  method: "POST",
  path: "/api/signing/signWorkflowQES",
  caller: "signer",
  summary: "Get a certificate and sign with it",
  description:
    "For a signer who was identified within the last 30 minutes: issues the certificate and signs, or does neither. The code stands for the documents, the key and the name. A wrong password and a wrong code are one answer, WRONG_PW_OR_OTP. IDENTIFICATION_MISSING without an identification that counts.",
  body: z.looseObject({
    workflow: claimedWorkflow.optional().describe("What the page says of itself."),
    files: z
      .array(shownFile)
      .max(500)
      .optional()
      .describe("What the page showed: where other values are stored, nothing is signed."),
    auth_token: authToken.describe("The `id` of the code."),
    otp: otp.describe("The six digits of the code."),
    ip: z.string().optional().describe("Accepted and ignored: the server sees the address itself."),
    ident_signer: z.unknown().optional().describe("Accepted and ignored: the server knows who was identified."),
    gateway: z.unknown().optional().describe("Accepted and ignored: the server knows by which way."),
    phone: z.string().max(50).optional().describe("Accepted and ignored: the number that the code went to counts."),
    password: certificatePassword.describe("The password that was chosen when the code was asked for."),
  }),
  response: signingResult,
});

export const requestReview = call({
  name: "requestReview",
  method: "POST",
  path: "/api/auth/requestReview",
  caller: "signer",
  summary: "Hand a doubtful identification in",
  description:
    "For an identification in `review`: with the code that went to the chosen phone, key and number are kept until an operator has decided. A certificate is issued only then.",
  body: z.looseObject({
    auth_token: authToken.describe("The `id` of the code."),
    otp: otp.describe("The six digits of the code."),
  }),
  response: identification,
});

const mailboxParams = z.object({ secret: z.string().max(100).describe("The secret of the mail's link.") });

export const provenMailbox = z
  .object({
    holder: z.string().describe("Whose certificate it is: a person's or an organisation's name."),
    not_after: z.iso.datetime().describe("How long the certificate is valid."),
    is_proven: z.boolean().describe("Whether the mailbox is proven."),
    to_sign: z
      .object({
        workflow_id: workflowId.describe("The workflow's id."),
        signer_id: signerId.describe("The signer's id."),
        seals: z.boolean().describe("Whether they seal."),
      })
      .nullable()
      .describe("What the certificate was made for, while its owner has still to sign it; null: nothing waits."),
  })
  .meta({ id: "ProvenMailbox", description: "A certificate whose mailbox is to be proven." });
export type ProvenMailbox = z.infer<typeof provenMailbox>;

export const lookAtMailbox = call({
  name: "lookAtMailbox",
  method: "GET",
  path: "/api/certificates/mailbox/:secret",
  caller: "none",
  summary: "Look at the certificate of a mail",
  description:
    "Changes nothing, so that a scanner of mails may open it. Unknown, replaced or over: NO_IDENTIFICATION_FOUND.",
  params: mailboxParams,
  response: provenMailbox,
});

export const proveMailbox = call({
  name: "proveMailbox",
  method: "POST",
  path: "/api/certificates/mailbox/:secret",
  caller: "none",
  summary: "Prove the mailbox of a certificate",
  description:
    "From now on the certificate serves other workflows too. Once more changes nothing. Unknown, replaced or over: NO_IDENTIFICATION_FOUND.",
  params: mailboxParams,
  body: z.looseObject({}),
  response: provenMailbox,
});
