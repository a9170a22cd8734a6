/** A signer's way into a workflow: path check, login, the workflow itself, refusal (signer-side.md §7). */
import { z } from "zod";
import { call } from "../call.ts";
import { signerId, workflowId } from "../ids.ts";
import { languages, password_chars_max, refusal_reason_chars_max } from "../limits.ts";
import { isVisible, paragraphsText } from "../text.ts";
import { valueFaults } from "../value-faults.ts";

/** The five signer types (eIDAS Art. 3 (10)–(12), (25)–(27)). */
export const signerType = z.enum(["s_signature", "a_signature", "a_seal", "q_signature", "q_seal"]).meta({
  id: "SignerType",
  description: "What a signer makes: a signature or a seal, simple (`s_`), advanced (`a_`) or qualified (`q_`).",
});
export type SignerType = z.infer<typeof signerType>;

export const whitelabelingPack = z
  .object({
    name: z.string().describe("The organisation's name."),
    logo: z.string().nullable().describe("Its logo as a data URL; null: the product's own."),
    logo_dark: z
      .string()
      .nullable()
      .describe("Its logo for dark screens, as a data URL; null: `logo` stands on a chip there."),
    style: z.string().describe("Its colour, as #RRGGBB."),
    time_zone: z.string().describe("The IANA name of the zone that pages, mails and reports give times in."),
  })
  .meta({ id: "WhitelabelingPack", description: "A sender's name and look." });
export type WhitelabelingPack = z.infer<typeof whitelabelingPack>;

const pathIds = z.object({
  workflow_id: workflowId.describe("The workflow's id, from the link."),
  signer_id: signerId.describe("The signer's id, from the link."),
});
/** The language that the page speaks which asks: terms are accepted in it, and codes, mails and the report follow it (decisions.md §4). */
export const spokenLanguage = z.enum(languages).optional();
/** The ids of a payload are accepted and ignored: the session says who is asking (decisions.md §7). */
export const claimedWorkflow = z.looseObject({
  workflow_id: z.string().optional().describe("Accepted and ignored: the session says it."),
  signer_id: z.string().optional().describe("Accepted and ignored: the session says it."),
  language: spokenLanguage.describe("The language that the page speaks; codes, mails and the report follow it."),
});

export const otherSigners = z.enum(["NONE", "OPEN", "SIGNED"]).meta({
  id: "OtherSigners",
  description:
    "`NONE`: this signer signs alone. `OPEN`: another one still has to sign. `SIGNED`: all others have signed.",
});
export type OtherSigners = z.infer<typeof otherSigners>;

export const workflowView = z
  .object({
    workflow_id: workflowId.describe("The workflow's id."),
    signer_id: signerId.describe("The signer's id."),
    accessToken: z.string().optional().describe("The session's token; answered by a login only."),
    name: z.string().describe("The workflow's title."),
    description: z.string().describe("The sender's text beside the title; may be empty."),
    message: z.string().nullable().describe("From the sender to the signers, in the sender's words; null: nothing."),
    expires_at: z.iso.datetime().nullable().describe("Until when it can be signed; null: no end."),
    status: z
      .enum(["OPEN", "SIGNED", "FINISHED", "REVOKED", "EXPIRED", "CANCELLED"])
      .describe(
        "For this signer. `OPEN`: your turn. `SIGNED`: you have signed, others have not. `FINISHED`: all have signed. `REVOKED`: somebody declined. `EXPIRED`, `CANCELLED`: you have signed, and it ended before all had.",
      ),
    signer_type: signerType.describe("What this signer makes."),
    initiator_first_name: z.string().describe("First name of the person who asks for the signature."),
    initiator_last_name: z.string().describe("Last name of the person who asks for the signature."),
    initiator_email: z.string().describe("E-mail address of the person who asks for the signature."),
    first_name: z.string().describe("The signer's first name."),
    last_name: z.string().describe("The signer's last name."),
    email: z.string().describe("The signer's e-mail address."),
    phone: z.string().nullable().describe("The number that codes go to; null: there is none."),
    phone_type: z
      .number()
      .int()
      .describe(
        "What kind of number it is, in Google's numbering: 0 fixed line, 1 mobile, 2 one of them, 6 VoIP, -1 unknown or no number.",
      ),
    organisation: z.string().nullable().describe("The organisation that the signer acts for; null: none."),
    asks_terms: z
      .boolean()
      .describe("Whether the signer must accept the terms before a code is sent: so far only the sender declared it."),
    others: otherSigners.describe("Whether there are other signers, and whether one of them still has to sign."),
    others_fill: z
      .boolean()
      .describe(
        "Whether one of the others who still have to act has fields to fill in: the documents may still change.",
      ),
    ip: z.string().describe("The network address that this request came from."),
  })
  .meta({ id: "WorkflowView", description: "What a signer sees of the workflow." });
export type WorkflowView = z.infer<typeof workflowView>;

/** The language and look the web stores beside the workflow. */
export const userView = z
  .object({
    whitelabeling_pack: whitelabelingPack.describe("The sender's name and look."),
    language_id: z.enum(languages).nullable().describe("The language that the person chose; null: none yet."),
  })
  .meta({ id: "UserView", description: "The language and look that the web keeps." });
export type UserView = z.infer<typeof userView>;

/** One signer as the others see them once it is over for somebody; `signed_at` is null until they have signed. */
export const participantView = z
  .object({
    first_name: z.string().describe("First name."),
    last_name: z.string().describe("Last name."),
    you: z.boolean().describe("Whether this is the signer who asks."),
    seals: z.boolean().describe("Whether they seal for an organisation instead of signing."),
    status: z
      .enum(["OPEN", "SIGNED", "REVOKED"])
      .describe("`OPEN`: has not signed. `SIGNED`: has. `REVOKED`: declined."),
    signed_at: z.iso.datetime().nullable().describe("When they signed; null until then."),
  })
  .meta({ id: "ParticipantView", description: "A signer, as the others see them once it is over for somebody." });
