import { type Kysely, sql } from "kysely";

/**
 * Logins at a provider (OpenID Connect): who of ours a person there is, by issuer and subject and never by address; logins that have begun,
 * each answered once; and where passwords are off, at which provider people log in instead: another provider turns them on again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table administrator_oidc (
      issuer text not null,
      subject text not null,
      administrator_id text not null references administrator (administrator_id) on delete cascade,
      linked_at timestamptz not null,
      last_login_at timestamptz,
      primary key (issuer, subject),
      unique (administrator_id, issuer)
    )`.execute(db);
  await sql`
    create table oidc_attempt (
      state text primary key,
      purpose text not null check (purpose in ('login', 'link')),
      administrator_id text references administrator (administrator_id) on delete cascade,
      browser_hash text not null,
      nonce text not null,
      verifier text not null,
      expires_at timestamptz not null,
      used_at timestamptz,
      check ((purpose = 'link') = (administrator_id is not null))
    )`.execute(db);
  await sql`create index oidc_attempt_of on oidc_attempt (administrator_id) where administrator_id is not null`.execute(
    db,
  );
  await sql`create index oidc_attempt_until on oidc_attempt (expires_at)`.execute(db);
  await sql`alter table organisation add column passwords_off_issuer text`.execute(db);
}
