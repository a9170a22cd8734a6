/**
 * One run at a time works on a workflow, as long as its lease lives. Only wasted work depends on it:
 * what makes two signers at one instant safe is the compare-and-swap of the switch.
 */
import type { WorkflowId } from "@siegel/contract/ids.ts";
import { sql } from "kysely";
import { builtOnce } from "../../db/built-once.ts";
import type { Db } from "../../db/database.ts";
import { isGone } from "../../db/presence.ts";

/** A lease to take; `presence` is the number of the run's process (db/presence.ts). */
type Lease = {
  readonly workflowId: WorkflowId;
  readonly holder: string;
  readonly presence: number | null;
  readonly now: Date;
  readonly expiresAt: Date;
};

const holderIsGone = isGone(sql.ref("signing_lease.presence"));

/** Takes or renews the lease; false while another run holds it whose process may live. */
export async function takeLease(db: Db, lease: Lease): Promise<boolean> {
  return (await taken(db, lease)).rows.length === 1;
}

const taken = builtOnce((db, { workflowId, holder, presence, now, expiresAt }: Lease) =>
  db
    .insertInto("signing_lease")
    .values({ workflow_id: workflowId, holder, presence, expires_at: expiresAt })
    .onConflict((conflict) =>
      conflict
        .column("workflow_id")
        .doUpdateSet({ holder, presence, expires_at: expiresAt })
        .where((where) =>
          where.or([
            where("signing_lease.expires_at", "<=", now),
            where("signing_lease.holder", "=", holder),
            holderIsGone,
          ]),
        ),
    )
    .returning("holder"),
);

/** Whether a run that may live works on the workflow. */
export async function isLeased(db: Db, { workflowId, now }: Pick<Lease, "workflowId" | "now">): Promise<boolean> {
  const row = await db
    .selectFrom("signing_lease")
    .select("holder")
    .where("workflow_id", "=", workflowId)
    .where("expires_at", ">", now)
    .where(({ not }) => not(holderIsGone))
    .executeTakeFirst();
  return row !== undefined;
}

/** Gives the lease back; harmless when it passed to another run meanwhile. */
export async function releaseLease(db: Db, lease: { workflowId: WorkflowId; holder: string }): Promise<void> {
  await released(db, lease);
}

const released = builtOnce((db, lease: { workflowId: WorkflowId; holder: string }) =>
  db.deleteFrom("signing_lease").where("workflow_id", "=", lease.workflowId).where("holder", "=", lease.holder),
);

/** Clears away what a run could not give back: it ended its act, and then its process or its connection died. */
export async function forgetLeftLeases(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom("signing_lease")
    .where((where) => where.or([where("expires_at", "<=", now), holderIsGone]))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("signing_act")
            .select("act_id")
            .whereRef("signing_act.workflow_id", "=", "signing_lease.workflow_id")
            .where("status", "=", "AUTHORISED"),
        ),
      ),
    )
    .execute();
}

/** Acts that wait in workflows whose lease a dead process holds, oldest first. */
export async function readLeftActs(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("signing_act")
    .innerJoin("signing_lease", "signing_lease.workflow_id", "signing_act.workflow_id")
    .select("act_id")
    .where("status", "=", "AUTHORISED")
    .where(holderIsGone)
    .orderBy("authorised_at")
    .limit(limit)
    .execute();
  return rows.map((row) => row.act_id);
}
