import { type Kysely, sql } from "kysely";

/**
 * Wrong passwords were counted by signer only, so that whoever had more links of a workflow had more guesses at its one password. From
 * here on they are counted by workflow and network too; by signer they stay counted where they were.
 *
 * No foreign key on the workflow: a try that has changed its signer's row must wait for no lock of the workflow's, which whoever
 * changes signers takes first (docs/flows/signing.md). The rows go with their signer.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table password_try (
      try_id bigint generated always as identity primary key,
      workflow_id text not null,
      signer_id text not null references signer (signer_id) on delete cascade,
      network text not null,
      tried_at timestamptz not null
    )`.execute(db);
  await sql`create index password_try_of_network on password_try (workflow_id, network, tried_at)`.execute(db);
  await sql`create index password_try_by_time on password_try (tried_at)`.execute(db);
}
