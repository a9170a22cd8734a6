/** What happens between two steps of the act: between the check of a code and the record of the approval, and inside the switch. */
import type { SignerId } from "@siegel/contract/ids.ts";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { nth, type Sent } from "../../test/signing-world.ts";
import { useSigningWorld } from "../../test/use-signing-world.ts";
import { waitingForActs, whileActsWait } from "../../test/while-acts-wait.ts";
import { usageOf } from "../accounts/accounts.ts";
import { readTrail } from "../audit-trail/audit-trail.ts";
import { checkCode, useCode } from "../challenges/challenges.ts";
import { readApprovable, revisionsOf, updateValues } from "../documents/documents.ts";
import { cancelWorkflow, loadSigner, refuseWorkflow } from "../workflows/workflows.ts";
import { authoriseSigning, continueSigning, readActState, type SigningDeps } from "./signing.ts";

const world = useSigningWorld();

const city = {
  document: "contract-0.pdf",
  kind: "text" as const,
  page: 1,
  rect: [72, 200, 200, 24] as [number, number, number, number],
  name: "city",
  required: true,
};

type Code = { readonly authToken: string; readonly otp: string };

const signerOf = (sent: Sent, n = 0): SignerId => nth(sent.signerIds, n);
const approve = (sent: Sent, code: Code) =>
  authoriseSigning(world.deps, {
    workflowId: sent.workflowId,
    signerId: signerOf(sent),
    ip: "192.0.2.7",
    userAgent: "test",
    approval: { kind: "code", ...code },
  });

/** A signer who filled in "Kiel", confirmed, and got a code for that. */
async function readyWithCode(): Promise<{ sent: Sent; code: Code }> {
  const sent = await world.send([{ type: "a_signature", firstName: "Eve", fields: [city] }]);
  await world.confirm(sent, 0, { city: "Kiel" });
  return { sent, code: await world.code(sent, 0) };
}

/** Approves with `code`, and lets `meanwhile` happen after the code was found right and before the approval is recorded. */
const approveWhile = (sent: Sent, code: Code, meanwhile: () => Promise<void>) =>
  whileActsWait(world.deps.db, () => approve(sent, code), { meanwhile });

type FileUpdate = Parameters<typeof updateValues>[1]["files"][number];
async function change(sent: Sent, file: Omit<FileUpdate, "id">): Promise<void> {
  const { workflowId, fileIds } = sent;
  const files = [{ id: nth(fileIds, 0), ...file }];
  const caller = { ip: "192.0.2.1", userAgent: "test" };
  expect(await updateValues(world.deps, { workflowId, signerId: signerOf(sent), files, ...caller })).toEqual({
    ok: true,
  });
}

async function challengeOf(sent: Sent) {
  return await world.deps.db
    .selectFrom("challenge")
    .select(["challenge_id", "ended"])
    .where("signer_id", "=", signerOf(sent))
    .orderBy("issued_at")
    .executeTakeFirstOrThrow();
}

async function expectNothingRecorded(sent: Sent): Promise<void> {
  const { db } = world.deps;
  const acts = db.selectFrom("signing_act").select("act_id").where("workflow_id", "=", sent.workflowId);
  expect(await acts.execute()).toEqual([]);
  expect(await readActState(db, signerOf(sent))).toEqual({ status: "NONE" });
  expect((await loadSigner(db, sent.workflowId, signerOf(sent)))?.signer.status).toBe("INVITED");
  const events = (await readTrail(db, sent.workflowId)).map((event) => event.type);
  expect(events).not.toContain("signing.authorised");
  const forThisSigner = (await world.jobs("continue-signing")).filter((job) =>
    JSON.stringify(job).includes(sent.workflowId),
  );
  expect(forThisSigner).toEqual([]);
}

