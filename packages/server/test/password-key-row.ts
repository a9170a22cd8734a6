/** A key under a password as its row says, for who reads whether it can be used, and opens none. */
import type { Db } from "../db/database.ts";
import type { KeyId } from "../ports/keys.ts";

/** Stores it; nothing opens it. */
export async function storePasswordKey(db: Db, keyId: KeyId): Promise<void> {
  const bytes = Buffer.from("nothing");
  await db
    .insertInto("password_key")
    .values({ key_id: keyId, wrapped: bytes, subject_public_key_info: bytes, created_at: new Date() } as never)
    .execute();
}
