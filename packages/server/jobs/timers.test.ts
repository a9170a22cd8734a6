import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import type { SignerId, WorkflowId } from "@siegel/contract/ids.ts";
import { afterEach, describe, expect, it, vi } from "vitest";
import { fileBlobs } from "../adapters/store/file-blobs.ts";
import { TimeNotTrusted } from "../ports/clock.ts";
import { create } from "../test/api-client.ts";
import { useTestServer } from "../test/test-server.ts";
import { startTimers } from "./timers.ts";

const server = useTestServer();
const folder = mkdtempSync(join(tmpdir(), "siegel-leftovers-"));
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true, force: true });
});

describe("the timer that clears away leftovers", () => {
  it("takes a draft that was young when the process started once it is an hour old, and nothing by a doubtful time", async () => {
    const blobs = fileBlobs(folder);
    const draft = await blobs.draft();
    await draft.write(Buffer.from("left by a process that died"));
    const drafts = () => readdirSync(join(folder, "tmp")).length;
    const looked: number[] = [];
    let minutes = 10;
    const attest = () => {
      if (minutes > 100) throw new TimeNotTrusted("jumped");
      return new Date(Date.now() + minutes * 60_000);
    };
    const removeLeftovers = async (before: Date) => {
      await blobs.removeLeftovers(before);
      looked.push(drafts());
      if (looked.length === 1) throw new Error("the storage is away for a moment");
    };
    const faults: unknown[] = [];
    const { deps } = server.current();
    const error = ({ fault }: { readonly fault: unknown }) => void faults.push(fault);
    const log = Object.assign(Object.create(deps.log), { error });
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const told = { ...deps, log, blobs: { ...blobs, removeLeftovers }, trustedTime: { ...deps.trustedTime, attest } };
    const { stop } = startTimers(told, ["clearing away of leftovers"]);
    for (const [isAt, happenings] of [
      [10, 2],
      [101, 3],
      [61, 4],
    ] as const) {
      minutes = isAt;
      vi.advanceTimersByTime(600_000);
      while (looked.length + faults.length < happenings || vi.getTimerCount() === 0) await turn();
    }
    await stop();
    expect(looked).toEqual([1, 0]);
    expect(faults).toMatchObject([{ message: "the storage is away for a moment" }, { name: "TimeNotTrusted" }]);
    await draft.close();
  });

  it("needs no database", async () => {
    const { deps } = server.current();
    const removeLeftovers = vi.fn(async () => undefined);
    const faults: unknown[] = [];
    const error = ({ fault }: { readonly fault: unknown }) => void faults.push(fault);
    const log = Object.assign(Object.create(deps.log), { error });
    const db = new Proxy(deps.db, {
      get: () => {
        throw new Error("the database is away");
      },
    });
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const told = { ...deps, db, log, blobs: { ...deps.blobs, removeLeftovers } };
    const { stop } = startTimers(told, ["clearing away of leftovers"]);
    vi.advanceTimersByTime(600_000);
    while (removeLeftovers.mock.calls.length + faults.length === 0) await turn();
    await stop();
    expect(faults).toEqual([]);
    expect(removeLeftovers).toHaveBeenCalledOnce();
  });
});

describe("the timer that forgets wrong passwords", () => {
  it("keeps those that still count, by a time to rely on", async () => {
    const { deps, clock } = server.current();
    const { signers, workflow_id } = await create(server.current(), { password: "open sesame" });
    const ids = { workflow_id: workflow_id as WorkflowId, signer_id: signers[0]?.signer_id as SignerId };
    const tried = (minutesAgo: number) => ({
      ...ids,
      network: `192.0.2.${minutesAgo}`,
      tried_at: new Date(clock.now().getTime() - minutesAgo * 60_000),
    });
    await deps.db
      .insertInto("password_try")
      .values([tried(14), tried(16)])
      .execute();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { stop } = startTimers({ ...deps, trustedTime: { ...deps.trustedTime, attest: clock.now } }, [
      "forgetting of wrong passwords",
    ]);
    vi.advanceTimersByTime(600_000);
    // The next run is planned once this one is over.
    while (vi.getTimerCount() === 0) await turn();
    await stop();
    const kept = await deps.db.selectFrom("password_try").select("network").execute();
    expect(kept).toEqual([{ network: "192.0.2.14" }]);
  });
});
