import { tmpdir } from "node:os";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { systemClock } from "./adapters/clock.ts";
import { fileBlobs } from "./adapters/file-blobs.ts";
import { type Database, openDatabase } from "./db/database.ts";
import { healthChecks } from "./health-checks.ts";
import { useTestDatabase } from "./test/test-database.ts";

const database = useTestDatabase();
let opened: Database;
beforeAll(() => {
  opened = openDatabase(database.current().url, { onIdleError: () => undefined });
});
afterAll(() => opened.close());

/** The check of a process whose clock shows so much more at each look. */
function clockCheck(...aheadMs: readonly number[]) {
  let look = 0;
  const clock = { now: () => new Date(systemClock.now().getTime() + (aheadMs[look++] ?? 0)) };
  const blobs = fileBlobs(tmpdir(), async () => undefined);
  const parts = { pool: opened.pool, blobs, clock, trustedTime: { attest: systemClock.now } };
  return healthChecks(parts).clock();
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
