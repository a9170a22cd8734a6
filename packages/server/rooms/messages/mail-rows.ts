/** SQL of a mail's row, whatever the mail is about: whoever sends it holds a lease on the row. */
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../db/database.ts";
import type { MessageState } from "../../db/messages-tables.ts";
import { isGone } from "../../db/presence.ts";

/** The one row of a mail. */
export type MailRow = { readonly table: "message" | "account_message"; readonly is: RawBuilder<boolean> };

/**
 * Takes the lease of a queued mail and answers which try this is; null where it is settled or somebody else is sending it.
 * A lease that was never given back is a try whose outcome is unknown.
 */
export async function takeMail(
  db: Db,
  { table, is }: MailRow,
  lease: { now: Date; until: Date; presence: number | null },
): Promise<number | null> {
  const taken = await sql<{ tries: number }>`
    update ${sql.table(table)} set tries = tries + 1, leased_until = ${lease.until}, presence = ${lease.presence},
                       unanswered = unanswered + (leased_until is not null)::int
     where ${is} and state = 'queued'
       and (leased_until is null or leased_until <= ${lease.now} or ${isGone(sql.ref("presence"))})
     returning tries`.execute(db);
  return taken.rows[0]?.tries ?? null;
}

/** Whether a mail has not ended. */
export async function isQueued(db: Db, { table, is }: MailRow): Promise<boolean> {
  const found = await sql<{ state: MessageState }>`select state from ${sql.table(table)} where ${is}`.execute(db);
  return found.rows[0]?.state === "queued";
}

/** Why a try came to nothing; `unanswered`: as far as we know; `reply`: the mail server's words, if it spoke. */
export type FailedTry = { readonly error: string; readonly unanswered: boolean; readonly reply: string | null };

/** How a mail ended for good. */
export type Settled = { readonly state: Exclude<MessageState, "queued">; readonly failure: FailedTry | null };

/** Ends a mail for good and answers how many of its tries may have arrived unnoticed; null where it had ended already. */
export async function saveSettled(
  db: Db,
  { table, is }: MailRow,
  { state, failure, at }: Settled & { at: Date },
): Promise<number | null> {
  const done = await sql<{ unanswered: number }>`
    update ${sql.table(table)} set state = ${state}, settled_at = ${at}, last_error = ${failure?.error ?? null}, reply = ${failure?.reply ?? null}, leased_until = null,
                       unanswered = unanswered + ${failure?.unanswered === true ? 1 : 0}
     where ${is} and state = 'queued'
     returning unanswered`.execute(db);
  return done.rows[0]?.unanswered ?? null;
}

/** Gives the lease back after a try that may work later. */
export async function saveTryFailed(
  db: Db,
  { table, is }: MailRow,
  { error, unanswered, reply }: FailedTry,
): Promise<void> {
  await sql`
    update ${sql.table(table)} set last_error = ${error}, reply = ${reply}, leased_until = null, unanswered = unanswered + ${unanswered ? 1 : 0}
     where ${is} and state = 'queued'`.execute(db);
}
