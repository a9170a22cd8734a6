import { PgBoss } from "pg-boss";
import { afterEach, describe, expect, it, vi } from "vitest";
import { useTestDatabase } from "../test/test-database.ts";
import { startJobQueue } from "./boss.ts";

const database = useTestDatabase();
const stops: Array<() => Promise<void>> = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

describe("a queue created by an older version", () => {
  it("gets all settings of this version", async () => {
    const { url } = database.current();
    const older = new PgBoss({ connectionString: url, schema: "pgboss", supervise: false, schedule: false });
    older.on("error", () => undefined);
    await older.start();
    stops.push(() => older.stop({ graceful: false }));
    await older.createQueue("send-message", { retryLimit: 1, retryDelay: 7, retryBackoff: false });
    stops.push((await startJobQueue(url, () => undefined, { maintains: false })).stop);
    const settings = ({ retryLimit, retryDelay, retryDelayMax, retryBackoff, heartbeatSeconds }: object & Queue) => ({
      ...{ retryLimit, retryDelay, retryDelayMax, retryBackoff, heartbeatSeconds },
    });
    const [mended, made] = [await older.getQueue("send-message"), await older.getQueue("continue-signing")];
    if (mended === null || made === null) throw new Error("a queue is missing");
    expect(settings(mended)).toEqual({
      ...{ retryLimit: 80, retryDelay: 5, retryDelayMax: 900, retryBackoff: true, heartbeatSeconds: 10 },
    });
    expect(settings(made)).toEqual({
      ...{ retryLimit: 3, retryDelay: 2, retryDelayMax: 15, retryBackoff: true, heartbeatSeconds: 10 },
    });
  });
});

describe("recurring work", () => {
  const process = async () => {
    const queue = await startJobQueue(database.current().url, () => undefined, { maintains: false });
    stops.push(queue.stop);
    return queue;
  };
  /** A process that asks every second what is due. */
  const timekeeper = async () => {
    const intervals = { cronMonitorIntervalSeconds: 1, cronWorkerIntervalSeconds: 1 };
    const { url } = database.current();
    const boss = new PgBoss({ connectionString: url, schema: "pgboss", supervise: false, ...intervals });
    await boss.start();
    stops.push(() => boss.stop({ graceful: false }));
    return boss;
  };
  const everyMinute = "* * * * *";
  const seldom = "0 0 29 2 *";

  it("starts when it is due, waits once while no process runs, and is then done by one of two processes", async () => {
    const [away, one, two] = await Promise.all([process(), process(), process()]);
    await away.repeat({ "look-around": { cron: everyMinute, work: null } });
    const boss = await timekeeper();
    const waiting = async () => (await boss.findJobs("look-around")).map(({ state }) => state);
    await expect.poll(waiting, { timeout: 10_000 }).toEqual(["created"]);
    expect(await boss.send("look-around", null)).toBeNull();
    const work = vi.fn(async () => Promise.reject(new Error("as every time")));
    const repeated = await Promise.all([one, two].map((it) => it.repeat({ "look-around": { cron: seldom, work } })));
    await expect.poll(waiting, { timeout: 10_000 }).toEqual(["failed"]);
    await Promise.all(repeated.map(({ stop }) => stop()));
    expect(work).toHaveBeenCalledOnce();
  });

  it("contains the schedules of this version and none of an older one", async () => {
    const queue = await process();
    await queue.repeat({ old: { cron: everyMinute, work: null }, kept: { cron: everyMinute, work: null } });
    await queue.repeat({ kept: { cron: "*/5 * * * *", work: null } });
    const boss = await timekeeper();
    expect((await boss.getSchedules()).map(({ name, cron }) => [name, cron])).toEqual([["kept", "*/5 * * * *"]]);
  });
});

describe("a long job", () => {
  it("delays no other job", async () => {
    const { db, url } = database.current();
    const queue = await startJobQueue(url, () => undefined);
    const hangs = Promise.withResolvers<void>();
    stops.push(async () => hangs.resolve(), queue.stop);
    for (let n = 0; n < 12; n += 1) await queue.enqueue(db, "continue-signing", { actId: String(n) });
    const done: string[] = [];
    await queue.work({
      "continue-signing": async ({ actId }) => {
        if (actId === "0") await hangs.promise;
        done.push(actId);
      },
    });
    await expect.poll(() => done.length).toBe(11);
    expect(done).not.toContain("0");
    hangs.resolve();
    await expect.poll(() => done.length).toBe(12);
  });
});

type Queue = NonNullable<Awaited<ReturnType<PgBoss["getQueue"]>>>;
