/** What a signature is laid on is changed behind its back: in the store between two reads, or in the rows that name it. */
import type { ByteSource } from "@siegel/kernel/pdf/byte-source.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { approve, approveOne } from "../../test/approved-act.ts";
import { openSigningWorld, type Sent, type SigningWorld } from "../../test/signing-world.ts";
import { useTestDatabase } from "../../test/test-database.ts";
import { filesOf } from "../documents/documents.ts";
import { continueSigning, type SigningDeps } from "./signing.ts";
import { readDocuments } from "./step-store.ts";

const database = useTestDatabase();
let world: SigningWorld;
beforeAll(async () => {
  world = await openSigningWorld(database.current().db);
});
afterAll(() => world.close());

const actOf = (actId: string) =>
  world.deps.db.selectFrom("signing_act").selectAll().where("act_id", "=", actId).executeTakeFirstOrThrow();

/** A source of which an octet reads differently after the first pass over it: somebody wrote into the file meanwhile. */
function changingAfterOnePass(source: ByteSource): ByteSource {
  let passed = false;
  return {
    size: source.size,
    read: (offset, length, room) => {
      const octets = Uint8Array.from(source.read(offset, length, room));
      // Within the comment behind the header, so that the file stays one that can be read.
      const at = 11 - offset;
      if (passed && at >= 0 && at < length) octets[at] = (octets[at] ?? 0) ^ 1;
      passed ||= offset + length === source.size;
      return octets;
    },
  };
}

describe("a base that changes in the store", () => {
  it("[T-012] between the look at it and its digest is not signed; the act waits and goes on with what is sound", async () => {
    const act = await approveOne(world);
    const [file] = await filesOf(world.deps.db, act.workflowId);
    let keys = 0;
    const deps: SigningDeps = {
      ...world.deps,
      blobs: {
        ...world.deps.blobs,
        open: async (sha256) => {
          const opened = await world.deps.blobs.open(sha256);
          return sha256 === file?.latest.sha256 ? { ...changingAfterOnePass(opened), close: opened.close } : opened;
        },
      },
      keys: {
        ...world.deps.keys,
        signer: async (keyId) => {
          keys += 1;
          return await world.deps.keys.signer(keyId);
        },
      },
    };
    expect(await continueSigning(deps, act.actId)).toBe("waiting");
    expect((await actOf(act.actId)).last_fault).toContain("changed while it was read");
    expect(keys).toBe(0);
    expect((await readDocuments(world.deps.db, act.actId))[0]).toMatchObject({ prepared: null, cms: null });
    expect(await continueSigning(world.deps, act.actId)).toBe("ended");
  });
});

describe("with two signers, somebody who writes to the database", () => {
  async function oneSigned(): Promise<{ sent: Sent; first: string; second: string }> {
    const sent = await world.send([
      { type: "s_signature", firstName: "Ada" },
      { type: "s_signature", firstName: "Bea" },
    ]);
    await world.confirm(sent, 0);
    const first = await approve(world, sent, { type: "s_signature" });
    expect(await continueSigning(world.deps, first)).toBe("ended");
    await world.confirm(sent, 1);
    return { sent, first, second: await approve(world, sent, { type: "s_signature", signer: 1 }) };
  }

  it("[T-012] cannot take the first signature away by naming the revision before it the last", async () => {
    const { sent, second } = await oneSigned();
    const [signed] = await filesOf(world.deps.db, sent.workflowId);
    const name = (of: { sha256: string; size: number }) =>
      world.deps.db
        .updateTable("file")
        .set({ latest_sha256: of.sha256 as never, latest_size: of.size })
        .where("workflow_id", "=", sent.workflowId)
        .execute();
    if (signed === undefined) throw new Error("no file");
    await name(signed.intake);
    expect(await continueSigning(world.deps, second)).toBe("waiting");
    expect((await actOf(second)).last_fault).toContain("lacks a signature that was made");
    await name(signed.latest);
    expect(await continueSigning(world.deps, second)).toBe("ended");
  });

  it("[T-012] cannot pass the first one's result off as the second one's", async () => {
    const { first, second } = await oneSigned();
    const [done] = await world.deps.db.selectFrom("signing_document").selectAll().where("act_id", "=", first).execute();
    if (done === undefined) throw new Error("no document");
    const steps = {
      base_sha256: done.result_sha256,
      finishing: true,
      prepared: done.prepared,
      prepared_mac: done.prepared_mac,
      cms: done.cms,
      stamped: done.stamped,
      stamped_at: done.stamped_at,
      result_sha256: done.result_sha256,
      result_size: Number(done.result_size),
      result_mac: done.result_mac,
    };
    await world.deps.db.updateTable("signing_document").set(steps).where("act_id", "=", second).execute();
    expect(await continueSigning(world.deps, second)).toBe("waiting");
    expect(await actOf(second)).toMatchObject({
      status: "STALLED",
      last_fault: expect.stringContaining("did not write the result"),
    });
  });
});
