/**
 * A try at a key's password. It is counted before the signing module is asked, so that a process that dies meanwhile, or ten at once,
 * give nobody more tries than there are.
 */
import type { Db } from "../../db/database.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { Clock } from "../../ports/clock.ts";
import type { ModulePlace, OwnedKey } from "../../ports/signing-module.ts";
import { recordEvent } from "../audit-trail/audit-trail.ts";
import { countedTries, mayBeTried } from "./password-keys-rules.ts";
import { lockKey, saveLock, saveTries } from "./password-keys-store.ts";

/** What came of a try. A key that is not there counts as locked. */
export type Tried<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly why: "wrong" | "locked" };

/** Uses the key with a password, given at `at`; `use` answers null for a wrong one. Not inside of a transaction: what is counted is to stay. */
export async function countTry<T>(
  deps: { readonly db: Db; readonly clock: Clock },
  { place, keyId, at }: { readonly place: ModulePlace; readonly keyId: string; readonly at: Date },
  use: (key: OwnedKey) => Promise<T | null>,
): Promise<Tried<T>> {
  const { db } = deps;
  if (db.isTransaction) throw new Error("a try at a password is counted whatever becomes of the caller's transaction");
  const key = await beginTry(db, keyId, at);
  if (key === null) {
    await place.spend();
    return { ok: false, why: "locked" };
  }
  let value: T | null;
  try {
    value = await use(key);
  } catch (fault) {
    // No answer came, so nobody learnt anything about the password.
    await takeTryBack(db, keyId, at);
    throw fault;
  }
  if (value === null) {
    await endWrong(db, { keyId, at, now: deps.clock.now() });
    return { ok: false, why: "wrong" };
  }
  await inTransaction(db, async (trx) => {
    if ((await lockKey(trx, keyId)) !== null) await saveTries(trx, keyId, []);
  });
  return { ok: true, value };
}

/** Counts a try and answers the key; null where none is left. */
async function beginTry(db: Db, keyId: string, at: Date): Promise<OwnedKey | null> {
  return await inTransaction(db, async (trx) => {
    const key = await lockKey(trx, keyId);
    if (key === null || key.lockedAt !== null) return null;
    const counted = countedTries(key.triedAt, at);
    if (!mayBeTried(counted)) return null;
    await saveTries(trx, keyId, [...counted, at]);
    return key;
  });
}

/** Counts a try no more that nobody was answered; harmless where it is not there. */
export async function takeTryBack(db: Db, keyId: string, at: Date): Promise<void> {
  await inTransaction(db, async (trx) => {
    const key = await lockKey(trx, keyId);
    // One of them, where several began in the same millisecond.
    const index = key?.triedAt.findIndex((other) => other.getTime() === at.getTime()) ?? -1;
    if (key !== null && index >= 0) await saveTries(trx, keyId, key.triedAt.toSpliced(index, 1));
  });
}

type Wrong = { readonly keyId: string; readonly at: Date; readonly now: Date };

/** Locks the key once no try is left. */
async function endWrong(db: Db, { keyId, at, now }: Wrong): Promise<void> {
  await inTransaction(db, async (trx) => {
    const key = await lockKey(trx, keyId);
    if (key === null || key.lockedAt !== null) return;
    // Somebody took this process for dead, and took its try back.
    const isThere = key.triedAt.some((other) => other.getTime() === at.getTime());
    const triedAt = isThere ? key.triedAt : [...key.triedAt, at];
    if (!isThere) await saveTries(trx, keyId, triedAt);
    if (mayBeTried(countedTries(triedAt, now))) return;
    await saveLock(trx, keyId, now);
    await recordEvent(trx, {
      at: now,
      type: "password-key.locked",
      actor: { kind: "system" },
      details: { key: keyId },
    });
  });
}
