/** Approvals, what is prepared and what is written are authentic, or no key is used: whatever somebody writes into the database. */
import type { FileId } from "@siegel/contract/ids.ts";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import type { Sha256Hex } from "../../ports/blobs.ts";
import { type ApprovedAct, actRow, approve, approveOne, signaturesOf } from "../../test/approved-act.ts";
import { countingKeys } from "../../test/counting-keys.ts";
import { nth, type Sent } from "../../test/signing-world.ts";
import { useSigningWorld } from "../../test/use-signing-world.ts";
import { readTrail } from "../audit-trail/audit-trail.ts";
import { ensureHierarchy } from "../authority/authority.ts";
import { filesOf } from "../documents/documents.ts";
import { loadSigner } from "../workflows/workflows.ts";
import { approvalSecret, preparedMac } from "./approval-mac.ts";
import { continueSigning, readActState, type SigningDeps, signingFigures, sweepSigning } from "./signing.ts";

const world = useSigningWorld();

const noStamp: SigningDeps["timestamp"] = { anchors: [], stamp: async () => Promise.reject(new Error("away")) };
const noStatus: SigningDeps["revocation"] = { status: async () => Promise.reject(new Error("away")) };

const eventsOf = async (sent: Sent, type: string) =>
  (await readTrail(world.deps.db, sent.workflowId)).filter((event) => event.type === type);

/** Stalled at once, the trail says why, no mail is sent, and looking again changes nothing. */
async function expectLeftToOperator(act: Sent & { readonly actId: string }, reason: string): Promise<void> {
  const { deps, uses } = countingKeys(world);
  const revisions = (await filesOf(world.deps.db, act.workflowId)).map(({ latest }) => latest.sha256);
  const stalled = async () => (await signingFigures(world.deps.db, world.deps.clock.now())).byStatus.STALLED;
  const before = await stalled();
  for (const _ of [1, 2]) expect(await continueSigning(deps, act.actId)).toBe("waiting");
  expect(await actRow(world.deps.db, act.actId)).toMatchObject({
    status: "STALLED",
    last_fault: expect.stringContaining(reason),
  });
  expect(await stalled()).toBe(before + 1);
  expect(await eventsOf(act, "signing.not-authentic")).toMatchObject([{ details: { actId: act.actId } }]);
  expect(uses()).toBe(0);
  expect((await filesOf(world.deps.db, act.workflowId)).map(({ latest }) => latest.sha256)).toEqual(revisions);
  const mails = (await world.jobs("send-message")) as Array<{ messageKind: string; workflowId: string }>;
  const told = mails.filter(
    ({ workflowId, messageKind }) => workflowId === act.workflowId && messageKind !== "invitation",
  );
  expect(told).toEqual([]);
}

describe("an approval that this service did not record", () => {
  /** Rows as a process would have written them, for a signer who approved nothing. */
  async function writeByHand(mac: Buffer | null): Promise<Sent & { actId: string }> {
    const pattern = await approveOne(world, "a_signature");
    const sent = await world.send([{ type: "a_signature", firstName: "Eve" }]);
    await world.confirm(sent, 0);
    const actId = world.deps.random.id();
    const { approval_mac, shown, ...row } = await actRow(world.deps.db, pattern.actId);
    const [file] = await filesOf(world.deps.db, sent.workflowId);
    if (file === undefined) throw new Error("no file");
    const act = { ...row, act_id: actId, workflow_id: sent.workflowId, signer_id: nth(sent.signerIds, 0) };
    await world.deps.db
      .insertInto("signing_act")
      .values({ ...act, shown: JSON.stringify(shown), approval_mac: mac ?? approval_mac })
      .execute();
    await world.deps.db
      .insertInto("signing_document")
      .values({
        act_id: actId,
        file_id: file.fileId,
        position: 0,
        original_sha256: file.original.sha256,
        intake_sha256: file.intake.sha256,
        intake_size: file.intake.size,
        field_values: "[]",
      })
      .execute();
    expect(await continueSigning(world.deps, pattern.actId)).toBe("ended");
    return { ...sent, actId };
  }

  it("[T-012] signs nothing: it is left to the operator, and the trail says so", async () => {
    await expectLeftToOperator(await writeByHand(Buffer.alloc(32)), "did not record the approval");
  });

  it("[T-012] signs nothing with the MAC of another approval either", async () => {
    await expectLeftToOperator(await writeByHand(null), "did not record the approval");
  });

  it("is met by the sweep in the same way", async () => {
    const act = await writeByHand(Buffer.alloc(32));
    world.wait(16_000);
    await sweepSigning(world.deps);
    expect(await actRow(world.deps.db, act.actId)).toMatchObject({ status: "STALLED", credential: null });
  });
});

