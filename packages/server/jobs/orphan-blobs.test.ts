/** Files that no row names (any more): a test for each way in which they arise, and for files that must not be deleted. */

import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { fileBlobs } from "../adapters/store/file-blobs.ts";
import { rememberBlob } from "../db/pending-blobs.ts";
import { BlobMissing, type Sha256Hex } from "../ports/blobs.ts";
import { TimeNotTrusted } from "../ports/clock.ts";
import { auditReport } from "../rooms/evidence/evidence.ts";
import { createWorkflow, forgetUnused } from "../rooms/sending/sending.ts";
import {
  authoriseSigning,
  continueSigning,
  endOpenWork,
  readActState,
  type SigningDeps,
} from "../rooms/signing/signing.ts";
import { cancelWorkflow } from "../rooms/workflows/workflows.ts";
import { approveOne, signaturesOf } from "../test/approved-act.ts";
import { nth, type Sent } from "../test/signing-world.ts";
import { testPdf } from "../test/test-pdf.ts";
import { useSigningWorld } from "../test/use-signing-world.ts";
import { damagedAt, inStore, withDrafts } from "../test/with-drafts.ts";
import { openIntakeWorkers } from "../workers/open-intake-workers.ts";

const world = useSigningWorld();

const dayLater = { attest: () => new Date(Date.now() + 25 * 3_600_000) };
const forget = (over: Partial<Parameters<typeof forgetUnused>[0]> = {}) =>
  forgetUnused({ ...world.deps, trustedTime: dayLater, ...over });

/** Every blob that may still be deleted. */
async function remembered(): Promise<Sha256Hex[]> {
  return (await world.deps.db.selectFrom("pending_blob").select("sha256").execute()).map((row) => row.sha256);
}

async function isStored(sha256: Sha256Hex): Promise<boolean> {
  try {
    await (await world.deps.blobs.open(sha256)).close();
    return true;
  } catch (fault) {
    if (fault instanceof BlobMissing) return false;
    throw fault;
  }
}
const stillStored = async (names: readonly Sha256Hex[]) =>
  (await Promise.all(names.map(isStored))).filter(Boolean).length;

/** A store that calls a function after a signed file is kept; also answers what was put there. */
function storeThen(after: () => Promise<void>) {
  const put: Sha256Hex[] = [];
  const blobs = withDrafts(world.deps.blobs, ({ keep }) => ({
    keep: async (sha256, check) => {
      await keep(sha256, check);
      put.push(sha256);
      await after();
    },
  }));
  return { blobs, put };
}
const ending = async () => Promise.reject(new Error("the process ended"));

async function approveAs(sent: Sent, n: number): Promise<string> {
  const ids = { workflowId: sent.workflowId, signerId: nth(sent.signerIds, n), ip: "192.0.2.7", userAgent: "test" };
  const authorised = await authoriseSigning(world.deps, { ...ids, approval: { kind: "button" } });
  if (!authorised.ok) throw new Error(authorised.code);
  return authorised.actId;
}

/** Two signers have approved; the first one's files are written, and the run ended before the switch. */
async function written() {
  const sent = await world.send(["Ada", "Bo"].map((firstName) => ({ type: "s_signature", firstName })));
  const acts: string[] = [];
  for (const n of [0, 1]) {
    await world.confirm(sent, n);
    acts.push(await approveAs(sent, n));
  }
  const { blobs, put } = storeThen(async () => undefined);
  // The switch wakes the other's act: the first thing of it that is not the database's.
  expect(await continueSigning({ ...world.deps, blobs, enqueue: ending }, nth(acts, 0))).toBe("waiting");
  expect(await signaturesOf(world, sent)).toEqual([[]]);
  return { sent, acts, put };
}

