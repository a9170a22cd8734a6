import { type Kysely, sql } from "kysely";

/** Who changes a value after confirming its document has confirmed something else: that is kept, and told, until they confirm again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table file_signer add column changed_at timestamptz`.execute(db);
}
