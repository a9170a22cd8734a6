import { type Kysely, sql } from "kysely";

/** Certificates of signers. One living certificate an identity: the unique index decides a race of two first uses. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table signer_certificate (
      certificate_id text primary key,
      kind text not null check (kind in ('person', 'organisation')),
      organisation_id text not null,
      email text not null,
      folded_name text not null,
      issuer text not null,
      serial text not null,
      certificate bytea not null,
      key_id text not null,
      not_before timestamptz not null,
      not_after timestamptz not null,
      created_at timestamptz not null,
      replaced_at timestamptz,
      unique (issuer, serial)
    )`.execute(db);
  await sql`
    create unique index signer_certificate_living on signer_certificate (organisation_id, kind, email, folded_name)
      where replaced_at is null`.execute(db);
}
