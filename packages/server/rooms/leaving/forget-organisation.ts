/** The one verb that forgets an organisation: all of it goes, but what a verifier of its documents and the law need (docs/decisions/0026). */
import type { WorkflowId } from "@siegel/contract/ids.ts";
import type { Db } from "../../db/database.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { Clock } from "../../ports/clock.ts";
import type { KeyStore } from "../../ports/keys.ts";
import type { Enqueue } from "../../ports/queue.ts";
import { forgetAccounts, readTokenIds } from "../accounts/accounts.ts";
import { forgetPeople, readPeopleIds } from "../administrators/administrators.ts";
import { eraseServiceDetails, eraseTrailDetails, recordEvent } from "../audit-trail/audit-trail.ts";
import { forgetCertificates } from "../certificates/certificates.ts";
import { forgetCodes } from "../challenges/challenges.ts";
import { forgetFiles } from "../documents/documents.ts";
import { forgetReports } from "../evidence/evidence.ts";
import { forgetHandoversOf } from "../handover/handover.ts";
import { forgetChecks, forgetIdentifications } from "../identity-proofing/identity-proofing.ts";
import { forgetLogins } from "../login/login.ts";
import { forgetMails } from "../messages/messages.ts";
import { forgetOrders, revokeForgotten } from "../revocation/revocation.ts";
import { forgetUploads } from "../sending/sending.ts";
import { forgetActs } from "../signing/signing.ts";
import { forgetWorkflow, lockWorkflow, workflowIdsOf } from "../workflows/workflows.ts";
import { lockOrganisation, saveStep } from "./leaving-store.ts";
import { keepCases, keepChecks } from "./records-store.ts";
import { deleteWarnings } from "./usage-store.ts";

/** What forgetting takes. */
export type ForgettingDeps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly enqueue: Enqueue;
  readonly keys: Pick<KeyStore, "destroy">;
};

type Forget = (db: Db, workflowId: WorkflowId, at: Date) => Promise<void>;

/** What each room forgets of a workflow: later rooms first, as their rows name those of earlier ones. A new room adds its line here. */
const ofWorkflow: readonly Forget[] = [
  keepChecks,
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

/**
 * Forgets an organisation that is switched off and has nothing under way. Its certificates are revoked; of them, and of how their holders
 * were identified, records stay that name nobody. In steps: called again after a crash, it goes on. False: there is no such organisation.
 */
export async function forgetOrganisation(deps: ForgettingDeps, organisationId: string, at: Date): Promise<boolean> {
  const { db } = deps;
  await forgetWorkflows(db, organisationId, at);
  await keepCases(db, organisationId, at);
  await revokeForgotten(deps, organisationId);
  await forgetCertificates(deps, organisationId);
  return await forgetRest(db, organisationId, at);
}

const at_once = 100;

async function forgetWorkflows(db: Db, organisationId: string, at: Date): Promise<void> {
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

async function forgetRest(db: Db, organisationId: string, at: Date): Promise<boolean> {
  return await inTransaction(db, async (trx) => {
    const since = await lockOrganisation(trx, organisationId);
    if (since === null) return false;
    const actor = { kind: "system" } as const;
    const ids = [
      organisationId,
      ...(await readPeopleIds(trx, organisationId)),
      ...(await readTokenIds(trx, organisationId)),
    ];
    await eraseServiceDetails(trx, { ids, since, at, actor });
    for (const forget of ofOrganisation) await forget(trx, organisationId);
    await saveStep(trx, organisationId, { deleted_at: at });
    await recordEvent(trx, { at, type: "organisation.deleted", actor, details: { organisation: organisationId } });
    return true;
  });
}
