import { type Kysely, sql } from "kysely";

/** Whether a value fits is asked of the room that its text has: where a field is turned, its rectangle lies across. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table file_field add column is_turned boolean not null default false`.execute(db);
  await sql`alter table file_field alter column is_turned drop default`.execute(db);
}
