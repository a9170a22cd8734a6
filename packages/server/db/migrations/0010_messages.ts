import { type Kysely, sql } from "kysely";

/** One row a mail: the unique key is why the same event never mails twice, the state why a refused recipient is seen. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table message (
      kind text not null,
      workflow_id text not null,
      signer_id text,
      state text not null default 'queued' check (state in ('queued', 'sent', 'failed', 'dropped')),
      tries integer not null default 0,
      last_error text,
      leased_until timestamptz,
      created_at timestamptz not null,
      settled_at timestamptz,
      check ((state = 'queued') = (settled_at is null)),
      unique nulls not distinct (workflow_id, kind, signer_id)
    )`.execute(db);
}
