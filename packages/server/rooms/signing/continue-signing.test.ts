import { describe, expect, it } from "vitest";
import { RevocationStatusUnavailable } from "../../ports/revocation-status.ts";
import { TimestampUnavailable } from "../../ports/timestamp.ts";
import { actRow, approveOne, signaturesOf } from "../../test/approved-act.ts";
import { nth, type Sent } from "../../test/signing-world.ts";
import { useSigningWorld } from "../../test/use-signing-world.ts";
import { damagedAt, inStore, withDrafts } from "../../test/with-drafts.ts";
import { readTrail } from "../audit-trail/audit-trail.ts";
import { authoriseSigning, continueSigning, readActState, type SigningDeps, signNow, sweepSigning } from "./signing.ts";

const world = useSigningWorld();

const approved = (type?: "s_signature" | "a_signature") => approveOne(world, type);
const idsOf = (sent: Sent) => ({ workflowId: sent.workflowId, signerId: nth(sent.signerIds, 0) });
const stateOf = (sent: Sent) => readActState(world.deps.db, nth(sent.signerIds, 0));
const signaturesPerFile = (sent: Sent) => signaturesOf(world, sent);

describe("an outage", () => {
  const failing = (over: Partial<SigningDeps>): SigningDeps => ({ ...world.deps, ...over });
  const noTime = {
    anchors: [],
    stamp: async () => Promise.reject(new TimestampUnavailable("down", { cause: new Error("refused") })),
  };
  const noStatus = {
    status: async () => Promise.reject(new RevocationStatusUnavailable("down", { cause: new Error("refused") })),
  };

  it("[S-142] of the time-stamping authority leaves the act waiting, is told as PENDING, and the sweep finishes it with a mail", async () => {
    const sent = await world.send([{ type: "s_signature", firstName: "Ada" }]);
    await world.confirm(sent, 0);
    const call = { ...idsOf(sent), ip: "192.0.2.7", userAgent: "test", approval: { kind: "button" } as const };
    expect(
      await signNow(failing({ timestamp: { ...noTime, anchors: world.deps.timestamp.anchors } }), call),
    ).toMatchObject({ ok: true, status: "PENDING", retryAfterS: 15 });
    expect(await signaturesPerFile(sent)).toEqual([[]]);
    expect(await sweepSigning(world.deps)).toBe(0);
    world.wait(16_000);
    expect(await sweepSigning(world.deps)).toBe(1);
    expect(await stateOf(sent)).toMatchObject({ status: "FINISHED" });
    expect(await world.jobs("send-message")).toContainEqual({
      messageKind: "signed",
      workflowId: sent.workflowId,
      signerId: nth(sent.signerIds, 0),
    });
    const waiting = (await readTrail(world.deps.db, sent.workflowId)).filter(
      (event) => event.type === "signing.waiting",
    );
    expect(waiting).toHaveLength(1);
  });

  it("of the revocation status keeps the timestamp that was got, and never offers a file without the proof", async () => {
    const sent = await approved();
    expect(await continueSigning(failing({ revocation: noStatus }), sent.actId)).toBe("waiting");
    expect(await signaturesPerFile(sent)).toEqual([[], []]);
    const before = await world.deps.db
      .selectFrom("signing_document")
      .select("stamped")
      .where("act_id", "=", sent.actId)
      .orderBy("position")
      .execute();
    expect(before[0]?.stamped).not.toBeNull();
    expect(await continueSigning(world.deps, sent.actId)).toBe("ended");
    const after = await world.deps.db
      .selectFrom("signing_document")
      .select("stamped")
      .where("act_id", "=", sent.actId)
      .orderBy("position")
      .execute();
    expect(after[0]?.stamped).toEqual(before[0]?.stamped);
  });

  it("of a whole day stalls the act, tells the signer, and the act can still be finished", async () => {
    const sent = await approved();
    world.wait(24 * 3_600_000);
    expect(await continueSigning(failing({ revocation: noStatus }), sent.actId)).toBe("waiting");
    expect(await world.jobs("send-message")).toContainEqual({
      messageKind: "signing_stalled",
      workflowId: sent.workflowId,
      signerId: nth(sent.signerIds, 0),
      actId: sent.actId,
    });
    world.wait(60_000);
    expect(await sweepSigning(world.deps)).toBe(0);
    expect(await continueSigning(world.deps, sent.actId)).toBe("ended");
    expect(await stateOf(sent)).toMatchObject({ status: "FINISHED" });
  });
});

