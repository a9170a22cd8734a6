/** What a signature is laid on is changed behind its back: in the store between two reads, or in the rows that name it. */
import type { ByteSource } from "@siegel/kernel/pdf/byte-source.ts";
import { describe, expect, it } from "vitest";
import type { Sha256Hex } from "../../ports/blobs.ts";
import { RevocationStatusUnavailable } from "../../ports/revocation-status.ts";
import { actRow, approve, approveOne } from "../../test/approved-act.ts";
import { countingKeys } from "../../test/counting-keys.ts";
import type { Sent } from "../../test/signing-world.ts";
import { useSigningWorld } from "../../test/use-signing-world.ts";
import { inStore, withDrafts } from "../../test/with-drafts.ts";
import { filesOf } from "../documents/documents.ts";
import { continueSigning, type SigningDeps } from "./signing.ts";
import { readDocuments } from "./step-store.ts";

const world = useSigningWorld();

type Blobs = SigningDeps["blobs"];
type Opened = Awaited<ReturnType<Blobs["open"]>>;

/** The world's store, but for the file called `base`, which is opened otherwise. */
const storeWith = (base: Sha256Hex, reopen: (opened: Opened) => ByteSource): Blobs => ({
  ...world.deps.blobs,
  open: async (sha256) => {
    const opened = await world.deps.blobs.open(sha256);
    return sha256 === base ? { ...reopen(opened), close: opened.close } : opened;
  },
});

/** A source of which a byte reads differently after the first pass over it: somebody wrote into the file meanwhile. */
function changingAfterOnePass(source: ByteSource): ByteSource {
  let passed = false;
  return {
    size: source.size,
    read: (offset, length, room) => {
      const bytes = Uint8Array.from(source.read(offset, length, room));
      // Within the comment behind the header, so that the file stays one that can be read.
      const at = 11 - offset;
      if (passed && at >= 0 && at < length) bytes[at] = (bytes[at] ?? 0) ^ 1;
      passed ||= offset + length === source.size;
      return bytes;
    },
  };
}

/** A source in which `to` stands for each `from`, of the same length, whenever `isSwapped` says so. */
function swapping(source: ByteSource, [from, to]: readonly [string, string], isSwapped: () => boolean): ByteSource {
  const was = Buffer.from(source.read(0, source.size));
  const is = Buffer.from(was.toString("latin1").replaceAll(from, to), "latin1");
  expect(Buffer.compare(was, is)).not.toBe(0);
  return {
    size: source.size,
    read: (offset, length) => Uint8Array.from((isSwapped() ? is : was).subarray(offset, offset + length)),
  };
}

const latestOf = async ({ workflowId }: Pick<Sent, "workflowId">): Promise<Sha256Hex> => {
  const [file] = await filesOf(world.deps.db, workflowId);
  return file?.latest.sha256 ?? expect.fail("no file");
};

async function textOf(sent: Pick<Sent, "workflowId">): Promise<string> {
  const source = await world.deps.blobs.open(await latestOf(sent));
  const text = Buffer.from(source.read(0, source.size)).toString("latin1");
  await source.close();
  return text;
}

/** An act that waits for revocation status, with all that comes before. */
async function stampedAct(sent: Sent): Promise<string> {
  const act = await approve(world, sent, { type: "s_signature" });
  const down = async () => Promise.reject(new RevocationStatusUnavailable("down", { cause: null }));
  expect(await continueSigning({ ...world.deps, revocation: { status: down } }, act)).toBe("waiting");
  return act;
}

const sendToTwo = () =>
  world.send([
    { type: "s_signature", firstName: "Ada" },
    { type: "s_signature", firstName: "Bea" },
  ]);

