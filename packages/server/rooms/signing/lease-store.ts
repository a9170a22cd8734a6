/**
 * One run at a time works on a workflow, as long as its lease lives. Only wasted work depends on it:
 * what makes two signers at one instant safe is the compare-and-swap of the switch.
 */
import type { WorkflowId } from "@siegel/contract/ids.ts";
import type { Db } from "../../db/database.ts";

/** Takes or renews the lease; false while another run holds it. */
export async function takeLease(
  db: Db,
  lease: { workflowId: WorkflowId; holder: string; now: Date; expiresAt: Date },
): Promise<boolean> {
  const row = await db
    .insertInto("signing_lease")
    .values({ workflow_id: lease.workflowId, holder: lease.holder, expires_at: lease.expiresAt })
    .onConflict((conflict) =>
      conflict
        .column("workflow_id")
        .doUpdateSet({ holder: lease.holder, expires_at: lease.expiresAt })
        .where((where) =>
          where.or([
            where("signing_lease.expires_at", "<=", lease.now),
            where("signing_lease.holder", "=", lease.holder),
          ]),
        ),
    )
    .returning("holder")
    .executeTakeFirst();
  return row !== undefined;
}

/** Gives the lease back; harmless when it passed to another run meanwhile. */
export async function releaseLease(db: Db, lease: { workflowId: WorkflowId; holder: string }): Promise<void> {
  await db
    .deleteFrom("signing_lease")
    .where("workflow_id", "=", lease.workflowId)
    .where("holder", "=", lease.holder)
    .execute();
}
