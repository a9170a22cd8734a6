/** T-012 with the document itself: what a code was sent for is replaced under it, by whoever can write to the database. */
import type { SignerId } from "@siegel/contract/ids.ts";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { actRow } from "../../test/approved-act.ts";
import { nth, type Sent } from "../../test/signing-world.ts";
import { useSigningWorld } from "../../test/use-signing-world.ts";
import { filesOf, readApprovable } from "../documents/documents.ts";
import { authoriseSigning, continueSigning, readActState } from "./signing.ts";
import { readDocuments } from "./step-store.ts";

const world = useSigningWorld();

const signerOf = (sent: Sent, n = 0): SignerId => nth(sent.signerIds, n);
type Code = { readonly authToken: string; readonly otp: string };

async function readyWithCode(): Promise<{ sent: Sent; code: Code }> {
  const sent = await world.send([{ type: "a_signature", firstName: "Eve" }], { documents: 2 });
  await world.confirm(sent, 0);
  return { sent, code: await world.code(sent, 0) };
}

const approve = (sent: Sent, code: Code) =>
  authoriseSigning(world.deps, {
    workflowId: sent.workflowId,
    signerId: signerOf(sent),
    ip: "192.0.2.7",
    userAgent: "test",
    approval: { kind: "code", ...code },
  });

type What = "original" | "intake" | "latest";

/** Puts a sound document of another workflow in the place of the second one, as far as `what` says; answers how to undo that. */
async function replaceDocument(
  sent: Sent,
  what: readonly What[] = ["original", "intake", "latest"],
): Promise<() => Promise<void>> {
  const other = await world.send([{ type: "a_signature", firstName: "Eve" }]);
  const fileId = nth(sent.fileIds, 1);
  const [own, foreign] = [await readFile(fileId), await readFile(nth(other.fileIds, 0))];
  const put = async (row: typeof own) => {
    const changed = what.flatMap((one) => [
      [`${one}_sha256`, row[`${one}_sha256`]],
      [`${one}_size`, Number(row[`${one}_size`])],
    ]);
    await world.deps.db.updateTable("file").set(Object.fromEntries(changed)).where("file_id", "=", fileId).execute();
  };
  await put(foreign);
  return () => put(own);
}

const readFile = (fileId: Sent["fileIds"][number]) =>
  world.deps.db.selectFrom("file").selectAll().where("file_id", "=", fileId).executeTakeFirstOrThrow();

/**
 * Approves with `code`, and lets `meanwhile` happen after the code was found right and before the approval is recorded.
 * SHARE lets all transactions read the acts and none write one, so the approval waits for us exactly there (PostgreSQL §13.3.1).
 */
async function approveWhile(sent: Sent, code: Code, meanwhile: () => Promise<unknown>) {
  const { db } = world.deps;
  const { answer } = await db.transaction().execute(async (gate) => {
    await sql`lock table signing_act in share mode`.execute(gate);
    const asked = approve(sent, code);
    await expect.poll(waitingForActs, { timeout: 10_000 }).toBe(1);
    await meanwhile();
    return { answer: asked };
  });
  return await answer;
}

async function waitingForActs(): Promise<number> {
  const { rows } = await sql`
    select pid from pg_locks
    where not granted and relation = 'signing_act'::regclass
      and database = (select oid from pg_database where datname = current_database())`.execute(world.deps.db);
  return rows.length;
}

async function expectNothingApproved(sent: Sent): Promise<void> {
  const acts = world.deps.db.selectFrom("signing_act").select("act_id").where("workflow_id", "=", sent.workflowId);
  expect(await acts.execute()).toEqual([]);
  expect(await readActState(world.deps.db, signerOf(sent))).toEqual({ status: "NONE" });
}

