import { type Kysely, sql } from "kysely";

/**
 * A signer who presses a button approves what their own session was shown last: another session of the same link may have changed
 * the values since. A session that was open before has been shown nothing, and looks at its documents once more.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table signer_session add column shown_hash text, add column shown_image text`.execute(db);
}
