/** Kills a run of the work at its first query, its second, and so on to its last, and looks at what the next run makes of it. */
import type { KyselyPlugin } from "kysely";
import { expect } from "vitest";
import { usageOf } from "../rooms/accounts/accounts.ts";
import { readTrail, verifyTrail } from "../rooms/audit-trail/audit-trail.ts";
import { continueSigning, signingStateOf } from "../rooms/signing/signing.ts";
import { type ApprovedAct, approveOne, signaturesOf } from "./approved-act.ts";
import type { SigningWorld } from "./signing-world.ts";

/** Whether the query still reaches the database. */
export type Moment = "before" | "after";

/** Ends every query from the n-th on, before it reaches the database or after it was done there: what a killed process looks like to it. */
function crashAt(n: number, moment: Moment): { plugin: KyselyPlugin; reached: () => boolean } {
  let count = 0;
  const dead = (): boolean => (moment === "before" ? count >= n : count > n);
  return {
    reached: () => count >= n,
    plugin: {
      transformQuery: ({ node }) => {
        count += 1;
        if (dead()) throw new Error("power cut");
        return node;
      },
      transformResult: async ({ result }) => {
        if (moment === "after" && count >= n) {
          count += 1;
          throw new Error("power cut");
        }
        return result;
      },
    },
  };
}

/** False where the run was over before its n-th query. */
async function crashRun(world: SigningWorld, actId: string, at: { n: number; moment: Moment }): Promise<boolean> {
  const { plugin, reached } = crashAt(at.n, at.moment);
  await continueSigning({ ...world.deps, db: world.deps.db.withPlugin(plugin) }, actId).catch(() => "dead");
  return reached();
}

/** Every crash loses nothing and does nothing twice; answers how many queries a run makes. */
export async function crashAtEveryQuery(world: SigningWorld, moment: Moment): Promise<number> {
  for (let n = 1; ; n++) {
    const act = await approveOne(world);
    const used = await usedSignatures(world);
    const crashed = await crashRun(world, act.actId, { n, moment });
    // The lease of the dead run has to run out.
    world.wait(61_000);
    expect(await continueSigning(world.deps, act.actId), `query ${n}`).toBe("ended");
    await expectSignedOnce(world, act, `query ${n}`);
    expect(await usedSignatures(world), `query ${n}`).toBe(used + 1);
    if (crashed) continue;
    expect((await verifyTrail(world.deps.db)).faults).toEqual([]);
    return n - 1;
  }
}

const usedSignatures = async ({ deps, tokenId }: SigningWorld): Promise<number> =>
  (await usageOf(deps.db, tokenId)).ses.used;

async function expectSignedOnce(world: SigningWorld, act: ApprovedAct, when: string): Promise<void> {
  expect(await signingStateOf(world.deps.db, act.signerId), when).toMatchObject({ status: "FINISHED" });
  const file = ["ETSI.CAdES.detached", "ETSI.RFC3161"];
  expect(await signaturesOf(world, act), when).toEqual([file, file]);
  const types = (await readTrail(world.deps.db, act.workflowId)).map((event) => event.type);
  const count = (type: string) => types.filter((one) => one === type).length;
  expect([count("signing.signed"), count("workflow.finished")], when).toEqual([2, 1]);
}
