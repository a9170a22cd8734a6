/** SQL of the sender's side: lists, uploads, answers kept for repeated requests. */
import type { WorkflowStatus } from "@siegel/contract/calls/sending.ts";
import type { UploadId } from "@siegel/contract/ids.ts";
import type { Db } from "../../db/database.ts";
import type { Sha256Hex } from "../../ports/blobs.ts";
import type { Workflow } from "./workflows-rules.ts";
import { toWorkflow } from "./workflows-store.ts";

/** A page of an organisation's workflows, newest first; `before` is the number of the last one seen. */
export type PageQuery = {
  readonly organisationId: string;
  readonly status: WorkflowStatus | undefined;
  readonly before: bigint | null;
  readonly limit: number;
  readonly now: Date;
};

/** Reads a page; each workflow with its number. */
export async function readPage(db: Db, page: PageQuery): Promise<Array<{ number: bigint; workflow: Workflow }>> {
  let query = db.selectFrom("workflow").selectAll().where("organisation_id", "=", page.organisationId);
  if (page.before !== null) query = query.where("number", "<", page.before.toString());
  const { status, now } = page;
  if (status === "OPEN") {
    query = query
      .where("status", "=", "OPEN")
      .where((w) => w.or([w("expires_at", "is", null), w("expires_at", ">", now)]));
  } else if (status === "EXPIRED") {
    query = query.where((w) =>
      w.or([w("status", "=", "EXPIRED"), w.and([w("status", "=", "OPEN"), w("expires_at", "<=", now)])]),
    );
  } else if (status !== undefined) {
    query = query.where("status", "=", status);
  }
  const rows = await query.orderBy("number", "desc").limit(page.limit).execute();
  return rows.map((row) => ({ number: BigInt(row.number), workflow: toWorkflow(row) }));
}

/** A file sent ahead. */
export type Upload = { readonly uploadId: UploadId; readonly sha256: Sha256Hex; readonly size: number };

/** Writes an upload of a token. */
export async function insertUpload(db: Db, upload: Upload & { tokenId: string; at: Date }): Promise<void> {
  await db
    .insertInto("upload")
    .values({
      upload_id: upload.uploadId,
      token_id: upload.tokenId,
      sha256: upload.sha256,
      size: upload.size,
      created_at: upload.at,
    })
    .execute();
}

/** An upload made with this token, or null. */
export async function readUpload(db: Db, tokenId: string, uploadId: UploadId): Promise<Upload | null> {
  const query = db.selectFrom("upload").selectAll().where("upload_id", "=", uploadId).where("token_id", "=", tokenId);
  const row = await query.executeTakeFirst();
  return row ? { uploadId: row.upload_id, sha256: row.sha256, size: Number(row.size) } : null;
}

/** What was answered under a key, with the digest of the body it answered. */
export async function readKept(
  db: Db,
  tokenId: string,
  key: string,
): Promise<{ bodyHash: string; answer: unknown } | null> {
  const query = db.selectFrom("idempotency_key").selectAll().where("token_id", "=", tokenId).where("key", "=", key);
  const row = await query.executeTakeFirst();
  return row ? { bodyHash: row.body_hash, answer: row.answer } : null;
}

/** Keeps an answer; false when another request under this key was first (waits for one that is just committing). */
export async function insertKept(
  db: Db,
  kept: { tokenId: string; key: string; bodyHash: string; answer: unknown; at: Date },
): Promise<boolean> {
  const row = await db
    .insertInto("idempotency_key")
    .values({
      token_id: kept.tokenId,
      key: kept.key,
      body_hash: kept.bodyHash,
      answer: JSON.stringify(kept.answer),
      created_at: kept.at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("key")
    .executeTakeFirst();
  return row !== undefined;
}
