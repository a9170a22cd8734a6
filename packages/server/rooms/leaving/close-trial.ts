/** The first step of a trial's end: nobody logs in or sends any more, open workflows are cancelled, finished files can still be fetched. */
import { trial_over } from "@siegel/contract/message-kinds.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Enqueue } from "../../ports/queue.ts";
import { setActive } from "../accounts/accounts.ts";
import { recordEvent } from "../audit-trail/audit-trail.ts";
import { cancelWorkflow, type ExpireDeps, settleExpiry, workflowIdsOf } from "../workflows/workflows.ts";
import { dueOf } from "./leaving-rules.ts";
import { lockTrial, saveStep } from "./leaving-store.ts";

/** What closing takes. */
export type ClosingDeps = ExpireDeps & { readonly clock: Clock; readonly enqueue: Enqueue };

/** Closes a trial that is over; false where it was closed before, or is no trial any more. */
export async function closeTrial(deps: ClosingDeps, organisationId: string, now: Date): Promise<boolean> {
  return await inTransaction(deps.db, async (db) => {
    const trial = await lockTrial(db, organisationId);
    if (trial === null || dueOf(trial, now) !== "close") return false;
    await setActive(db, organisationId, false);
    await saveStep(db, organisationId, { closed_at: now });
    const details = { organisation: organisationId };
    await recordEvent(db, { at: now, type: "organisation.trial-closed", actor: { kind: "system" }, details });
    return true;
  });
}

const at_once = 1_000;

/** Cancels what is open of a closed trial, each workflow in a transaction of its own; what a killed run left, the next one does. */
export async function endWorkflows(deps: ClosingDeps, organisationId: string): Promise<void> {
  for (;;) {
    const open = await workflowIdsOf(deps.db, organisationId, { isOpen: true, limit: at_once });
    let left = 0;
    for (const workflowId of open) {
      const why = { actor: { kind: "system" }, occasion: trial_over } as const;
      const done = await cancelWorkflow(deps, { workflowId, organisationId, ...why });
      // Its time was over before: that is written down in place of this.
      if (!done.ok) {
        await settleExpiry(deps, workflowId);
        left += 1;
      }
    }
    if (open.length < at_once || left > 0) return;
  }
}
