/** Identifications that come to nothing: doubtful ones that nobody handed in, and those of a workflow that is forgotten. */
import { identified_s } from "@siegel/contract/identification.ts";
import type { WorkflowId } from "@siegel/contract/ids.ts";
import type { Db } from "../../db/database.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { Clock } from "../../ports/clock.ts";
import { forgetCodesOfIdentified } from "../challenges/challenges.ts";
import { destroyKey } from "../password-keys/password-keys.ts";
import { recordCheck } from "./check-events.ts";
import { deleteChecks, readCheck, readUnkept, type StoredCheck, saveState } from "./checks-store.ts";
import { forgetChosen } from "./chosen-key.ts";

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
      if (check === null || check.state !== "review" || check.keptAt !== null) return;
      await saveState(trx, check, { state: "cancelled", endedAt: now });
      await dropKey(trx, check);
      await recordCheck(trx, check, { type: "identification.cancelled", at: now, by: null });
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
