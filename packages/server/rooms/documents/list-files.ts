/** The files of a workflow as one of its signers is shown them. */

import type { WorkflowFile } from "@siegel/contract/calls/files.ts";
import { auditReportNames } from "@siegel/contract/file-name.ts";
import { fileId } from "@siegel/contract/ids.ts";
import type { Language } from "@siegel/contract/limits.ts";
import type { Db } from "../../db/database.ts";
import type { BlobStore } from "../../ports/blobs.ts";
import type { Field } from "../intake/intake.ts";
import { toldEmbedded } from "../intake/intake.ts";
import type { SignerContext } from "../workflows/workflows.ts";
import { documentsInOrder, type FieldValue, stateHash, valuesInEffect } from "./documents-rules.ts";
import { readFile, readFiles, type StoredBytes, type StoredFile } from "./documents-store.ts";
import { optionsIn } from "./fields-store.ts";
import { readOwnPart } from "./own-part-store.ts";
import { requireShown } from "./shown-revision.ts";
import { encodeFieldValues, encodeSignaturePlace, valuesInXfdf } from "./xfdf.ts";

/** What a signer is shown of their own part: the files, a hash of documents and values, and the image's id. */
export type ShownFiles = {
  readonly files: WorkflowFile[];
  readonly hash: string;
  readonly image: string | null;
};

/** The files with this signer's own fields and values; nothing of what others fill in. */
export async function signerFiles(db: Db, { signer }: SignerContext): Promise<ShownFiles> {
  const own = await readOwnPart(db, signer);
  const confirmations = new Map(own.confirmations.map((one) => [one.fileId, one]));
  const { files, fields } = own;
  const values = valuesInEffect(fields, own.values);
  const withSigned = new Set(files.flatMap(({ isSigned, attachmentOf }) => (isSigned ? (attachmentOf ?? []) : [])));
  const told = toldEmbedded(documentsInOrder(files)).map((file) => {
    const within = {
      fields: fields.filter(({ fileId }) => fileId === file.fileId),
      values: values.filter(({ fileId }) => fileId === file.fileId),
      small: own.values.flatMap(({ fileId, name, isSmall }) => (isSmall && fileId === file.fileId ? [name] : [])),
    };
    const attachmentSigned = withSigned.has(file.fileId);
    const { confirmed = false, changedSince = false } = confirmations.get(file.fileId) ?? {};
    return toWorkflowFile(file, { ...within, attachmentSigned, confirmed, changedSince, image: own.image });
  });
  return { files: told, hash: stateHash(files, values, null), image: own.image };
}

function toWorkflowFile(
  file: StoredFile,
  own: {
    fields: readonly Field[];
    values: readonly FieldValue[];
    small: readonly string[];
    attachmentSigned: boolean;
    confirmed: boolean;
    changedSince: boolean;
    image: string | null;
  },
): WorkflowFile {
  const signatures = own.fields.filter(({ kind }) => kind === "signature");
  return {
    id: file.fileId,
    name: file.name,
    size: file.latest.size,
    pages: file.pages,
    completed: own.confirmed,
    changed_since_confirmed: own.changedSince,
    sign: file.isSigned,
    attachment_of: file.attachmentOf,
    attachment_signed: own.attachmentSigned,
    has_unassigned_fields: file.hasUnassignedFields,
    signature_image: own.image,
    sha256: file.original.sha256,
    embedded_files: [...file.embedded.first],
    embedded_files_total: file.embedded.total,
    fields: own.fields.flatMap(toOwnFields),
    xfdf: encodeFieldValues(file.name, valuesInXfdf(own.fields, own.values)),
    xfdf_annotations: own.values.map(({ name, value }) => ({ annotation_id: name, value })),
    small_values: [...own.small],
    xfdf_signatures: signatures.flatMap((field) =>
      field.placements.map((place) => ({ xfdf: encodeSignaturePlace(file.name, field, place) })),
    ),
  };
}

function toOwnFields(field: Field): WorkflowFile["fields"] {
  const { fullName, kind, label, required, multiline, charsMax, comb, editable, clearable } = field;
  return field.placements.map((place) => ({
    annotation_id: fullName,
    kind,
    label,
    page: place.page,
    rect: [...place.rect],
    required,
    multiline,
    chars_max: charsMax,
    comb,
    editable,
    clearable,
    options: [...optionsIn(field, place)],
  }));
}

/** A file of this workflow, or null: other workflows' files are as unknown as none. */
async function findFile(db: Db, workflowId: string, fileId: string): Promise<StoredFile | null> {
  const file = await readFile(db, fileId);
  return file?.workflowId === workflowId ? file : null;
}

