import { type Kysely, sql } from "kysely";

/**
 * Second factors of people with an account, and changes of their address. The secret of an authenticator app is stored sealed; a step of
 * its clock counts once. Of recovery codes only the MAC is stored.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table administrator
      add column password_changed_at timestamptz,
      add column pending_email text`.execute(db);
  await sql`
    create table administrator_totp (
      administrator_id text primary key references administrator (administrator_id) on delete cascade,
      secret_sealed bytea,
      since timestamptz,
      last_step bigint,
      last_used_at timestamptz,
      pending_sealed bytea,
      pending_at timestamptz,
      check ((secret_sealed is null) = (since is null)),
      check ((pending_sealed is null) = (pending_at is null))
    )`.execute(db);
  await sql`
    create table administrator_recovery_code (
      administrator_id text not null references administrator (administrator_id) on delete cascade,
      code_mac text not null,
      made_at timestamptz not null,
      used_at timestamptz,
      primary key (administrator_id, code_mac)
    )`.execute(db);
  await sql`alter table mailed_link drop constraint mailed_link_purpose_check`.execute(db);
  await sql`
    alter table mailed_link add constraint mailed_link_purpose_check
      check (purpose in ('reset', 'confirm', 'invitation', 'new_email'))`.execute(db);
}
