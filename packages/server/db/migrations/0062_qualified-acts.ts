import { type Kysely, sql } from "kysely";

/**
 * What a qualified signer's code stands for: every document prepared, and the hold that keeps others' signatures off these documents
 * while the code lives (docs/flows/qualified-signing.md). One preparation a signer lives; the act takes its id.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table signing_preparation (
      act_id text primary key,
      challenge_id text not null unique,
      workflow_id text not null,
      signer_id text not null,
      credential text not null,
      certificate_serial text not null,
      state_hash text not null,
      prepared_at timestamptz not null,
      checked_at timestamptz,
      checked_session text,
      burnt_at timestamptz,
      ended text check (ended in ('replaced', 'refused', 'signed', 'interrupted')),
      check ((checked_at is null) = (checked_session is null))
    )`.execute(db);
  await sql`create unique index signing_preparation_living on signing_preparation (signer_id) where ended is null`.execute(
    db,
  );
  await sql`create index signing_preparation_workflow on signing_preparation (workflow_id)`.execute(db);
  await sql`create index signing_preparation_burnt on signing_preparation (burnt_at) where ended is null and burnt_at is not null`.execute(
    db,
  );
  await sql`
    create table signing_preparation_document (
      act_id text not null references signing_preparation (act_id) on delete cascade,
      file_id text not null,
      position integer not null,
      base_sha256 text not null,
      finishing boolean not null,
      prepared text not null,
      prepared_mac bytea not null,
      primary key (act_id, file_id)
    )`.execute(db);
  await sql`
    create table signing_hold (
      file_id text primary key,
      workflow_id text not null,
      signer_id text not null,
      act_id text not null,
      held_at timestamptz not null,
      held_until timestamptz not null,
      ended_at timestamptz,
      wanted_at timestamptz
    )`.execute(db);
  await sql`create index signing_hold_workflow on signing_hold (workflow_id)`.execute(db);
}
