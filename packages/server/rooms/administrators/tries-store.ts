/**
 * SQL of the passwords that were tried, and of what else is limited. They count by account and network; a browser that the account was logged in with has a count of its
 * own. Strangers' tries count together as well, so that many networks have not many times as many.
 */
import { account_try_wait_max_s, tries_kept_s } from "@siegel/contract/limits.ts";
import { sql } from "kysely";
import type { Db } from "../../db/database.ts";
import { inTransaction } from "../../db/transaction.ts";
import { addressHashOf } from "./address-hash.ts";
import { secondsToWait, type Tries } from "./administrators-rules.ts";

/** Whose password is tried, and from where: a network, or the id of a known browser. */
export type Tried = {
  readonly addressHash: string;
  readonly origin: string;
  readonly isKnownBrowser: boolean;
  /** How long a try counts, seconds; left out: as long as the longest wait. */
  readonly counts_s?: number;
};

const before = (now: Date, seconds: number): Date => new Date(now.getTime() - seconds * 1_000);

/** One after the other for each account: tries that come at once must not share a place. */
async function lockTries(trx: Db, addressHash: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`account ${addressHash}`}, 0))`.execute(trx);
}

/** Takes a try before the password is looked at and answers 0; or takes none and answers how many seconds the next one has to wait. */
export async function takeTry(db: Db, tried: Tried, now: Date): Promise<number> {
  return await inTransaction(db, async (trx) => {
    await lockTries(trx, tried.addressHash);
    const wait = secondsToWait(await countTries(trx, tried, now), now);
    if (wait > 0) return wait;
    await insertTry(trx, tried, now);
    return 0;
  });
}

async function insertTry(trx: Db, { addressHash, origin, isKnownBrowser }: Tried, now: Date): Promise<void> {
  const row = { address_hash: addressHash, origin, is_known_browser: isKnownBrowser, tried_at: now };
  await trx.insertInto("administrator_try").values(row).execute();
}

/**
 * Takes one of so many that there are within a time, and answers 0; or takes none and answers how many seconds the next one has to wait. It
 * counts what happened, whatever became of what was made by it. `what`: what is counted, and whose. `within_s`: at most `tries_kept_s`.
 */
export async function takeOf(
  db: Db,
  { what, max, within_s }: { readonly what: string; readonly max: number; readonly within_s: number },
  now: Date,
): Promise<number> {
  const addressHash = addressHashOf(what);
  return await inTransaction(db, async (trx) => {
    await lockTries(trx, addressHash);
    const { count, first } = await trx
      .selectFrom("administrator_try")
      .select((e) => [e.fn.countAll<string>().as("count"), e.fn.min<Date | null>("tried_at").as("first")])
      .where("address_hash", "=", addressHash)
      .where("tried_at", ">", before(now, within_s))
      .executeTakeFirstOrThrow();
    if (first !== null && Number(count) >= max)
      return Math.max(1, Math.ceil(within_s - (now.getTime() - first.getTime()) / 1_000));
    await insertTry(trx, { addressHash, origin: "", isKnownBrowser: false }, now);
    return 0;
  });
}

/** How many tries count at the moment, from wherever. */
export async function countAllTries(
  db: Db,
  { addressHash, counts_s = account_try_wait_max_s }: Tried,
  now: Date,
): Promise<number> {
  const row = await db
    .selectFrom("administrator_try")
    .select((e) => e.fn.countAll<string>().as("count"))
    .where("address_hash", "=", addressHash)
    .where("tried_at", ">", before(now, counts_s))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

async function countTries(
  db: Db,
  { addressHash, origin, isKnownBrowser, counts_s = account_try_wait_max_s }: Tried,
  now: Date,
): Promise<{ readonly own: Tries; readonly all: Tries | null }> {
  const { rows } = await sql<{ own: string; own_last: Date | null; strange: string; strange_last: Date | null }>`
    select count(*) filter (where origin = ${origin} and is_known_browser = ${isKnownBrowser}) as own,
           max(tried_at) filter (where origin = ${origin} and is_known_browser = ${isKnownBrowser}) as own_last,
           count(*) filter (where not is_known_browser) as strange,
           max(tried_at) filter (where not is_known_browser) as strange_last
      from administrator_try where address_hash = ${addressHash} and tried_at > ${before(now, counts_s)}`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error("count(*) answers one row");
  return {
    own: { count: Number(row.own), last: row.own_last },
    all: isKnownBrowser ? null : { count: Number(row.strange), last: row.strange_last },
  };
}

/** The right password gives the tries from there back. */
export async function giveBackTries(db: Db, { addressHash, origin, isKnownBrowser }: Tried): Promise<void> {
  await db
    .deleteFrom("administrator_try")
    .where("address_hash", "=", addressHash)
    .where("origin", "=", origin)
    .where("is_known_browser", "=", isKnownBrowser)
    .execute();
}

/** Forgets the tries that count no more. */
export async function forgetTries(db: Db, now: Date): Promise<void> {
  await db.deleteFrom("administrator_try").where("tried_at", "<=", before(now, tries_kept_s)).execute();
}
