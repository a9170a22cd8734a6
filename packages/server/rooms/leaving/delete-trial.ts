/** The second step of a trial's end: the organisation is forgotten. */

import type { Db } from "../../db/database.ts";
import { inTransaction } from "../../db/transaction.ts";
import { hasUnfinishedJob } from "../../db/unfinished-jobs.ts";
import { type ForgettingDeps, forgetOrganisation } from "./forget-organisation.ts";
import { dueOf } from "./leaving-rules.ts";
import { isAtWork, lockTrial, readNamed, saveStep } from "./leaving-store.ts";

/** Whether nothing of the organisation is under way any more: open workflows, signatures, mails that are to be handed over. */
export async function isQuiet(db: Db, organisationId: string): Promise<boolean> {
  if (await isAtWork(db, organisationId)) return false;
  const { workflows, people } = await readNamed(db, organisationId);
  const aboutWorkflows = { key: "workflowId", ids: workflows };
  const toPeople = { key: "administratorId", ids: people };
  return !(
    (await hasUnfinishedJob(db, "send-message", aboutWorkflows)) ||
    (await hasUnfinishedJob(db, "send-account-mail", toPeople))
  );
}

/**
 * Deletes a closed trial, in steps that a later run goes on with after a crash. False: it is not due, not quiet yet, or was paid for in
 * the meantime. From the moment that `deleting_at` is written, under the lock of the licence, nothing stops it.
 */
export async function deleteTrial(deps: ForgettingDeps, organisationId: string, now: Date): Promise<boolean> {
  const mayGo = await inTransaction(deps.db, async (trx) => {
    const trial = await lockTrial(trx, organisationId);
    if (trial === null || dueOf(trial, now) !== "delete") return false;
    if (trial.deletingAt !== null) return true;
    if (!(await isQuiet(trx, organisationId))) return false;
    await saveStep(trx, organisationId, { deleting_at: now });
    return true;
  });
  return mayGo && (await forgetOrganisation(deps, organisationId, now));
}
