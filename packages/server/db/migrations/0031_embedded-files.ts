import { type Kysely, sql } from "kysely";

/** Files within a document are part of what is signed: signers and the report are told of them. Nobody looks into documents that were taken in before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table file add column embedded jsonb not null default '[]'`.execute(db);
  await sql`alter table file alter column embedded drop default`.execute(db);
}