describe("what does not hold", () => {
  it("[T-006] a token over something else is not embedded, whoever hands it out", async () => {
    const sent = await approved();
    const { stamp, anchors } = world.deps.timestamp;
    const timestamp = { anchors, stamp: async () => await stamp(new Uint8Array(32).fill(1)) };
    expect(await continueSigning({ ...world.deps, timestamp }, sent.actId)).toBe("waiting");
    const rows = await world.deps.db
      .selectFrom("signing_document")
      .select("stamped")
      .where("act_id", "=", sent.actId)
      .execute();
    expect(rows.map((row) => row.stamped)).toEqual([null, null]);
    expect(await continueSigning(world.deps, sent.actId)).toBe("ended");
    expect(await stateOf(sent)).toMatchObject({ status: "FINISHED" });
  });

  it("[T-007] a key that is not the certificate's signs nothing that is kept", async () => {
    const sent = await approved("a_signature");
    const { keyId } = await world.deps.keys.generate("p256");
    const keys = { ...world.deps.keys, signer: async () => await world.deps.keys.signer(keyId) };
    // The certificate is made by the right keys first: only the signature goes wrong.
    const noStamp = {
      anchors: world.deps.timestamp.anchors,
      stamp: async () => Promise.reject(new TimestampUnavailable("down", { cause: null })),
    };
    await continueSigning({ ...world.deps, timestamp: noStamp }, sent.actId);
    await world.deps.db.updateTable("signing_document").set({ cms: null }).where("act_id", "=", sent.actId).execute();
    expect(await continueSigning({ ...world.deps, keys }, sent.actId)).toBe("waiting");
    const rows = await world.deps.db
      .selectFrom("signing_document")
      .select("cms")
      .where("act_id", "=", sent.actId)
      .execute();
    expect(rows.map((row) => row.cms)).toEqual([null, null]);
    expect(await signaturesPerFile(sent)).toEqual([[], []]);
    expect((await actRow(world.deps.db, sent.actId)).last_fault).toContain("key-mismatch");
  });

  type Blobs = typeof world.deps.blobs;
  it.each<[string, (blobs: Blobs) => Blobs, RegExp]>([
    ["of which a byte is another", (blobs) => damagedAt(blobs, 100), /WrittenSignatureInvalid.*content-changed/],
    [
      "that lacks a byte",
      (blobs) => withDrafts(blobs, ({ write }) => ({ write: (bytes) => write(bytes.subarray(1)) })),
      /WrittenSignatureInvalid.*length/,
    ],
  ])("[T-008] a written file %s is never switched to", async (_, damaged, because) => {
    const sent = await approved();
    const before = await inStore(world.folder);
    const deps = { ...world.deps, blobs: damaged(world.deps.blobs) };
    expect(await continueSigning(deps, sent.actId)).toBe("waiting");
    expect((await actRow(world.deps.db, sent.actId)).last_fault).toMatch(because);
    expect(await inStore(world.folder)).toEqual(before);
    expect(await signaturesPerFile(sent)).toEqual([[], []]);
    expect(await continueSigning(world.deps, sent.actId)).toBe("ended");
    expect(await stateOf(sent)).toMatchObject({ status: "FINISHED" });
  });

  it("[T-008] a file whose proofs did not arrive whole is not switched to, though an earlier signer left some of their own", async () => {
    const sent = await world.send(
      ["Ada", "Grace", "Hedy"].map((firstName) => ({ type: "s_signature" as const, firstName })),
    );
    for (const n of [0, 1]) await world.confirm(sent, n);
    const actFor = async (n: number) => {
      const call = { ...idsOf(sent), signerId: nth(sent.signerIds, n), ip: "192.0.2.7", userAgent: "test" };
      const authorised = await authoriseSigning(world.deps, { ...call, approval: { kind: "button" } });
      return authorised.ok ? authorised.actId : expect.fail(authorised.code);
    };
    expect(await continueSigning(world.deps, await actFor(0))).toBe("ended");
    const second = await actFor(1);
    const blobs = withDrafts(world.deps.blobs, ({ write }) => ({
      write: async (bytes) => {
        const written = Buffer.from(bytes);
        // The last revision of B-LT is the store; what proves anything in it stands in its streams.
        const stream = written.indexOf("stream") + 40;
        if (written.includes("/DSS") && !written.includes("/ByteRange")) written[stream] = (written[stream] ?? 0) ^ 1;
        await write(written);
      },
    }));
    expect(await continueSigning({ ...world.deps, blobs }, second)).toBe("waiting");
    expect(await actRow(world.deps.db, second)).toMatchObject({
      status: "AUTHORISED",
      last_fault: expect.stringContaining("store-incomplete"),
    });
    expect(await continueSigning(world.deps, second)).toBe("ended");
  });

  it("a document that was changed in the store under its old name is not signed, and is once it is as it was", async () => {
    const sent = await approved();
    const open = async (sha256: Parameters<typeof world.deps.blobs.open>[0]) => {
      const source = await world.deps.blobs.open(sha256);
      // Byte 12 stands in the comment behind the header: the file still opens.
      const read = (offset: number, length: number): Uint8Array =>
        Uint8Array.from(source.read(offset, length), (value, i) => (offset + i === 12 ? 0xfe : value));
      return { size: source.size, read, close: source.close };
    };
    const blobs = { ...world.deps.blobs, open };
    expect(await continueSigning({ ...world.deps, blobs }, sent.actId)).toBe("waiting");
    expect((await actRow(world.deps.db, sent.actId)).last_fault).toContain("BlobChanged");
    const rows = await world.deps.db
      .selectFrom("signing_document")
      .select("cms")
      .where("act_id", "=", sent.actId)
      .execute();
    expect(rows.map((row) => row.cms)).toEqual([null, null]);
    expect(await continueSigning(world.deps, sent.actId)).toBe("ended");
    expect(await stateOf(sent)).toMatchObject({ status: "FINISHED" });
  });
});

describe("the sweep", () => {
  it("goes on with the others where one act fails so that not even the reason is recorded", async () => {
    const [first, second] = [await approved(), await approved()];
    world.wait(16_000);
    let calls = 0;
    const id = (): string => {
      calls += 1;
      if (calls === 1) throw new Error("no randomness");
      return world.deps.random.id();
    };
    const deps = { ...world.deps, random: { ...world.deps.random, id } };
    await expect(sweepSigning(deps)).rejects.toThrow("1 of 2 acts");
    expect([await stateOf(first), await stateOf(second)]).toMatchObject([
      { status: "PENDING" },
      { status: "FINISHED" },
    ]);
    expect(await sweepSigning(world.deps)).toBe(1);
    expect(await stateOf(first)).toMatchObject({ status: "FINISHED" });
  });
});
