import { type Kysely, sql } from "kysely";

/** What forgetting unused uploads and answers looks for, and who still names their bytes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index upload_made on upload (created_at)`.execute(db);
  await sql`create index upload_bytes on upload (sha256)`.execute(db);
  await sql`create index idempotency_key_made on idempotency_key (created_at)`.execute(db);
  await sql`create index file_original on file (original_sha256)`.execute(db);
  await sql`create index file_revision_bytes on file_revision (sha256)`.execute(db);
}
