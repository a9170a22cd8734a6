/** Acts that can never be finished: nothing is signed, the signer is let go and told once. */
import { describe, expect, it } from "vitest";
import { inTransaction } from "../../db/transaction.ts";
import { RevocationStatusUnavailable } from "../../ports/revocation-status.ts";
import { type ApprovedAct, actRow, approve, approveOne, authenticate, signaturesOf } from "../../test/approved-act.ts";
import { useSigningWorld } from "../../test/use-signing-world.ts";
import { cancelWorkflow, loadSigner, markUnsigned, refuseWorkflow } from "../workflows/workflows.ts";
import { continueSigning, readActState, type SigningDeps, signedActsOf } from "./signing.ts";

const world = useSigningWorld();

const stateOf = (act: ApprovedAct) => readActState(world.deps.db, act.signerId);
const statusOf = async (act: ApprovedAct, n = 0) =>
  (await loadSigner(world.deps.db, act.workflowId, act.signerIds[n] ?? act.signerId))?.signer.status;

/** The mails caused about one signer, but for the invitation. */
async function mailsTo(act: ApprovedAct): Promise<unknown[]> {
  const caused = (await world.jobs("send-message")) as Array<{ messageKind: string; signerId: string | null }>;
  return caused.filter((job) => job.signerId === act.signerId && job.messageKind !== "invitation");
}
const failedMail = ({ workflowId, signerId, actId }: ApprovedAct, failure: string) => ({
  messageKind: "signing_failed",
  workflowId,
  signerId,
  failure,
  actId,
});

async function organisation(): Promise<string> {
  const row = await world.deps.db
    .selectFrom("api_token")
    .select("organisation_id")
    .where("token_id", "=", world.tokenId)
    .executeTakeFirstOrThrow();
  return row.organisation_id;
}

const cancel = async (act: ApprovedAct) =>
  await cancelWorkflow(world.deps, {
    workflowId: act.workflowId,
    actor: { kind: "sender", id: world.tokenId },
    organisationId: await organisation(),
  });

/** Leaves the act waiting with its certificate chosen, then revokes that certificate; answers its serial number. */
async function revokeCertificate(act: ApprovedAct): Promise<string> {
  const noStatus = { status: async () => Promise.reject(new RevocationStatusUnavailable("down", { cause: null })) };
  expect(await continueSigning({ ...world.deps, revocation: noStatus }, act.actId)).toBe("waiting");
  const { certificate_serial: serial } = await actRow(world.deps.db, act.actId);
  await world.deps.db
    .updateTable("issued_certificate")
    .set({ status: "revoked", revoked_at: world.deps.clock.now(), reason: "keyCompromise" })
    .where("serial", "=", serial ?? "")
    .execute();
  return serial ?? "";
}

describe("a certificate revoked before the signature was told", () => {
  it("fails the act for good, lets its signer go in the same transaction and tells them", async () => {
    const act = await approveOne(world, "a_signature");
    await revokeCertificate(act);
    expect(await statusOf(act)).toBe("SIGNING");
    expect(await continueSigning(world.deps, act.actId)).toBe("ended");
    expect(await stateOf(act)).toMatchObject({ status: "FAILED", code: "CERTIFICATE_NOT_VALID" });
    expect(await signaturesOf(world, act)).toEqual([[], []]);
    expect(await statusOf(act)).toBe("INVITED");
    expect(await mailsTo(act)).toEqual([failedMail(act, "CERTIFICATE_NOT_VALID")]);
  });

  it("does not keep the signer from approving again, with a new code and a new certificate", async () => {
    const act = await approveOne(world, "a_signature");
    const revoked = await revokeCertificate(act);
    expect(await continueSigning(world.deps, act.actId)).toBe("ended");
    world.wait(61_000);
    const again = await approve(world, act, { type: "a_signature" });
    expect(again).not.toBe(act.actId);
    expect(await continueSigning(world.deps, act.actId)).toBe("ended");
    expect(await statusOf(act)).toBe("SIGNING");
    expect(await continueSigning(world.deps, again)).toBe("ended");
    expect(await stateOf(act)).toMatchObject({ status: "FINISHED", actId: again });
    const signed = await signedActsOf(world.deps.db, act.workflowId);
    expect(signed.map((one) => one.certificateSerial === revoked)).toEqual([false]);
  });

  it("a run that learns of it late does not take the next approval away", async () => {
    const act = await approveOne(world);
    let again = "";
    // While this run asks for the status, another ends the act and the signer presses again.
    const late: SigningDeps["revocation"] = {
      status: async (queries) => {
        const answers = await world.deps.revocation.status(queries);
        if (again !== "") return answers;
        const { db } = world.deps;
        const failed = { status: "FAILED" as const, failure_code: "CERTIFICATE_NOT_VALID" };
        await db.updateTable("signing_act").set(failed).where("act_id", "=", act.actId).execute();
        await inTransaction(db, (trx) => markUnsigned(trx, act));
        again = await approve(world, act, { type: "s_signature" });
        const status = { state: "revoked", revokedAt: world.deps.clock.now(), reason: "keyCompromise" } as const;
        return answers.slice(0, 1).map((answer) => ({ ...answer, status }));
      },
    };
    expect(await continueSigning({ ...world.deps, revocation: late }, act.actId)).toBe("busy");
    expect(await statusOf(act)).toBe("SIGNING");
    expect(await mailsTo(act)).toEqual([]);
    expect(await continueSigning(world.deps, again)).toBe("ended");
    expect(await stateOf(act)).toMatchObject({ status: "FINISHED", actId: again });
  });
});

