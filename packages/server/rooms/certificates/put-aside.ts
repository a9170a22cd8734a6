/** A certificate that lives for a day only cannot be revoked: nobody signs with it any more, since its key is gone. */
import type { Db } from "../../db/database.ts";
import type { Clock } from "../../ports/clock.ts";
import { closeCodesOfCertificate } from "../challenges/challenges.ts";
import { destroyKey } from "../password-keys/password-keys.ts";
import { readCertificate, retireCertificate } from "./certificates-store.ts";

/** Puts it aside in the caller's transaction. Harmless when it was done before. */
export async function putAside(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  certificateId: string,
): Promise<void> {
  const { keyId } = await readCertificate(db, certificateId);
  await retireCertificate(db, certificateId, clock.now());
  await closeCodesOfCertificate(db, certificateId);
  await destroyKey(db, keyId);
}