describe("a base that changes in the store", () => {
  it("[T-012] between the look at it and its digest is not signed; the act waits and goes on with what is sound", async () => {
    const act = await approveOne(world);
    const { deps, uses } = countingKeys(world);
    const blobs = storeWith(await latestOf(act), changingAfterOnePass);
    expect(await continueSigning({ ...deps, blobs }, act.actId)).toBe("waiting");
    expect((await actRow(world.deps.db, act.actId)).last_fault).toContain("changed while it was read");
    expect(uses()).toBe(0);
    expect((await readDocuments(world.deps.db, act.actId))[0]).toMatchObject({ prepared: null, cms: null });
    expect(await continueSigning(world.deps, act.actId)).toBe("ended");
  });

  it("is what is told where the program stumbles over it, and the act begins anew; what stumbles over a sound one waits with it", async () => {
    const act = await approveOne(world);
    const stumbling = (): never => {
      throw new TypeError("stumbled");
    };
    const deps = { ...world.deps, shaper: { ...world.deps.shaper, shape: stumbling } };
    const changed = storeWith(await latestOf(act), (opened) => swapping(opened, ["%PDF-1.", "%PDF-2."], () => true));
    const documentAfter = async (over: SigningDeps) => {
      expect(await continueSigning(over, act.actId)).toBe("waiting");
      return (await readDocuments(world.deps.db, act.actId))[0];
    };
    expect(await documentAfter({ ...deps, blobs: changed })).toMatchObject({ base: null, prepared: null });
    expect((await actRow(world.deps.db, act.actId)).last_fault).toMatch(
      /BlobChanged.*holds other bytes|does not begin with/,
    );
    expect(await documentAfter(deps)).toMatchObject({ base: { sha256: await latestOf(act) }, prepared: null });
    expect((await actRow(world.deps.db, act.actId)).last_fault).toContain("stumbled");
    expect(await continueSigning(world.deps, act.actId)).toBe("ended");
  });

  /** What the base holds is swapped from when it was digested and written until the signed file is to be kept. */
  async function expectNotKept(act: string, of: { base: Sha256Hex; swap: readonly [string, string] }) {
    let isSwapped = false;
    let left = Number.POSITIVE_INFINITY;
    const swapped = storeWith(of.base, (opened) => {
      left = opened.size;
      return swapping(opened, of.swap, () => isSwapped);
    });
    const blobs = withDrafts(swapped, ({ write, keep }) => ({
      write: async (bytes) => {
        await write(bytes);
        left -= bytes.length;
        isSwapped = left <= 0;
      },
      keep: async (...kept) => {
        isSwapped = false;
        await keep(...kept);
      },
    }));
    const before = await inStore(world.folder);
    expect(await continueSigning({ ...world.deps, blobs }, act)).toBe("waiting");
    expect(await inStore(world.folder)).toEqual(before);
    expect((await actRow(world.deps.db, act)).last_fault).toMatch(/BlobChanged.*changed while it was read/);
    const [document] = await readDocuments(world.deps.db, act);
    expect(document).toMatchObject({ result: null });
    expect(document?.stamped).not.toBeNull();
  }

  it("[T-012] after it was signed has no word in the revisions behind the signature: a fresh act", async () => {
    const sent = await sendToTwo();
    for (const n of [0, 1]) await world.confirm(sent, n);
    expect(await continueSigning(world.deps, await approve(world, sent, { type: "s_signature" }))).toBe("ended");
    const act = await approve(world, sent, { type: "s_signature", signer: 1 });
    // What the first signature left in the security store is read for the first time once the second is made.
    const swap = ["/OCSPs", "/OCSPx"] as const;
    await expectNotKept(act, { base: await latestOf(sent), swap });
    expect(await continueSigning(world.deps, act)).toBe("ended");
    expect(await textOf(sent)).not.toContain(swap[1]);
  });

  it("[T-012] after it was signed has no word in the revisions behind the signature: an act that is gone on with", async () => {
    const sent = await sendToTwo();
    await world.confirm(sent, 0);
    const act = await stampedAct(sent);
    const swap = ["/Catalog", "/Catalox"] as const;
    await expectNotKept(act, { base: await latestOf(sent), swap });
    expect(await continueSigning(world.deps, act)).toBe("ended");
    expect(await textOf(sent)).not.toContain(swap[1]);
  });

  it("[T-012] before an act that was stamped is gone on with gets nothing appended, and is told as that", async () => {
    const sent = await sendToTwo();
    await world.confirm(sent, 0);
    const act = await stampedAct(sent);
    const blobs = storeWith(await latestOf(sent), (opened) => swapping(opened, ["%PDF-1.", "%PDF-2."], () => true));
    const before = await inStore(world.folder);
    expect(await continueSigning({ ...world.deps, blobs }, act)).toBe("waiting");
    expect(await inStore(world.folder)).toEqual(before);
    expect((await actRow(world.deps.db, act)).last_fault).toMatch(/BlobChanged.*holds other bytes/);
    expect(await continueSigning(world.deps, act)).toBe("ended");
  });
});

describe("with two signers, somebody who writes to the database", () => {
  async function oneSigned(): Promise<{ sent: Sent; first: string; second: string }> {
    const sent = await sendToTwo();
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
    expect((await actRow(world.deps.db, second)).last_fault).toContain("lacks a signature that was made");
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
    expect(await actRow(world.deps.db, second)).toMatchObject({
      status: "STALLED",
      last_fault: expect.stringContaining("did not write the result"),
    });
  });
});
