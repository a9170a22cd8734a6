/** The sender's API: uploads and workflows (decisions.md §5, §10). */
import { z } from "zod";
import { call } from "../call.ts";
import { fieldKinds } from "../field-entry.ts";
import { fileId, signerId, uploadId, workflowId } from "../ids.ts";
import { hasRoom } from "../least-place.ts";
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
  pdf_bytes_max,
  reminder_every_s,
  signers_per_workflow_max,
  unused_kept_h,
} from "../limits.ts";
import { beforePatterns, filledLine, isVisible, paragraphsText } from "../text.ts";
import { valueFaults } from "../value-faults.ts";
import { webhookUrl } from "./webhooks.ts";
import { signerType } from "./workflow.ts";
import { createdWorkflow, workflowReport, workflowStatus } from "./workflow-report.ts";

const name = filledLine(200);
const reference = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, valueFaults.reference.en);
const email = z.string().max(254, beforePatterns).check(z.email());
// RFC 3339 §5.6 sets no end to the digits of a fraction.
const moment_chars_max = 64;
// With its offset, the last hours of 9999 are a moment of the year 10000, which no ISO 8601 timestamp of four digits can say.
const moment = z
  .string()
  .max(moment_chars_max, beforePatterns)
  .check(z.iso.datetime({ offset: true }))
  // What is no moment at all is told as that.
  .refine((text) => !(new Date(text).getUTCFullYear() > 9_999), valueFaults.year.en);

// These two no XML can carry (XML 1.0 §2.2), and XFDF carries names and values.
const option = filledLine(200).regex(/^[^\uFFFE\uFFFF]*$/, valueFaults.xml.en);

/** A field that the sender places on a page for one signer. */
export const placedField = z
  .strictObject({
    document: filledLine(255).describe("The name of the document that the field stands on, as in `documents`."),
    kind: z
      .enum(fieldKinds)
      .exclude(["radio"])
      .describe(
        "`signature`: where the signature shows; of several in one document the first takes it, the others show its picture. `text`, `date` (DD.MM.YYYY), `initials`: typed. `checkbox`: ticked. `choice`: one of `options`.",
      ),
    page: z.number().int().min(1).describe("The page, counted from 1."),
    rect: z
      .tuple([z.number().min(0), z.number().min(0), z.number().positive(), z.number().positive()])
      .describe(
        "Left, top, width and height in PDF points (1/72 inch), from the top left of the page as it is shown. At least 8 by 8, a date 30 by 8, a checkbox 6 by 6.",
      ),
    name: filledLine(100)
      .regex(/^[^.\uFFFE\uFFFF]*$/, valueFaults.fieldName.en)
      .optional()
      .describe("What the field is called in the PDF, without a full stop. Left out: its kind and a number."),
    required: z.boolean().optional().describe("Whether the signer must fill it in. Left out: no."),
    options: z
      .array(option)
      .min(1)
      .max(choice_options_max)
      .optional()
      .describe("What a `choice` offers, each once. No other kind has any."),
    multiline: z
      .boolean()
      .optional()
      .describe("Whether a `text` has several lines. Left out: it has where the field is high enough for two."),
    chars_max: z
      .number()
      .int()
      .min(1)
      .max(field_value_chars_max)
      .optional()
      .describe(`How many characters a \`text\`, or \`initials\` (at most ${initials_chars_max}), may have.`),
  })
  .refine(({ kind, rect: [, , width, height] }) => hasRoom(kind, width, height), {
    path: ["rect"],
    error: valueFaults.leastPlace.en,
  })
  .refine(({ kind, options }) => (kind === "choice") === (options !== undefined), {
    path: ["options"],
    error: valueFaults.options.en,
  })
  .refine(({ options = [] }) => new Set(options).size === options.length, {
    path: ["options"],
    error: valueFaults.optionTwice.en,
  })
  .refine(({ kind, multiline }) => multiline === undefined || kind === "text", {
    path: ["multiline"],
    error: valueFaults.multiline.en,
  })
  .refine(({ kind, chars_max }) => chars_max === undefined || kind === "text" || kind === "initials", {
    path: ["chars_max"],
    error: valueFaults.charsMax.en,
  })
  .refine(({ kind, chars_max = 1 }) => kind !== "initials" || chars_max <= initials_chars_max, {
    path: ["chars_max"],
    error: valueFaults.initials.en,
  })
  .meta({ id: "PlacedField", description: "A field that you place on a page for one signer." });
export type PlacedField = z.infer<typeof placedField>;

