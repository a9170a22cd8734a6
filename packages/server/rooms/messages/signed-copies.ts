/** The signed documents and the audit report as attachments, where they are small enough for every mail server on the way. */
import { auditReportNames, savedFileName } from "@siegel/contract/file-name.ts";
import type { WorkflowId } from "@siegel/contract/ids.ts";
import type { Language } from "@siegel/contract/limits.ts";
import type { BlobStore, Sha256Hex } from "../../ports/blobs.ts";
import type { MailPart } from "../../ports/mail.ts";
import { RevocationStatusUnavailable } from "../../ports/revocation-status.ts";
import { TimestampUnavailable } from "../../ports/timestamp.ts";
import { type AuditReportOf, checkedBytes, type StoredFile } from "../documents/documents.ts";

/** Base64 adds a third; many servers stop at 10 MB. */
const copies_bytes_max = 7 * 1024 * 1024;

/** Where copies are read from. */
export type CopiesDeps = {
  readonly blobs: Pick<BlobStore, "stream">;
  readonly auditReportOf: AuditReportOf;
};

/** What travels with a mail; null: it is at the link, or in the sender's system. */
export type Copies = { readonly documents: readonly MailPart[] | null; readonly report: MailPart | null };
/** A mail without copies. */
export const nothingAttached: Copies = { documents: null, report: null };

/** All documents in their latest revision, unless they are too large together, and the audit report where there is room left. */
export async function signedCopies(
  deps: CopiesDeps,
  finished: {
    readonly files: ReadonlyArray<Pick<StoredFile, "name" | "latest">>;
    readonly workflowId: WorkflowId;
    readonly language: Language;
  },
): Promise<Copies> {
  const revisions = finished.files.map(({ name, latest }) => ({ ...latest, name: savedFileName(name) }));
  const total = revisions.reduce((sum, { size }) => sum + size, 0);
  if (total > copies_bytes_max) return nothingAttached;
  const documents: MailPart[] = [];
  for (const revision of revisions) documents.push(await attach(deps, revision));
  const report = await findReport(deps, finished);
  if (report === null || total + report.size > copies_bytes_max) return { documents, report: null };
  return { documents, report: await attach(deps, { ...report, name: auditReportNames[finished.language] }) };
}

/** Null while a service for its seal is away: the mail need not wait, the link makes the report later. */
async function findReport(
  deps: CopiesDeps,
  { workflowId, language }: { readonly workflowId: WorkflowId; readonly language: Language },
): Promise<Awaited<ReturnType<AuditReportOf>> | null> {
  try {
    return await deps.auditReportOf(workflowId, language);
  } catch (fault) {
    if (fault instanceof TimestampUnavailable || fault instanceof RevocationStatusUnavailable) return null;
    throw fault;
  }
}

async function attach(
  { blobs }: Pick<CopiesDeps, "blobs">,
  { name, sha256 }: { readonly name: string; readonly sha256: Sha256Hex },
): Promise<MailPart> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of checkedBytes(await blobs.stream(sha256), sha256)) chunks.push(Buffer.from(chunk));
  return { filename: name, contentType: "application/pdf", content: Buffer.concat(chunks) };
}
