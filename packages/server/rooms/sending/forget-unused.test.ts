import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { BlobMissing, type Sha256Hex } from "../../ports/blobs.ts";
import { type Answer, call, create, sentWorkflow, withKey } from "../../test/api-client.ts";
import { testPdf } from "../../test/test-pdf.ts";
import { useTestServer } from "../../test/test-server.ts";
import { createWorkflow, forgetUnused } from "./sending.ts";

const server = useTestServer();
const day = 24 * 3_600;

/** A PDF that was not sent before, and its name in the blob store. */
async function newPdf(): Promise<{ bytes: Buffer; sha256: Sha256Hex }> {
  const bytes = Buffer.concat([await testPdf(), Buffer.from(`\n%${server.current().deps.random.id()}\n`)]);
  return { bytes, sha256: createHash("sha256").update(bytes).digest("hex") as Sha256Hex };
}

async function upload(bytes: Buffer): Promise<string> {
  const response = await fetch(`${server.current().url}/api/v1/uploads`, {
    method: "POST",
    headers: { ...withKey(server.current()), "content-type": "application/pdf" },
    body: new Uint8Array(bytes),
  });
  return ((await response.json()) as Answer["body"]).data.upload_id;
}

const useUpload = async (uploadId: string, headers: Record<string, string> = {}) =>
  await call(server.current(), "POST", "/api/v1/workflows", {
    body: await sentWorkflow({ documents: [{ name: "lease.pdf", upload_id: uploadId as never }] }),
    headers: withKey(server.current(), headers),
  });

async function isStored(sha256: Sha256Hex): Promise<boolean> {
  try {
    await (await server.current().deps.blobs.open(sha256)).close();
    return true;
  } catch (fault) {
    if (fault instanceof BlobMissing) return false;
    throw fault;
  }
}

/** The test's clock is put forward by days: nothing else says so, hence it is its own witness. */
const forget = () => forgetUnused({ ...server.current().deps, trustedTime: { attest: server.current().clock.now } });

describe("forgetting what nobody used", () => {
  it("takes uploads without a workflow after a day, with their bytes, and not an hour earlier", async () => {
    const { bytes, sha256 } = await newPdf();
    const uploadId = await upload(bytes);
    server.current().clock.move(day - 3_600);
    expect(await forget()).toEqual({ answers: 0, uploads: 0, blobs: 0 });
    // Files bear the machine's time, which has gone on since the test's clock began.
    server.current().clock.move(3_600 + 60);
    expect(await forget()).toEqual({ answers: 0, uploads: 1, blobs: 1 });
    expect(await isStored(sha256)).toBe(false);
    expect((await useUpload(uploadId)).body.code).toBe("UPLOAD_NOT_FOUND");
  });

  it("leaves an upload that a workflow was made of, and bytes that a workflow names by another way", async () => {
    const [used, inline] = [await newPdf(), await newPdf()];
    const usedId = await upload(used.bytes);
    expect((await useUpload(usedId)).status).toBe(201);
    await upload(inline.bytes);
    await create(server.current(), { documents: [{ name: "a.pdf", content: inline.bytes.toString("base64") }] });
    server.current().clock.move(day + 1);
    expect(await forget()).toEqual({ answers: 0, uploads: 0, blobs: 0 });
    expect([await isStored(used.sha256), await isStored(inline.sha256)]).toEqual([true, true]);
    expect((await useUpload(usedId)).status).toBe(201);
  });

  it("leaves bytes that a younger upload of the same content names", async () => {
    const { bytes, sha256 } = await newPdf();
    await upload(bytes);
    server.current().clock.move(day + 1);
    const younger = await upload(bytes);
    expect(await forget()).toEqual({ answers: 0, uploads: 1, blobs: 0 });
    expect(await isStored(sha256)).toBe(true);
    expect((await useUpload(younger)).status).toBe(201);
  });

  it("leaves bytes that were put a moment ago and that no row names yet", async () => {
    const { bytes, sha256 } = await newPdf();
    const { deps } = server.current();
    await upload(bytes);
    // The upload's row is a day older than its file: somebody has just put the same content again.
    const { db } = deps;
    const created_at = new Date(Date.now() - (day + 60) * 1_000);
    await db
      .updateTable("upload")
      .set({ created_at } as never)
      .where("sha256", "=", sha256)
      .execute();
    const trustedTime = { attest: () => new Date() };
    expect(await forgetUnused({ ...deps, trustedTime })).toEqual({ answers: 0, uploads: 1, blobs: 0 });
    expect(await isStored(sha256)).toBe(true);
  });

  it("waits for a workflow that is just being made of an upload, and keeps its bytes", async () => {
    const { bytes, sha256 } = await newPdf();
    const uploadId = await upload(bytes);
    server.current().clock.move(day + 1);
    const { deps } = server.current();
    let forgetting: ReturnType<typeof forget> | null = null;
    // The answer is kept last in the transaction that makes the workflow; there we stop and let the timer come.
    const { tokenId, organisationId } = server.current();
    const made = await createWorkflow(
      deps,
      {
        token: { tokenId, name: "test", organisationId },
        sent: await sentWorkflow({ documents: [{ name: "lease.pdf", upload_id: uploadId as never }] }),
      },
      async () => {
        forgetting = forget();
        await new Promise((resolve) => setTimeout(resolve, 300));
      },
    );
    expect(made).toMatchObject({ ok: true });
    expect(await forgetting).toMatchObject({ answers: 0, uploads: 1 });
    expect(await isStored(sha256)).toBe(true);
  });

  it.each(["read", "copied"] as const)(
    "refuses a workflow whose upload was forgotten when it was just %s",
    async (when) => {
      const { bytes } = await newPdf();
      const uploadId = await upload(bytes);
      server.current().clock.move(day + 1);
      const { deps, tokenId, organisationId } = server.current();
      const andForget = async <T>(at: typeof when, done: Promise<T>): Promise<T> => {
        const outcome = await done;
        if (at === when) await forget();
        return outcome;
      };
      const late = {
        ...deps,
        intakeWork: { ...deps.intakeWork, run: (...given) => andForget("read", deps.intakeWork.run(...given)) },
        blobs: { ...deps.blobs, put: (parts) => andForget("copied", deps.blobs.put(parts)) },
      } satisfies typeof deps;
      const made = await createWorkflow(
        late,
        {
          token: { tokenId, name: "test", organisationId },
          sent: await sentWorkflow({ documents: [{ name: "lease.pdf", upload_id: uploadId as never }] }),
        },
        async () => undefined,
      );
      expect(made).toMatchObject({ ok: false, code: "UPLOAD_NOT_FOUND" });
    },
  );

  it("takes kept answers after a day: until then the same key answers the same, then it makes anew", async () => {
    const body = await sentWorkflow();
    const send = () =>
      call(server.current(), "POST", "/api/v1/workflows", {
        body,
        headers: withKey(server.current(), { "idempotency-key": "lease-7" }),
      });
    const first = await send();
    server.current().clock.move(day - 60);
    await forget();
    expect((await send()).body).toEqual(first.body);
    server.current().clock.move(61);
    expect(await forget()).toMatchObject({ answers: 1 });
    expect((await send()).body.data.workflow_id).not.toBe(first.body.data.workflow_id);
  });
});
