import { PgBoss } from "pg-boss";
import { afterEach, describe, expect, it } from "vitest";
import { useTestDatabase } from "../test/test-database.ts";
import { startJobQueue } from "./boss.ts";

const database = useTestDatabase();
const stops: Array<() => Promise<void>> = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

describe("a queue that an older program made", () => {
  it("gets every setting of this one", async () => {
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

describe("a job that takes long", () => {
  it("holds up no other", async () => {
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
