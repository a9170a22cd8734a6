import { type Kysely, sql } from "kysely";

/** Of many files within a document the first are kept, with the number of all: every page and report reads them again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table file add column embedded_total integer not null default 0`.execute(db);
  await sql`
    update file set embedded_total = jsonb_array_length(embedded), embedded = jsonb_path_query_array(embedded, '$[0 to 99]')
     where embedded <> '[]'`.execute(db);
  await sql`alter table file alter column embedded_total drop default`.execute(db);
}
