import { type Kysely, sql } from "kysely";

/**
 * How far the end of a trial is, and which warnings went out. The rows stay when the organisation is gone and say nothing about anybody; so
 * does what was issued: a certificate that nobody needs any more is kept as its hash, with its number and its revocation. Rows that are
 * deleted are looked for in every table that names them: the last indexes find them without reading those tables whole.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table trial_end (
      organisation_id text primary key,
      warned_day7_at timestamptz,
      warned_day13_at timestamptz,
      closes_at timestamptz,
      closed_at timestamptz,
      deleting_at timestamptz,
      deleted_at timestamptz,
      check ((closes_at is null) = (warned_day13_at is null)),
      check (deleting_at is null or closed_at is not null),
      check (deleted_at is null or deleting_at is not null)
    )`.execute(db);
  await sql`create index trial_end_closed on trial_end (closed_at) where closed_at is not null and deleted_at is null`.execute(
    db,
  );
  await sql`create index licence_trial on licence (expires_at) where trial`.execute(db);
  await sql`
    create table usage_warning (
      organisation_id text not null,
      signature_class text not null check (signature_class in ('ses', 'aes', 'qes')),
      percent integer not null,
      of_limit integer not null,
      warned_at timestamptz not null,
      primary key (organisation_id, signature_class, percent)
    )`.execute(db);
  await sql`
    alter table issued_certificate
      add column organisation_id text,
      add column certificate_hash text,
      alter column certificate drop not null,
      add constraint issued_certificate_known check ((certificate is null) = (certificate_hash is not null))`.execute(
    db,
  );
  await sql`
    update issued_certificate i set organisation_id = s.organisation_id
      from signer_certificate s where s.issuer = i.issuer and s.serial = i.serial`.execute(db);
  await sql`create index issued_certificate_for on issued_certificate (organisation_id) where organisation_id is not null`.execute(
    db,
  );
  await sql`create index workflow_of_token on workflow (token_id)`.execute(db);
  await sql`create index upload_of_token on upload (token_id)`.execute(db);
  await sql`create index file_attached_to on file (attachment_of) where attachment_of is not null`.execute(db);
  await sql`create index file_revision_by on file_revision (signer_id) where signer_id is not null`.execute(db);
  await sql`create index file_signer_of_file on file_signer (file_id)`.execute(db);
  await sql`create index loaded_revision_of_file on loaded_revision (file_id)`.execute(db);
}