export const sentSigner = z
  .strictObject({
    reference: reference.describe(
      "Your own name for this signer, different from the others'. A form field in a PDF named `<reference>.something` becomes a field of this signer.",
    ),
    type: signerType.describe(
      "`s_signature`: simple signature, no code. `a_signature`: advanced signature with a one-time code. `a_seal`: advanced seal of your organisation with a one-time code. `q_signature`: qualified signature, with the password of the certificate and a code to the phone that is registered with it. `q_seal`: the same for a qualified seal of your organisation.",
    ),
    first_name: name.describe("First name, as it stands in the signature."),
    last_name: name.describe("Last name, as it stands in the signature."),
    email: email.describe("Where the invitation goes."),
    phone: z
      .string()
      .max(40)
      .optional()
      .describe(
        "Where the one-time code goes, such as `+49 151 23456789`. Needed for `a_signature` and `a_seal`. Without a country code it is a German number.",
      ),
    organisation: name
      .optional()
      .describe("The organisation that the person acts for. A seal names your verified organisation instead."),
    language: z
      .enum(languages)
      .optional()
      .describe("The language of this signer's mails and pages. Left out: the workflow's."),
    fields: z
      .array(placedField)
      .max(fields_per_signer_max)
      .optional()
      .describe("Fields that you place for this signer, in addition to those that the PDF has."),
  })
  .meta({ id: "SentSigner", description: "A person who is to sign." });
export type SentSigner = z.infer<typeof sentSigner>;

const megabytes = (bytes: number): string => `${bytes / 1024 / 1024} MB`;
const inlineContent = `A PDF in base64, at most ${megabytes(inline_document_bytes_max)}. Upload larger ones first, or several that together make the request larger than ${megabytes(json_body_bytes_max)}, and name them by \`upload_id\`.`;

/** A document of a request; no other one and no audit report is saved under its name (file-name.ts). */
export const sentDocument = z
  .strictObject({
    name: filledLine(255).describe(
      "The file name that signers see, such as `contract.pdf`. Each document needs a name of its own; upper and lower case make no difference.",
    ),
    attachment_of: filledLine(255)
      .optional()
      .describe("The name of the document in this request that this one belongs to, which is no attachment itself."),
    sign: z
      .boolean()
      .optional()
      .describe(
        "`false`: signers read and confirm it, but do not sign it. Left out: it is signed; an attachment goes with its document.",
      ),
    // Whether it is base64 is found out when it is decoded, and its size beforehand: both have refusals of their own.
    content: z.string().meta({ format: "base64", contentEncoding: "base64", description: inlineContent }).optional(),
    upload_id: uploadId.optional().describe("The id that an upload answered. Give this or `content`, one of them."),
  })
  .refine((d) => (d.content === undefined) !== (d.upload_id === undefined), valueFaults.contentOrUpload.en)
  .meta({ id: "SentDocument", description: "A PDF, in the request itself or uploaded before." });
export type SentDocument = z.infer<typeof sentDocument>;

export const sentWorkflow = z
  .strictObject({
    name: name.describe("What signers see as the title, such as `Lease of flat 4.12`."),
    description: paragraphsText(5_000).optional().describe("A text for the signers, shown beside the title."),
    message: paragraphsText(message_chars_max)
      .optional()
      .describe(
        "A message to the signers, shown in the invitation and, after the login, with the details of the workflow. Left out: your organisation's; empty: none.",
      ),
    expires_at: moment
      .optional()
      .describe(
        "Until when it can be signed, with the offset of your time zone, such as `2027-03-31T23:59:00+02:00`. Left out: no end.",
      ),
    password: z
      .string()
      .min(8)
      .max(1_024, beforePatterns)
      .refine(isVisible, valueFaults.nothingSeen.en)
      .optional()
      .describe("A password that signers must enter to open their link. You tell it to them yourself."),
    language: z
      .enum(languages)
      .optional()
      .describe(
        "The language of the marks, of the audit report, of mails to you, and of mails and pages for signers without one of their own. Left out: that of the signers where all of them name the same, else your organisation's, else German.",
      ),
    sequential: z
      .boolean()
      .optional()
      .describe("`true`: one signer after the other, in the order of `signers`. Left out: all at the same time."),
    quick_login: z
      .boolean()
      .optional()
      .describe(
        "`true`: links lead in without the login page, and you declare that signers accepted the terms. Ignored where there is a `password`.",
      ),
    initiator: z
      .strictObject({
        first_name: name.describe("First name of the person who asks for the signatures."),
        last_name: name.describe("Last name of the person who asks for the signatures."),
        email: email.describe("Where mails about completion, refusal and expiry go. Signers see it too."),
      })
      .describe("The person who asks for the signatures, as signers see them."),
    mark: z
      .enum(marks)
      .optional()
      .describe(
        "Where a signature shows that got no place by `fields`: `auto` in the free margin of the last page, or on a signature page that is appended where there is none; `page` always on such a page; `none` nowhere. A file that is signed already gets no page. Left out: your organisation's, else `auto`.",
      ),
    webhook_url: webhookUrl
      .optional()
      .describe(
        "Where events of this workflow go (https), instead of to the address of your token. Left out: to that of the token, if it has one. See Webhooks above.",
      ),
    documents: z.array(sentDocument).min(1).max(documents_per_workflow_max).describe("What is to be signed or read."),
    signers: z.array(sentSigner).min(1).max(signers_per_workflow_max).describe("Who is to sign."),
  })
  .meta({ id: "SentWorkflow", description: "A request for signatures: documents and the people who sign them." });
