/** Whether the parts of the house work: asked by `/api/health` and by `siegel doctor`. */
import type pg from "pg";
import { checkAnswers, readDatabaseTime } from "./db/server-answers.ts";
import type { BlobStore } from "./ports/blobs.ts";
import type { Clock, TrustedTime } from "./ports/clock.ts";

/** Each resolves when its part works. */
export type HealthChecks = Readonly<Record<string, () => Promise<void>>>;

/** Two clocks that differ by more than this cannot both be right, and evidence needs a right one. */
const clockSkewMaxMs = 5_000;

/** The checks of a process that has these parts. The clock is looked at now, and by what its watch found (T-024). */
export function healthChecks(parts: {
  pool: pg.Pool;
  blobs: BlobStore;
  clock: Clock;
  trustedTime: TrustedTime;
}): Record<"database" | "storage" | "clock", () => Promise<void>> {
  return {
    database: () => checkAnswers(parts.pool),
    storage: parts.blobs.check,
    clock: async () => {
      await checkClock(parts.pool, parts.clock);
      parts.trustedTime.attest();
    },
  };
}

/** @throws when this machine and the database differ by more than five seconds */
async function checkClock(pool: pg.Pool, clock: Clock): Promise<void> {
  // A busy process may hear the answer late: what lies between asking and hearing is no difference.
  const asked = clock.now().getTime();
  const shown = (await readDatabaseTime(pool)).getTime();
  const skewMs = Math.max(asked - shown, shown - clock.now().getTime());
  if (skewMs > clockSkewMaxMs) throw new Error(`the clocks of this machine and the database differ by ${skewMs} ms`);
}
