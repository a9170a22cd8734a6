import { listSignatures } from "@siegel/kernel/pades/list-signatures.ts";
import { openPdf } from "@siegel/kernel/pdf/open-pdf.ts";
import type { KyselyPlugin } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { RevocationStatusUnavailable } from "../../ports/revocation-status.ts";
import { TimestampUnavailable } from "../../ports/timestamp.ts";
import { nth, openSigningWorld, type Sent, type SigningWorld } from "../../test/signing-world.ts";
import { useTestDatabase } from "../../test/test-database.ts";
import { usageOf } from "../accounts/accounts.ts";
import { readTrail, verifyTrail } from "../audit-trail/audit-trail.ts";
import { filesOf } from "../documents/documents.ts";
import { cancelWorkflow } from "../workflows/workflows.ts";
import {
  authoriseSigning,
  continueSigning,
  type SigningDeps,
  signingStateOf,
  signNow,
  sweepSigning,
} from "./signing.ts";

const database = useTestDatabase();
let world: SigningWorld;
beforeAll(async () => {
  world = await openSigningWorld(database.current().db);
});
afterAll(() => world.close());

const box = {
  document: "contract-0.pdf",
  kind: "signature" as const,
  page: 1,
  rect: [72, 300, 220, 70] as [number, number, number, number],
};

async function approved(type: "s_signature" | "a_signature" = "s_signature"): Promise<Sent & { actId: string }> {
  const sent = await world.send([{ type, firstName: "Ada", fields: [box] }], { documents: 2 });
  await world.confirm(sent, 0);
  const approval =
    type === "s_signature"
      ? ({ kind: "button" } as const)
      : ({ kind: "code", ...(await world.code(sent, 0)) } as const);
  const authorised = await authoriseSigning(world.deps, {
    ...idsOf(sent),
    ip: "192.0.2.7",
    userAgent: "test",
    approval,
  });
  if (!authorised.ok) throw new Error(authorised.code);
  return { ...sent, actId: authorised.actId };
}

const idsOf = (sent: Sent) => ({ workflowId: sent.workflowId, signerId: nth(sent.signerIds, 0) });
const stateOf = (sent: Sent) => signingStateOf(world.deps.db, nth(sent.signerIds, 0));

async function signaturesPerFile(sent: Sent): Promise<string[][]> {
  const found: string[][] = [];
  for (const file of await filesOf(world.deps.db, sent.workflowId)) {
    const source = await world.deps.blobs.open(file.latest.sha256);
    found.push(listSignatures(openPdf(source)).signatures.map((one) => one.subFilter));
    await source.close();
  }
  return found;
}

/** Ends every query from the n-th on, before it reaches the database or after it was done there: what a killed process looks like to it. */
function crashAt(n: number, moment: "before" | "after"): { plugin: KyselyPlugin; reached: () => boolean } {
  let count = 0;
  const dead = (): boolean => (moment === "before" ? count >= n : count > n);
  return {
    reached: () => count >= n,
    plugin: {
      transformQuery: ({ node }) => {
        count += 1;
        if (dead()) throw new Error("power cut");
        return node;
      },
      transformResult: async ({ result }) => {
        if (moment === "after" && count >= n) {
          count += 1;
          throw new Error("power cut");
        }
        return result;
      },
    },
  };
}

async function crashedRun(actId: string, n: number, moment: "before" | "after"): Promise<boolean> {
  const { plugin, reached } = crashAt(n, moment);
  await continueSigning({ ...world.deps, db: world.deps.db.withPlugin(plugin) }, actId).catch(() => "dead");
  return reached();
}

