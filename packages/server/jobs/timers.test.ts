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
import type { JobQueue } from "./boss.ts";
import { runTimer, startTimers } from "./timers.ts";

const server = useTestServer();
const folder = mkdtempSync(join(tmpdir(), "siegel-leftovers-"));
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true, force: true });
});

/** A database that fails every query. */
const away = <T extends object>(db: T): T =>
  new Proxy(db, {
    get: () => {
      throw new Error("the database is away");
    },
  });

/** A queue that records its schedules. */
function notingQueue() {
  const told: Parameters<JobQueue["repeat"]>[0][] = [];
  const stop = vi.fn(async () => undefined);
  const repeat = async (all: (typeof told)[number]) => {
    told.push(all);
    return { stop };
  };
  return { told, stop, repeat };
}

describe("timers", () => {
  it("of a minute or more are schedules of the queue: all of them, with the work of this process", async () => {
    const queue = notingQueue();
    const names = ["upkeep of the authority", "takeover from dead processes"] as const;
    const { stop } = await startTimers(server.current().deps, queue, names);
    await stop();
    const [all = {}] = queue.told;
    expect(Object.entries(all).map(([name, { cron, work }]) => [name, cron, work !== null])).toEqual([
      ["reminders-of-signers", "*/5 * * * *", false],
      ["forgetting-of-deliveries", "41 3 * * *", false],
      ["upkeep-of-the-authority", "*/10 * * * *", true],
      ["forgetting-of-what-is-unused", "17 * * * *", false],
      ["clearing-away-of-leftovers", "3-59/10 * * * *", false],
      ["forgetting-of-wrong-passwords", "6-59/10 * * * *", false],
      ["forgetting-of-images", "2-59/5 * * * *", false],
      ["end-of-trials", "8-59/10 * * * *", false],
      ["forgetting-of-records", "51 3 * * *", false],
      ["notice-of-ending-certificates", "27 6 * * *", false],
      ["warnings-of-usage", "4-59/10 * * * *", false],
    ]);
    expect(queue.stop).toHaveBeenCalledOnce();
  });

  it("of a process without timers leave the schedules unchanged", async () => {
    const queue = notingQueue();
    await (await startTimers(server.current().deps, queue, [])).stop();
    expect(queue.told).toEqual([]);
  });

  it("below a minute log a fault and continue until they are stopped", async () => {
    const { deps } = server.current();
    const error = vi.fn();
    const log = Object.assign(Object.create(deps.log), { error });
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { stop } = await startTimers({ ...deps, db: away(deps.db), log }, notingQueue(), ["expiry of workflows"]);
    while (error.mock.calls.length < 2) {
      vi.advanceTimersByTime(30_000);
      await turn();
    }
    await stop();
    const { length } = error.mock.calls;
    vi.advanceTimersByTime(60_000);
    await turn();
    expect(error).toHaveBeenCalledTimes(length);
    expect(error).toHaveBeenCalledWith(
      { fault: expect.objectContaining({ message: "the database is away" }), timer: "expiry of workflows" },
      "a timer's work failed",
    );
  });
});

describe("the timer that clears away leftovers", () => {
  it("removes a draft when it is an hour old, and nothing while the clock is not trusted", async () => {
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
    const { deps } = server.current();
    const told = { ...deps, blobs: { ...blobs, removeLeftovers }, trustedTime: { ...deps.trustedTime, attest } };
    const clear = () => runTimer(told, "clearing away of leftovers");
    await expect(clear()).rejects.toThrow("the storage is away for a moment");
    minutes = 101;
    await expect(clear()).rejects.toThrow(TimeNotTrusted);
    minutes = 61;
    await clear();
    expect(looked).toEqual([1, 0]);
    await draft.close();
  });

  it("works without the database", async () => {
    const { deps } = server.current();
    const removeLeftovers = vi.fn(async () => undefined);
    await runTimer(
      { ...deps, db: away(deps.db), blobs: { ...deps.blobs, removeLeftovers } },
      "clearing away of leftovers",
    );
    expect(removeLeftovers).toHaveBeenCalledOnce();
  });
});

describe("the timer that deletes wrong passwords", () => {
  it("keeps those that still count, by trusted time", async () => {
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
    await runTimer(
      { ...deps, trustedTime: { ...deps.trustedTime, attest: clock.now } },
      "forgetting of wrong passwords",
    );
    const kept = await deps.db.selectFrom("password_try").select("network").execute();
    expect(kept).toEqual([{ network: "192.0.2.14" }]);
  });
});
