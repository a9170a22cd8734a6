/**
 * SQL of the passwords that were tried. They count by account and network; a browser that the account was logged in with has a count of its
 * own. Strangers' tries count together as well, so that many networks have not many times as many.
 */
import { account_try_wait_max_s } from "@siegel/contract/limits.ts";
import { sql } from "kysely";
import type { Db } from "../../db/database.ts";
import { inTransaction } from "../../db/transaction.ts";
import { secondsToWait, type Tries } from "./administrators-rules.ts";

/** Whose password is tried, and from where: a network, or the id of a known browser. */
export type Tried = { readonly addressHash: string; readonly origin: string; readonly isKnownBrowser: boolean };

const windowStart = (now: Date): Date => new Date(now.getTime() - account_try_wait_max_s * 1_000);

/** Takes a try before the password is looked at and answers 0; or takes none and answers how many seconds the next one has to wait. */
export async function takeTry(db: Db, tried: Tried, now: Date): Promise<number> {
  return await inTransaction(db, async (trx) => {
    // One after the other for each account: tries that come at once must not share a place.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`account ${tried.addressHash}`}, 0))`.execute(trx);
    const wait = secondsToWait(await countTries(trx, tried, now), now);
    if (wait > 0) return wait;
    await trx
      .insertInto("administrator_try")
      .values({
        address_hash: tried.addressHash,
        origin: tried.origin,
        is_known_browser: tried.isKnownBrowser,
        tried_at: now,
      })
      .execute();
    return 0;
  });
}

async function countTries(
  db: Db,
  { addressHash, origin, isKnownBrowser }: Tried,
  now: Date,
): Promise<{ readonly own: Tries; readonly all: Tries | null }> {
  const { rows } = await sql<{ own: string; own_last: Date | null; strange: string; strange_last: Date | null }>`
    select count(*) filter (where origin = ${origin} and is_known_browser = ${isKnownBrowser}) as own,
           max(tried_at) filter (where origin = ${origin} and is_known_browser = ${isKnownBrowser}) as own_last,
           count(*) filter (where not is_known_browser) as strange,
           max(tried_at) filter (where not is_known_browser) as strange_last
      from administrator_try where address_hash = ${addressHash} and tried_at > ${windowStart(now)}`.execute(db);
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
  await db.deleteFrom("administrator_try").where("tried_at", "<=", windowStart(now)).execute();
}
