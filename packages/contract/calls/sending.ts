/** The sender's API: uploads and workflows (decisions.md §5, §10). */
import { z } from "zod";
import { call } from "../call.ts";
import { documentPlace } from "../document-place.ts";
import { fieldKinds } from "../field-entry.ts";
import { fileId, signerId, uploadId, workflowId } from "../ids.ts";
import { hasRoom, leastPlace } from "../least-place.ts";
import {
  choice_options_max,
  documents_per_workflow_max,
  field_value_chars_max,
  fields_per_signer_max,
  initials_chars_max,
  inline_document_bytes_max,
  json_body_bytes_max,
  languages,
  marks,
  message_chars_max,
  signers_per_workflow_max,
} from "../limits.ts";
import { deliveryStatus, messageKind } from "../message-kinds.ts";
import { beforePatterns, filledLine, isVisible, paragraphsText } from "../text.ts";
import { signerType } from "./workflow.ts";

const name = filledLine(200);
const reference = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, "letters, digits, - and _ only");
const email = z.string().max(254, beforePatterns).check(z.email());
// RFC 3339 §5.6 sets no end to the digits of a fraction.
const moment_chars_max = 64;
// With its offset, the last hours of 9999 are a moment of the year 10000, which no ISO 8601 timestamp of four digits can say.
const moment = z
  .string()
  .max(moment_chars_max, beforePatterns)
  .check(z.iso.datetime({ offset: true }))
  .refine((text) => new Date(text).getUTCFullYear() <= 9_999, "a moment before the year 10000");

// These two no XML can carry (XML 1.0 §2.2), and XFDF carries names and values.
const option = filledLine(200).regex(/^[^\uFFFE\uFFFF]*$/, "characters that XML can carry");

/**
 * `rect` is [x, y, w, h] in PDF points from the top left of the page as shown, at least 8 by 8 (of a date 30 by 8, of a checkbox 6 by 6);
 * `page` counts from 1. `options` are what a choice offers. Of several `signature` fields of a signer in one document the first takes the
 * one signature, the others show its picture; in several `initials` fields the page puts what is typed in one of them. `multiline` is for
 * texts, left out it follows from the height; `chars_max` is for texts and initials (8 where left out).
 */
export const placedField = z
  .strictObject({
    document: filledLine(255),
    kind: z.enum(fieldKinds).exclude(["radio"]),
    page: z.number().int().min(1),
    rect: z.tuple([z.number().min(0), z.number().min(0), z.number().positive(), z.number().positive()]),
    name: filledLine(100)
      .regex(/^[^.\uFFFE\uFFFF]*$/, "a field name has no full stop")
      .optional(),
    required: z.boolean().optional(),
    options: z.array(option).min(1).max(choice_options_max).optional(),
    multiline: z.boolean().optional(),
    chars_max: z.number().int().min(1).max(field_value_chars_max).optional(),
  })
  .refine(({ kind, rect: [, , width, height] }) => hasRoom(kind, width, height), { path: ["rect"], error: leastPlace })
  .refine(({ kind, options }) => (kind === "choice") === (options !== undefined), {
    path: ["options"],
    error: "a choice has options, and nothing else has",
  })
  .refine(({ options = [] }) => new Set(options).size === options.length, {
    path: ["options"],
    error: "an option stands here twice",
  })
  .refine(({ kind, multiline }) => multiline === undefined || kind === "text", {
    path: ["multiline"],
    error: "only a text has several lines",
  })
  .refine(({ kind, chars_max }) => chars_max === undefined || kind === "text" || kind === "initials", {
    path: ["chars_max"],
    error: "only texts and initials have a limit of characters",
  })
  .refine(({ kind, chars_max = 1 }) => kind !== "initials" || chars_max <= initials_chars_max, {
    path: ["chars_max"],
    error: `initials have at most ${initials_chars_max} characters`,
  })
  .meta({ id: "PlacedField" });
export type PlacedField = z.infer<typeof placedField>;

export const sentSigner = z
  .strictObject({
    reference,
    type: signerType,
    first_name: name,
    last_name: name,
    email,
    phone: z.string().max(40).optional(),
    organisation: name.optional(),
    language: z.enum(languages).optional(),
    fields: z.array(placedField).max(fields_per_signer_max).optional(),
  })
  .meta({ id: "SentSigner" });
export type SentSigner = z.infer<typeof sentSigner>;