describe("an approval that was changed after it was recorded", () => {
  const inAct = (set: string) => async (act: ApprovedAct) =>
    await sql`update signing_act set ${sql.raw(set)} where act_id = ${act.actId}`.execute(world.deps.db);
  const inDocument = (set: string) => async (act: ApprovedAct) =>
    await sql`update signing_document set ${sql.raw(set)} where act_id = ${act.actId} and position = 0`.execute(
      world.deps.db,
    );
  const inSigner = (set: string) => async (act: ApprovedAct) =>
    await sql`update signer set ${sql.raw(set)} where signer_id = ${act.signerId}`.execute(world.deps.db);

  it.each<[string, (act: ApprovedAct) => Promise<unknown>]>([
    ["its MAC", inAct("approval_mac = sha256('x')")],
    ["no MAC at all", inAct("approval_mac = null")],
    ["its code", inAct("challenge_id = 'other'")],
    ["a button instead of a code", inAct("challenge_id = null")],
    ["its state", inAct("state_hash = repeat('0', 64)")],
    ["the shown document", inDocument("intake_sha256 = repeat('0', 64)")],
    ["the shown document's length", inDocument("intake_size = intake_size - 1")],
    ["the sent document", inDocument("original_sha256 = repeat('0', 64)")],
    ["a value", inDocument(`field_values = '[{"name": "a", "value": "b"}]'`)],
    ["the signer's name", inSigner("first_name = 'Mallory'")],
    ["the signer's address", inSigner("email = 'mallory@mail.example'")],
    ["the signer's number", inSigner("phone = '+4915112345999'")],
    ["the signer's type", inSigner("type = 's_signature'")],
  ])("[T-012] signs nothing: %s", async (_, change) => {
    const act = await approveOne(world, "a_signature");
    await change(act);
    await expectLeftToOperator(act, "did not record the approval");
  });

  it("[T-012] signs nothing: a document more or less, or in another order", async () => {
    for (const change of [
      "delete from signing_document where position = 1 and act_id = ",
      "update signing_document set position = 1 - position where act_id = ",
    ]) {
      const act = await approveOne(world, "a_signature");
      await sql`${sql.raw(change)} ${act.actId}`.execute(world.deps.db);
      await expectLeftToOperator(act, "did not record the approval");
    }
  });
});

