/** The second step of a trial's end: everything of the organisation goes, but what a verifier of its documents needs. */
import type { WorkflowId } from "@siegel/contract/ids.ts";
import type { Db } from "../../db/database.ts";
import { inTransaction } from "../../db/transaction.ts";
import { hasUnfinishedJob } from "../../db/unfinished-jobs.ts";
import type { KeyStore } from "../../ports/keys.ts";
import { forgetAccounts, readTokenIds } from "../accounts/accounts.ts";
import { forgetPeople, readPeopleIds } from "../administrators/administrators.ts";
import { eraseServiceDetails, eraseTrailDetails, recordEvent } from "../audit-trail/audit-trail.ts";
import { forgetOrganisation as forgetCertificates } from "../certificates/certificates.ts";
import { forgetCodes } from "../challenges/challenges.ts";
import { forgetFiles } from "../documents/documents.ts";
import { forgetReports } from "../evidence/evidence.ts";
import { forgetHandoversOf } from "../handover/handover.ts";
import { forgetChecks, forgetIdentifications } from "../identity-proofing/identity-proofing.ts";
import { forgetLogins } from "../login/login.ts";
import { forgetMails } from "../messages/messages.ts";
import { forgetOrders } from "../revocation/revocation.ts";
import { forgetUploads } from "../sending/sending.ts";
import { forgetActs } from "../signing/signing.ts";
import { forgetWorkflow, lockWorkflow, workflowIdsOf } from "../workflows/workflows.ts";
import { dueOf } from "./leaving-rules.ts";
import { isAtWork, lockTrial, readNamed, saveStep } from "./leaving-store.ts";
import { deleteWarnings } from "./usage-store.ts";

/** What deleting takes. */
export type DeletingDeps = { readonly db: Db; readonly keys: Pick<KeyStore, "destroy"> };

type Forget = (db: Db, workflowId: WorkflowId, at: Date) => Promise<void>;

/** What each room forgets of a workflow: later rooms first, as their rows name those of earlier ones. A new room adds its line here. */
const ofWorkflow: readonly Forget[] = [
  forgetReports,
  forgetActs,
  forgetMails,
  forgetCodes,
  forgetChecks,
  forgetHandoversOf,
  forgetFiles,
  forgetLogins,
  forgetWorkflow,
];

/** What each room forgets of the organisation itself, in the same order. A new room adds its line here. */
const ofOrganisation: readonly ((db: Db, organisationId: string) => Promise<void>)[] = [
  deleteWarnings,
  forgetOrders,
  forgetUploads,
  forgetIdentifications,
  forgetPeople,
  forgetAccounts,
];

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
export async function deleteTrial(deps: DeletingDeps, organisationId: string, now: Date): Promise<boolean> {
  const { db } = deps;
  const mayGo = await inTransaction(db, async (trx) => {
    const trial = await lockTrial(trx, organisationId);
    if (trial === null || dueOf(trial, now) !== "delete") return false;
    if (trial.deletingAt !== null) return true;
    if (!(await isQuiet(trx, organisationId))) return false;
    await saveStep(trx, organisationId, { deleting_at: now });
    return true;
  });
  if (!mayGo) return false;
  await deleteWorkflows(db, organisationId, now);
  await forgetCertificates(deps, organisationId);
  return await deleteRest(db, organisationId, now);
}

const at_once = 100;

async function deleteWorkflows(db: Db, organisationId: string, at: Date): Promise<void> {
  for (;;) {
    const ids = await workflowIdsOf(db, organisationId, { isOpen: false, limit: at_once });
    if (ids.length === 0) return;
    for (const workflowId of ids)
      await inTransaction(db, async (trx) => {
        if ((await lockWorkflow(trx, workflowId)) === null) return;
        // The chain itself stays: without it nobody could tell a deleted event from one that was taken out.
        await eraseTrailDetails(trx, { workflowId, at, actor: { kind: "system" } });
        for (const forget of ofWorkflow) await forget(trx, workflowId, at);
      });
  }
}

async function deleteRest(db: Db, organisationId: string, at: Date): Promise<boolean> {
  return await inTransaction(db, async (trx) => {
    const trial = await lockTrial(trx, organisationId);
    if (trial === null) return false;
    const actor = { kind: "system" } as const;
    const ids = [
      organisationId,
      ...(await readPeopleIds(trx, organisationId)),
      ...(await readTokenIds(trx, organisationId)),
    ];
    await eraseServiceDetails(trx, { ids, since: trial.createdAt, at, actor });
    for (const forget of ofOrganisation) await forget(trx, organisationId);
    await saveStep(trx, organisationId, { deleted_at: at });
    await recordEvent(trx, { at, type: "organisation.deleted", actor, details: { organisation: organisationId } });
    return true;
  });
}
