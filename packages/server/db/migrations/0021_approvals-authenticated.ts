import { type Kysely, sql } from "kysely";

/**
 * Approvals, what is to be signed and what was written carry a MAC (docs/decisions/0012). An act of before that is still open gets an
 * empty one: it cannot be told from a row written by hand, so its signer is asked again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table signing_act add column approval_mac bytea`.execute(db);
  await sql`alter table signing_document add column prepared_mac bytea, add column result_mac bytea`.execute(db);
  await sql`
    update signing_act set approval_mac = '', status = 'AUTHORISED', next_attempt_at = authorised_at
     where status in ('AUTHORISED', 'STALLED')`.execute(db);
}
