import { type Kysely, sql } from "kysely";

/**
 * People with an account in an organisation, their sessions, and the passwords that were tried. An address belongs to one account;
 * several organisations may have invited it, and the first account that is made keeps it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table administrator (
      administrator_id text primary key,
      organisation_id text not null references organisation (organisation_id),
      state text not null check (state in ('invited', 'waiting', 'active', 'disabled')),
      role text not null check (role in ('organization_admin', 'admin', 'user')),
      first_name text not null,
      last_name text not null,
      email text not null,
      phone text,
      language text not null check (language in ('de', 'en')),
      password_hash text,
      created_at timestamptz not null,
      last_login_at timestamptz,
      version integer not null default 1,
      check (state = 'invited' or password_hash is not null)
    )`.execute(db);
  await sql`create unique index administrator_email on administrator (lower(email)) where state <> 'invited'`.execute(
    db,
  );
  await sql`create unique index administrator_invited on administrator (organisation_id, lower(email))`.execute(db);
  await sql`
    create index administrator_by_name on administrator (organisation_id, first_name collate "de-x-icu", administrator_id)`.execute(
    db,
  );
  await sql`
    create table administrator_session (
      session_id text primary key,
      administrator_id text not null references administrator (administrator_id) on delete cascade,
      secret_hash text not null unique,
      created_at timestamptz not null,
      last_seen_at timestamptz not null,
      ended_at timestamptz,
      network text not null,
      user_agent text not null
    )`.execute(db);
  await sql`create index administrator_session_of on administrator_session (administrator_id) where ended_at is null`.execute(
    db,
  );
  await sql`
    create table administrator_try (
      try_id bigint generated always as identity primary key,
      address_hash text not null,
      origin text not null,
      is_known_browser boolean not null,
      tried_at timestamptz not null
    )`.execute(db);
  await sql`create index administrator_try_of on administrator_try (address_hash, tried_at)`.execute(db);
  await sql`create index administrator_try_at on administrator_try (tried_at)`.execute(db);
  await sql`alter table audit_event drop constraint audit_event_actor_kind_check`.execute(db);
  await sql`
    alter table audit_event add constraint audit_event_actor_kind_check
      check (actor_kind in ('signer', 'sender', 'system', 'operator', 'administrator'))`.execute(db);
}
