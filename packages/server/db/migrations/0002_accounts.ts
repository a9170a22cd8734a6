import { type Kysely, sql } from "kysely";

/** Organisations, what they may use, their API tokens and their verified register records. Checks keep the counters honest. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table organisation (
      organisation_id text primary key,
      name text not null,
      active boolean not null default true,
      language text check (language in ('de', 'en')),
      logo text,
      colour text check (colour ~ '^#[0-9A-Fa-f]{6}$'),
      created_at timestamptz not null
    )`.execute(db);
  await sql`
    create table licence (
      licence_id text primary key,
      organisation_id text not null unique references organisation (organisation_id),
      expires_at timestamptz,
      ses_limit integer not null check (ses_limit >= 0),
      aes_limit integer not null check (aes_limit >= 0),
      qes_limit integer not null check (qes_limit >= 0),
      ses_promised integer not null default 0 check (ses_promised >= 0),
      aes_promised integer not null default 0 check (aes_promised >= 0),
      qes_promised integer not null default 0 check (qes_promised >= 0),
      ses_used integer not null default 0 check (ses_used >= 0),
      aes_used integer not null default 0 check (aes_used >= 0),
      qes_used integer not null default 0 check (qes_used >= 0)
    )`.execute(db);
  await sql`
    create table api_token (
      token_id text primary key,
      licence_id text not null references licence (licence_id),
      organisation_id text not null references organisation (organisation_id),
      name text not null,
      secret_hash text not null,
      created_at timestamptz not null,
      expires_at timestamptz,
      disabled_at timestamptz,
      ses_used integer not null default 0,
      aes_used integer not null default 0,
      qes_used integer not null default 0
    )`.execute(db);
  await sql`
    create table organisation_register (
      organisation_id text primary key references organisation (organisation_id),
      legal_name text not null,
      organization_identifier text not null,
      country text not null check (country ~ '^[A-Z]{2}$'),
      locality text not null,
      representatives jsonb not null,
      verified_at timestamptz not null,
      verified_by text not null
    )`.execute(db);
}
