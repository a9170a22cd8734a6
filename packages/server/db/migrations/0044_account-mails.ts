import { type Kysely, sql } from "kysely";

/**
 * What leads to an account: registrations that wait until their mailbox is proven, links that mails carry, and the mails themselves, which
 * belong to no workflow. A licence says whether it is a trial. An organisation's join key is found by its MAC and stored encrypted.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table licence add column trial boolean not null default false`.execute(db);
  await sql`alter table organisation add column join_key_mac text unique, add column join_key_sealed bytea`.execute(db);
  await sql`
    alter table organisation add constraint organisation_join_key_whole
      check ((join_key_mac is null) = (join_key_sealed is null))`.execute(db);
  await sql`
    create table registration (
      registration_id text primary key,
      kind text not null check (kind in ('organisation', 'joining')),
      organisation_id text references organisation (organisation_id) on delete cascade,
      organisation_name text,
      first_name text not null,
      last_name text not null,
      email text not null,
      phone text,
      language text not null check (language in ('de', 'en')),
      password_hash text not null,
      created_at timestamptz not null,
      check ((kind = 'joining') = (organisation_id is not null)),
      check ((kind = 'organisation') = (organisation_name is not null))
    )`.execute(db);
  await sql`create index registration_at on registration (created_at)`.execute(db);
  await sql`create index registration_of on registration (organisation_id) where organisation_id is not null`.execute(
    db,
  );
  await sql`
    create table mailed_link (
      link_id text primary key,
      purpose text not null check (purpose in ('reset', 'confirm', 'invitation')),
      administrator_id text references administrator (administrator_id) on delete cascade,
      registration_id text references registration (registration_id) on delete set null,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      used_at timestamptz,
      ended_at timestamptz
    )`.execute(db);
  await sql`create index mailed_link_of on mailed_link (administrator_id) where administrator_id is not null`.execute(
    db,
  );
  await sql`create index mailed_link_for on mailed_link (registration_id) where registration_id is not null`.execute(
    db,
  );
  await sql`create index mailed_link_until on mailed_link (expires_at)`.execute(db);
  await sql`
    create table account_message (
      mail_id text primary key,
      kind text not null,
      administrator_id text references administrator (administrator_id) on delete cascade,
      registration_id text references registration (registration_id) on delete set null,
      state text not null default 'queued' check (state in ('queued', 'sent', 'failed', 'given_up', 'dropped')),
      tries integer not null default 0,
      unanswered integer not null default 0,
      last_error text,
      reply text,
      leased_until timestamptz,
      presence integer,
      created_at timestamptz not null,
      settled_at timestamptz
    )`.execute(db);
  await sql`create index account_message_of on account_message (administrator_id) where administrator_id is not null`.execute(
    db,
  );
  await sql`create index account_message_for on account_message (registration_id) where registration_id is not null`.execute(
    db,
  );
}
