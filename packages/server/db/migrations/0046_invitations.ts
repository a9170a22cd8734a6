import { type Kysely, sql } from "kysely";

/**
 * Who invited a person, to tell them when the person comes; when the join key was renewed. People are listed by first name, and by their
 * address until an invitation is accepted and they have one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table administrator
      add column invited_by text references administrator (administrator_id) on delete set null`.execute(db);
  await sql`create index administrator_invited_by on administrator (invited_by) where invited_by is not null`.execute(
    db,
  );
  await sql`alter table organisation add column join_key_at timestamptz`.execute(db);
  await sql`drop index administrator_by_name`.execute(db);
  await sql`
    create index administrator_by_name on administrator
      (organisation_id, (coalesce(nullif(first_name, ''), email)) collate "de-x-icu", administrator_id)`.execute(db);
}