export type SentWorkflow = z.infer<typeof sentWorkflow>;

const idParam = z.object({ id: workflowId.describe("The id of the workflow.") });

export const uploadPdf = call({
  name: "uploadPdf",
  method: "POST",
  path: "/api/v1/uploads",
  caller: "token",
  status: 201,
  summary: "Upload a PDF",
  description: `The body is the PDF itself, at most ${megabytes(pdf_bytes_max)}. An upload that no workflow was made of is deleted after ${unused_kept_h} hours.`,
  takes: ["application/pdf", "application/octet-stream"],
  response: z
    .object({
      upload_id: uploadId.describe("The id to name in a document of a workflow."),
      size: z.number().int().describe("How many bytes arrived."),
      sha256: z.string().describe("The SHA-256 of these bytes, in hexadecimal."),
    })
    .meta({ id: "Upload", description: "A file that waits for its workflow." }),
});
export const createWorkflow = call({
  name: "createWorkflow",
  method: "POST",
  path: "/api/v1/workflows",
  caller: "token",
  status: 201,
  summary: "Create a workflow",
  description: "Reads the documents, then invites the signers by mail: all of them, or with `sequential` the first.",
  headers: {
    "Idempotency-Key": `1 to 255 visible ASCII characters that you choose for this workflow. The same key with the same body gets the first answer again, for ${unused_kept_h} hours.`,
  },
  body: sentWorkflow,
  response: createdWorkflow,
});
export const listWorkflows = call({
  name: "listWorkflows",
  method: "GET",
  path: "/api/v1/workflows",
  caller: "token",
  summary: "List workflows",
  description: "Your organisation's workflows, newest first, a page at a time.",
  query: z.object({
    status: z.enum(workflowStatus.options).optional().describe("Only workflows in this state."),
    limit: z.coerce.number().int().min(1).max(100).default(20).describe("How many workflows a page has."),
    cursor: z.string().max(200).optional().describe("The `next_cursor` of the page before. Left out: the first page."),
  }),
  response: z
    .object({
      workflows: z.array(workflowReport).describe("The workflows of this page."),
      next_cursor: z.string().nullable().describe("Asks for the next page; null on the last."),
    })
    .meta({ id: "WorkflowPage", description: "A page of workflows." }),
});
export const readWorkflow = call({
  name: "readWorkflow",
  method: "GET",
  path: "/api/v1/workflows/:id",
  caller: "token",
  summary: "Read a workflow",
  description: "One workflow with the state of each signer and what became of each mail.",
  params: idParam,
  response: workflowReport,
});
export const cancelWorkflow = call({
  name: "cancelWorkflow",
  method: "DELETE",
  path: "/api/v1/workflows/:id",
  caller: "token",
  summary: "Cancel a workflow",
  description:
    "Ends an open workflow and tells its signers by mail. A signer who has signed can still download what they signed.",
  params: idParam,
  response: z
    .object({ status: z.literal("CANCELLED").describe("Always `CANCELLED`.") })
    .meta({ id: "CancelledWorkflow", description: "The workflow is cancelled." }),
});
const remindedSigner = z
  .object({
    reference: z.string().describe("Your name for this signer."),
    signer_id: signerId.describe("Our id of this signer."),
    remind_again_at: z.iso.datetime().describe("From when on this signer can be reminded again."),
  })
  .meta({ id: "RemindedSigner", description: "A signer whose turn it is." });

export const remindWorkflow = call({
  name: "remindWorkflow",
  method: "POST",
  path: "/api/v1/workflows/:id/remind",
  caller: "token",
  summary: "Remind signers",
  description: `Mails a reminder to the signers whose turn it is, each at most once in ${reminder_every_s / 60} minutes. Where all of them had one, the answer is 429 with \`Retry-After\`.`,
  params: idParam,
  response: z
    .object({
      reminded: z.array(remindedSigner).describe("Who gets a reminder now."),
      too_soon: z.array(remindedSigner).describe("Who had one too recently."),
    })
    .meta({ id: "RemindedWorkflow", description: "Who was reminded." }),
});
export const readWorkflowDocument = call({
  name: "readWorkflowDocument",
  method: "GET",
  path: "/api/v1/workflows/:id/documents/:file_id",
  caller: "token",
  summary: "Download a document",
  description:
    "The PDF in its latest revision: with all signatures once the workflow is `FINISHED`. Parts of it can be asked for with `Range`.",
  params: z.object({
    id: workflowId.describe("The id of the workflow."),
    file_id: fileId.describe("The id of the document."),
  }),
  answers: "application/pdf",
  response: z.unknown(),
});
export const readAuditReport = call({
  name: "readAuditReport",
  method: "GET",
  path: "/api/v1/workflows/:id/audit-report",
  caller: "token",
  summary: "Download the audit report",
  description: "A sealed PDF that says who did what and when. There is one in each state of a workflow.",
  params: idParam,
  query: z.object({
    language: z.enum(languages).optional().describe("The language of the report. Left out: the workflow's."),
  }),
  answers: "application/pdf",
  response: z.unknown(),
});
