import { type Kysely, sql } from "kysely";

/**
 * Whether what a signer typed is set in very small letters: it is measured once, when it is stored, and the page says so at the field.
 * Of values stored before nobody has measured it, and nothing is said.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table field_value add column is_small boolean not null default false`.execute(db);
}
