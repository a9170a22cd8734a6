/** The moment after an approval was checked and before it is recorded, held open. */
import { sql } from "kysely";
import { expect } from "vitest";
import type { Db } from "../db/database.ts";

/**
 * Approves, and lets `meanwhile` happen once the approval waits to be recorded; `orRefused`: or was answered before it got there.
 * SHARE lets everybody read the acts and nobody write one, so the approval waits for us exactly there (PostgreSQL §13.3.1).
 */
export async function whileActsWait<T>(
  db: Db,
  approve: () => Promise<T>,
  { meanwhile, orRefused = false }: { readonly meanwhile: () => Promise<void>; readonly orRefused?: boolean },
): Promise<T> {
  const { answer } = await db.transaction().execute(async (gate) => {
    await sql`lock table signing_act in share mode`.execute(gate);
    let answered = false;
    const answer = approve().finally(() => {
      answered = true;
    });
    const isThere = async () => (orRefused && answered) || (await waitingForActs(db)) === 1;
    await expect.poll(isThere, { timeout: 10_000 }).toBe(true);
    await meanwhile();
    return { answer };
  });
  return await answer;
}

/** How many wait to write an act. */
export async function waitingForActs(db: Db): Promise<number> {
  const { rows } = await sql`
    select pid from pg_locks
    where not granted and relation = 'signing_act'::regclass
      and database = (select oid from pg_database where datname = current_database())`.execute(db);
  return rows.length;
}
