import { type Kysely, sql } from "kysely";

/** Sessions are found by token, and sessions of one signer in one browser share a cookie (docs/decisions/0011-a-cookie-for-each-signer.md). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table signer_session drop constraint signer_session_cookie_hash_key`.execute(db);
  await sql`create index signer_session_of_cookie on signer_session (cookie_hash) where ended_at is null`.execute(db);
  await sql`create index signer_session_of_signer on signer_session (signer_id)`.execute(db);
}
