import { type Kysely, sql } from "kysely";

/** How many signatures a file had when it was sent, for the audit report. Null: it was taken in before they were counted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table file add column earlier_signatures integer`.execute(db);
}
