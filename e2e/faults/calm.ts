/** When everything is over that goes on by itself. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Db } from "@siegel/server/db/database.ts";
import { readLedger } from "./read-ledger.ts";

/** Waits until no act, mail, job or lease is open, doing `meanwhile` between two looks; false when that does not come. */
export async function untilCalm(db: Db, patienceMs: number, meanwhile: () => Promise<unknown> = async () => undefined) {
  const until = performance.now() + patienceMs;
  while (performance.now() < until) {
    const { acts, leases, jobs, mails } = await readLedger(db);
    const atWork = acts.some((act) => act.status === "AUTHORISED") || mails.some((one) => one.state === "queued");
    if (!atWork && leases.length === 0 && jobs.length === 0) return true;
    await meanwhile();
    await sleep(250);
  }
  return false;
}
