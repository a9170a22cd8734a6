/** The files of a workflow as their signer reads, fills and confirms them (signer-side.md §7). */
import { z } from "zod";
import { call } from "../call.ts";
import { documentPlace } from "../document-place.ts";
import { fieldKinds } from "../field-entry.ts";
import { fileId } from "../ids.ts";
import { field_value_chars_max } from "../limits.ts";

/** What is entered in a field. */
export const annotationValue = z.object({
  annotation_id: z.string().max(512).describe("The full field name, `<signer_id>.<name>`."),
  value: z.string().max(field_value_chars_max).describe("What is entered; empty: nothing."),
});

export const ownField = z
  .object({
    annotation_id: z.string().describe("The full field name. A field with several places has an entry for each."),
    kind: z.enum(fieldKinds).describe("What the field is for the person who fills it in."),
    label: z.string().describe("What the field is called on the page."),
    page: z.number().int().describe("The page, counted from 1."),
    rect: z.array(z.number()).length(4).describe("[x0, y0, x1, y1] in PDF user space of the page."),
    required: z.boolean().describe("Whether it must be filled in."),
    multiline: z.boolean().describe("Whether it takes several lines."),
    chars_max: z.number().int().nullable().describe("How many characters it takes; null: no limit of its own."),
    comb: z.boolean().describe("Whether each character has a cell of its own."),
    editable: z.boolean().describe("Whether a choice also takes what is not among its options."),
    clearable: z.boolean().describe("Whether a choice can be taken back."),
    options: z
      .array(
        z.object({
          value: z.string().describe("What is stored when it is chosen."),
          label: z.string().describe("What the person sees of it."),
        }),
      )
      .describe("What can be chosen in this place: all of a choice, the one state of a tick."),
  })
  .meta({ id: "OwnField", description: "A field that this signer may fill, in one of its places." });
export type OwnField = z.infer<typeof ownField>;

export const embeddedFile = z
  .object({
    name: z.string().describe("Its file name."),
    size: z.number().int().nullable().describe("Its size in bytes; null where it cannot be unpacked."),
    sha256: z.string().nullable().describe("Its SHA-256 in hexadecimal; null where it cannot be unpacked."),
  })
  .meta({ id: "EmbeddedFile", description: "A file within a document." });
export type EmbeddedFile = z.infer<typeof embeddedFile>;

export const workflowFile = z
  .object({
    id: fileId.describe("The file's id."),
    name: z.string().describe("Its file name."),
    size: z.number().int().describe("Its size in bytes."),
    pages: z.number().int().describe("How many pages it has."),
    completed: z.boolean().describe("Whether this signer has confirmed it."),
    changed_since_confirmed: z
      .boolean()
      .describe(
        "Whether it was confirmed until one of its values, or the image in it, changed: it has to be confirmed again.",
      ),
    ...documentPlace,
    attachment_signed: z.boolean().describe("Whether it has an attachment that is signed too."),
    has_unassigned_fields: z
      .boolean()
      .describe("Whether it shows fields to fill in that the sender gave to no signer."),
    signature_image: z
      .string()
      .nullable()
      .describe("The id of the image that will stand in this signer's signature; null: none."),
    sha256: z.string().describe("The SHA-256 of the original, in hexadecimal."),
    embedded_files: z
      .array(embeddedFile)
      .describe("Files within the document, which are part of its bytes. Of many the first."),
    embedded_files_total: z.number().int().describe("How many files are within it."),
    fields: z.array(ownField).describe("The fields that this signer may fill, by their places."),
    xfdf: z.string().describe("The values of this signer's fields as XFDF."),
    xfdf_annotations: z.array(annotationValue).describe("The values of this signer's fields."),
    small_values: z
      .array(z.string())
      .describe("`annotation_id` of entries so long that the file will have them in letters below 6 points."),
    xfdf_signatures: z
      .array(z.object({ xfdf: z.string().describe("As XFDF.") }))
      .describe("The places of signatures in this file, as XFDF."),
  })
  .meta({ id: "WorkflowFile", description: "A file, as its signer reads, fills and confirms it." });
export type WorkflowFile = z.infer<typeof workflowFile>;

/** An entry on its way: `before` is what it takes the place of; where something else is held by now, nothing is stored. */
const changedValue = annotationValue.extend({
  before: z
    .string()
    .max(field_value_chars_max)
    .optional()
    .describe("The value that this one takes the place of. Where another is stored by now, nothing is stored."),
});