describe("deletes after a day a file that", () => {
  it("a process wrote before it ended without storing the name", async () => {
    const act = await approveOne(world);
    const { blobs, put } = storeThen(ending);
    expect(await continueSigning({ ...world.deps, blobs }, act.actId)).toBe("waiting");
    expect(await continueSigning(world.deps, act.actId)).toBe("ended");
    expect(await forget()).toMatchObject({ blobs: 1 });
    expect([put.length, await stillStored(put)]).toEqual([1, 0]);
    expect((await signaturesOf(world, act)).map((kinds) => kinds.length)).toEqual([2, 2]);
  });

  it("was signed on a base that is no longer the latest revision", async () => {
    const { sent, acts, put } = await written();
    expect(await continueSigning(world.deps, nth(acts, 1))).toBe("ended");
    expect(await continueSigning(world.deps, nth(acts, 0))).toBe("ended");
    expect(await forget()).toMatchObject({ blobs: 1 });
    expect([put.length, await stillStored(put)]).toEqual([1, 0]);
    // Both signatures, and the timestamp over the file.
    expect((await signaturesOf(world, sent)).map((kinds) => kinds.length)).toEqual([3]);
  });

  it("was signed for a workflow that was cancelled before the switch", async () => {
    const { sent, acts, put } = await written();
    const token = world.deps.db.selectFrom("api_token").select("organisation_id").where("token_id", "=", world.tokenId);
    const { organisation_id: organisationId } = await token.executeTakeFirstOrThrow();
    const actor = { kind: "sender", id: world.tokenId } as const;
    await cancelWorkflow(world.deps, { workflowId: sent.workflowId, actor, organisationId });
    for (const actId of acts) expect(await continueSigning(world.deps, actId)).toBe("ended");
    expect(await readActState(world.deps.db, nth(sent.signerIds, 0))).toMatchObject({ status: "FAILED" });
    expect(await forget()).toMatchObject({ blobs: 1 });
    expect([put.length, await stillStored(put)]).toEqual([1, 0]);
    expect(await signaturesOf(world, sent)).toEqual([[]]);
  });

  it("was uploaded or prepared before another file of its request was refused", async () => {
    await forget();
    const before = await remembered();
    const documents = [await testPdf(`Refused ${world.deps.random.id()}`), Buffer.from("no PDF")].map((bytes, n) => ({
      name: `contract-${n}.pdf`,
      content: bytes.toString("base64"),
    }));
    const row = world.deps.db.selectFrom("api_token").select("organisation_id").where("token_id", "=", world.tokenId);
    const { organisation_id: organisationId } = await row.executeTakeFirstOrThrow();
    const intakeWork = openIntakeWorkers(world.folder);
    const initiator = { first_name: "Frauke", last_name: "Petersen", email: "frauke@hafenwerk.example" };
    const signer = {
      reference: "s",
      type: "s_signature",
      first_name: "Ada",
      last_name: "M",
      email: "a@mail.example",
    } as const;
    const made = await createWorkflow(
      {
        ...world.deps,
        endOpenWork,
        intakeWork,
        intakeLimits: { fileBytesMax: 1e6, pagesMax: 10 },
        webhooks: { mayBeSpokenTo: () => true },
      },
      {
        token: { tokenId: world.tokenId, name: "test", organisationId },
        sent: { name: "Contract", initiator, documents, signers: [signer] },
      },
      async () => undefined,
    ).finally(intakeWork.close);
    expect(made).toMatchObject({ ok: false, code: "FILE_NOT_A_PDF" });
    const put = (await remembered()).filter((sha256) => !before.includes(sha256));
    expect([put.length, await stillStored(put)]).toEqual([3, 3]);
    expect(await forget()).toMatchObject({ blobs: 3 });
    expect(await stillStored(put)).toBe(0);
  });

  it("is a report sealed by a process that ended before it stored the name", async () => {
    const act = await approveOne(world);
    const { blobs, put } = storeThen(ending);
    const asked = { workflowId: act.workflowId, language: "de", reader: "sender" } as const;
    await expect(auditReport({ ...world.deps, blobs }, asked)).rejects.toThrow("the process ended");
    expect(await forget()).toMatchObject({ blobs: 1 });
    expect([put.length, await stillStored(put)]).toEqual([1, 0]);
  });
});

it("never stores a file that failed the check when it was read back", async () => {
  const act = await approveOne(world);
  const [before, files] = [await remembered(), await inStore(world.folder)];
  const blobs = damagedAt(world.deps.blobs, 100);
  expect(await continueSigning({ ...world.deps, blobs }, act.actId)).toBe("waiting");
  expect(await remembered()).toEqual(before);
  expect(await inStore(world.folder)).toEqual(files);
  expect(await continueSigning(world.deps, act.actId)).toBe("ended");
});

describe("keeps a file that", () => {
  it("waits for its switch for longer than a day", async () => {
    const { sent, acts, put } = await written();
    expect(await forget()).toMatchObject({ blobs: 0 });
    expect(await continueSigning(world.deps, nth(acts, 0))).toBe("ended");
    expect(await forget()).toMatchObject({ blobs: 0 });
    expect(await stillStored(put)).toBe(1);
    expect((await signaturesOf(world, sent)).map((kinds) => kinds.length)).toEqual([1]);
  });

  it("may be old while the clock is not trusted", async () => {
    const { sha256 } = await world.deps.blobs.put([Buffer.from("in doubt")]);
    const doubt = () => {
      throw new TimeNotTrusted("jumped");
    };
    await expect(forget({ trustedTime: { attest: doubt } })).rejects.toThrow(TimeNotTrusted);
    expect(await isStored(sha256)).toBe(true);
    expect(await forget()).toMatchObject({ blobs: 1 });
  });

  it.each(["before", "after"] as const)("is put again at the instant it is deleted (%s)", async (when) => {
    const folder = mkdtempSync(join(tmpdir(), "siegel-orphans-"));
    const { db } = world.deps;
    const remember = (name: Sha256Hex) => rememberBlob(db, name, new Date());
    const blobs = fileBlobs(folder, { remember });
    const content = [Buffer.from(`at this instant, ${when}`)];
    const { sha256 } = await blobs.put(content);
    const path = join(folder, sha256.slice(0, 2), sha256.slice(2));
    const put_at = new Date(Date.now() - 2 * 24 * 3_600_000);
    await utimes(path, put_at, put_at);
    await db.updateTable("pending_blob").set({ put_at }).where("sha256", "=", sha256).execute();
    const discard: SigningDeps["blobs"]["discard"] = async (name, putBefore) => {
      // The process that puts it has written its row; its file follows at once or a moment later.
      await (when === "before" ? blobs.put(content) : remember(name));
      const discarded = await blobs.discard(name, putBefore);
      if (when === "after") await blobs.put(content);
      return discarded;
    };
    const now = { attest: () => new Date() };
    expect(await forget({ trustedTime: now, blobs: { discard } })).toMatchObject({ blobs: when === "after" ? 1 : 0 });
    expect(existsSync(path)).toBe(true);
    expect(await remembered()).toContain(sha256);
    rmSync(folder, { recursive: true });
  });
});
