/**
 * The last moment before the switch: the signed file is digested, written and read back, and something else is committed meanwhile. The
 * lease keeps runs apart only as long as it lives; what is left is what the switch compares (docs/flows/signing.md, step 13).
 */
import { describe, expect, it } from "vitest";
import { RevocationStatusUnavailable } from "../../ports/revocation-status.ts";
import { approve, signaturesOf } from "../../test/approved-act.ts";
import { nth, type Sent } from "../../test/signing-world.ts";
import { useSigningWorld } from "../../test/use-signing-world.ts";
import { withDrafts } from "../../test/with-drafts.ts";
import { readTrail } from "../audit-trail/audit-trail.ts";
import { filesOf, revisionsOf } from "../documents/documents.ts";
import { loadWorkflow } from "../workflows/workflows.ts";
import { continueSigning, readActState, type SigningDeps, signedActsOf } from "./signing.ts";
import { leaseMs } from "./signing-rules.ts";

const world = useSigningWorld();

/** Two documents to this many signers, who have all confirmed and approved; no process has worked on any act. */
async function approvedBy(count: number): Promise<{ sent: Sent; acts: readonly string[] }> {
  const signers = ["Ada", "Bea", "Cyd"].slice(0, count);
  const sent = await world.send(
    signers.map((firstName) => ({ type: "s_signature", firstName })),
    { documents: 2 },
  );
  const acts: string[] = [];
  for (const signer of signers.keys()) {
    await world.confirm(sent, signer);
    acts.push(await approve(world, sent, { type: "s_signature", signer }));
  }
  return { sent, acts };
}

/** The world in which `meanwhile` happens once both signed files are kept: only the switch is left then, and no process may try it twice. */
function overtakenBy(meanwhile: () => Promise<unknown>): SigningDeps {
  let kept = 0;
  const { blobs, revocation } = world.deps;
  return {
    ...world.deps,
    blobs: withDrafts(blobs, ({ keep }) => ({
      keep: async (...written) => {
        await keep(...written);
        kept += 1;
        if (kept === 2) await meanwhile();
      },
    })),
    revocation: {
      status: async (queries) => {
        if (kept >= 2) throw new RevocationStatusUnavailable("down", { cause: null });
        return await revocation.status(queries);
      },
    },
  };
}

const latestOf = async ({ workflowId }: Sent) =>
  (await filesOf(world.deps.db, workflowId)).map(({ latest }) => latest.sha256);

/** Who signed each document, as its revisions say. */
const signersIn = async ({ fileIds }: Sent) =>
  await Promise.all(
    fileIds.map(async (fileId) =>
      (await revisionsOf(world.deps.db, fileId)).flatMap(({ cause }) =>
        cause.kind === "signature" ? [cause.signerId] : [],
      ),
    ),
  );

/** Whose signature the trail tells of, one entry a document. */
const toldOf = async ({ workflowId }: Sent) =>
  (await readTrail(world.deps.db, workflowId))
    .filter(({ type }) => type === "signing.signed")
    .map(({ signerId }) => signerId);

async function statusesOf({ workflowId }: Sent) {
  const found = await loadWorkflow(world.deps.db, workflowId);
  return [found?.workflow.status, ...(found?.signers.map(({ status }) => status) ?? [])];
}

const signature = "ETSI.CAdES.detached";

