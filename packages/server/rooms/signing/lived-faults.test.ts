/** What an act only waits for is heard of all the same: nothing but outages waits quietly. */
import { describe, expect, it } from "vitest";
import { RevocationStatusUnavailable } from "../../ports/revocation-status.ts";
import { TimestampUnavailable } from "../../ports/timestamp.ts";
import { actRow, approveOne } from "../../test/approved-act.ts";
import { nth } from "../../test/signing-world.ts";
import { useSigningWorld } from "../../test/use-signing-world.ts";
import { withDrafts } from "../../test/with-drafts.ts";
import { readTrail } from "../audit-trail/audit-trail.ts";
import { continueSigning, readActState, type SigningDeps, signNow } from "./signing.ts";

const world = useSigningWorld();

/** Works on a new act with something broken; answers the act, and what was told meanwhile. */
async function liveThrough(over: Partial<SigningDeps>) {
  const act = await approveOne(world);
  const told = world.faults.length;
  const progress = await continueSigning({ ...world.deps, ...over }, act.actId);
  const event = (await readTrail(world.deps.db, act.workflowId)).at(-1);
  return { act, progress, told: world.faults.slice(told), event };
}

const stampWith = (fault: Error): Partial<SigningDeps> => ({
  timestamp: { anchors: world.deps.timestamp.anchors, stamp: async () => Promise.reject(fault) },
});

describe("a fault in the work on an act", () => {
  it("that is a bug is told as unforeseen, with its stack; the act waits, and is finished once it is mended", async () => {
    const bug = new TypeError("x is not a function");
    const { act, progress, told, event } = await liveThrough(stampWith(bug));
    expect(progress).toBe("waiting");
    expect(told).toEqual([
      { room: "signing", undone: "the act's next step", actId: act.actId, fault: bug, outage: false },
    ]);
    expect(event).toMatchObject({ type: "signing.waiting", details: { reason: "TypeError: x is not a function" } });
    expect(await continueSigning(world.deps, act.actId)).toBe("ended");
    expect(await readActState(world.deps.db, act.signerId)).toMatchObject({ status: "FINISHED" });
  });

  const system = Object.assign(new Error("no space left on device"), { code: "ENOSPC", syscall: "write" });
  it.each<[string, () => Partial<SigningDeps>]>([
    ["a timestamp nobody gives", () => stampWith(new TimestampUnavailable("down", { cause: new Error("refused") }))],
    [
      "a status nobody knows",
      () => ({ revocation: { status: async () => Promise.reject(new RevocationStatusUnavailable("down")) } }),
    ],
    [
      "a full disk",
      () => ({ blobs: withDrafts(world.deps.blobs, () => ({ write: async () => Promise.reject(system) })) }),
    ],
  ])("that is an outage is told as one: %s", async (_, over) => {
    const { progress, told } = await liveThrough(over());
    expect([progress, told.map((lived) => lived.outage)]).toEqual(["waiting", [true]]);
  });

  it("that somebody must look at is told so, although it has a name: a document that was changed in the store", async () => {
    const open: SigningDeps["blobs"]["open"] = async (sha256) => {
      const { size, read, close } = await world.deps.blobs.open(sha256);
      return { size, close, read: (at, length) => read(at, length).map((byte, i) => (at + i === 12 ? 0xfe : byte)) };
    };
    const { told } = await liveThrough({ blobs: { ...world.deps.blobs, open } });
    expect(told).toMatchObject([{ outage: false, fault: { name: "BlobChanged" } }]);
  });

  it("gets into row and trail without whom it was about", async () => {
    const cause = new Error("550 <ada@mail.example>, +49 151 12345100, act 0123456789abcdefghjkmnpqrs");
    const { act, event } = await liveThrough(stampWith(new TimestampUnavailable("down", { cause })));
    const reason = "TimestampUnavailable: down ← Error: 550 <‹address›>, ‹number›, act …";
    expect(event?.details).toMatchObject({ reason });
    expect((await actRow(world.deps.db, act.actId)).last_fault).toBe(reason);
  });

  it("is told also where not even its reason could be recorded", async () => {
    const act = await approveOne(world);
    const told = world.faults.length;
    // After a day the record has a mail, and the queue is away.
    world.wait(24 * 3_600_000);
    const enqueue = async () => Promise.reject(new Error("no queue"));
    const broken = { ...world.deps, ...stampWith(new TypeError("first")), enqueue };
    await expect(continueSigning(broken, act.actId)).rejects.toThrow("no queue");
    expect(world.faults.slice(told)).toMatchObject([{ fault: { message: "first" }, outage: false }]);
  });

  it("of a run that could not even begin is told by the signing call, which answers that the act waits", async () => {
    const sent = await world.send([{ type: "s_signature", firstName: "Ada" }]);
    await world.confirm(sent, 0);
    const told = world.faults.length;
    const atWork = async () => Promise.reject(new Error("no run"));
    const call = { workflowId: sent.workflowId, signerId: nth(sent.signerIds, 0), ip: "192.0.2.7", userAgent: "test" };
    const answer = await signNow({ ...world.deps, atWork }, { ...call, approval: { kind: "button" } });
    expect(answer).toMatchObject({ ok: true, status: "PENDING" });
    expect(world.faults.slice(told)).toMatchObject([{ undone: "a run over the act", fault: { message: "no run" } }]);
  });
});
