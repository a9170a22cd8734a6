import { type Kysely, sql } from "kysely";

/** Keys that open with their owner's password: wrapped, with the tries at it that count, and since when it is locked. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table password_key (
      key_id text primary key,
      wrapped bytea not null,
      subject_public_key_info bytea not null,
      tried_at timestamptz[] not null default '{}',
      locked_at timestamptz,
      created_at timestamptz not null
    )`.execute(db);
}
