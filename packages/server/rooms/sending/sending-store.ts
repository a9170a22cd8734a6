/** SQL of sending: uploads, answers kept for repeated requests. */
import type { UploadId } from "@siegel/contract/ids.ts";
import type { Db } from "../../db/database.ts";
import type { Sha256Hex } from "../../ports/blobs.ts";

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

/** Locks an upload of a token until the transaction ends, so that it is not forgotten meanwhile; false when it is gone. */
export async function lockUpload(db: Db, tokenId: string, uploadId: UploadId): Promise<boolean> {
  const query = db.selectFrom("upload").select("upload_id").where("upload_id", "=", uploadId);
  return (await query.where("token_id", "=", tokenId).forKeyShare().executeTakeFirst()) !== undefined;
}

/** Forgets the oldest uploads made before a time of which no workflow was made; waits for one that is just being made. Answers how many. */
export async function deleteUnusedUploads(db: Db, before: Date, limit: number): Promise<number> {
  const unused = db
    .selectFrom("upload")
    .select("upload_id")
    .where("created_at", "<", before)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("file").select("file_id").whereRef("file.original_sha256", "=", "upload.sha256"))),
    )
    .orderBy("created_at")
    .limit(limit);
  const done = await db.deleteFrom("upload").where("upload_id", "in", unused).executeTakeFirst();
  return Number(done.numDeletedRows);
}

/** Forgets answers that were kept before a time; answers how many. */
export async function deleteKeptBefore(db: Db, before: Date): Promise<number> {
  const done = await db.deleteFrom("idempotency_key").where("created_at", "<", before).executeTakeFirst();
  return Number(done.numDeletedRows);
}

/** Forgets what an organisation's tokens uploaded and were answered; the blobs go once nothing names them. */
export async function forgetOrganisation(db: Db, organisationId: string): Promise<void> {
  const tokens = db.selectFrom("api_token").select("token_id").where("organisation_id", "=", organisationId);
  await db.deleteFrom("upload").where("token_id", "in", tokens).execute();
  await db.deleteFrom("idempotency_key").where("token_id", "in", tokens).execute();
}
