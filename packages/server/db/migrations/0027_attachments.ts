import { type Kysely, sql } from "kysely";

/**
 * A document may belong to another, and may be shown without being signed. An approval keeps what was shown beside what is signed:
 * every revision of a signed document begins with what was seen, and of one that is not signed nothing else would say so.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table file add column is_signed boolean not null default true,
      add column attachment_of text references file (file_id)`.execute(db);
  await sql`alter table file alter column is_signed drop default`.execute(db);
  await sql`alter table signing_act add column shown jsonb not null default '[]'`.execute(db);
}
