/** A signer's way into a workflow: path check, login, the workflow itself, refusal (signer-side.md §7). */
import { z } from "zod";
import { call } from "../call.ts";
import { signerId, workflowId } from "../ids.ts";
import { languages, password_chars_max, refusal_reason_chars_max } from "../limits.ts";
import { isVisible, paragraphsText } from "../text.ts";

/** The five signer types (eIDAS Art. 3 (10)–(12), (25)–(27)). */
export const signerType = z
  .enum(["s_signature", "a_signature", "a_seal", "q_signature", "q_seal"])
  .meta({ id: "SignerType" });
export type SignerType = z.infer<typeof signerType>;

/**
 * Logos as data URLs, `logo_dark` for dark screens (null: `logo` stands on a chip there); brand colour as #RRGGBB; `time_zone` is the IANA
 * name of the zone that pages, mails and reports give times in.
 */
export const whitelabelingPack = z
  .object({
    name: z.string(),
    logo: z.string().nullable(),
    logo_dark: z.string().nullable(),
    style: z.string(),
    time_zone: z.string(),
  })
  .meta({ id: "WhitelabelingPack" });
export type WhitelabelingPack = z.infer<typeof whitelabelingPack>;

const pathIds = z.object({ workflow_id: workflowId, signer_id: signerId });
/** The language that the page speaks which asks: terms are accepted in it, and codes, mails and the report follow it (decisions.md §4). */
export const spokenLanguage = z.enum(languages).optional();
/** The ids of a payload are accepted and ignored: the session says who is asking (decisions.md §7). */
export const claimedWorkflow = z.looseObject({
  workflow_id: z.string().optional(),
  signer_id: z.string().optional(),
  language: spokenLanguage,
});

/** Whether this signer signs alone, and if not whether somebody else still has to: what is said of "everyone" hangs on it, and it names nobody. */
export const otherSigners = z.enum(["NONE", "OPEN", "SIGNED"]).meta({ id: "OtherSigners" });
export type OtherSigners = z.infer<typeof otherSigners>;

/** What a signer sees of the workflow. `status`: OPEN your turn · SIGNED you signed, others have not · FINISHED all signed · REVOKED refused · EXPIRED, CANCELLED you signed, and the time was over, or the sender took it back, before all had. */
export const workflowView = z
  .object({
    workflow_id: workflowId,
    signer_id: signerId,
    accessToken: z.string().optional(),
    name: z.string(),
    description: z.string(),
    /** From the sender to the signers, in the sender's words; null: nothing. */
    message: z.string().nullable(),
    expires_at: z.iso.datetime().nullable(),
    status: z.enum(["OPEN", "SIGNED", "FINISHED", "REVOKED", "EXPIRED", "CANCELLED"]),
    signer_type: signerType,
    initiator_first_name: z.string(),
    initiator_last_name: z.string(),
    initiator_email: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    email: z.string(),
    phone: z.string().nullable(),
    phone_type: z.number().int(),
    organisation: z.string().nullable(),
    /** Before a code is sent this signer must tick the terms: so far only the sender declared them accepted. */
    asks_terms: z.boolean(),
    others: otherSigners,
    /** Whether one of the others who still have to act has fields to fill in: the documents may not look as they do now. */
    others_fill: z.boolean(),
    ip: z.string(),
  })
  .meta({ id: "WorkflowView" });
export type WorkflowView = z.infer<typeof workflowView>;

/** The language and look the web stores beside the workflow. */
export const userView = z
  .object({ whitelabeling_pack: whitelabelingPack, language_id: z.enum(languages).nullable() })
  .meta({ id: "UserView" });
export type UserView = z.infer<typeof userView>;

/** One signer as the others see them once it is over for somebody; `signed_at` is null until they have signed. */
export const participantView = z
  .object({
    first_name: z.string(),
    last_name: z.string(),
    you: z.boolean(),
    seals: z.boolean(),
    status: z.enum(["OPEN", "SIGNED", "REVOKED"]),
    signed_at: z.iso.datetime().nullable(),
  })
  .meta({ id: "ParticipantView" });
