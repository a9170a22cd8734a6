import { type Kysely, sql } from "kysely";

/**
 * What an organisation sets for all its workflows (decisions.md §11): its time zone (null: the service's), a logo for dark screens, where
 * a signature shows that was given no place, and the message that signers read. A workflow may have a message of its own.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table organisation
      add column time_zone text,
      add column logo_dark text,
      add column mark text not null default 'auto' check (mark in ('auto', 'page', 'none')),
      add column message text check (char_length(message) <= 1000)`.execute(db);
  await sql`alter table workflow add column message text check (char_length(message) <= 1000)`.execute(db);
}
