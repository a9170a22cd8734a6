/** SQL of the room `documents`: files and their revisions. */
import type { FileId, SignerId, WorkflowId } from "@siegel/contract/ids.ts";
import { sql } from "kysely";
import { builtOnce } from "../../db/built-once.ts";
import type { Db } from "../../db/database.ts";
import type { RevisionCause } from "../../db/documents-tables.ts";
import type { Sha256Hex } from "../../ports/blobs.ts";
import type { Embedded } from "../intake/intake.ts";

/** A blob with its length in bytes. */
export type StoredBytes = { readonly sha256: Sha256Hex; readonly size: number };

/**
 * A file of a workflow. `original` are the bytes as sent, `intake` those every signer is shown and every revision begins
 * with (the same where intake changed nothing), `latest` the last revision.
 */
export type StoredFile = {
  readonly fileId: FileId;
  readonly workflowId: WorkflowId;
  readonly name: string;
  readonly pages: number;
  /** False: signers are shown it and confirm that they read it, and its bytes never change. */
  readonly isSigned: boolean;
  readonly attachmentOf: FileId | null;
  readonly original: StoredBytes;
  readonly intake: StoredBytes;
  readonly latest: StoredBytes & { readonly number: number };
  readonly notices: readonly string[];
  /** Files within it; empty for documents taken in before such files were looked for. */
  readonly embedded: Embedded;
  /** Signatures that it had when it was sent; null where it was taken in before they were counted. */
  readonly earlierSignatures: number | null;
  /** Whether it shows fields to fill in that no signer was given. */
  readonly hasUnassignedFields: boolean;
};

/** A revision: number 0 is the original; each later one begins with the bytes of its base, unless intake wrote the file anew. */
export type Revision = StoredBytes & {
  readonly number: number;
  readonly base: Sha256Hex | null;
  readonly cause: RevisionCause;
  readonly at: Date;
};

/** Inserts a file with its first revisions, and a row for each signer. */
export async function saveFile(
  db: Db,
  file: Omit<StoredFile, "intake" | "latest"> & {
    position: number;
    at: Date;
    signerIds: readonly SignerId[];
    prepared: StoredBytes | null;
  },
): Promise<void> {
  const latest = file.prepared ?? file.original;
  const number = file.prepared === null ? 0 : 1;
  await db
    .insertInto("file")
    .values({
      file_id: file.fileId,
      workflow_id: file.workflowId,
      position: file.position,
      name: file.name,
      pages: file.pages,
      is_signed: file.isSigned,
      attachment_of: file.attachmentOf,
      original_sha256: file.original.sha256,
      original_size: file.original.size,
      intake_sha256: latest.sha256,
      intake_size: latest.size,
      notices: JSON.stringify(file.notices),
      embedded: JSON.stringify(file.embedded.first),
      embedded_total: file.embedded.total,
      earlier_signatures: file.earlierSignatures,
      has_unassigned_fields: file.hasUnassignedFields,
      created_at: file.at,
      latest_number: number,
      latest_sha256: latest.sha256,
      latest_size: latest.size,
    })
    .execute();
  await insertRevision(db, file.fileId, { ...file.original, number: 0, base: null, cause: { kind: "original" } });
  if (file.prepared !== null)
    await insertRevision(db, file.fileId, {
      ...file.prepared,
      number: 1,
      base: file.original.sha256,
      cause: { kind: "intake" },
    });
  const signers = file.signerIds.map((signer_id) => ({
    file_id: file.fileId,
    signer_id,
    workflow_id: file.workflowId,
  }));
  await db.insertInto("file_signer").values(signers).execute();
}

async function insertRevision(db: Db, fileId: FileId, revision: Omit<Revision, "at">): Promise<void> {
  const { number, sha256, size, base, cause } = revision;
  await db
    .insertInto("file_revision")
    .values({
      file_id: fileId,
      number,
      sha256,
      size,
      base_sha256: base,
      cause: cause.kind,
      signer_id: cause.kind === "signature" ? cause.signerId : null,
    })
    .execute();
}

/** Makes `next` the latest revision if `base` still is; false when another was appended meanwhile. */
export async function swapLatest(
  db: Db,
  append: { fileId: FileId; base: Sha256Hex; next: StoredBytes; cause: RevisionCause },
): Promise<boolean> {
  const { fileId, base, next, cause } = append;
  const signerId = cause.kind === "signature" ? cause.signerId : null;
  const { rows } = await swapped(db, { fileId, base, ...next, cause: cause.kind, signerId });
  return rows.length === 1;
}

