import { type Kysely, sql } from "kysely";

/**
 * Identifications by ID card and by video (docs/flows/identification.md), and the codes that bring people back from them. Of each secret
 * only the digest is kept; what a provider said of a person is sealed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table identity_check (
      check_id text primary key,
      route text not null check (route in ('eid', 'video')),
      provider text not null,
      state text not null check (state in ('pending', 'review', 'succeeded', 'failed', 'cancelled', 'expired')),
      workflow_id text not null,
      signer_id text not null,
      language text not null check (language in ('de', 'en')),
      browser_hash text not null,
      next_browser_hash text,
      on_phone boolean not null,
      offer_hash text unique,
      digits text,
      offer_taken_at timestamptz,
      token_hash text unique,
      token_fetched_at timestamptz,
      ref_hash text unique,
      ref_used_at timestamptz,
      released_at timestamptz,
      question bytea,
      provider_ref text,
      asked integer not null default 0,
      asked_at timestamptz,
      begun_at timestamptz not null,
      expires_at timestamptz not null,
      answered_at timestamptz,
      ended_at timestamptz,
      failure text,
      sealed bytea,
      evidence_hash text,
      key_id text,
      phone bytea,
      kept_at timestamptz,
      certificate_id text,
      check ((offer_hash is null) = (digits is null)),
      check ((state in ('pending', 'review')) = (ended_at is null)),
      check (sealed is not null or state not in ('review', 'succeeded'))
    )`.execute(db);
  await sql`create index identity_check_signer on identity_check (signer_id, begun_at desc)`.execute(db);
  await sql`create index identity_check_browser on identity_check (browser_hash)`.execute(db);
  await sql`create index identity_check_workflow on identity_check (workflow_id)`.execute(db);
  await sql`create unique index identity_check_provider on identity_check (provider, provider_ref) where provider_ref is not null`.execute(
    db,
  );
  await sql`create index identity_check_pending on identity_check (expires_at) where state = 'pending'`.execute(db);
  await sql`
    create table identity_return_code (
      code_hash text primary key,
      check_id text not null references identity_check (check_id) on delete cascade,
      expires_at timestamptz not null,
      used_at timestamptz
    )`.execute(db);
  await sql`create index identity_return_code_check on identity_return_code (check_id)`.execute(db);
}
