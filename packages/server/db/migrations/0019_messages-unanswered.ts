import { type Kysely, sql } from "kysely";

/** A mail that was handed over and never answered may have arrived: counted, so that nothing says of it what nobody knows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table message add column unanswered integer not null default 0`.execute(db);
}
