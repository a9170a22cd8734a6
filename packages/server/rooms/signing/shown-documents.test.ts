/** "What is signed is what was seen" with a document that is shown and not signed: no signature says anything of it. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { plainPdf } from "../../../../fixtures/documents.ts";
import type { Sha256Hex } from "../../ports/blobs.ts";
import { actRow, approve, signaturesOf } from "../../test/approved-act.ts";
import { nth, type Sent } from "../../test/signing-world.ts";
import { useSigningWorld } from "../../test/use-signing-world.ts";
import { readTrail } from "../audit-trail/audit-trail.ts";
import { filesOf, readApprovable, requireUnchanged } from "../documents/documents.ts";
import { continueSigning } from "./signing.ts";
import { leaseMs } from "./signing-rules.ts";
import { readAct } from "./signing-store.ts";
import { readDocuments } from "./step-store.ts";

const world = useSigningWorld();

let sentSoFar = 0;

/** A contract and rules that are shown with it, different ones each time, confirmed by the one signer. */
async function sendWithRules(): Promise<{ sent: Sent; rules: Uint8Array; sha256: Sha256Hex }> {
  sentSoFar += 1;
  const rules = Buffer.concat([plainPdf(), Buffer.from(`% ${sentSoFar}\n`)]);
  const sent = await world.send([{ type: "a_signature", firstName: "Ada" }], { shown: rules });
  await world.confirm(sent, 0);
  const file = nth(await filesOf(world.deps.db, sent.workflowId), 1);
  return { sent, rules, sha256: file.latest.sha256 };
}

const overwrite = (sha256: Sha256Hex, bytes: Uint8Array): void =>
  writeFileSync(join(world.folder, sha256.slice(0, 2), sha256.slice(2)), bytes);

describe("a document that is shown and not signed", () => {
  it("is part of what is approved and has no signature: act, trail and code name its bytes", async () => {
    const { sent, rules, sha256 } = await sendWithRules();
    const actId = await approve(world, sent, { type: "a_signature" });
    const fileId = nth(sent.fileIds, 1);
    const shown = [{ fileId, sha256, size: rules.length }];
    expect((await readAct(world.deps.db, actId)).shown).toEqual(shown);
    expect((await readDocuments(world.deps.db, actId)).map((one) => one.fileId)).toEqual([nth(sent.fileIds, 0)]);
    const trail = await readTrail(world.deps.db, sent.workflowId);
    expect(trail.filter(({ type }) => type === "signing.shown")).toMatchObject([
      { actorKind: "signer", signerId: nth(sent.signerIds, 0), fileId, details: { actId, sha256 } },
    ]);
    expect(await continueSigning(world.deps, actId)).toBe("ended");
    expect((await signaturesOf(world, sent)).map((kinds) => kinds.length)).toEqual([2, 0]);
    const file = nth(await filesOf(world.deps.db, sent.workflowId), 1);
    expect([file.latest.sha256, file.latest.number]).toEqual([file.original.sha256, 0]);
  });

  it("[T-012] changed in the store after it was shown, nothing is signed; as it was again, the act goes on", async () => {
    const { sent, rules, sha256 } = await sendWithRules();
    const actId = await approve(world, sent, { type: "a_signature" });
    const changed = Buffer.from(rules);
    changed.writeUInt8(changed.readUInt8(changed.length - 2) ^ 1, changed.length - 2);
    overwrite(sha256, changed);
    await expect(requireUnchanged(world.deps.blobs, { sha256 })).rejects.toThrow("holds other bytes");
    expect(await continueSigning(world.deps, actId)).toBe("waiting");
    expect((await actRow(world.deps.db, actId)).last_fault).toMatch(/BlobChanged.*holds other bytes/);
    expect((await readDocuments(world.deps.db, actId))[0]).toMatchObject({ prepared: null, cms: null });
    // Something appended is another document too.
    overwrite(sha256, Buffer.concat([rules, Buffer.from("%")]));
    expect(await continueSigning(world.deps, actId)).toBe("waiting");
    overwrite(sha256, rules);
    expect(await continueSigning(world.deps, actId)).toBe("ended");
    expect((await readAct(world.deps.db, actId)).status).toBe("SIGNED");
  });

  it("is read before a signature is made, and not again once all are", async () => {
    const { sent, sha256 } = await sendWithRules();
    const actId = await approve(world, sent, { type: "a_signature" });
    const opened: Sha256Hex[] = [];
    const open: typeof world.deps.blobs.open = async (name) => {
      opened.push(name);
      return await world.deps.blobs.open(name);
    };
    const blobs = { ...world.deps.blobs, open };
    const enqueue = async () => await Promise.reject(new Error("the queue is away"));
    expect(await continueSigning({ ...world.deps, blobs, enqueue }, actId)).toBe("waiting");
    expect((await readDocuments(world.deps.db, actId))[0]?.result).not.toBeNull();
    expect(opened.filter((name) => name === sha256)).toHaveLength(1);
    expect(await continueSigning({ ...world.deps, blobs }, actId)).toBe("ended");
    expect(opened.filter((name) => name === sha256)).toHaveLength(1);
  });

  it("has the lease taken anew once it is read, however long that took", async () => {
    const { sent, sha256 } = await sendWithRules();
    const actId = await approve(world, sent, { type: "a_signature" });
    const others: string[] = [];
    const open: typeof world.deps.blobs.open = async (name) => {
      // The first that is opened after the rules is what gets signed.
      if (others.length === 0 && name !== sha256) others.push(await continueSigning(world.deps, actId));
      if (name === sha256) world.wait(leaseMs + 1_000);
      return await world.deps.blobs.open(name);
    };
    expect(await continueSigning({ ...world.deps, blobs: { ...world.deps.blobs, open } }, actId)).toBe("ended");
    expect(others).toEqual(["busy"]);
  });

  it("[T-012] another one in the approval's row: no key is used", async () => {
    const [{ sent }, other] = [await sendWithRules(), await sendWithRules()];
    const actId = await approve(world, sent, { type: "a_signature" });
    const forged = [{ fileId: nth(sent.fileIds, 1), sha256: other.sha256, size: other.rules.length }];
    for (const shown of [forged, []]) {
      await world.deps.db
        .updateTable("signing_act")
        .set({ shown: JSON.stringify(shown) })
        .where("act_id", "=", actId)
        .execute();
      expect(await continueSigning(world.deps, actId)).toBe("waiting");
      expect((await actRow(world.deps.db, actId)).last_fault).toContain("did not record the approval");
    }
    expect((await signaturesOf(world, sent)).flat()).toEqual([]);
  });

  it("[T-012] replaced, or made one to sign, after the code was sent: the code is for another state", async () => {
    const { sent } = await sendWithRules();
    const other = await sendWithRules();
    const state = async () => await readApprovable(world.deps.db, sent.workflowId, nth(sent.signerIds, 0));
    const before = await state();
    const put = async (change: Record<string, unknown>) =>
      await world.deps.db.updateTable("file").set(change).where("file_id", "=", nth(sent.fileIds, 1)).execute();
    await put({ is_signed: true });
    expect((await state()).stateHash).not.toBe(before.stateHash);
    await put({ is_signed: false });
    expect((await state()).stateHash).toBe(before.stateHash);
    await put({ intake_sha256: other.sha256, latest_sha256: other.sha256 });
    expect((await state()).stateHash).not.toBe(before.stateHash);
  });
});
