import { type Kysely, sql } from "kysely";

/**
 * Whether a value fits is asked of the room that its text has: where a field is turned, its rectangle lies across. Null: of a field that
 * was taken in before, or has no place, nobody knows.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table file_field add column is_turned boolean`.execute(db);
}
