/** The files of a workflow as their signer reads, fills and confirms them (signer-side.md §7). */
import { z } from "zod";
import { call } from "../call.ts";
import { documentPlace } from "../document-place.ts";
import { fieldKinds } from "../field-entry.ts";
import { fileId } from "../ids.ts";
import { field_value_chars_max } from "../limits.ts";

/** `annotation_id` is the full field name, `<signer_id>.<name>`. */
export const annotationValue = z.object({
  annotation_id: z.string().max(512),
  value: z.string().max(field_value_chars_max),
});

/**
 * A field this signer may fill, in one of its places; each place has an entry with the same `annotation_id`. `rect` is
 * [x0, y0, x1, y1] in PDF user space of the page (1-based). `options` are what can be chosen in this place: all of a choice, the
 * one state of a tick. A value is "" where nothing is chosen; `clearable` says whether a choice can be taken back.
 */
export const ownField = z
  .object({
    annotation_id: z.string(),
    kind: z.enum(fieldKinds),
    label: z.string(),
    page: z.number().int(),
    rect: z.array(z.number()).length(4),
    required: z.boolean(),
    multiline: z.boolean(),
    chars_max: z.number().int().nullable(),
    comb: z.boolean(),
    editable: z.boolean(),
    clearable: z.boolean(),
    options: z.array(z.object({ value: z.string(), label: z.string() })),
  })
  .meta({ id: "OwnField" });
export type OwnField = z.infer<typeof ownField>;

/** A file within a document; `size` in bytes and `sha256`, hex, are of what a reader saves of it, null where it cannot be unpacked. */
export const embeddedFile = z
  .object({ name: z.string(), size: z.number().int().nullable(), sha256: z.string().nullable() })
  .meta({ id: "EmbeddedFile" });
export type EmbeddedFile = z.infer<typeof embeddedFile>;

export const workflowFile = z
  .object({
    id: fileId,
    name: z.string(),
    size: z.number().int(),
    pages: z.number().int(),
    completed: z.boolean(),
    /** Whether it was confirmed until one of its values, or the image in it, changed: it has to be confirmed again. */
    changed_since_confirmed: z.boolean(),
    ...documentPlace,
    /** Whether it has an attachment that is signed too. */
    attachment_signed: z.boolean(),
    /** Whether it shows fields to fill in that the sender gave to no signer. */
    has_unassigned_fields: z.boolean(),
    /** Id of the image that will stand in this signer's signature (calls/signature-image.ts), or null. */
    signature_image: z.string().nullable(),
    /** SHA-256 of the original, hex: the rosette is drawn from it. */
    sha256: z.string(),
    /** Files within the document, part of its bytes: what is signed with it, or shown with it. Of many the first. */
    embedded_files: z.array(embeddedFile),
    /** How many there are. */
    embedded_files_total: z.number().int(),
    fields: z.array(ownField),
    xfdf: z.string(),
    xfdf_annotations: z.array(annotationValue),
    /** `annotation_id` of what was typed and is so long that the file will have it in letters below 6 points. */
    small_values: z.array(z.string()),
    xfdf_signatures: z.array(z.object({ xfdf: z.string() })),
  })
  .meta({ id: "WorkflowFile" });
export type WorkflowFile = z.infer<typeof workflowFile>;

/** An entry on its way: `before` is what it takes the place of; where something else is held by now, nothing is stored. */
const changedValue = annotationValue.extend({ before: z.string().max(field_value_chars_max).optional() });

/** A file with the signer's own values, and the image in their signature, as a page showed them. */
export const shownFile = z.looseObject({
  id: fileId,
  xfdf_annotations: z.array(annotationValue).max(5_000),
  signature_image: z.string().max(100).nullable().optional(),
});
export type ShownFile = z.infer<typeof shownFile>;

export const getWorkflowFiles = call({
  name: "getWorkflowFiles",
  method: "GET",
  path: "/api/files/getWorkflowFiles",
  caller: "signer",
  summary: "The files this signer is shown, each document before its attachments.",
  response: z.array(workflowFile),
});

export const getFileToSign = call({
  name: "getFileToSign",
  method: "GET",
  path: "/api/files/getFileToSign/:signer_id",
  caller: "signer",
  summary: "Only the files this signer signs; another signer's id is refused.",
  params: z.object({ signer_id: z.string().min(1).max(100) }),
  response: z.array(workflowFile),
});

/** Whatever a client calls a file: `audit_report` names the report; what is no file of this workflow is 404, however it is spelled. */
export const askedFile = z.string().min(1).max(100);

export const getFile = call({
  name: "getFile",
  method: "GET",
  path: "/api/files/getFile/:id",
  caller: "summary",
  summary:
    "One file as application/pdf with Range and ETag; as JSON with base64 when Accept asks for application/json. The header Siegel-Viewer may name the program that shows it, with its version: an approval records which revision was loaded, and with what.",
  params: z.object({ id: askedFile }),
  response: z.object({ id: z.string(), name: z.string(), file: z.string() }),
});

export const getFileOpening = call({
  name: "getFileOpening",
  method: "GET",
  path: "/api/files/getFile/:id/opening",
  caller: "summary",
  summary:
    "The octets of one file that a reader needs before any page, as application/octet-stream: of each part its offset (8 octets), its length (4) and its octets.",
  params: z.object({ id: askedFile }),
  response: z.unknown(),
});

export const updateXfdf = call({
  name: "updateXFDF",
  method: "PUT",
  path: "/api/files/updateXFDF/",
  caller: "signer",
  summary:
    "Stores values of this signer's own fields, and confirmations: all or nothing. Another value without `completed` takes a confirmation back; who confirms names every value that was filled in (WORKFLOW_CHANGED else), so that nobody confirms what another page stored. A refusal names the fields it is about, `field=<annotation_id>` each; `before` refuses (WORKFLOW_CHANGED) what would take the place of something else.",
  body: z.object({
    files: z
      .array(
        z.looseObject({
          id: askedFile,
          completed: z.boolean().optional(),
          xfdf_annotations: z.array(changedValue).max(5_000).optional(),
        }),
      )
      .max(100),
  }),
  response: z.array(workflowFile),
});

export const getSummaryFiles = call({
  name: "getSummaryFiles",
  method: "GET",
  path: "/api/files/getSummaryFiles",
  caller: "summary",
  summary: "The documents, each before its attachments, and the audit report.",
  response: z.array(
    /**
     * Of the audit report, which the service alone seals: `pages` is null, nobody needs to know its length before opening it; `size` is
     * null until it is made, at its first download or with the mail that all have signed.
     */
    z.object({
      id: z.string(),
      name: z.string(),
      size: z.number().int().nullable(),
      pages: z.number().int().nullable(),
      ...documentPlace,
    }),
  ),
});