describe("a document replaced under a code", () => {
  it("[T-012] after the code was sent: the code approves nothing, and stays dead when the document is put back", async () => {
    const { sent, code } = await readyWithCode();
    const putBack = await replaceDocument(sent);
    expect(await approve(sent, code)).toEqual({ ok: false, code: "WORKFLOW_CHANGED" });
    await expectNothingApproved(sent);
    await putBack();
    expect(await approve(sent, code)).toEqual({ ok: false, code: "WORKFLOW_CHANGED" });
    await expectNothingApproved(sent);
  });

  it("[T-012] by its shown revision alone, the original staying: the code approves nothing", async () => {
    const { sent, code } = await readyWithCode();
    await replaceDocument(sent, ["intake", "latest"]);
    expect(await approve(sent, code)).toEqual({ ok: false, code: "WORKFLOW_CHANGED" });
    await expectNothingApproved(sent);
  });

  it("[T-012] with the code's row made to fit: the code is bound to what it was sent for, and approves nothing", async () => {
    const { sent, code } = await readyWithCode();
    await replaceDocument(sent);
    const { stateHash } = await readApprovable(world.deps.db, sent.workflowId, signerOf(sent));
    const { db } = world.deps;
    await db.updateTable("challenge").set({ state_hash: stateHash }).where("signer_id", "=", signerOf(sent)).execute();
    expect(await approve(sent, code)).toMatchObject({ ok: false, code: "CHECK_SMS_PIN_WRONG" });
    await expectNothingApproved(sent);
  });

  it("[T-012] nor does a code of somebody else, moved to this signer", async () => {
    const { sent } = await readyWithCode();
    const mallory = await readyWithCode();
    const { stateHash } = await readApprovable(world.deps.db, sent.workflowId, signerOf(sent));
    const { db } = world.deps;
    await db.updateTable("challenge").set({ ended: "superseded" }).where("signer_id", "=", signerOf(sent)).execute();
    const moved = { signer_id: signerOf(sent), workflow_id: sent.workflowId, state_hash: stateHash };
    await db.updateTable("challenge").set(moved).where("signer_id", "=", signerOf(mallory.sent)).execute();
    expect(await approve(sent, mallory.code)).toMatchObject({ ok: false, code: "CHECK_SMS_PIN_WRONG" });
    await expectNothingApproved(sent);
  });

  it("[T-012] by its last revision alone: the key never meets what does not begin with what was shown", async () => {
    const { sent, code } = await readyWithCode();
    const putBack = await replaceDocument(sent, ["latest"]);
    const approved = await approve(sent, code);
    if (!approved.ok) throw new Error(approved.code);
    expect(await continueSigning(world.deps, approved.actId)).toBe("waiting");
    expect((await actRow(world.deps.db, approved.actId)).last_fault).toContain("does not begin with what was approved");
    const [, second] = await readDocuments(world.deps.db, approved.actId);
    expect(second).toMatchObject({ fileId: nth(sent.fileIds, 1), prepared: null, cms: null, result: null });
    expect((await filesOf(world.deps.db, sent.workflowId)).map(({ latest }) => latest.number)).toEqual([1, 1]);
    await putBack();
    expect(await continueSigning(world.deps, approved.actId)).toBe("ended");
    expect((await filesOf(world.deps.db, sent.workflowId)).map(({ latest }) => latest.number)).toEqual([2, 2]);
  });

  it("[T-012] between the check of the code and the record of the approval: the same", async () => {
    const { sent, code } = await readyWithCode();
    const answer = await approveWhile(sent, code, () => replaceDocument(sent));
    expect(answer).toEqual({ ok: false, code: "WORKFLOW_CHANGED" });
    await expectNothingApproved(sent);
  });

  it("[T-012] a new code, asked for once the document is what it was, approves it", async () => {
    const { sent } = await readyWithCode();
    const putBack = await replaceDocument(sent);
    await putBack();
    world.wait(61_000);
    const approved = await approve(sent, await world.code(sent, 0));
    expect(approved).toMatchObject({ ok: true });
    if (approved.ok) expect(await continueSigning(world.deps, approved.actId)).toBe("ended");
    const files = await filesOf(world.deps.db, sent.workflowId);
    expect(files.map((file) => file.latest.sha256 === file.original.sha256)).toEqual([false, false]);
  });
});