const inlineContent = `A PDF of at most ${inline_document_bytes_max} bytes in base64. Larger ones, or several that together make the request longer than ${json_body_bytes_max} bytes, are sent to /api/v1/uploads before, and named by upload_id.`;

/**
 * `name` is saved as another file than every other one and the audit report (file-name.ts). `content` is base64 of up to 5 MB; `upload_id` names a file sent
 * to `/api/v1/uploads` before. Exactly one of them. `attachment_of` is the name of the document of this call that this one belongs to,
 * which is no attachment itself. `sign: false` is for what signers are shown, and confirm to have read, without signing it; left out, an
 * attachment goes with its document and every other document is signed.
 */
export const sentDocument = z
  .strictObject({
    name: filledLine(255),
    attachment_of: filledLine(255).optional(),
    sign: z.boolean().optional(),
    // Whether it is base64 is found out when it is decoded, and its size beforehand: both have refusals of their own.
    content: z.string().meta({ format: "base64", contentEncoding: "base64", description: inlineContent }).optional(),
    upload_id: uploadId.optional(),
  })
  .refine((d) => (d.content === undefined) !== (d.upload_id === undefined), "content or upload_id, one of them")
  .meta({ id: "SentDocument" });
export type SentDocument = z.infer<typeof sentDocument>;

export const sentWorkflow = z
  .strictObject({
    name,
    description: paragraphsText(5_000).optional(),
    /** From the sender to the signers: in the invitation and on the first page. Left out: the organisation's own; empty: none. */
    message: paragraphsText(message_chars_max).optional(),
    expires_at: moment.optional(),
    password: z.string().min(8).max(1_024, beforePatterns).refine(isVisible, "something that can be seen").optional(),
    language: z.enum(languages).optional(),
    sequential: z.boolean().optional(),
    /** Signers come in without the login page, with terms that the sender declares accepted; ignored where there is a password. */
    quick_login: z.boolean().optional(),
    initiator: z.strictObject({ first_name: name, last_name: name, email }),
    mark: z
      .enum(marks)
      .optional()
      .describe(
        "Where a signature shows that got no place by `fields`: `auto` in the free margin of the last page, or on a signature page that is appended where there is none; `page` always on such a page; `none` nowhere. A file that is signed already gets no page. Left out, what the organisation has set, `auto` at first.",
      ),
    documents: z.array(sentDocument).min(1).max(documents_per_workflow_max),
    signers: z.array(sentSigner).min(1).max(signers_per_workflow_max),
  })
  .meta({ id: "SentWorkflow" });
export type SentWorkflow = z.infer<typeof sentWorkflow>;

/** Fields of decisions.md §5 whose work is not done: 422 FEATURE_NOT_AVAILABLE with the field's name (§10). */
export const laterFields = {
  workflow: ["webhook_url"],
  signerTypes: ["q_signature", "q_seal"],
} as const;

/** OPEN someone must sign · FINISHED all signed · REVOKED refused · CANCELLED by the sender · EXPIRED. */
export const workflowStatus = z
  .enum(["OPEN", "FINISHED", "REVOKED", "CANCELLED", "EXPIRED"])
  .meta({ id: "WorkflowStatus" });
export type WorkflowStatus = z.infer<typeof workflowStatus>;

/** WAITING not their turn · INVITED may sign · SIGNING recorded, being signed · SIGNED · REVOKED refused. */
export const signerStatus = z.enum(["WAITING", "INVITED", "SIGNING", "SIGNED", "REVOKED"]).meta({ id: "SignerStatus" });
export type SignerStatus = z.infer<typeof signerStatus>;

export const createdWorkflow = z
  .object({
    workflow_id: workflowId,
    status: workflowStatus,
    /** `notices`: what of this signer, or of a document, is not as it was sent. */
    signers: z.array(
      z.object({ reference: z.string(), signer_id: signerId, url: z.string(), notices: z.array(z.string()) }),
    ),
    documents: z.array(z.object({ id: fileId, name: z.string(), notices: z.array(z.string()) })),
  })
  .meta({ id: "CreatedWorkflow" });

/** A mail and what became of it. `at`: when it ended, or began to wait; `reason`: of what stands in its way, the mail server's words where it said any. */
export const sentMessage = z
  .object({ kind: messageKind, status: deliveryStatus, at: z.iso.datetime(), reason: z.string().optional() })
  .meta({ id: "SentMessage" });

