/**
 * Whether the process that left something behind still lives. Each holds a lock of PostgreSQL on a number of its own for as
 * long as its session lasts (PostgreSQL §13.3.5): killed, its connection closes and the lock falls within milliseconds.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { type RawBuilder, sql } from "kysely";
import pg from "pg";

/** `current` is the number under which this process is known to live; null while the database does not know it. */
export type Presence = { readonly current: () => number | null; readonly close: () => Promise<void> };

/** Any number that no other lock of ours uses. */
const lock_class = 5_457_740;
const again_after_ms = 250;

/** Announces this process under a number from `nextNumber` (0 to 2^31 - 1), under the next one whenever its connection breaks. */
export async function announcePresence(url: string, nextNumber: () => number): Promise<Presence> {
  let current: number | null = null;
  let closed = false;
  let session: pg.Client | null = null;
  const announce = async (): Promise<void> => {
    const client = new pg.Client({
      connectionString: url,
      application_name: "siegel presence",
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
    });
    session = client;
    // What breaks a connection also ends it, and that is what counts.
    client.on("error", () => undefined);
    await client.connect();
    client.once("end", () => {
      current = null;
      if (!closed) void announceAgain();
    });
    const number = nextNumber();
    await client.query("select pg_advisory_lock($1, $2)", [lock_class, number]);
    current = number;
  };
  const announceAgain = async (): Promise<void> => {
    while (!closed) {
      await sleep(again_after_ms);
      const failed = await announce().then(
        () => false,
        () => true,
      );
      // A session that began and broke has its own listener for that.
      if (!failed) return;
      await session?.end().catch(() => undefined);
    }
  };
  await announce();
  return {
    current: () => current,
    close: async () => {
      closed = true;
      current = null;
      await session?.end().catch(() => undefined);
    },
  };
}

/** SQL: the process of that number is no more. Not true of a number that is null: who never said that it lives may live. */
export function isGone(presence: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(${presence} is not null and not exists (
    select 1 from pg_locks
     where locktype = 'advisory' and objsubid = 2 and classid = ${sql.lit(lock_class)} and objid = ${presence}::int::oid
       and database = (select oid from pg_database where datname = current_database())))`;
}
