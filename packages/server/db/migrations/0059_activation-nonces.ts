import { type Kysely, sql } from "kysely";

/** Activation data are good for one act: what was used is remembered until its time is over. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table activation_nonce (nonce text primary key, not_after timestamptz not null)`.execute(db);
}