describe("a crash at any query of the work", () => {
  it.each(["before", "after"] as const)(
    "[S-148] loses nothing and does nothing twice, %s the query",
    { timeout: 240_000 },
    async (moment) => {
      for (let n = 1; ; n++) {
        const sent = await approved();
        const used = (await usageOf(world.deps.db, world.tokenId)).ses.used;
        const crashed = await crashedRun(sent.actId, n, moment);
        // The lease of the dead run has to run out.
        world.wait(61_000);
        expect(await continueSigning(world.deps, sent.actId), `query ${n}`).toBe("ended");
        expect(await stateOf(sent), `query ${n}`).toMatchObject({ status: "FINISHED" });
        const file = ["ETSI.CAdES.detached", "ETSI.RFC3161"];
        expect(await signaturesPerFile(sent), `query ${n}`).toEqual([file, file]);
        expect((await usageOf(world.deps.db, world.tokenId)).ses.used, `query ${n}`).toBe(used + 1);
        const types = (await readTrail(world.deps.db, sent.workflowId)).map((event) => event.type);
        expect(
          types.filter((type) => type === "signing.signed"),
          `query ${n}`,
        ).toHaveLength(2);
        expect(
          types.filter((type) => type === "workflow.finished"),
          `query ${n}`,
        ).toHaveLength(1);
        if (!crashed) break;
        // The first documents of a run pass every kind of step; from there on each fifth query is enough.
        if (n > 45) n += 4;
      }
      expect((await verifyTrail(world.deps.db)).faults).toEqual([]);
    },
  );
});

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
    });
    world.wait(60_000);
    expect(await sweepSigning(world.deps)).toBe(0);
    expect(await continueSigning(world.deps, sent.actId)).toBe("ended");
    expect(await stateOf(sent)).toMatchObject({ status: "FINISHED" });
  });
});

describe("an act that cannot be finished", () => {
  it("fails for good when its certificate is revoked before the signature is told", async () => {
    const sent = await approved("a_signature");
    const noStatus = { status: async () => Promise.reject(new RevocationStatusUnavailable("down", { cause: null })) };
    expect(await continueSigning({ ...world.deps, revocation: noStatus }, sent.actId)).toBe("waiting");
    const { certificate_serial: serial } = await world.deps.db
      .selectFrom("signing_act")
      .select("certificate_serial")
      .where("act_id", "=", sent.actId)
      .executeTakeFirstOrThrow();
    await world.deps.db
      .updateTable("issued_certificate")
      .set({ status: "revoked", revoked_at: world.deps.clock.now(), reason: "keyCompromise" })
      .where("serial", "=", serial ?? "")
      .execute();
    expect(await continueSigning(world.deps, sent.actId)).toBe("ended");
    expect(await stateOf(sent)).toMatchObject({ status: "FAILED", code: "CERTIFICATE_NOT_VALID" });
    expect(await signaturesPerFile(sent)).toEqual([[], []]);
  });

  it("fails for good when the sender cancels while it waits", async () => {
    const sent = await approved();
    await cancelWorkflow(world.deps, {
      workflowId: sent.workflowId,
      tokenId: world.tokenId,
      organisationId: await organisation(),
    });
    expect(await continueSigning(world.deps, sent.actId)).toBe("ended");
    expect(await stateOf(sent)).toMatchObject({ status: "FAILED", code: "WORKFLOW_CANCELLED" });
    expect(await signaturesPerFile(sent)).toEqual([[], []]);
  });

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
    const act = await world.deps.db
      .selectFrom("signing_act")
      .select("last_fault")
      .where("act_id", "=", sent.actId)
      .executeTakeFirstOrThrow();
    expect(act.last_fault).toContain("key-mismatch");
  });

  it("[T-008] a written file that does not hold is never switched to", async () => {
    const sent = await approved();
    const flip = (byte: Uint8Array): Uint8Array => Uint8Array.from(byte, (value, i) => (i === 100 ? value ^ 1 : value));
    const blobs = {
      ...world.deps.blobs,
      // A disk that damages what it stores under a name it then computes honestly.
      put: async (parts: Parameters<typeof world.deps.blobs.put>[0]) => {
        const damaged: Uint8Array[] = [];
        for await (const part of parts) damaged.push(damaged.length === 0 ? flip(part) : part);
        return await world.deps.blobs.put(damaged);
      },
    };
    expect(await continueSigning({ ...world.deps, blobs }, sent.actId)).toBe("waiting");
    expect(await signaturesPerFile(sent)).toEqual([[], []]);
    expect(await continueSigning(world.deps, sent.actId)).toBe("ended");
    expect(await stateOf(sent)).toMatchObject({ status: "FINISHED" });
  });
});

async function organisation(): Promise<string> {
  const row = await world.deps.db
    .selectFrom("api_token")
    .select("organisation_id")
    .where("token_id", "=", world.tokenId)
    .executeTakeFirstOrThrow();
  return row.organisation_id;
}