describe("between the check of a code and the record of the approval", () => {
  it("[T-012] a changed own value undoes the approval, and the code went into no act", async () => {
    const { sent, code } = await readyWithCode();
    expect(await approveWhile(sent, code, () => world.confirm(sent, 0, { city: "Köln" }))).toEqual({
      ok: false,
      code: "WORKFLOW_CHANGED",
    });
    await expectNothingRecorded(sent);
    expect((await challengeOf(sent)).ended).toBeNull();
    expect(await approve(sent, code)).toEqual({ ok: false, code: "WORKFLOW_CHANGED" });
  });

  it("[T-012] [S-135] a code that died of a change stays dead when the value is changed back in time", async () => {
    const { sent, code } = await readyWithCode();
    const answer = await approveWhile(sent, code, async () => {
      await world.confirm(sent, 0, { city: "Köln" });
      const { stateHash } = await readApprovable(world.deps.db, sent.workflowId, signerOf(sent));
      const holder = { kind: "signer", id: signerOf(sent) } as const;
      const checked = await checkCode(world.deps, { ...code, purpose: "sign", holder, stateHash });
      expect(checked).toEqual({ ok: false, code: "WORKFLOW_CHANGED" });
      await world.confirm(sent, 0, { city: "Kiel" });
    });
    expect(answer).toEqual({ ok: false, code: "WORKFLOW_CHANGED" });
    await expectNothingRecorded(sent);
  });

  it("a confirmation that is taken back undoes the approval, though no value is another", async () => {
    const { sent, code } = await readyWithCode();
    const answer = await approveWhile(sent, code, () => change(sent, { completed: false }));
    expect(answer).toEqual({ ok: false, code: "WORKFLOW_CHANGED" });
    await expectNothingRecorded(sent);
    expect(await approve(sent, code)).toEqual({ ok: false, code: "FILES_NOT_CONFIRMED" });
  });

  it("[T-012] a confirmation comes too late for a code that was shown while there was none", async () => {
    const { sent, code } = await readyWithCode();
    // The same state as the code was sent for, and it was not confirmed since.
    for (const value of ["Köln", "Kiel"])
      await change(sent, { xfdf_annotations: [{ annotation_id: `${signerOf(sent)}.city`, value }] });
    const meanwhile = () => world.confirm(sent, 0, { city: "Kiel" });
    const answer = await whileActsWait(world.deps.db, () => approve(sent, code), { meanwhile, orRefused: true });
    expect(answer).toEqual({ ok: false, code: "WORKFLOW_CHANGED" });
    await expectNothingRecorded(sent);
  });

  it("[S-135] a code that another transaction used up approves nothing", async () => {
    const { sent, code } = await readyWithCode();
    const { challenge_id: challengeId } = await challengeOf(sent);
    const answer = await approveWhile(sent, code, async () => {
      expect(await useCode(world.deps.db, challengeId)).toBe(true);
    });
    expect(answer).toEqual({ ok: false, code: "OTP_EXPIRED" });
    await expectNothingRecorded(sent);
  });

  it("[S-135] a code that a newer one replaced approves nothing, and the newer one does", async () => {
    const { sent, code } = await readyWithCode();
    let newer: Code = code;
    const answer = await approveWhile(sent, code, async () => {
      world.wait(61_000);
      newer = await world.code(sent, 0);
    });
    expect(answer).toMatchObject({ ok: false, code: "CHECK_SMS_PIN_WRONG" });
    await expectNothingRecorded(sent);
    expect(await approve(sent, newer)).toMatchObject({ ok: true });
  });

  it("[S-135] two approvals that both found the same code right make one act, and both are told of it", async () => {
    const { sent, code } = await readyWithCode();
    let second: ReturnType<typeof approve> | null = null;
    const first = await approveWhile(sent, code, async () => {
      second = approve(sent, code);
      await expect.poll(() => waitingForActs(world.deps.db), { timeout: 10_000 }).toBe(2);
    });
    expect(first).toMatchObject({ ok: true });
    expect(await second).toEqual(first);
    const acts = world.deps.db.selectFrom("signing_act").select("act_id").where("signer_id", "=", signerOf(sent));
    expect(await acts.execute()).toHaveLength(1);
    expect((await challengeOf(sent)).ended).toBe("used");
  });
});

/**
 * Approves, and lets the workflow end after the approval looked whose turn it is and before it holds the workflow's row:
 * the end happens in a transaction that has that row and is waited for.
 */
async function approveWhileEnding(sent: Sent, code: Code, end: (deps: SigningDeps) => Promise<unknown>) {
  const { db } = world.deps;
  const { answer } = await db.transaction().execute(async (gate) => {
    const row = gate.selectFrom("workflow").select("workflow_id").where("workflow_id", "=", sent.workflowId);
    await row.forUpdate().execute();
    const answer = approve(sent, code);
    await expect.poll(waitingForRows, { timeout: 10_000 }).toBe(1);
    expect(await end({ ...world.deps, db: gate })).toEqual({ ok: true });
    return { answer };
  });
  return await answer;
}

/** Transactions that wait for another to end: what waiting for a locked row is (PostgreSQL, pg_locks). */
async function waitingForRows(): Promise<number> {
  const { rows } = await sql`
    select a.pid from pg_locks l join pg_stat_activity a using (pid)
    where not l.granted and l.locktype in ('transactionid', 'tuple') and a.datname = current_database()`.execute(
    world.deps.db,
  );
  return rows.length;
}

