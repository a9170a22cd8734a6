/** Indexes from which the counts above the lists of tokens and of people are read without their rows. */
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index api_token_by_end on api_token (organisation_id, disabled_at, expires_at)`.execute(db);
  await sql`create index administrator_by_state on administrator (organisation_id, state, role)`.execute(db);
}
