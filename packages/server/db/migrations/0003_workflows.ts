import { type Kysely, sql } from "kysely";

/** Workflows, their signers, terms they accepted, sessions, uploads, and answers kept for repeated requests. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table workflow (
      workflow_id text primary key,
      number bigint generated always as identity unique,
      organisation_id text not null references organisation (organisation_id),
      token_id text not null references api_token (token_id),
      name text not null,
      description text not null,
      language text not null check (language in ('de', 'en')),
      sequential boolean not null,
      password_hash text,
      initiator_first_name text not null,
      initiator_last_name text not null,
      initiator_email text not null,
      created_at timestamptz not null,
      expires_at timestamptz,
      status text not null check (status in ('OPEN', 'FINISHED', 'REVOKED', 'CANCELLED', 'EXPIRED')),
      ended_at timestamptz,
      refused_by text,
      refusal_reason text,
      check ((status = 'OPEN') = (ended_at is null)),
      check ((status = 'REVOKED') = (refused_by is not null and refusal_reason is not null))
    )`.execute(db);
  await sql`create index workflow_of_organisation on workflow (organisation_id, number desc)`.execute(db);
  await sql`create index workflow_to_expire on workflow (organisation_id, expires_at) where status = 'OPEN' and expires_at is not null`.execute(
    db,
  );
  await sql`
    create table signer (
      signer_id text primary key,
      workflow_id text not null references workflow (workflow_id),
      position integer not null,
      reference text not null,
      type text not null check (type in ('s_signature', 'a_signature', 'a_seal', 'q_signature', 'q_seal')),
      first_name text not null,
      last_name text not null,
      email text not null,
      phone text check (phone ~ '^\\+[0-9]{4,15}$'),
      phone_type integer,
      organisation text,
      language text not null check (language in ('de', 'en')),
      language_given boolean not null,
      status text not null check (status in ('WAITING', 'INVITED', 'SIGNING', 'SIGNED', 'REVOKED')),
      invited_at timestamptz,
      signed_at timestamptz,
      password_tries integer not null default 0,
      password_tries_since timestamptz,
      unique (workflow_id, position),
      unique (workflow_id, reference),
      check ((status = 'SIGNED') = (signed_at is not null)),
      check ((phone is null) = (phone_type is null))
    )`.execute(db);
  await sql`
    create table terms_acceptance (
      signer_id text not null references signer (signer_id),
      terms_id text not null,
      version text not null,
      language text not null,
      text_hash text not null,
      text text not null,
      accepted_at timestamptz not null,
      act text not null,
      ip text not null,
      user_agent text not null,
      primary key (signer_id, terms_id, version)
    )`.execute(db);
  await sql`
    create table signer_session (
      session_id text primary key,
      workflow_id text not null references workflow (workflow_id),
      signer_id text not null references signer (signer_id),
      token_hash text unique,
      cookie_hash text not null unique,
      created_at timestamptz not null,
      last_seen_at timestamptz not null,
      ended_at timestamptz
    )`.execute(db);
  await sql`create index signer_session_of_workflow on signer_session (workflow_id)`.execute(db);
  await sql`
    create table upload (
      upload_id text primary key,
      token_id text not null references api_token (token_id),
      sha256 text not null,
      size bigint not null,
      created_at timestamptz not null
    )`.execute(db);
  await sql`
    create table idempotency_key (
      token_id text not null references api_token (token_id),
      key text not null,
      body_hash text not null,
      answer jsonb,
      created_at timestamptz not null,
      primary key (token_id, key)
    )`.execute(db);
}