export type ParticipantView = z.infer<typeof participantView>;

/** What a summary page adds; `reason` only to the signer who gave it. */
export const summaryView = z
  .object({
    participants: z.array(participantView).describe("All signers."),
    refusal: z
      .object({
        at: z.iso.datetime().describe("When that was."),
        by_you: z.boolean().describe("Whether the signer who asks declined."),
        by: z.string().describe("The name of the person who declined."),
        reason: z.string().nullable().describe("The reason, for the signer who gave it; null for all others."),
      })
      .nullable()
      .describe("Who declined and why; null where nobody did."),
  })
  .meta({ id: "SummaryView", description: "What a summary page shows." });
export type SummaryView = z.infer<typeof summaryView>;

export const checkPath = call({
  name: "checkPath",
  method: "POST",
  path: "/api/auth/checkPath",
  caller: "none",
  summary: "Check a link",
  description: "Whether a signing link leads anywhere: 404 unknown, 410 expired.",
  body: pathIds,
  response: z.literal(true),
});

export const checkWorkflow = call({
  name: "checkWorkflow",
  method: "POST",
  path: "/api/workflow/checkWorkflow",
  caller: "none",
  summary: "Ask what a login needs",
  description: "What the login page must ask for; nothing personal.",
  body: pathIds,
  response: z
    .object({
      password: z.boolean().describe("Whether the link asks for a password."),
      type: signerType.describe("What this signer makes."),
      workflow_checked: z.boolean().describe("Whether this signer has opened the workflow before."),
      terms_accepted: z.boolean().describe("Whether this signer has accepted the terms."),
      awaits_signer: z
        .boolean()
        .nullable()
        .describe(
          "Whether this signer still has to sign; null where a password keeps it from people who only have the link.",
        ),
      declined: z
        .enum(["YOU", "OTHER"])
        .nullable()
        .describe(
          "Who declined the workflow, this signer or another one; null: neither, or a password keeps it from people who only have the link.",
        ),
      quick_login: z.boolean().describe("Whether `/quickn8/…` leads in without the login page."),
      whitelabeling_pack: whitelabelingPack.describe("The sender's name and look."),
      language_id: z
        .enum(languages)
        .nullable()
        .describe("The language that the sender named for this link, or its person chose; null: none."),
    })
    .meta({ id: "CheckedWorkflow", description: "What a login page needs to know." }),
});

export const workflowLogin = call({
  name: "workflowLogin",
  method: "POST",
  path: "/api/auth/workflowLogin/:workflow_id/:signer_id",
  caller: "none",
  summary: "Log a signer in",
  description: 'Opens a session; answers "REVOKED" where somebody declined.',
  params: pathIds,
  body: z.object({
    workflow: z
      .looseObject({
        password: z.string().max(password_chars_max).optional().describe("The link's password, where it asks for one."),
        gtcChecked: z.boolean().optional().describe("Whether the terms are ticked."),
        quick: z.boolean().optional().describe("In by the quick link: the terms are what the sender declared."),
        language: spokenLanguage.describe("The language that the page speaks."),
      })
      .describe("What the person typed and ticked."),
  }),
  response: z.union([
    z
      .object({
        workflow: workflowView.describe("The workflow, for this signer."),
        user: userView.describe("Language and look."),
      })
      .meta({ id: "OpenedWorkflow", description: "A session and what it opens." }),
    z.literal("REVOKED"),
  ]),
});

export const getWorkflow = call({
  name: "getWorkflow",
  method: "GET",
  path: "/api/workflow/getWorkflow/:workflow_id",
  caller: "summary",
  summary: "Read the signer's workflow",
  description:
    "The workflow of this session, its look, and the summary once this signer has signed or somebody declined.",
  params: z.object({ workflow_id: workflowId.describe("The workflow's id.") }),
  response: z
    .object({
      workflow: workflowView.describe("The workflow, for this signer."),
      user: userView.describe("Language and look."),
      summary: summaryView
        .nullable()
        .describe("Who has signed, or declined; null while this signer has not signed and nobody declined."),
    })
    .meta({ id: "SignerWorkflow", description: "The workflow of a session." }),
});

export const refuseWorkflow = call({
  name: "revokeWorkflow",
  method: "POST",
  path: "/api/signing/revokeWorkflow/:workflow_id/:signer_id",
  // The refused workflow still answers the one who refused: an answer that was lost can be asked for again.
  caller: "summary",
  summary: "Decline",
  description: "Declines the workflow with a reason. The same signer may send it again, and is answered again.",
  params: pathIds,
  // The dialog asks for a reason, and the sender is sent it.
  body: z.object({
    msg: paragraphsText(refusal_reason_chars_max)
      .trim()
      .refine(isVisible, valueFaults.reason.en)
      .describe("Why the signer declines. The sender is sent it."),
  }),
  response: z.object({ status: z.literal("REVOKED").describe("Always `REVOKED`.") }),
});

export const extendSession = call({
  name: "extendSession",
  method: "POST",
  path: "/api/auth/extendSession",
  caller: "summary",
  summary: "Extend the session",
  description:
    "The signer is still there: the session lasts on, at most until its absolute end; the header siegel-session says how long.",
  response: z.literal(true),
});

export const logout = call({
  name: "logout",
  method: "POST",
  path: "/api/auth/logout",
  caller: "none",
  summary: "Log out",
  description: "Ends the session that the browser holds, if any.",
  response: z.literal(true),
});
