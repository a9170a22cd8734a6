/** A workflow whose time is over while somebody is signed for, or has a code: all of it ends at once, or nothing does. */
import type { WorkflowId } from "@siegel/contract/ids.ts";
import { describe, expect, it } from "vitest";
import type { Db } from "../../db/database.ts";
import { TimeNotTrusted } from "../../ports/clock.ts";
import { type ApprovedAct, approve, approveOne, signaturesOf } from "../../test/approved-act.ts";
import { crashAt } from "../../test/crash-at-every-query.ts";
import { nth, type Sent, type SigningWorld } from "../../test/signing-world.ts";
import { useSigningWorld } from "../../test/use-signing-world.ts";
import { usageOf } from "../accounts/accounts.ts";
import { readTrail, verifyTrail } from "../audit-trail/audit-trail.ts";
import { expireOverdue, loadWorkflow } from "../workflows/workflows.ts";
import { continueSigning, endOpenWork, readActState } from "./signing.ts";

const world = useSigningWorld();

const expire = (db: Db = world.deps.db) => expireOverdue({ ...world.deps, db, endOpenWork });

/** Its time is over in a second, and that second passes. */
async function runOut({ workflowId }: Sent): Promise<Date> {
  const expiresAt = new Date(world.deps.clock.now().getTime() + 1_000);
  const { db } = world.deps;
  await db.updateTable("workflow").set({ expires_at: expiresAt }).where("workflow_id", "=", workflowId).execute();
  world.wait(1_000);
  return expiresAt;
}

const endsIn = async ({ workflowId }: Sent) =>
  (await readTrail(world.deps.db, workflowId))
    .map(({ type }) => type)
    .filter((type) => ["signing.failed", "workflow.expired"].includes(type));
const jobsOf = async ({ workflowId }: Sent, kind: string) =>
  ((await world.jobs("send-message")) as { messageKind: string; workflowId: WorkflowId }[]).filter(
    (job) => job.workflowId === workflowId && job.messageKind === kind,
  );
const signersOf = async ({ workflowId }: Sent) =>
  (await loadWorkflow(world.deps.db, workflowId))?.signers.map(({ status }) => status);
const stateOf = (act: ApprovedAct) => readActState(world.deps.db, act.signerId);
const promised = async () => {
  const { ses, aes } = await usageOf(world.deps.db, world.tokenId);
  return [ses.promised, aes.promised];
};

/** One signer has approved and is worked for, one has a code, one waits; all of it runs out. */
async function inTheMiddle() {
  const types = ["a_signature", "a_signature", "s_signature"] as const;
  const sent = await world.send(types.map((type) => ({ type, firstName: "Ada" })));
  await world.confirm(sent, 0);
  await world.confirm(sent, 1);
  const signerId = nth(sent.signerIds, 0);
  const act = { ...sent, signerId, actId: await approve(world, sent, { type: "a_signature" }) };
  await world.code(sent, 1);
  return { ...act, expiresAt: await runOut(sent) };
}

async function expectExpiredOnce(act: ApprovedAct & { expiresAt: Date }, when: string): Promise<void> {
  const { db } = world.deps;
  const found = await loadWorkflow(db, act.workflowId);
  expect(found?.workflow, when).toMatchObject({ status: "EXPIRED", endedAt: act.expiresAt });
  expect(await signersOf(act), when).toEqual(["INVITED", "INVITED", "INVITED"]);
  expect(await stateOf(act), when).toMatchObject({ status: "FAILED", code: "WORKFLOW_EXPIRED" });
  expect(await endsIn(act), when).toEqual(["signing.failed", "workflow.expired"]);
  expect(await jobsOf(act, "expired"), when).toEqual([
    { messageKind: "expired", workflowId: act.workflowId, signerId: null },
  ]);
  expect(await jobsOf(act, "signing_failed"), when).toEqual([]);
  const codes = await db.selectFrom("challenge").select("ended").where("workflow_id", "=", act.workflowId).execute();
  expect(codes.map(({ ended }) => ended).toSorted(), when).toEqual(["closed", "used"]);
}