describe("a signed file that is ready to be switched to", () => {
  it("[T-009] is in no document once another's signature got there first: that one stays, nothing is told signed, and the act signs what is there now", async () => {
    const { sent, acts } = await approvedBy(3);
    const [ada = "", bea = ""] = sent.signerIds;
    let committed: readonly string[] = [];
    const deps = overtakenBy(async () => {
      world.wait(leaseMs + 1);
      expect(await continueSigning(world.deps, nth(acts, 1))).toBe("ended");
      committed = await latestOf(sent);
    });
    expect(await continueSigning(deps, nth(acts, 0))).toBe("waiting");
    expect(await latestOf(sent)).toEqual(committed);
    expect(await signersIn(sent)).toEqual([[bea], [bea]]);
    expect(await toldOf(sent)).toEqual([bea, bea]);
    expect(await statusesOf(sent)).toEqual(["OPEN", "SIGNING", "SIGNED", "SIGNING"]);
    expect(await readActState(world.deps.db, nth(sent.signerIds, 0))).toMatchObject({ status: "PENDING" });
    expect(await continueSigning(world.deps, nth(acts, 0))).toBe("ended");
    expect(await signersIn(sent)).toEqual([
      [bea, ada],
      [bea, ada],
    ]);
    expect(await toldOf(sent)).toEqual([bea, bea, ada, ada]);
    expect(await signaturesOf(world, sent)).toEqual([
      [signature, signature],
      [signature, signature],
    ]);
  });

  it("[T-009] is in no document where only one of them moved: all are switched, or none", async () => {
    const { sent, acts } = await approvedBy(2);
    const [first, second] = await filesOf(world.deps.db, sent.workflowId);
    if (first === undefined || second === undefined) throw new Error("no two files");
    const name = async ({ sha256, size }: typeof first.latest) =>
      await world.deps.db
        .updateTable("file")
        .set({ latest_sha256: sha256, latest_size: size })
        .where("file_id", "=", second.fileId)
        .execute();
    const deps = overtakenBy(() => name(first.latest));
    expect(await continueSigning(deps, nth(acts, 0))).toBe("waiting");
    expect(await latestOf(sent)).toEqual([first.latest.sha256, first.latest.sha256]);
    expect(await signersIn(sent)).toEqual([[], []]);
    expect(await toldOf(sent)).toEqual([]);
    expect(await signedActsOf(world.deps.db, sent.workflowId)).toEqual([]);
    expect(await statusesOf(sent)).toEqual(["OPEN", "SIGNING", "SIGNING"]);
    await name(second.latest);
    expect(await continueSigning(world.deps, nth(acts, 0))).toBe("ended");
    expect(await signaturesOf(world, sent)).toEqual([[signature], [signature]]);
  });

  it("[T-004] without a document timestamp finishes no workflow: where it would be the last one after all, it is not switched to", async () => {
    const { sent, acts } = await approvedBy(2);
    const beaIs = async (status: "SIGNED" | "SIGNING", signedAt: Date | null) =>
      await world.deps.db
        .updateTable("signer")
        .set({ status, signed_at: signedAt })
        .where("signer_id", "=", nth(sent.signerIds, 1))
        .execute();
    const before = await latestOf(sent);
    const deps = overtakenBy(() => beaIs("SIGNED", world.deps.clock.now()));
    expect(await continueSigning(deps, nth(acts, 0))).toBe("waiting");
    expect(await statusesOf(sent)).toEqual(["OPEN", "SIGNING", "SIGNED"]);
    expect(await latestOf(sent)).toEqual(before);
    expect(await toldOf(sent)).toEqual([]);
    await beaIs("SIGNING", null);
    for (const act of acts) expect(await continueSigning(world.deps, act)).toBe("ended");
    expect(await statusesOf(sent)).toEqual(["FINISHED", "SIGNED", "SIGNED"]);
    expect(await signaturesOf(world, sent)).toEqual(Array(2).fill([signature, signature, "ETSI.RFC3161"]));
  });

  it("is in no document once its act has ended otherwise: that outcome stands", async () => {
    const { sent, acts } = await approvedBy(1);
    const before = await latestOf(sent);
    const end = () =>
      world.deps.db
        .updateTable("signing_act")
        .set({ status: "FAILED", failure_code: "WORKFLOW_CHANGED" })
        .where("act_id", "=", nth(acts, 0))
        .execute();
    expect(await continueSigning(overtakenBy(end), nth(acts, 0))).toBe("ended");
    const failed = { status: "FAILED", code: "WORKFLOW_CHANGED" };
    expect(await readActState(world.deps.db, nth(sent.signerIds, 0))).toMatchObject(failed);
    expect(await statusesOf(sent)).toEqual(["OPEN", "SIGNING"]);
    expect(await latestOf(sent)).toEqual(before);
    expect(await toldOf(sent)).toEqual([]);
  });
});
