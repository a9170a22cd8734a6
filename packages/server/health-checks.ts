/** Whether the parts of the house work: asked by `/api/health` and by `siegel doctor`. */
import type pg from "pg";
import type { BlobStore } from "./ports/blobs.ts";
import type { Clock } from "./ports/clock.ts";

/** Each resolves when its part works. */
export type HealthChecks = Readonly<Record<string, () => Promise<void>>>;

/** Two clocks that differ by more than this cannot both be right, and evidence needs a right one. */
const clockSkewMaxMs = 5_000;

/** The checks of a process that has these parts. */
export function healthChecks(parts: { pool: pg.Pool; blobs: BlobStore; clock: Clock }): HealthChecks {
  return {
    database: async () => void (await parts.pool.query("select 1")),
    storage: parts.blobs.check,
    clock: () => checkClock(parts.pool, parts.clock),
  };
}

/** @throws when this machine and the database differ by more than five seconds */
async function checkClock(pool: pg.Pool, clock: Clock): Promise<void> {
  const answer = await pool.query<{ now: Date }>("select clock_timestamp() as now");
  const skewMs = Math.abs((answer.rows[0]?.now.getTime() ?? 0) - clock.now().getTime());
  if (skewMs > clockSkewMaxMs) throw new Error(`the clocks of this machine and the database differ by ${skewMs} ms`);
}
