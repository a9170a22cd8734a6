/** Leases that nobody gave back: those of ended acts go, those of open ones are what a takeover goes by. */
import { randomUUID } from "node:crypto";
import type { WorkflowId } from "@siegel/contract/ids.ts";
import { describe, expect, it } from "vitest";
import { approveOne } from "../../test/approved-act.ts";
import { useSigningWorld } from "../../test/use-signing-world.ts";
import { takeOverSigning } from "./signing.ts";

const world = useSigningWorld();

/** No process lives under this number. */
const nobody = 77;

async function leave(lease: { workflowId?: WorkflowId; presence: number | null; seconds: number }): Promise<string> {
  const { db, clock } = world.deps;
  const workflow_id = lease.workflowId ?? (randomUUID() as string as WorkflowId);
  const expires_at = new Date(clock.now().getTime() + lease.seconds * 1_000);
  await db
    .insertInto("signing_lease")
    .values({ workflow_id, holder: "run", presence: lease.presence, expires_at })
    .execute();
  return workflow_id;
}

const left = async () =>
  (await world.deps.db.selectFrom("signing_lease").select("workflow_id").execute()).map((row) => row.workflow_id);

describe("a lease that was not given back", () => {
  it("is cleared away once its process is gone or its time is over, and nobody's act waits for it", async () => {
    await leave({ presence: nobody, seconds: 20 });
    await leave({ presence: null, seconds: 0 });
    const living = await leave({ presence: null, seconds: 20 });
    const { workflowId } = await approveOne(world);
    const waiting = await leave({ workflowId, presence: null, seconds: 0 });
    expect(await takeOverSigning(world.deps)).toBe(0);
    expect((await left()).toSorted()).toEqual([living, waiting].toSorted());
  }, 60_000);

  it("is what a dead process's act is found by, and goes with its end", async () => {
    const { workflowId } = await approveOne(world);
    await leave({ workflowId, presence: nobody, seconds: 20 });
    expect(await takeOverSigning(world.deps)).toBe(1);
    expect(await left()).not.toContain(workflowId);
  }, 60_000);
});
