/** The key of a revoked certificate is destroyed: nobody signs with it any more, with a copy of the database either. */
import type { Db } from "../../db/database.ts";
import type { KeyStore } from "../../ports/keys.ts";
import { keyOf } from "../certificates/certificates.ts";
import { destroyKey } from "../password-keys/password-keys.ts";

/** The job after a revocation; harmless when it is done again. @throws when the key store is away */
export async function destroyRevokedKey(
  { db, keys }: { readonly db: Db; readonly keys: Pick<KeyStore, "destroy"> },
  certificateId: string,
): Promise<void> {
  const keyId = await keyOf(db, certificateId);
  if (keyId === null) return;
  await keys.destroy(keyId);
  // One that its owner's password opens is in no key store.
  await destroyKey(db, keyId);
}