export type ParticipantView = z.infer<typeof participantView>;

/** What a summary page adds; `reason` only to the signer who gave it. */
export const summaryView = z
  .object({
    participants: z.array(participantView),
    refusal: z
      .object({ at: z.iso.datetime(), by_you: z.boolean(), by: z.string(), reason: z.string().nullable() })
      .nullable(),
  })
  .meta({ id: "SummaryView" });
export type SummaryView = z.infer<typeof summaryView>;

export const checkPath = call({
  name: "checkPath",
  method: "POST",
  path: "/api/auth/checkPath",
  caller: "none",
  summary: "Whether a signing link leads anywhere: 404 unknown, 410 expired.",
  body: pathIds,
  response: z.literal(true),
});

export const checkWorkflow = call({
  name: "checkWorkflow",
  method: "POST",
  path: "/api/workflow/checkWorkflow",
  caller: "none",
  summary: "What the login page must ask for; nothing personal.",
  body: pathIds,
  response: z
    .object({
      password: z.boolean(),
      type: signerType,
      workflow_checked: z.boolean(),
      terms_accepted: z.boolean(),
      /** Whether this signer still has to sign; null where they have been here and a password keeps it from whoever only has the link. */
      awaits_signer: z.boolean().nullable(),
      /** Whether `/quickn8/…` leads in without the login page. */
      quick_login: z.boolean(),
      whitelabeling_pack: whitelabelingPack,
      /** The language that the sender named for this link, or its person chose, so that the page does not change its language after the login. */
      language_id: z.enum(languages).nullable(),
    })
    .meta({ id: "CheckedWorkflow" }),
});

export const workflowLogin = call({
  name: "workflowLogin",
  method: "POST",
  path: "/api/auth/workflowLogin/:workflow_id/:signer_id",
  caller: "none",
  summary: 'Opens a signer\'s session; "REVOKED" when the workflow was refused.',
  params: pathIds,
  body: z.object({
    workflow: z.looseObject({
      password: z.string().max(password_chars_max).optional(),
      gtcChecked: z.boolean().optional(),
      /** In by the quick link: the terms are what the sender declared. */
      quick: z.boolean().optional(),
      language: spokenLanguage,
    }),
  }),
  response: z.union([z.object({ workflow: workflowView, user: userView }), z.literal("REVOKED")]),
});

export const getWorkflow = call({
  name: "getWorkflow",
  method: "GET",
  path: "/api/workflow/getWorkflow/:workflow_id",
  caller: "summary",
  summary: "The workflow of this session, its look, and the summary once this signer has signed or somebody refused.",
  params: z.object({ workflow_id: workflowId }),
  response: z.object({ workflow: workflowView, user: userView, summary: summaryView.nullable() }),
});

export const refuseWorkflow = call({
  name: "revokeWorkflow",
  method: "POST",
  path: "/api/signing/revokeWorkflow/:workflow_id/:signer_id",
  // The refused workflow still answers the one who refused: an answer that was lost can be asked for again.
  caller: "summary",
  summary: "Refuses the workflow with a reason; the same signer's refusal again is answered again.",
  params: pathIds,
  // The dialog asks for a reason, and the sender is sent it.
  body: z.object({
    msg: paragraphsText(refusal_reason_chars_max).trim().refine(isVisible, "a reason that can be read"),
  }),
  response: z.object({ status: z.literal("REVOKED") }),
});

export const extendSession = call({
  name: "extendSession",
  method: "POST",
  path: "/api/auth/extendSession",
  caller: "summary",
  summary:
    "The signer is still there: the session lasts on, at most until its absolute end; the header siegel-session says how long.",
  response: z.literal(true),
});

export const logout = call({
  name: "logout",
  method: "POST",
  path: "/api/auth/logout",
  caller: "none",
  summary: "Ends the session that the browser holds, if any.",
  response: z.literal(true),
});
