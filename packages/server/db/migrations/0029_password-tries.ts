import { type Kysely, sql } from "kysely";

/**
 * Wrong passwords were counted by signer only, so that whoever had more links of a workflow had more guesses at its one password. From
 * here on they are counted by workflow and network too; by signer they stay counted where they were.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table password_try (
      workflow_id text not null references workflow (workflow_id),
      signer_id text not null references signer (signer_id),
      network text not null,
      tried_at timestamptz not null
    )`.execute(db);
  await sql`create index password_try_of_network on password_try (workflow_id, network, tried_at)`.execute(db);
  await sql`create index password_try_by_time on password_try (tried_at)`.execute(db);
}
