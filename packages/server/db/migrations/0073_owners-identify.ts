import { type Kysely, sql } from "kysely";

/**
 * Identifications of owners (docs/decisions/0029): about a certificate instead of a signer of a workflow. `holder` is who the certificate
 * names, sealed. And the changes that followed, which the owner was told of and can stop; of the link's secret only the digest is kept.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table identity_check
      add column purpose text not null default 'sign' check (purpose in ('sign', 'revoke', 'change_phone', 'change_password')),
      add column about_certificate text references signer_certificate (certificate_id) on delete cascade,
      add column holder_id text,
      add column holder bytea,
      add column used_at timestamptz,
      add column link_hash text unique,
      add column link_expires_at timestamptz,
      alter column workflow_id drop not null,
      alter column signer_id drop not null`.execute(db);
  await sql`
    alter table identity_check add constraint identity_check_subject check (
      case when purpose = 'sign'
        then workflow_id is not null and signer_id is not null and about_certificate is null and holder_id is null and holder is null
        else workflow_id is null and signer_id is null and about_certificate is not null and holder_id is not null and holder is not null
      end)`.execute(db);
  await sql`
    create index identity_check_about on identity_check (about_certificate, begun_at desc) where about_certificate is not null`.execute(
    db,
  );
  await sql`
    create table certificate_change (
      change_id text primary key,
      certificate_id text not null references signer_certificate (certificate_id) on delete cascade,
      kind text not null check (kind in ('phone', 'password')),
      route text not null check (route in ('eid', 'video', 'on-site')),
      language text not null check (language in ('de', 'en')),
      workflow_id text,
      told_phone bytea not null,
      changed_at timestamptz not null,
      rests_until timestamptz,
      stop_hash text not null unique,
      stopped_at timestamptz
    )`.execute(db);
  await sql`create index certificate_change_of on certificate_change (certificate_id, changed_at desc)`.execute(db);
}