type Swap = StoredBytes & {
  readonly fileId: FileId;
  readonly base: Sha256Hex;
  readonly cause: RevisionCause["kind"];
  readonly signerId: SignerId | null;
};

const swapped = builtOnce((db, { fileId, base, sha256, size, cause, signerId }: Swap) =>
  db
    .with("swapped", (cte) =>
      cte
        .updateTable("file")
        .set((e) => ({ latest_number: e("latest_number", "+", 1), latest_sha256: sha256, latest_size: size }))
        .where("file_id", "=", fileId)
        .where("latest_sha256", "=", base)
        .returning(["file_id", "latest_number", "latest_sha256", "latest_size"]),
    )
    .insertInto("file_revision")
    .columns(["file_id", "number", "sha256", "size", "base_sha256", "cause", "signer_id"])
    .expression((e) =>
      e
        .selectFrom("swapped")
        .select(["file_id", "latest_number", "latest_sha256", "latest_size"])
        .select([
          sql<string>`${base}::text`.as("base_sha256"),
          sql<string>`${cause}::text`.as("cause"),
          sql<string | null>`${signerId}::text`.as("signer_id"),
        ]),
    )
    .returning("number"),
);

/** What a file is made of. */
export const fileColumns = [
  "file_id",
  "workflow_id",
  "name",
  "pages",
  "is_signed",
  "attachment_of",
  "original_sha256",
  "original_size",
  "intake_sha256",
  "intake_size",
  "latest_number",
  "latest_sha256",
  "latest_size",
  "notices",
  "embedded",
  "embedded_total",
  "earlier_signatures",
  "has_unassigned_fields",
] as const;
const fileQuery = (db: Db) => db.selectFrom("file").select(fileColumns);
type FileRow = Awaited<ReturnType<ReturnType<typeof fileQuery>["executeTakeFirstOrThrow"]>>;
const filesOfWorkflow = builtOnce((db, { workflowId }: { workflowId: WorkflowId }) =>
  fileQuery(db).where("workflow_id", "=", workflowId).orderBy("position"),
);
const fileOf = builtOnce((db, { fileId }: { fileId: FileId }) => fileQuery(db).where("file_id", "=", fileId));

/** A row as a file. */
export function toFile(row: FileRow): StoredFile {
  return {
    fileId: row.file_id,
    workflowId: row.workflow_id,
    name: row.name,
    pages: row.pages,
    isSigned: row.is_signed,
    attachmentOf: row.attachment_of,
    original: { sha256: row.original_sha256, size: Number(row.original_size) },
    intake: { sha256: row.intake_sha256, size: Number(row.intake_size) },
    latest: { sha256: row.latest_sha256, size: Number(row.latest_size), number: row.latest_number },
    notices: row.notices,
    embedded: { first: row.embedded, total: row.embedded_total },
    earlierSignatures: row.earlier_signatures,
    hasUnassignedFields: row.has_unassigned_fields,
  };
}

/** The files of a workflow in the sender's order. */
export async function readFiles(db: Db, workflowId: WorkflowId): Promise<StoredFile[]> {
  return (await filesOfWorkflow(db, { workflowId })).rows.map(toFile);
}

/** A file by its id, or null. */
export async function readFile(db: Db, fileId: string): Promise<StoredFile | null> {
  const [row] = (await fileOf(db, { fileId: fileId as FileId })).rows;
  return row === undefined ? null : toFile(row);
}

/** The revisions of a file, the original first. */
export async function readRevisions(db: Db, fileId: FileId): Promise<Revision[]> {
  const rows = await db
    .selectFrom("file_revision")
    .selectAll()
    .where("file_id", "=", fileId)
    .orderBy("number")
    .execute();
  return rows.map((row) => ({
    number: row.number,
    sha256: row.sha256,
    size: Number(row.size),
    base: row.base_sha256,
    cause: toCause(row.cause, row.signer_id),
    at: row.at,
  }));
}

function toCause(kind: RevisionCause["kind"], signerId: SignerId | null): RevisionCause {
  if (kind !== "signature") return { kind };
  if (signerId === null) throw new Error("a signature revision without its signer");
  return { kind, signerId };
}