export const workflowReport = z
  .object({
    workflow_id: workflowId,
    name: z.string(),
    description: z.string(),
    /** What the signers read from the sender; null: nothing. */
    message: z.string().nullable(),
    status: workflowStatus,
    created_at: z.iso.datetime(),
    expires_at: z.iso.datetime().nullable(),
    finished_at: z.iso.datetime().nullable(),
    refusal: z.object({ signer_id: signerId, reason: z.string(), at: z.iso.datetime() }).nullable(),
    signers: z.array(
      z.object({
        reference: z.string(),
        signer_id: signerId,
        url: z.string(),
        type: signerType,
        status: signerStatus,
        first_name: z.string(),
        last_name: z.string(),
        email: z.string(),
        signed_at: z.iso.datetime().nullable(),
        messages: z.array(sentMessage),
      }),
    ),
    initiator: z.object({
      first_name: z.string(),
      last_name: z.string(),
      email: z.string(),
      messages: z.array(sentMessage),
    }),
    documents: z.array(
      z.object({
        id: fileId,
        name: z.string(),
        size: z.number().int(),
        pages: z.number().int(),
        sha256: z.string(),
        ...documentPlace,
      }),
    ),
  })
  .meta({ id: "WorkflowReport" });
export type WorkflowReport = z.infer<typeof workflowReport>;

const idParam = z.object({ id: workflowId });

export const uploadPdf = call({
  name: "uploadPdf",
  method: "POST",
  path: "/api/v1/uploads",
  caller: "token",
  status: 201,
  summary: "Streams one PDF (application/pdf body) ahead of its workflow.",
  response: z.object({ upload_id: uploadId, size: z.number().int(), sha256: z.string() }),
});
export const createWorkflow = call({
  name: "createWorkflow",
  method: "POST",
  path: "/api/v1/workflows",
  caller: "token",
  status: 201,
  summary:
    "Creates a workflow and invites its first signers. A document of up to 5 MB may stand in the request, which may have 16 MB; larger ones are uploaded before.",
  body: sentWorkflow,
  response: createdWorkflow,
});
export const listWorkflows = call({
  name: "listWorkflows",
  method: "GET",
  path: "/api/v1/workflows",
  caller: "token",
  summary: "The organisation's workflows, newest first, a page at a time.",
  query: z.object({
    status: workflowStatus.optional(),
    limit: z.coerce.number().int().min(1).max(100).default(20),
    cursor: z.string().max(200).optional(),
  }),
  response: z.object({ workflows: z.array(workflowReport), next_cursor: z.string().nullable() }),
});
export const readWorkflow = call({
  name: "readWorkflow",
  method: "GET",
  path: "/api/v1/workflows/:id",
  caller: "token",
  summary: "One workflow with the state of each signer.",
  params: idParam,
  response: workflowReport,
});
export const cancelWorkflow = call({
  name: "cancelWorkflow",
  method: "DELETE",
  path: "/api/v1/workflows/:id",
  caller: "token",
  summary: "Cancels an open workflow and tells its signers; who has signed can still download what they signed.",
  params: idParam,
  response: z.object({ status: z.literal("CANCELLED") }),
});
/** `remind_again_at`: a reminder of this signer is refused until then. */
const remindedSigner = z.object({ reference: z.string(), signer_id: signerId, remind_again_at: z.iso.datetime() });

export const remindWorkflow = call({
  name: "remindWorkflow",
  method: "POST",
  path: "/api/v1/workflows/:id/remind",
  caller: "token",
  summary:
    "Mails a reminder to the signers whose turn it is, each once an hour; 429 with Retry-After where all of them had one.",
  params: idParam,
  response: z
    .object({ reminded: z.array(remindedSigner), too_soon: z.array(remindedSigner) })
    .meta({ id: "RemindedWorkflow" }),
});
export const readWorkflowDocument = call({
  name: "readWorkflowDocument",
  method: "GET",
  path: "/api/v1/workflows/:id/documents/:file_id",
  caller: "token",
  summary: "A document in its latest revision, application/pdf with Range and ETag.",
  params: z.object({ id: workflowId, file_id: fileId }),
  response: z.unknown(),
});
export const readAuditReport = call({
  name: "readAuditReport",
  method: "GET",
  path: "/api/v1/workflows/:id/audit-report",
  caller: "token",
  summary: "The sealed audit report, application/pdf.",
  params: idParam,
  query: z.object({ language: z.enum(languages).optional() }),
  response: z.unknown(),
});
