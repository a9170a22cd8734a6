import { type Kysely, sql } from "kysely";

/** Whether a document shows fields to fill in that no signer was given: who signs it is not told that there is nothing to fill in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table file add column has_unassigned_fields boolean not null default false`.execute(db);
}