describe("a step that this service did not take", () => {
  it("[T-012] what is to be signed is not signed where somebody else prepared it", async () => {
    const [act, other] = [await approveOne(world, "a_signature"), await approveOne(world, "a_signature")];
    for (const one of [act, other])
      expect(await continueSigning({ ...world.deps, timestamp: noStamp }, one.actId)).toBe("waiting");
    await sql`
      update signing_document as own set prepared = foreign_one.prepared, prepared_mac = foreign_one.prepared_mac, cms = null
      from signing_document as foreign_one
      where own.act_id = ${act.actId} and foreign_one.act_id = ${other.actId} and foreign_one.position = 0 and own.position = 0`.execute(
      world.deps.db,
    );
    await expectLeftToOperator(act, "did not prepare");
    expect(await continueSigning(world.deps, other.actId)).toBe("ended");
  });

  it("[T-012] a file is not switched to where somebody else wrote it", async () => {
    const act = await approveOne(world, "a_signature");
    expect(await continueSigning({ ...world.deps, revocation: noStatus }, act.actId)).toBe("waiting");
    await sql`
      update signing_document set result_sha256 = original_sha256, result_size = intake_size, result_mac = sha256('x')
      where act_id = ${act.actId} and position = 0`.execute(world.deps.db);
    await expectLeftToOperator(act, "did not write the result");
  });

  it("[T-012] nothing is laid on a revision that begins with what was shown and goes on as somebody else likes", async () => {
    const act = await approveOne(world);
    const [file] = await filesOf(world.deps.db, act.workflowId);
    if (file === undefined) throw new Error("no file");
    const source = await world.deps.blobs.open(file.intake.sha256);
    const shown = Buffer.from(source.read(0, source.size));
    await source.close();
    const longer = await world.deps.blobs.put([shown, Buffer.from("\n% and more\n")]);
    await sql`update file set latest_sha256 = ${longer.sha256}, latest_size = ${longer.size} where file_id = ${file.fileId}`.execute(
      world.deps.db,
    );
    const { deps, uses } = countingKeys(world);
    expect(await continueSigning(deps, act.actId)).toBe("waiting");
    expect((await actRow(world.deps.db, act.actId)).last_fault).toContain(
      "is not what a signature of this workflow wrote",
    );
    expect(uses()).toBe(0);
    await sql`update file set latest_sha256 = intake_sha256, latest_size = intake_size where file_id = ${file.fileId}`.execute(
      world.deps.db,
    );
    expect(await continueSigning(world.deps, act.actId)).toBe("ended");
  });

  it("[T-012] an act gets no certificate but its own signer's", async () => {
    const mallory = await approveOne(world, "a_signature");
    const victim = await world.send([{ type: "a_signature", firstName: "Victoria" }]);
    await world.confirm(victim, 0);
    const signed = await approve(world, victim, { type: "a_signature" });
    expect(await continueSigning(world.deps, signed)).toBe("ended");
    const { credential } = await actRow(world.deps.db, signed);
    await world.deps.db.updateTable("signing_act").set({ credential }).where("act_id", "=", mallory.actId).execute();
    await expectLeftToOperator(mallory, "not the signer's to use");

    const button = await approveOne(world, "s_signature");
    await world.deps.db.updateTable("signing_act").set({ credential }).where("act_id", "=", button.actId).execute();
    await expectLeftToOperator(button, "not the signer's to use");
  });

  it("[T-012] nor is a signer's certificate the service's own seal, whatever the rows of units say", async () => {
    const { db } = world.deps;
    const held = await approveOne(world, "s_signature");
    expect(await continueSigning({ ...world.deps, timestamp: noStamp }, held.actId)).toBe("waiting");
    const [fresh, other] = [await approveOne(world, "s_signature"), await approveOne(world, "a_signature")];
    expect(await continueSigning(world.deps, other.actId)).toBe("ended");
    const { certificate_serial: serial } = await actRow(world.deps.db, other.actId);
    await sql`update authority_unit set active = false where role = 'service-seal'`.execute(db);
    await sql`
      insert into authority_unit (name, role, issuer, serial, certificate, key_id, not_before, not_after, active, development)
      select 'seal-2', 'service-seal', issuer, serial, certificate, key_id, not_before, not_after, true, true
      from signer_certificate where serial = ${serial}`.execute(db);
    await db.updateTable("signing_act").set({ credential: "seal:seal-2" }).where("act_id", "=", held.actId).execute();
    await expectLeftToOperator(fresh, "not the provider's own seal");
    await expectLeftToOperator(held, "not the provider's own seal");

    await ensureHierarchy(world.deps);
    const button = await approveOne(world, "s_signature");
    expect(await continueSigning(world.deps, button.actId)).toBe("ended");
    expect((await actRow(world.deps.db, button.actId)).certificate_serial).not.toBe(serial);
  });

  /** Two people of one name in one workflow; the first has signed, the second approved. */
  async function namesakes(firstName: string) {
    const people = [0, 1].map(() => ({ type: "a_signature" as const, firstName }));
    const sent = await world.send(people);
    for (const n of [0, 1]) await world.confirm(sent, n);
    const signed = await approve(world, sent, { type: "a_signature", signer: 0 });
    expect(await continueSigning(world.deps, signed)).toBe("ended");
    const actId = await approve(world, sent, { type: "a_signature", signer: 1 });
    return { first: await actRow(world.deps.db, signed), second: { ...sent, actId } };
  }

  it("[T-012] nor that of a namesake", async () => {
    const { first, second } = await namesakes("Nora");
    const { credential } = first;
    await world.deps.db.updateTable("signing_act").set({ credential }).where("act_id", "=", second.actId).execute();
    await expectLeftToOperator(second, "not the signer's to use");
  });

  it.each(["holder_mac = holder_mac", "holder_mac = null", "holder_mac = ''"])(
    "[T-012] nor one whose row was made to name them, with %s: another is issued",
    async (mac) => {
      const { first, second } = await namesakes(`Nora ${mac.length}`);
      await sql`
        update signer_certificate set ${sql.raw(mac)}, email = (select email from signer where signer_id = (
          select signer_id from signing_act where act_id = ${second.actId}))
        where serial = ${first.certificate_serial}`.execute(world.deps.db);
      expect(await continueSigning(world.deps, second.actId)).toBe("ended");
      const { status, certificate_serial: serial } = await actRow(world.deps.db, second.actId);
      expect(status).toBe("SIGNED");
      expect(serial).not.toBe(first.certificate_serial);
    },
  );
});

describe("an approval of before there were MACs", () => {
  it("ends, its signer hears of it and approves anew", async () => {
    const act = await approveOne(world, "a_signature");
    await sql`update signing_act set approval_mac = '' where act_id = ${act.actId}`.execute(world.deps.db);
    const { deps, uses } = countingKeys(world);
    expect(await continueSigning(deps, act.actId)).toBe("ended");
    expect(uses()).toBe(0);
    expect(await readActState(world.deps.db, act.signerId)).toMatchObject({ code: "WORKFLOW_CHANGED" });
    expect((await loadSigner(world.deps.db, act.workflowId, act.signerId))?.signer.status).toBe("INVITED");
    expect(await world.jobs("send-message")).toContainEqual(
      expect.objectContaining({ messageKind: "signing_failed", failure: "WORKFLOW_CHANGED", actId: act.actId }),
    );
    world.wait(61_000);
    expect(await continueSigning(world.deps, await approve(world, act, { type: "a_signature" }))).toBe("ended");
    expect(await signaturesOf(world, act)).toEqual([
      ["ETSI.CAdES.detached", "ETSI.RFC3161"],
      ["ETSI.CAdES.detached", "ETSI.RFC3161"],
    ]);
  });
});

describe("an approval secret", () => {
  it("has 32 bytes, and gives what was prepared the MAC that rows of before have", () => {
    expect(() => approvalSecret(new Uint8Array(31))).toThrow(RangeError);
    const secret = approvalSecret(new Uint8Array(32).fill(7));
    const step = { actId: "a1", fileId: "f1" as FileId, base: "00" as Sha256Hex, prepared: "p" };
    expect(Buffer.from(preparedMac(secret, step)).toString("hex")).toBe(
      "d1c488dfa3871f1f00ac4d226ca01b4ad681ad6eceecb54bf046ac916287b0e2",
    );
  });
});
