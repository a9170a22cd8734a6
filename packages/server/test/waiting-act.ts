/** What a fault leaves behind: an act that waits, nothing of it in the store, and one signature once the fault is gone. */
import { expect } from "vitest";
import { readTrail } from "../rooms/audit-trail/audit-trail.ts";
import { continueSigning, readActState, type SigningDeps, signedActsOf } from "../rooms/signing/signing.ts";
import { readDocuments } from "../rooms/signing/step-store.ts";
import { loadSigner } from "../rooms/workflows/workflows.ts";
import { type ApprovedAct, actRow, signaturesOf } from "./approved-act.ts";
import { nth, type Sent, type SigningWorld } from "./signing-world.ts";
import { withDrafts } from "./with-drafts.ts";

/** One run of the work. `written`: files kept during it; `steps`: those of the first document that are done. */
export type Run = {
  readonly progress: Awaited<ReturnType<typeof continueSigning>>;
  readonly written: number;
  readonly reason: string | null;
  readonly steps: readonly string[];
};

/** Runs the work on the act once, with what is `faulty` in the place of what is sound. */
export async function runWith(world: SigningWorld, act: ApprovedAct, faulty: Partial<SigningDeps>): Promise<Run> {
  let written = 0;
  const deps = { ...world.deps, ...faulty };
  const blobs = withDrafts(deps.blobs, ({ keep }) => ({
    keep: async (...kept) => {
      written++;
      await keep(...kept);
    },
  }));
  const progress = await continueSigning({ ...deps, blobs }, act.actId);
  const { last_fault: reason } = await actRow(world.deps.db, act.actId);
  const { prepared, cms, stamped, result } = nth(await readDocuments(world.deps.db, act.actId), 0);
  const steps = Object.entries({ prepared, cms, stamped, result }).flatMap(([step, left]) =>
    left === null ? [] : [step],
  );
  return { progress, written, reason, steps };
}

/** Runs the work once: the act waits because of that, nothing is written or signed, the signer is still signing, and the trail says why. */
export async function expectWaiting(
  world: SigningWorld,
  act: ApprovedAct,
  { faulty, because }: { readonly faulty: Partial<SigningDeps>; readonly because: string | RegExp },
): Promise<Run> {
  const reason = typeof because === "string" ? expect.stringContaining(because) : expect.stringMatching(because);
  const run = await runWith(world, act, faulty);
  expect(run).toMatchObject({ progress: "waiting", written: 0, reason });
  expect(await signaturesOf(world, act)).toEqual([[], []]);
  expect(await signedActsOf(world.deps.db, act.workflowId)).toEqual([]);
  const signer = await loadSigner(world.deps.db, act.workflowId, act.signerId);
  expect(signer?.signer.status).toBe("SIGNING");
  const last = (await readTrail(world.deps.db, act.workflowId)).at(-1);
  expect(last).toMatchObject({ type: "signing.waiting", details: { reason } });
  return run;
}

/** The act of `approveOne` is over with one signature in each document; `when` is told where it is not. */
export async function expectSignedOnce(world: SigningWorld, act: ApprovedAct, when?: string): Promise<void> {
  const { db } = world.deps;
  const finished = { status: "FINISHED", actId: act.actId };
  expect(await readActState(db, act.signerId), when).toMatchObject(finished);
  const file = ["ETSI.CAdES.detached", "ETSI.RFC3161"];
  expect(await signaturesOf(world, act), when).toEqual([file, file]);
  expect(await signedActsOf(db, act.workflowId), when).toHaveLength(1);
  expect(await signedEvents(world, act), when).toEqual([2, 1]);
}

/** How often the trail says signed, a document each time, and how often finished. */
export async function signedEvents(world: SigningWorld, { workflowId }: Sent): Promise<readonly [number, number]> {
  const types = (await readTrail(world.deps.db, workflowId)).map((event) => event.type);
  const count = (type: string) => types.filter((one) => one === type).length;
  return [count("signing.signed"), count("workflow.finished")];
}
