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

type Queue = NonNullable<Awaited<ReturnType<PgBoss["getQueue"]>>>;
