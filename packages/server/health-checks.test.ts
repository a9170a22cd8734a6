import { tmpdir } from "node:os";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fileBlobs } from "./adapters/store/file-blobs.ts";
import { systemClock } from "./adapters/time/clock.ts";
import { type Database, openDatabase } from "./db/database.ts";
import { healthChecks } from "./health-checks.ts";
import { useTestDatabase } from "./test/test-database.ts";

const database = useTestDatabase();
let opened: Database;
beforeAll(() => {
  opened = openDatabase(database.current().url, { onIdleError: () => undefined });
});
afterAll(() => opened.close());

/** The check of a process whose clock shows so much more than the database's before and after it answered. */
function clockCheck(beforeMs: number, afterMs: number) {
  let aheadMs = beforeMs;
  const clock = { now: () => new Date(systemClock.now().getTime() + aheadMs) };
  const query = async (text: string) => {
    const answer = await opened.pool.query(text);
    aheadMs = afterMs;
    return answer;
  };
  const pool: typeof opened.pool = Object.create(opened.pool, { query: { value: query } });
  const blobs = fileBlobs(tmpdir());
  return healthChecks({ pool, blobs, clock, trustedTime: { attest: systemClock.now } }).clock();
}

describe("the check of the clock", () => {
  it.each([
    ["behind", -6_000],
    ["ahead", 6_000],
  ])("finds the database's %s", async (_, ms) => {
    await expect(clockCheck(ms, ms)).rejects.toThrow(/differ by/);
  });

  it("takes a process that is held up before it hears the answer for no wrong clock", async () => {
    await expect(clockCheck(0, 8_000)).resolves.toBeUndefined();
  });
});
