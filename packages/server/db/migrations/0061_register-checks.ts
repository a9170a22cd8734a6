import { type Kysely, sql } from "kysely";

/**
 * What an operator found in the register about an organisation that seals. With four eyes it waits in `register_check` until a second
 * operator has confirmed it; `organisation_register` is what counts. Records from before name no extract.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table organisation_register
      add column extract_reference text,
      add column extract_day text check (extract_day ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
      add column confirmed_at timestamptz,
      add column confirmed_by text`.execute(db);
  await sql`
    create table register_check (
      organisation_id text primary key references organisation (organisation_id),
      check_id text not null unique,
      legal_name text not null,
      organization_identifier text not null,
      country text not null check (country ~ '^[A-Z]{2}$'),
      locality text not null,
      representatives jsonb not null,
      extract_reference text not null,
      extract_day text not null check (extract_day ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
      checked_at timestamptz not null,
      checked_by text not null
    )`.execute(db);
}
