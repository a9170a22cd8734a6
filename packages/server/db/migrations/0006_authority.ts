import { type Kysely, sql } from "kysely";

/**
 * The authority's memory: wrapped keys, its own units, every certificate it ever issued, its CRLs.
 * Issued certificates and CRLs are never deleted (ETSI EN 319 411-1 §6.4.6; decisions.md §4).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table key (
      key_id text primary key,
      kind text not null check (kind in ('p256', 'p384', 'rsa3072')),
      nonce bytea not null,
      wrapped bytea not null,
      subject_public_key_info bytea not null,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`
    create table authority_unit (
      name text primary key,
      role text not null check (role in ('root', 'issuing-ca', 'root-ocsp-signer', 'ocsp-signer', 'tsu', 'service-seal')),
      issuer text references authority_unit (name),
      serial text not null,
      certificate bytea not null,
      key_id text not null,
      not_before timestamptz not null,
      not_after timestamptz not null,
      active boolean not null default true
    )`.execute(db);
  // One active unit a role: two processes starting together cannot make two hierarchies.
  await sql`create unique index authority_unit_active on authority_unit (role) where active`.execute(db);
  await sql`
    create table issued_certificate (
      issuer text not null,
      serial text not null,
      profile text not null,
      certificate bytea not null,
      not_before timestamptz not null,
      not_after timestamptz not null,
      issued_at timestamptz not null,
      status text not null default 'good' check (status in ('good', 'revoked')),
      revoked_at timestamptz,
      reason text,
      primary key (issuer, serial),
      check ((status = 'revoked') = (revoked_at is not null))
    )`.execute(db);
  await sql`create index issued_certificate_revoked on issued_certificate (issuer, revoked_at) where status = 'revoked'`.execute(
    db,
  );
  await sql`
    create table crl (
      issuer text not null,
      number integer not null,
      crl bytea not null,
      this_update timestamptz not null,
      next_update timestamptz not null,
      primary key (issuer, number)
    )`.execute(db);
}
