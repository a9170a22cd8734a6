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
  let session: Session | null = await openSession(url, nextNumber());
  const closing = new AbortController();
  const { signal } = closing;
  // The one place that opens and drops sessions, one after the other: whatever becomes of an earlier one concerns nobody.
  const keepAnnounced = async (): Promise<void> => {
    while (!signal.aborted) {
      await session?.ended;
      session = null;
      await sleep(again_after_ms, undefined, { signal }).catch(() => undefined);
      if (!signal.aborted) session = await openSession(url, nextNumber()).catch(() => null);
    }
    await session?.end();
  };
  const kept = keepAnnounced();
  return {
    current: () => (signal.aborted ? null : (session?.number ?? null)),
    close: async () => {
      closing.abort();
      await session?.end();
      await kept;
    },
  };
}

/** A connection that holds the lock; `ended` when it is no more, whoever ended it. */
type Session = { readonly number: number; readonly ended: Promise<void>; readonly end: () => Promise<void> };

/** @throws when it does not come about; then nothing of it is left */
async function openSession(url: string, number: number): Promise<Session> {
  const client = new pg.Client({
    connectionString: url,
    application_name: "siegel presence",
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
  });
  // What breaks a connection also ends it, and that is what counts.
  client.on("error", () => undefined);
  const ended = new Promise<void>((resolve) => client.once("end", () => resolve()));
  const end = () => client.end().catch(() => undefined);
  try {
    await client.connect();
    await client.query("select pg_advisory_lock($1, $2)", [lock_class, number]);
    return { number, ended, end };
  } catch (fault) {
    await end();
    throw fault;
  }
}

/** SQL: the process of that number is no more. Not true of a number that is null: who never said that it lives may live. */
export function isGone(presence: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(${presence} is not null and not exists (
    select 1 from pg_locks
     where locktype = 'advisory' and objsubid = 2 and classid = ${sql.lit(lock_class)} and objid = ${presence}::int::oid
       and database = (select oid from pg_database where datname = current_database())))`;
}
