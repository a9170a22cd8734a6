import { type Kysely, sql } from "kysely";

/**
 * Every blob stands here before it is in the store, so that one which nobody ever names, or names no more, can be found. What is
 * named for now only at this moment may lose that name.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table pending_blob (sha256 text primary key, put_at timestamptz not null)`.execute(db);
  await sql`
    insert into pending_blob (sha256, put_at)
    select sha256, max(put_at) from (
      select sha256, created_at as put_at from upload
      union all select result_sha256, stamped_at from signing_document where result_sha256 is not null
    ) as named group by sha256`.execute(db);
}
