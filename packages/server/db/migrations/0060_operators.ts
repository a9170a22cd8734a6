import { type Kysely, sql } from "kysely";

/**
 * Staff of the provider, who log in at the operator's desk with a password and the code of an app. The app's secret is stored sealed; a
 * step of its clock counts once. Of recovery codes only the MAC is stored, of a session's secret only the hash.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table operator (
      operator_id text primary key,
      email text not null,
      first_name text not null,
      last_name text not null,
      password_hash text not null,
      password_changed_at timestamptz not null,
      totp_sealed bytea not null,
      totp_since timestamptz not null,
      totp_last_step bigint,
      created_at timestamptz not null,
      disabled_at timestamptz,
      last_login_at timestamptz
    )`.execute(db);
  await sql`create unique index operator_email on operator (lower(email))`.execute(db);
  await sql`
    create table operator_recovery_code (
      operator_id text not null references operator (operator_id) on delete cascade,
      code_mac text not null,
      made_at timestamptz not null,
      used_at timestamptz,
      primary key (operator_id, code_mac)
    )`.execute(db);
  await sql`
    create table operator_session (
      session_id text primary key,
      operator_id text not null references operator (operator_id) on delete cascade,
      secret_hash text not null unique,
      created_at timestamptz not null,
      last_seen_at timestamptz not null,
      ended_at timestamptz,
      network text not null,
      user_agent text not null
    )`.execute(db);
  await sql`create index operator_session_operator on operator_session (operator_id)`.execute(db);
}
