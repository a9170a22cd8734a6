import { type Kysely, sql } from "kysely";

/**
 * A signer's recorded approval and the steps the server takes under it (docs/flows/signing.md).
 * `signer_id` is unique: no sequence of calls makes a second act. A step's column is written once its work is done.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table signing_act (
      act_id text primary key,
      workflow_id text not null,
      signer_id text not null unique,
      signer_type text not null,
      auth_token text not null,
      challenge_id text,
      state_hash text not null,
      ip text,
      user_agent text,
      status text not null check (status in ('AUTHORISED', 'SIGNED', 'FAILED', 'STALLED')),
      failure_code text,
      credential text,
      certificate_serial text,
      attempts integer not null default 0,
      next_attempt_at timestamptz not null,
      last_fault text,
      authorised_at timestamptz not null,
      signed_at timestamptz,
      finished boolean not null default false,
      told_pending boolean not null default false,
      check ((status = 'FAILED') = (failure_code is not null)),
      check ((status = 'SIGNED') = (signed_at is not null))
    )`.execute(db);
  await sql`create index signing_act_due on signing_act (next_attempt_at) where status = 'AUTHORISED'`.execute(db);
  await sql`create index signing_act_workflow on signing_act (workflow_id)`.execute(db);
  await sql`
    create table signing_document (
      act_id text not null references signing_act (act_id),
      file_id text not null,
      position integer not null,
      round integer not null default 0,
      original_sha256 text not null,
      field_values jsonb not null,
      base_sha256 text,
      finishing boolean,
      prepared text,
      cms bytea,
      stamped bytea,
      stamped_at timestamptz,
      result_sha256 text,
      result_size bigint,
      primary key (act_id, file_id),
      check (prepared is null or base_sha256 is not null),
      check (cms is null or prepared is not null),
      check (stamped is null or cms is not null),
      check (result_sha256 is null or stamped is not null)
    )`.execute(db);
  await sql`
    create table signing_lease (
      workflow_id text primary key,
      holder text not null,
      expires_at timestamptz not null
    )`.execute(db);
}
