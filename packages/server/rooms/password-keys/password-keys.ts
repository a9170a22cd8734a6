/** The door of the room `password-keys`: keys that open with their owner's password only (docs/flows/qualified-signing.md). */
import type { PasswordOwner } from "@siegel/contract/certificate-password.ts";
import type { Activation } from "@siegel/kernel/mac/activation.ts";
import type { Db } from "../../db/database.ts";
import type { Clock } from "../../ports/clock.ts";
import type { KeyId } from "../../ports/keys.ts";
import type { Random } from "../../ports/random.ts";
import type { Generated, ModulePlace, PasswordBytes, SigningModule, SignOrder } from "../../ports/signing-module.ts";
import { countTry, type Tried, takeTryBack } from "./count-try.ts";
import {
  deleteKey,
  deleteLock,
  deleteNonces,
  insertKey,
  insertNonce,
  readLock,
  readPublicKey,
} from "./password-keys-store.ts";

/** What the room needs. */
export type PasswordKeysDeps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly signingModule: SigningModule;
};

/** Whose password. */
type KeyAndPassword = { readonly keyId: string; readonly password: PasswordBytes };

/** The key, or every rule that the password breaks. */
export type MadeKey =
  | { readonly ok: true; readonly keyId: KeyId; readonly subjectPublicKeyInfo: Uint8Array }
  | Extract<Generated, { readonly ok: false }>;

/** Makes a key pair (P-256) under a new password of its owner and stores it. @throws ModuleUnavailable */
export async function makeKey(
  deps: PasswordKeysDeps,
  { password, owner }: Pick<KeyAndPassword, "password"> & { readonly owner: PasswordOwner },
): Promise<MadeKey> {
  const keyId = deps.random.id() as KeyId;
  const place = await deps.signingModule.take();
  try {
    const made = await place.generate(keyId, password, owner);
    if (!made.ok) return made;
    const { wrapped, subjectPublicKeyInfo } = made;
    await insertKey(deps.db, { wrapped, subjectPublicKeyInfo, keyId, createdAt: deps.clock.now() });
    return { ok: true, keyId, subjectPublicKeyInfo };
  } finally {
    place.leave();
  }
}

/** The public key (DER SubjectPublicKeyInfo) of a key; null for an unknown id. */
export const publicKeyOf = (db: Db, keyId: string): Promise<Uint8Array | null> => readPublicKey(db, keyId);

/** Whether a password is the key's; a wrong one counts. Costs one argon2id, whatever the answer. @throws ModuleUnavailable */
export async function tryPassword(
  deps: Pick<PasswordKeysDeps, "db" | "clock">,
  place: ModulePlace,
  { keyId, password }: KeyAndPassword,
): Promise<"right" | "wrong" | "locked"> {
  const tried = await countTry(deps, { place, keyId, at: deps.clock.now() }, async (key) =>
    (await place.opens(key, password)) ? true : null,
  );
  return tried.ok ? "right" : tried.why;
}

/** Signs what the activation data allow; a wrong password counts. Costs one argon2id, whatever the answer. @throws ModuleUnavailable, ActivationRefused */
export async function signWithKey(
  deps: Pick<PasswordKeysDeps, "db" | "clock">,
  place: ModulePlace,
  { keyId, password, order }: KeyAndPassword & { readonly order: SignOrder },
): Promise<{ readonly ok: true; readonly values: readonly Uint8Array[] } | Exclude<Tried<never>, { ok: true }>> {
  const at = order.activation.passwordGivenAt;
  const tried = await countTry(deps, { place, keyId, at }, (key) => place.sign(key, password, order));
  return tried.ok ? { ok: true, values: tried.value } : tried;
}

/** Takes back the try of a signature whose process died over it: it counted when the password was given, and nobody was answered. */
export async function forgetTry(db: Db, { keyId, passwordGivenAt }: Pick<Activation, "keyId" | "passwordGivenAt">) {
  await takeTryBack(db, keyId, passwordGivenAt);
}

/** Uses activation data up, in the caller's transaction; false where they were used before. */
export async function useNonce(db: Db, { nonce, notAfter }: Pick<Activation, "nonce" | "notAfter">): Promise<boolean> {
  return await insertNonce(db, nonce, notAfter);
}

/** How long used activation data are remembered after their end: clocks of two machines may differ. */
const nonce_kept_ms = 3_600_000;

/** Forgets activation data that have ended long ago. */
export async function forgetNonces(db: Db, now: Date): Promise<void> {
  await deleteNonces(db, new Date(now.getTime() - nonce_kept_ms));
}

/** Whether nobody can use the key, until its owner has proven again who they are; also where there is none. */
export async function isLocked(db: Db, keyId: string): Promise<boolean> {
  return (await readLock(db, keyId)) !== null;
}

/** Unlocks a key after its owner has proven again who they are; harmless where it is not locked. */
export async function unlockKey(db: Db, keyId: string): Promise<void> {
  await deleteLock(db, keyId);
}

/** Destroys a key for good; harmless where there is none. */
export async function destroyKey(db: Db, keyId: string): Promise<void> {
  await deleteKey(db, keyId);
}