describe("a workflow that ends while an approval is being recorded", () => {
  it("refused by another: the approval is answered with that, not with a fault", async () => {
    const sent = await world.send([
      { type: "a_signature", firstName: "Eve" },
      { type: "s_signature", firstName: "Bea" },
    ]);
    await world.confirm(sent, 0);
    const refusal = { workflowId: sent.workflowId, signerId: signerOf(sent, 1), reason: "no", ip: "", userAgent: "" };
    const answer = await approveWhileEnding(sent, await world.code(sent, 0), (deps) => refuseWorkflow(deps, refusal));
    expect(answer).toEqual({ ok: false, code: "NO_WORKFLOW_FOUND_REVOKED" });
    await expectNothingRecorded(sent);
  });

  it("cancelled by the sender: the same", async () => {
    const { sent, code } = await readyWithCode();
    const { organisation_id: organisationId } = await world.deps.db
      .selectFrom("workflow")
      .select("organisation_id")
      .where("workflow_id", "=", sent.workflowId)
      .executeTakeFirstOrThrow();
    const actor = { kind: "sender", id: world.tokenId } as const;
    const whose = { workflowId: sent.workflowId, organisationId, actor };
    const answer = await approveWhileEnding(sent, code, (deps) => cancelWorkflow(deps, whose));
    expect(answer).toEqual({ ok: false, code: "WORKFLOW_CANCELLED" });
    await expectNothingRecorded(sent);
  });

  it("and an approval that was first makes refusing and cancelling wait for it, and answers both truly", async () => {
    const { sent, code } = await readyWithCode();
    const refusal = { workflowId: sent.workflowId, signerId: signerOf(sent), reason: "no", ip: "", userAgent: "" };
    const [approved, refused] = await Promise.all([approve(sent, code), refuseWorkflow(world.deps, refusal)]);
    const wins = [approved.ok, refused.ok].filter((won) => won);
    expect(wins).toHaveLength(1);
    expect([approved, refused]).toContainEqual(
      approved.ok ? { ok: false, code: "SIGNING_IN_PROGRESS" } : { ok: false, code: "NO_WORKFLOW_FOUND_REVOKED" },
    );
  });
});

describe("inside the switch", () => {
  it("[S-148] a crash after everything was written, before the commit, leaves count, status and revisions as they were; the next run counts once", async () => {
    const sent = await world.send([
      { type: "s_signature", firstName: "Ada" },
      { type: "s_signature", firstName: "Bea" },
    ]);
    const actIds: string[] = [];
    for (const n of [0, 1]) {
      await world.confirm(sent, n);
      actIds.push(await pressed(sent, n));
    }
    const before = await picture(world.deps, sent);
    let inside: Picture | null = null;
    // Waking the other signer's act is the last thing the switch does.
    const dying: SigningDeps = {
      ...world.deps,
      enqueue: async (trx, job, payload) => {
        if (job === "continue-signing") {
          inside = await picture({ db: trx }, sent);
          throw new Error("power cut");
        }
        await world.deps.enqueue(trx, job, payload);
      },
    };
    expect(await continueSigning(dying, nth(actIds, 0))).toBe("waiting");
    const written = { used: before.used + 1, signer: "SIGNED", revisions: [...before.revisions, "signature"] };
    expect(inside).toEqual(written);
    expect(await picture(world.deps, sent)).toEqual(before);
    world.wait(61_000);
    expect(await continueSigning(world.deps, nth(actIds, 0))).toBe("ended");
    expect(await picture(world.deps, sent)).toEqual(written);
  });
});

async function pressed(sent: Sent, n: number): Promise<string> {
  const authorised = await authoriseSigning(world.deps, {
    workflowId: sent.workflowId,
    signerId: signerOf(sent, n),
    ip: "192.0.2.7",
    userAgent: "test",
    approval: { kind: "button" },
  });
  if (!authorised.ok) throw new Error(authorised.code);
  return authorised.actId;
}

type Picture = { readonly used: number; readonly signer: string | undefined; readonly revisions: readonly string[] };

/** Count, status and revisions as `db` sees them. */
async function picture({ db }: Pick<SigningDeps, "db">, sent: Sent): Promise<Picture> {
  return {
    used: (await usageOf(db, world.tokenId)).ses.used,
    signer: (await loadSigner(db, sent.workflowId, signerOf(sent)))?.signer.status,
    revisions: (await revisionsOf(db, nth(sent.fileIds, 0))).map((revision) => revision.cause.kind),
  };
}
