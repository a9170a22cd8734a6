/** SQL of the room `password-keys`. */
import type { Db } from "../../db/database.ts";
import type { KeyId } from "../../ports/keys.ts";
import type { WrappedKey } from "../../ports/signing-module.ts";

/** A key as stored. */
export type StoredKey = {
  readonly keyId: string;
  readonly wrapped: WrappedKey;
  /** Tries at its password that were wrong, or are not answered yet. */
  readonly triedAt: readonly Date[];
  readonly lockedAt: Date | null;
};

/** Stores a new key. */
export async function insertKey(
  db: Db,
  key: Pick<StoredKey, "wrapped"> & { keyId: KeyId; subjectPublicKeyInfo: Uint8Array; createdAt: Date },
): Promise<void> {
  const row = {
    key_id: key.keyId,
    wrapped: Buffer.from(key.wrapped) as Uint8Array as WrappedKey,
    subject_public_key_info: Buffer.from(key.subjectPublicKeyInfo),
    created_at: key.createdAt,
  };
  await db.insertInto("password_key").values(row).execute();
}

/** Its public key (DER SubjectPublicKeyInfo), or null. */
export async function readPublicKey(db: Db, keyId: string): Promise<Uint8Array | null> {
  const row = await db
    .selectFrom("password_key")
    .select("subject_public_key_info")
    .where("key_id", "=", keyId as KeyId)
    .executeTakeFirst();
  return row === undefined ? null : new Uint8Array(row.subject_public_key_info);
}

/** The key, locked until the transaction ends: tries at one go one after the other, however many come at once. Null: there is none. */
export async function lockKey(db: Db, keyId: string): Promise<StoredKey | null> {
  const row = await db
    .selectFrom("password_key")
    .select(["wrapped", "tried_at", "locked_at"])
    .where("key_id", "=", keyId as KeyId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (row === undefined) return null;
  const wrapped = new Uint8Array(row.wrapped) as WrappedKey;
  return { keyId, wrapped, triedAt: row.tried_at, lockedAt: row.locked_at };
}

/** Keeps the tries that count; the key is locked by the caller. */
export async function saveTries(db: Db, keyId: string, triedAt: readonly Date[]): Promise<void> {
  await updateKey(db, keyId, { tried_at: [...triedAt] });
}

/** Keeps since when nobody can use it. */
export async function saveLock(db: Db, keyId: string, lockedAt: Date): Promise<void> {
  await updateKey(db, keyId, { locked_at: lockedAt });
}

/** Takes lock and tries away. */
export async function deleteLock(db: Db, keyId: string): Promise<void> {
  await updateKey(db, keyId, { locked_at: null, tried_at: [] });
}

async function updateKey(db: Db, keyId: string, set: { locked_at?: Date | null; tried_at?: Date[] }): Promise<void> {
  await db
    .updateTable("password_key")
    .set(set)
    .where("key_id", "=", keyId as KeyId)
    .execute();
}

/** Since when a key is locked; null where it is not, undefined where there is none. */
export async function readLock(db: Db, keyId: string): Promise<Date | null | undefined> {
  const row = await db
    .selectFrom("password_key")
    .select("locked_at")
    .where("key_id", "=", keyId as KeyId)
    .executeTakeFirst();
  return row?.locked_at;
}

/** Deletes a key; harmless where there is none. */
export async function deleteKey(db: Db, keyId: string): Promise<void> {
  await db
    .deleteFrom("password_key")
    .where("key_id", "=", keyId as KeyId)
    .execute();
}

/** Keeps that activation data were used; false where they were before. */
export async function insertNonce(db: Db, nonce: string, notAfter: Date): Promise<boolean> {
  const inserted = await db
    .insertInto("activation_nonce")
    .values({ nonce, not_after: notAfter })
    .onConflict((conflict) => conflict.doNothing())
    .returning("nonce")
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Deletes those whose activation data ended before then. */
export async function deleteNonces(db: Db, endedBefore: Date): Promise<void> {
  await db.deleteFrom("activation_nonce").where("not_after", "<", endedBefore).execute();
}
