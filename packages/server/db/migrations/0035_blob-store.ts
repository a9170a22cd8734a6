import { type Kysely, sql } from "kysely";

/**
 * Nothing told the store of documents from an empty folder in its place: while its disk was not mounted, contracts were signed and told
 * finished that were on no disk of the service. From here on the database knows the mark of its store. It is written at the first start.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table blob_store (
      only_one boolean primary key default true check (only_one),
      store_id text not null check (store_id ~ '^[0-9a-f]{32}$')
    )`.execute(db);
}
