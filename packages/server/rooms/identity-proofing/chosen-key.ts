/** The key and the phone that a signer chose after an identification; both belong to it until a certificate is issued. */
import { nonce_bytes, openText, sealText } from "@siegel/kernel/mac/sealed-text.ts";
import type { Db } from "../../db/database.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { KeyId } from "../../ports/keys.ts";
import { destroyKey } from "../password-keys/password-keys.ts";
import type { CheckDeps } from "./begin-check.ts";
import { readCheck, type StoredCheck } from "./checks-store.ts";
import type { IdentitySecret } from "./identity-data.ts";

const ownerOf = (checkId: string): string => `phone of check ${checkId}`;

/** Keeps them in place of an earlier choice, whose key is destroyed; false: its certificate is issued, or the identification is over. */
export async function saveChosen(
  deps: Pick<CheckDeps, "db" | "random" | "identitySecret">,
  checkId: string,
  { keyId, phone }: { readonly keyId: KeyId; readonly phone: string },
): Promise<boolean> {
  const nonce = deps.random.bytes(nonce_bytes);
  const sealed = sealText(deps.identitySecret, { owner: ownerOf(checkId), text: phone, nonce });
  return await inTransaction(deps.db, async (db) => {
    // Of choices at the same time each replaces the one before it, so that no key is left that belongs to nothing.
    const check = await readCheck(db, checkId, { isLocked: true });
    const isOpen = check?.state === "succeeded" || check?.state === "review";
    if (!isOpen || check.certificateId !== null || check.keptAt !== null) return false;
    await db
      .updateTable("identity_check")
      .set({ key_id: keyId, phone: sealed })
      .where("check_id", "=", checkId)
      .execute();
    if (check.keyId !== null) await destroyKey(db, check.keyId);
    return true;
  });
}

/** What was chosen; null: nothing yet. @throws when the number was sealed for another identification */
export function chosenOf(
  secret: IdentitySecret,
  { checkId, keyId, phone }: StoredCheck,
): { readonly keyId: KeyId; readonly phone: string } | null {
  if (keyId === null || phone === null) return null;
  return { keyId: keyId as KeyId, phone: openText(secret, { owner: ownerOf(checkId), sealed: phone }) };
}

/** The key of an identification, or null. */
export async function keyOfCheck(db: Db, checkId: string): Promise<string | null> {
  return (await readCheck(db, checkId))?.keyId ?? null;
}

/** Keeps the key that was chosen for an operator's decision, once; false: it is kept or over, or another key was chosen. */
export async function saveKept(
  db: Db,
  checkId: string,
  { keyId, at }: { readonly keyId: string; readonly at: Date },
): Promise<boolean> {
  const done = await db
    .updateTable("identity_check")
    .set({ kept_at: at })
    .where("check_id", "=", checkId)
    .where("state", "=", "review")
    .where("kept_at", "is", null)
    .where("key_id", "=", keyId)
    .executeTakeFirst();
  return done.numUpdatedRows > 0n;
}

/** Forgets what was chosen, whose key is destroyed. */
export async function forgetChosen(db: Db, checkId: string): Promise<void> {
  await db.updateTable("identity_check").set({ key_id: null, phone: null }).where("check_id", "=", checkId).execute();
}

/** Notes the certificate that was issued on the strength of it, once; false: another was, or another key was chosen. */
export async function saveCertified(
  db: Db,
  checkId: string,
  { certificateId, keyId }: { readonly certificateId: string; readonly keyId: KeyId },
): Promise<boolean> {
  const done = await db
    .updateTable("identity_check")
    .set({ certificate_id: certificateId })
    .where("check_id", "=", checkId)
    .where("key_id", "=", keyId)
    .where("certificate_id", "is", null)
    .executeTakeFirst();
  return done.numUpdatedRows > 0n;
}
