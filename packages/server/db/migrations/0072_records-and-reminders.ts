import { type Kysely, sql } from "kysely";

/**
 * How the holder of a certificate was identified, kept when the organisation or workflow in which it happened is forgotten (docs/decisions/0026).
 * The rows name nobody: who it was stands sealed in `sealed`.
 * Last answers about the certificates of another service's CAs, which was taken over. And how near the end was that the holder of a certificate was told of last, in days.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table identification_record (
      sealed_for text not null,
      issuer text not null,
      serial text not null,
      route text not null check (route in ('on-site', 'eid', 'video')),
      provider text,
      identified_at timestamptz not null,
      evidence_hash text,
      sealed bytea not null,
      kept_since timestamptz not null,
      keep_until timestamptz not null,
      primary key (sealed_for, issuer, serial),
      check ((route = 'on-site') = (provider is null))
    )`.execute(db);
  await sql`create index identification_record_until on identification_record (keep_until)`.execute(db);
  await sql`
    create table taken_over_ca (
      fingerprint text primary key,
      name text not null,
      certificate bytea not null,
      taken_at timestamptz not null
    )`.execute(db);
  await sql`
    create table taken_over_answer (
      fingerprint text not null references taken_over_ca (fingerprint),
      serial text not null,
      answer bytea not null,
      primary key (fingerprint, serial)
    )`.execute(db);
  await sql`alter table signer_certificate add column end_told integer check (end_told in (90, 30, 7))`.execute(db);
  await sql`
    create index signer_certificate_ending on signer_certificate (not_after) where replaced_at is null and level = 'qes'`.execute(
    db,
  );
}
