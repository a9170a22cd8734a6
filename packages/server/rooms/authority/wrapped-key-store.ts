/** The rows behind the software key store (adapters/trust/software-keys.ts). */
import { builtOnce } from "../../db/built-once.ts";
import type { Db } from "../../db/database.ts";
import type { KeyId, KeyKind } from "../../ports/keys.ts";

type WrappedKeyRow = { keyId: KeyId; kind: KeyKind; nonce: Uint8Array; wrapped: Uint8Array };

const wrappedKey = builtOnce((db, { keyId }: { keyId: KeyId }) =>
  db.selectFrom("key").select(["kind", "nonce", "wrapped"]).where("key_id", "=", keyId),
);

/** Saves, reads and destroys wrapped keys; a destroyed row is gone for good. */
export function wrappedKeyStore(db: Db): {
  save: (key: WrappedKeyRow & { subjectPublicKeyInfo: Uint8Array }) => Promise<void>;
  read: (keyId: KeyId) => Promise<WrappedKeyRow | null>;
  destroy: (keyId: KeyId) => Promise<void>;
} {
  return {
    save: async (key) => {
      await db
        .insertInto("key")
        .values({
          key_id: key.keyId,
          kind: key.kind,
          nonce: Buffer.from(key.nonce),
          wrapped: Buffer.from(key.wrapped),
          subject_public_key_info: Buffer.from(key.subjectPublicKeyInfo),
        })
        .execute();
    },
    read: async (keyId) => {
      const [row] = (await wrappedKey(db, { keyId })).rows;
      return row === undefined ? null : { keyId, ...row };
    },
    destroy: async (keyId) => {
      await db.deleteFrom("key").where("key_id", "=", keyId).execute();
    },
  };
}

/** A key by which others that are wrapped are known to open: itself, where it is here, else itself and one of those. */
export async function keysToTry(db: Db, keyId: KeyId): Promise<readonly KeyId[]> {
  const one = await db
    .selectFrom("key")
    .select("key_id")
    .orderBy((e) => e("key_id", "=", keyId), "desc")
    .orderBy("key_id")
    .limit(1)
    .executeTakeFirst();
  return one === undefined || one.key_id === keyId ? [keyId] : [keyId, one.key_id];
}
