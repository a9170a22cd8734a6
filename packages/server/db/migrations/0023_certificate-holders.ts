import { type Kysely, sql } from "kysely";

/**
 * A certificate's row carries a MAC that says whose it is (docs/decisions/0012). One of before has none: it is used for nothing any
 * more, and an act that began with it and is still open ends, so that its signer is asked again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table signer_certificate add column holder_mac bytea`.execute(db);
  await sql`
    update signing_act set approval_mac = '', status = 'AUTHORISED', next_attempt_at = authorised_at
     where status in ('AUTHORISED', 'STALLED') and credential like 'signer:%'`.execute(db);
}
