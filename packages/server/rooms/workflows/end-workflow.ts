/** Ends of a workflow that nobody signs any more: what was promised but not signed goes back to the licence. */
import type { Db } from "../../db/database.ts";
import { inTransaction } from "../../db/transaction.ts";
import { releaseSignatures, signaturesOf } from "../accounts/accounts.ts";
import { recordEvent } from "../audit-trail/audit-trail.ts";
import type { Signer, Workflow } from "./workflows-rules.ts";
import { lockWithSigners, readOverdue, saveEnd, saveUnsigned } from "./workflows-store.ts";

/**
 * Gives back the promises of signers who have not signed. Who is being signed for is so no longer: their act finds the
 * workflow ended and fails. Call it under the workflow's row lock.
 */
export async function releaseRest(db: Db, workflow: Workflow, signers: readonly Signer[]): Promise<void> {
  const open = signers.filter((signer) => signer.status !== "SIGNED");
  await releaseSignatures(db, workflow.tokenId, signaturesOf(open.map((signer) => signer.type)));
  await saveUnsigned(
    db,
    open.map((signer) => signer.signerId),
  );
}

/**
 * Writes down the expiry of an organisation's overdue workflows. Readers honour the expiry without it;
 * this is for the licence, and so it is done before anything new is promised.
 */
export async function settleExpired(db: Db, organisationId: string, now: Date): Promise<void> {
  for (const workflowId of await readOverdue(db, organisationId, now)) {
    await inTransaction(db, async (trx) => {
      const locked = await lockWithSigners(trx, workflowId);
      // It ended when its time was over, not when somebody wrote it down.
      const at = locked?.workflow.expiresAt ?? now;
      if (!locked || !(await saveEnd(trx, workflowId, { status: "EXPIRED", at }))) return;
      await releaseRest(trx, locked.workflow, locked.signers);
      await recordEvent(trx, { at: now, type: "workflow.expired", actor: { kind: "system" }, workflowId, details: {} });
    });
  }
}
