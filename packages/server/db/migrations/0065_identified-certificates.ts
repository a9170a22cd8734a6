import { type Kysely, sql } from "kysely";

/**
 * Certificates of people who were identified without meeting us: until their mailbox is proven by the link of a mail, such a certificate
 * serves in the workflow it was made for only. A code may stand for a certificate that does not exist yet. Columns are only added.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table signer_certificate
      add column made_for_workflow text,
      add column mailbox_hash text unique,
      add column mailbox_proven_at timestamptz`.execute(db);
  await sql`alter table signing_preparation alter column certificate_serial drop not null`.execute(db);
}
