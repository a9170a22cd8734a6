/** Identifications that come to nothing: those that nobody handed in or signed with, and those of a workflow that is over or forgotten. */
import { identified_s } from "@siegel/contract/identification.ts";
import type { WorkflowId } from "@siegel/contract/ids.ts";
import { digestOfSecret } from "@siegel/kernel/mac/server-secret.ts";
import type { Db } from "../../db/database.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { Clock } from "../../ports/clock.ts";
import { forgetCodesOfIdentified } from "../challenges/challenges.ts";
import { destroyKey } from "../password-keys/password-keys.ts";
import { checkMayRelease, loadSigner, type SignerContext } from "../workflows/workflows.ts";
import type { CheckDeps } from "./begin-check.ts";
import { type CheckActor, recordCheck } from "./check-events.ts";
import { longSecretOf } from "./check-secrets.ts";
import { deleteChecks, readCheck, type SignersCheck, type StoredCheck, saveState } from "./checks-store.ts";
import { forgetChosen } from "./chosen-key.ts";
import {
  forgetProven,
  moveFromBrowser,
  readChecksOfBrowser,
  readKeptOf,
  readUnkept,
  readUnused,
} from "./over-checks-store.ts";
import { deleteReview, readOldestOpen } from "./review-store.ts";

const unkeptSince = (now: Date): Date => new Date(now.getTime() - identified_s * 1_000);

/** Whether key and phone may still be chosen: once, within half an hour. */
export const mayHandIn = (check: StoredCheck, now: Date): boolean =>
  check.state === "review" && check.keptAt === null && check.answeredAt !== null && check.answeredAt > unkeptSince(now);

const swept_max = 100;

/** Ends those that nobody handed in within half an hour, and destroys their keys. */
export async function endUnkept({ db, clock }: { readonly db: Db; readonly clock: Clock }): Promise<void> {
  const now = clock.now();
  for (const { checkId } of await readUnkept(db, { before: unkeptSince(now), limit: swept_max }))
    await inTransaction(db, async (trx) => {
      const check = await readCheck(trx, checkId, { isLocked: true });
      if (check?.keptAt === null) await endReview(trx, check, { at: now, by: null });
    });
}

/** Ends one that waits for a person, or was to: its key is destroyed, and nothing is left to decide. */
export async function endReview(
  db: Db,
  check: StoredCheck,
  { at, by, failure = null }: { readonly at: Date; readonly by: CheckActor; readonly failure?: "REPLACED" | null },
): Promise<void> {
  if (check.state !== "review") return;
  await saveState(db, check, { state: "cancelled", endedAt: at, failure });
  await dropKey(db, check);
  await deleteReview(db, check.checkId);
  await recordCheck(db, check, { type: "identification.cancelled", at, by, failure });
}

/** Ends those that wait for a person while there is nothing left to sign: the workflow is over, or the signer signed in another way. */
export async function endReviewsOfNothing({ db, clock }: { readonly db: Db; readonly clock: Clock }): Promise<void> {
  const now = clock.now();
  for (const checkId of await readOldestOpen(db, swept_max)) {
    const check = await readCheck(db, checkId);
    // An owner's: a person decides it in any case.
    const context =
      check === null || check.purpose !== "sign" ? null : await loadSigner(db, check.workflowId, check.signerId);
    if (context === null || mayStillSign(context, now)) continue;
    await inTransaction(db, async (trx) => {
      const locked = await readCheck(trx, checkId, { isLocked: true });
      if (locked !== null) await endReview(trx, locked, { at: now, by: null });
    });
  }
}

/** Whether the signer of an identification has still something to sign; one whose turn has not come has. */
export function mayStillSign(context: SignerContext, now: Date): boolean {
  const allowed = checkMayRelease(context, "password-and-code", now);
  return allowed.ok || allowed.code === "NOT_YOUR_TURN";
}

/** Another one of the same signer is handed in: the earlier ones have nothing to decide about any more. */
export async function endEarlierReviews(
  db: Db,
  newer: SignersCheck,
  { at, by }: { readonly at: Date; readonly by: CheckActor },
): Promise<void> {
  for (const earlier of await readKeptOf(db, newer.signerId))
    if (earlier.checkId !== newer.checkId) await endReview(db, earlier, { at, by, failure: "REPLACED" });
}

/** A signature that was begun in time may still be on its way. */
const unused_since_ms = identified_s * 1_000 + 600_000;

/** Forgets who somebody is, and destroys the key that they chose, where they signed nothing with it in time. */
export async function forgetUnused({ db, clock }: { readonly db: Db; readonly clock: Clock }): Promise<void> {
  const now = clock.now();
  const before = new Date(now.getTime() - unused_since_ms);
  for (const { checkId } of await readUnused(db, { before, now, limit: swept_max }))
    await inTransaction(db, async (trx) => {
      const check = await readCheck(trx, checkId, { isLocked: true });
      if (check === null || check.state !== "succeeded" || check.certificateId !== null) return;
      await dropKey(trx, check);
      await forgetProven(trx, checkId);
    });
}

/** The person logs out: what was begun in their browser ends, and what they proved there counts there no more. */
export async function forgetBrowser(
  { db, clock, random }: Pick<CheckDeps, "db" | "clock" | "random">,
  { browser, by }: { readonly browser: string; readonly by: NonNullable<CheckActor> },
): Promise<void> {
  const hash = digestOfSecret(browser);
  const at = clock.now();
  await inTransaction(db, async (trx) => {
    for (const check of await readChecksOfBrowser(trx, hash)) {
      if (check.state === "pending") {
        await saveState(trx, check, { state: "cancelled", endedAt: at });
        await recordCheck(trx, check, { type: "identification.cancelled", at, by });
      }
      await moveFromBrowser(trx, check.checkId, longSecretOf(random).hash);
    }
  });
}

/** Destroys the key that was chosen, and forgets the phone. */
export async function dropKey(db: Db, { checkId, keyId }: StoredCheck): Promise<void> {
  if (keyId === null) return;
  await destroyKey(db, keyId);
  await forgetChosen(db, checkId);
}

/** Forgets the identifications for a workflow, with the codes to their phones; keys that wait for a certificate are destroyed. */
export async function forgetChecks(db: Db, workflowId: WorkflowId): Promise<void> {
  const deleted = await deleteChecks(db, workflowId);
  await forgetCodesOfIdentified(
    db,
    deleted.map(({ checkId }) => checkId),
  );
  for (const { unusedKeyId } of deleted) if (unusedKeyId !== null) await destroyKey(db, unusedKeyId);
}