/** A file with the signer's own values, and the image in their signature, as a page showed them. */
export const shownFile = z.looseObject({
  id: fileId.describe("The file's id."),
  xfdf_annotations: z.array(annotationValue).max(5_000).describe("The signer's values as the page showed them."),
  signature_image: z
    .string()
    .max(100)
    .nullable()
    .optional()
    .describe("The id of the image as the page showed it; null: none."),
});
export type ShownFile = z.infer<typeof shownFile>;

export const getWorkflowFiles = call({
  name: "getWorkflowFiles",
  method: "GET",
  path: "/api/files/getWorkflowFiles",
  caller: "signer",
  summary: "List the signer's files",
  description: "The files that this signer is shown, each document before its attachments.",
  response: z.array(workflowFile),
});

export const getFileToSign = call({
  name: "getFileToSign",
  method: "GET",
  path: "/api/files/getFileToSign/:signer_id",
  caller: "signer",
  summary: "List the files to sign",
  description: "Only the files that this signer signs; another signer's id is refused.",
  params: z.object({ signer_id: z.string().min(1).max(100).describe("The signer's own id.") }),
  response: z.array(workflowFile),
});

/** Whatever a client calls a file: `audit_report` names the report; what is no file of this workflow is 404, however it is spelled. */
export const askedFile = z.string().min(1).max(100);

export const getFile = call({
  name: "getFile",
  method: "GET",
  path: "/api/files/getFile/:id",
  caller: "summary",
  summary: "Load a file",
  description:
    "The file as application/pdf, of which `Range` may ask for parts; as JSON with base64 where `Accept` asks for application/json. An approval records which revision was loaded, and with which program.",
  headers: { "Siegel-Viewer": "The program that shows the file, with its version." },
  answers: "application/pdf",
  params: z.object({ id: askedFile.describe("The file's id; `audit_report` is the report.") }),
  response: z.object({
    id: z.string().describe("The file's id."),
    name: z.string().describe("Its file name."),
    file: z.string().describe("Its bytes in base64."),
  }),
});

export const getFileOpening = call({
  name: "getFileOpening",
  method: "GET",
  path: "/api/files/getFile/:id/opening",
  caller: "summary",
  summary: "Load what a reader needs first",
  description:
    "The bytes of one file that a reader needs before any page: of each part its offset (8 bytes), its length (4 bytes) and its bytes.",
  answers: "application/octet-stream",
  params: z.object({ id: askedFile.describe("The file's id.") }),
  response: z.unknown(),
});

export const updateXfdf = call({
  name: "updateXFDF",
  method: "PUT",
  path: "/api/files/updateXFDF/",
  caller: "signer",
  summary: "Store values and confirmations",
  description:
    "Stores values of this signer's own fields, and confirmations: all or nothing. Another value without `completed` takes a confirmation back; who confirms names every value that was filled in (WORKFLOW_CHANGED else), so that nobody confirms what another page stored. A refusal names the fields it is about, `field=<annotation_id>` each; `before` refuses (WORKFLOW_CHANGED) what would take the place of something else.",
  body: z.object({
    files: z
      .array(
        z.looseObject({
          id: askedFile.describe("The file's id."),
          completed: z.boolean().optional().describe("Whether the signer confirms it. Left out: as it was."),
          xfdf_annotations: z.array(changedValue).max(5_000).optional().describe("Values to store. Left out: none."),
        }),
      )
      .max(100)
      .describe("The files that something is stored of."),
  }),
  response: z.array(workflowFile),
});

export const getSummaryFiles = call({
  name: "getSummaryFiles",
  method: "GET",
  path: "/api/files/getSummaryFiles",
  caller: "summary",
  summary: "List the signed files",
  description: "The documents, each before its attachments, and the audit report.",
  response: z.array(
    /**
     * Of the audit report, which the service alone seals: `pages` is null, nobody needs to know its length before opening it; `size` is
     * null until it is made, at its first download or with the mail that all have signed.
     */
    z.object({
      id: z.string().describe("The file's id; `audit_report` is the report."),
      name: z.string().describe("Its file name."),
      size: z
        .number()
        .int()
        .nullable()
        .describe("Its size in bytes; null for a report that is not made yet: the first download makes it."),
      pages: z.number().int().nullable().describe("How many pages it has; null for the report."),
      ...documentPlace,
    }),
  ),
});
