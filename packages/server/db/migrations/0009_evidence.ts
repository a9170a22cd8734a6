import { type Kysely, sql } from "kysely";

/** Sealed audit reports, one a workflow state and language: the same question gets the same bytes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table audit_report (
      workflow_id text not null,
      state text not null,
      language text not null,
      sha256 text not null,
      size bigint not null,
      created_at timestamptz not null,
      primary key (workflow_id, state, language)
    )`.execute(db);
}