/** The name the audit report is known by among files. */
export const auditReportId = "audit_report";

/** Makes, or finds, the sealed report of a workflow: the evidence room's, handed in because it comes after this one. */
export type AuditReportOf = (
  workflowId: SignerContext["workflow"]["workflowId"],
  language: Language,
) => Promise<StoredBytes>;

/** The report where it was made already; null where it was not. */
export type FindReport = (
  workflowId: SignerContext["workflow"]["workflowId"],
  language: Language,
) => Promise<StoredBytes | null>;

/** A PDF ready to be handed out; the report's pages are not counted. */
export type Handout = {
  readonly id: string;
  readonly name: string;
  readonly bytes: StoredBytes;
  /** Which of the file's; null for the report. */
  readonly revision: number | null;
  readonly pages: number | null;
} & Pick<StoredFile, "isSigned" | "attachmentOf">;

/** A file, or why it is not handed out. */
export type FoundHandout =
  | { readonly ok: true; readonly handout: Handout }
  | { readonly ok: false; readonly code: "WORKFLOW_FILES_NOT_FOUND" | "NOT_SIGNED_YET" };

/** The latest revision of a file of the signer's workflow, or the audit report once the summary shows it. @throws BlobChanged */
export async function findHandout(
  deps: { db: Db; blobs: Pick<BlobStore, "open">; auditReportOf: AuditReportOf },
  context: SignerContext,
  id: string,
): Promise<FoundHandout> {
  if (id === auditReportId) {
    return showsSummary(context)
      ? { ok: true, handout: await auditReportHandout(deps, context) }
      : { ok: false, code: "NOT_SIGNED_YET" };
  }
  // The database refuses some characters, so it is asked only for ids of our form.
  const asked = fileId.safeParse(id);
  const file = asked.success ? await findFile(deps.db, context.workflow.workflowId, asked.data) : null;
  if (file === null) return { ok: false, code: "WORKFLOW_FILES_NOT_FOUND" };
  await requireShown(deps.blobs, file);
  return { ok: true, handout: toHandout(file) };
}

/** What a list says of a PDF. */
export type Listed = Pick<Handout, "id" | "name" | "pages" | "isSigned" | "attachmentOf"> & {
  /** Bytes; null for a report that was not requested yet. */
  readonly size: number | null;
};

/**
 * The documents in their latest revision and the audit report; a refused workflow shows what there is of it. The report is not made for the
 * list: that takes a second or more, and its seal asks services that may be away.
 */
export async function summaryFiles(
  deps: { db: Db; findReport: FindReport },
  context: SignerContext,
): Promise<
  { readonly ok: true; readonly listed: readonly Listed[] } | { readonly ok: false; readonly code: "NOT_SIGNED_YET" }
> {
  if (!showsSummary(context)) return { ok: false, code: "NOT_SIGNED_YET" };
  const { workflow, signer } = context;
  const files = await readFiles(deps.db, workflow.workflowId);
  const report = await deps.findReport(workflow.workflowId, signer.language);
  const documents = documentsInOrder(files).map((file) => ({ ...toHandout(file), size: file.latest.size }));
  return { ok: true, listed: [...documents, { ...reportAmongFiles(signer), size: report?.size ?? null }] };
}

function showsSummary({ workflow, signer }: SignerContext): boolean {
  return signer.status === "SIGNED" || workflow.status === "REVOKED";
}

const toHandout = (file: StoredFile): Handout => ({
  id: file.fileId,
  name: file.name,
  bytes: file.latest,
  revision: file.latest.number,
  pages: file.pages,
  isSigned: file.isSigned,
  attachmentOf: file.attachmentOf,
});

async function auditReportHandout(
  deps: { auditReportOf: AuditReportOf },
  { workflow, signer }: SignerContext,
): Promise<Handout> {
  const bytes = await deps.auditReportOf(workflow.workflowId, signer.language);
  return { ...reportAmongFiles(signer), bytes, revision: null };
}

const reportAmongFiles = ({ language }: SignerContext["signer"]) => ({
  id: auditReportId,
  name: auditReportNames[language],
  pages: null,
  isSigned: true,
  attachmentOf: null,
});

/** The files that a signer signs, without those that are shown only (decisions.md §8, S-104); null for another signer's id. */
export async function filesToSign(db: Db, context: SignerContext, signerId: string): Promise<ShownFiles | null> {
  if (signerId !== context.signer.signerId) return null;
  const shown = await signerFiles(db, context);
  return { ...shown, files: shown.files.filter(({ sign }) => sign) };
}
