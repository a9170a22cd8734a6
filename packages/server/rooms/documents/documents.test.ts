import { setTimeout as sleep } from "node:timers/promises";
import type { FileId, SignerId, WorkflowId } from "@siegel/contract/ids.ts";
import { describe, expect, it } from "vitest";
import { formPdf } from "../../../../fixtures/documents.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { Sha256Hex } from "../../ports/blobs.ts";
import { send } from "../../test/sent-workflow.ts";
import { useTestServer } from "../../test/test-server.ts";
import { appendRevision, latestRevision, readApprovable, revisionsOf, updateValues } from "./documents.ts";

const server = useTestServer();
const hash = (n: number) => String(n).padStart(64, "0") as Sha256Hex;

async function sentForm() {
  const documents = [{ name: "Form.pdf", bytes: formPdf() }];
  const { workflowId, signerIds, fileIds } = await send(server.current(), {
    documents,
    signers: [{ reference: "alice" }],
  });
  return { workflowId: workflowId as WorkflowId, signerId: signerIds[0] as SignerId, fileId: fileIds[0] as FileId };
}

describe("appendRevision", () => {
  it("lets one of many win on the same base, and every one in turn when each looks again", async () => {
    const { db } = server.current().deps;
    const { fileId, signerId } = await sentForm();
    const base = await latestRevision(db, fileId);
    const append = (on: Sha256Hex, n: number) =>
      appendRevision(db, {
        fileId,
        base: on,
        next: { sha256: hash(n), size: n },
        cause: { kind: "signature", signerId },
      });
    const won = await Promise.all(Array.from({ length: 20 }, (_, n) => append(base.sha256, n + 1)));
    expect(won.filter(Boolean)).toHaveLength(1);
    expect(await append(base.sha256, 99)).toBe(false);
    const retry = async (n: number): Promise<void> => {
      while (!(await append((await latestRevision(db, fileId)).sha256, n)));
    };
    await Promise.all(Array.from({ length: 8 }, (_, n) => retry(n + 100)));
    const revisions = await revisionsOf(db, fileId);
    expect(revisions.map(({ number }) => number)).toEqual(Array.from({ length: 11 }, (_, n) => n));
    // One chain: each begins where the one before ended.
    expect(revisions.slice(1).map(({ base: on }) => on)).toEqual(revisions.slice(0, -1).map(({ sha256 }) => sha256));
    expect((await latestRevision(db, fileId)).sha256).toBe(revisions.at(-1)?.sha256);
  });
});

describe("updateValues", () => {
  it("asks the fonts about each character once, and only about values that the fields take", async () => {
    const { deps, clock } = server.current();
    const { workflowId, signerId, fileId } = await sentForm();
    const asked: string[] = [];
    const missing = (text: string): readonly string[] => {
      asked.push(text);
      return deps.shaper.missing(text);
    };
    const fill = (value: string) =>
      updateValues(
        { ...deps, clock, shaper: { shape: deps.shaper.shape, missing } },
        {
          workflowId,
          signerId,
          ip: "127.0.0.1",
          files: [{ id: fileId, xfdf_annotations: [{ annotation_id: `${signerId}.name`, value }] }],
        },
      );
    expect(await fill("x".repeat(10_000))).toMatchObject({ ok: false, code: "FIELD_VALUE_INVALID" });
    expect(asked).toEqual([]);
    expect(await fill("Ottokar")).toEqual({ ok: true });
    expect(asked).toEqual(["O t o k a r"]);
  });
});

describe("readApprovable", () => {
  it("[T-012] holds a signer's values still until the transaction that looked at them ends", async () => {
    const { deps, clock } = server.current();
    const { workflowId, signerId, fileId } = await sentForm();
    const fill = (value: string) =>
      updateValues(
        { ...deps, clock },
        {
          workflowId,
          signerId,
          ip: "127.0.0.1",
          files: [{ id: fileId, xfdf_annotations: [{ annotation_id: `${signerId}.name`, value }] }],
        },
      );
    expect(await fill("Ada")).toEqual({ ok: true });
    let late: Promise<unknown> = Promise.resolve();
    const hashes = await inTransaction(deps.db, async (db) => {
      const first = await readApprovable(db, workflowId, signerId);
      late = fill("Eva");
      await sleep(150);
      return [first.stateHash, (await readApprovable(db, workflowId, signerId)).stateHash];
    });
    await late;
    expect(hashes[0]).toBe(hashes[1]);
    expect((await readApprovable(deps.db, workflowId, signerId)).stateHash).not.toBe(hashes[0]);
  });

  it("[T-012] counts what was sent, what is shown and own values, not confirmations and not signatures", async () => {
    const { deps, clock } = server.current();
    const { workflowId, signerId, fileId } = await sentForm();
    const before = await readApprovable(deps.db, workflowId, signerId);
    expect(before).toMatchObject({ confirmed: false, missingRequired: [`${signerId}.name`], values: [] });
    await updateValues(
      { ...deps, clock },
      { workflowId, signerId, ip: "127.0.0.1", files: [{ id: fileId, completed: true }] },
    );
    const { sha256 } = await latestRevision(deps.db, fileId);
    await appendRevision(deps.db, {
      fileId,
      base: sha256,
      next: { sha256: hash(1), size: 1 },
      cause: { kind: "signature", signerId },
    });
    expect(await readApprovable(deps.db, workflowId, signerId)).toEqual({ ...before, confirmed: true });
  });
});