describe("a workflow that runs out while its signers are at it", () => {
  it("ends with every code and every approval, tells of it once, and gives the promises back", async () => {
    const before = await promised();
    const act = await inTheMiddle();
    expect(await promised()).toEqual(before.map((n, i) => (n ?? 0) + (i === 0 ? 1 : 2)));
    expect(await expire()).toBe(1);
    await expectExpiredOnce(act, "expired");
    expect(await promised()).toEqual(before);
    expect(await continueSigning(world.deps, act.actId)).toBe("ended");
    expect(await expire()).toBe(0);
    await expectExpiredOnce(act, "again");
    expect(await signaturesOf(world, act)).toEqual([[]]);
  });

  it("is expired by one of two processes that come at once", async () => {
    const act = await inTheMiddle();
    const done = await Promise.all([expire(), expire()]);
    expect(done.toSorted()).toEqual([0, 1]);
    await expectExpiredOnce(act, "by two");
  });

  it.each(["before", "after"] as const)(
    "is expired once after a crash %s any query",
    async (moment) => {
      const before = await promised();
      for (let n = 1; ; n++) {
        const act = await inTheMiddle();
        const { plugin, asked } = crashAt(n, moment);
        await expire(world.deps.db.withPlugin(plugin)).catch(() => "dead");
        expect(await endsIn(act), `query ${n}`).toHaveLength(asked.length < n ? 2 : 0);
        await expire();
        await expectExpiredOnce(act, `query ${n}`);
        expect(await promised(), `query ${n}`).toEqual(before);
        if (asked.length === n) continue;
        // The look, the lock, the end, codes, acts, events, job, promises.
        expect(n).toBeGreaterThan(10);
        break;
      }
      expect((await verifyTrail(world.deps.db)).faults).toEqual([]);
    },
    120_000,
  );

  it("is left as it is while the clock is in doubt", async () => {
    const act = await inTheMiddle();
    const trustedTime = {
      attest: () => {
        throw new TimeNotTrusted("jumped");
      },
    };
    await expect(expireOverdue({ ...world.deps, trustedTime, endOpenWork })).rejects.toThrow(TimeNotTrusted);
    expect(await endsIn(act)).toEqual([]);
    await expire();
  });

  it("ends an approval that was left to the operator", async () => {
    const act = await approveOne(world);
    const { db } = world.deps;
    await db.updateTable("signing_act").set({ status: "STALLED" }).where("act_id", "=", act.actId).execute();
    await runOut(act);
    expect(await expire()).toBe(1);
    expect(await stateOf(act)).toMatchObject({ status: "FAILED", code: "WORKFLOW_EXPIRED" });
  });

  it("has nothing stored by a run that was in the middle of a step", async () => {
    const act = await approveOne(world);
    const stamping: SigningWorld["deps"]["timestamp"] = {
      ...world.deps.timestamp,
      stamp: async (...asked) => {
        if ((await endsIn(act)).length === 0) {
          await runOut(act);
          expect(await expire()).toBe(1);
        }
        return await world.deps.timestamp.stamp(...asked);
      },
    };
    expect(await continueSigning({ ...world.deps, timestamp: stamping }, act.actId)).toBe("busy");
    const rows = await world.deps.db
      .selectFrom("signing_document")
      .select(["stamped", "result_sha256"])
      .where("act_id", "=", act.actId)
      .execute();
    for (const row of rows) expect(row).toEqual({ stamped: null, result_sha256: null });
    expect(await stateOf(act)).toMatchObject({ status: "FAILED", code: "WORKFLOW_EXPIRED" });
    expect(await endsIn(act)).toEqual(["signing.failed", "workflow.expired"]);
    expect(await signaturesOf(world, act)).toEqual([[], []]);
  });
});
