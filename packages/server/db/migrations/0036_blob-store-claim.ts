import { type Kysely, sql } from "kysely";

/**
 * A store was marked before its database knew the mark, so that a second database whose first start came in between took the first one's
 * mark for one that a start of its own had left. From here on the database draws the mark, and then claims the folder by it.
 * A mark that is known was read in a folder.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table blob_store add column claimed boolean not null default true`.execute(db);
  await sql`alter table blob_store alter column claimed drop default`.execute(db);
}
