import { type Kysely, sql } from "kysely";

/**
 * One-time codes and each attempt to deliver one. The attempt is written before the provider is called, so that a
 * crash never leaves a message nobody counted. The partial unique index is the rule "only the newest works".
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table challenge (
      challenge_id text primary key,
      auth_token_hash text not null unique,
      workflow_id text not null,
      signer_id text not null,
      purpose text not null check (purpose in ('sign')),
      state_hash text not null,
      channel text not null check (channel in ('sms', 'voice')),
      phone text not null,
      reference text not null,
      salt bytea not null,
      code_mac bytea not null,
      tries integer not null default 0,
      issued_at timestamptz not null,
      expires_at timestamptz not null,
      ended text check (ended in ('used', 'superseded', 'changed', 'unsent'))
    )`.execute(db);
  await sql`create unique index challenge_newest on challenge (signer_id, purpose) where ended is null`.execute(db);
  await sql`create index challenge_of_signer on challenge (signer_id, issued_at desc)`.execute(db);
  await sql`
    create table code_delivery (
      attempt_id text primary key,
      challenge_id text not null references challenge (challenge_id),
      signer_id text not null,
      channel text not null check (channel in ('sms', 'voice')),
      phone text not null,
      ip text not null,
      state text not null default 'pending'
        check (state in ('pending', 'accepted', 'refused', 'unanswered', 'sent', 'delivered', 'undelivered', 'failed')),
      failure text,
      provider_reference text,
      provider_code text,
      sealed_code bytea,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      check (channel = 'voice' or sealed_code is null)
    )`.execute(db);
  await sql`create index code_delivery_of_challenge on code_delivery (challenge_id)`.execute(db);
  await sql`create index code_delivery_to_number on code_delivery (phone, created_at desc)`.execute(db);
  await sql`create index code_delivery_from_address on code_delivery (ip, created_at desc)`.execute(db);
  await sql`create index code_delivery_of_signer on code_delivery (signer_id, channel, created_at desc)`.execute(db);
  await sql`create index code_delivery_provider on code_delivery (provider_reference)`.execute(db);
}