describe("a document that cannot take the signature", () => {
  /** A value for a field that the first document has not. */
  const putImpossibleValue = async (act: ApprovedAct) => {
    await world.deps.db
      .updateTable("signing_document")
      .set({ field_values: JSON.stringify([{ name: `${act.signerId}.none`, value: "x" }]) })
      .where("act_id", "=", act.actId)
      .where("position", "=", 0)
      .execute();
    await authenticate(world, act);
  };

  it("fails the act for good instead of trying for a day, and the signer is told", async () => {
    const act = await approveOne(world);
    await putImpossibleValue(act);
    expect(await continueSigning(world.deps, act.actId)).toBe("ended");
    expect(await stateOf(act)).toMatchObject({ status: "FAILED", code: "FILE_BROKEN" });
    expect(await signaturesOf(world, act)).toEqual([[], []]);
    expect(await statusOf(act)).toBe("INVITED");
    expect(await mailsTo(act)).toEqual([failedMail(act, "FILE_BROKEN")]);
  });

  it("is waited for where the store changed it under the reader: that may pass", async () => {
    const act = await approveOne(world);
    // Read through once it holds what its name says; from then on it holds zeros.
    const changing: SigningDeps["blobs"] = {
      ...world.deps.blobs,
      open: async (sha256) => {
        const blob = await world.deps.blobs.open(sha256);
        let isReadThrough = false;
        const read = (offset: number, length: number) => {
          if (isReadThrough) return new Uint8Array(length);
          isReadThrough = offset + length >= blob.size;
          return blob.read(offset, length);
        };
        return { ...blob, size: blob.size, read };
      },
    };
    expect(await continueSigning({ ...world.deps, blobs: changing }, act.actId)).toBe("waiting");
    expect(await stateOf(act)).toMatchObject({ status: "PENDING" });
    expect(await mailsTo(act)).toEqual([]);
    expect(await continueSigning(world.deps, act.actId)).toBe("ended");
    expect(await stateOf(act)).toMatchObject({ status: "FINISHED" });
  });
});

describe("a workflow that ends while an act waits", () => {
  it("cancelled: the signer is let go at once, the act fails, and only the cancellation is mailed", async () => {
    const act = await approveOne(world);
    expect(await cancel(act)).toEqual({ ok: true });
    expect(await statusOf(act)).toBe("INVITED");
    expect(await continueSigning(world.deps, act.actId)).toBe("ended");
    expect(await stateOf(act)).toMatchObject({ status: "FAILED", code: "WORKFLOW_CANCELLED" });
    expect(await signaturesOf(world, act)).toEqual([[], []]);
    expect(await mailsTo(act)).toEqual([]);
  });

  it("refused by another: the same", async () => {
    const sent = await world.send([
      { type: "s_signature", firstName: "Ada" },
      { type: "s_signature", firstName: "Bea" },
    ]);
    await world.confirm(sent, 0);
    const [signerId, other] = sent.signerIds;
    if (signerId === undefined || other === undefined) throw new Error("two signers were sent to");
    const act = { ...sent, signerId, actId: await approve(world, sent, { type: "s_signature" }) };
    const refusal = { workflowId: sent.workflowId, signerId: other, reason: "no", ip: "192.0.2.8", userAgent: "test" };
    expect(await refuseWorkflow(world.deps, refusal)).toEqual({ ok: true });
    expect([await statusOf(act, 0), await statusOf(act, 1)]).toEqual(["INVITED", "REVOKED"]);
    expect(await continueSigning(world.deps, act.actId)).toBe("ended");
    expect(await stateOf(act)).toMatchObject({ status: "FAILED", code: "NO_WORKFLOW_FOUND_REVOKED" });
    expect(await mailsTo(act)).toEqual([]);
  });

  it("expired: the signer is let go, and only the expiry is mailed", async () => {
    const act = await approveOne(world);
    await world.deps.db
      .updateTable("workflow")
      .set({ expires_at: new Date(world.deps.clock.now().getTime() + 1_000) })
      .where("workflow_id", "=", act.workflowId)
      .execute();
    world.wait(2_000);
    expect(await continueSigning(world.deps, act.actId)).toBe("ended");
    expect(await stateOf(act)).toMatchObject({ status: "FAILED", code: "WORKFLOW_EXPIRED" });
    expect(await statusOf(act)).toBe("INVITED");
    expect(await mailsTo(act)).toEqual([]);
  });
});
