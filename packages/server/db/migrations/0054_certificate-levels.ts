import { type Kysely, sql } from "kysely";

/**
 * A signer's certificate has a level. A qualified one belongs to a person who was met, works for every sender, and has the phone that they gave then;
 * a qualified seal is one representative's own for one organisation. What was issued before is advanced, and keeps its row and its MAC.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table signer_certificate
      add column level text not null default 'aes' check (level in ('aes', 'qes')),
      add column person_id text,
      add column phone bytea,
      alter column organisation_id drop not null,
      add constraint signer_certificate_holder_check check (
        case level
          when 'aes' then organisation_id is not null
          else person_id is not null and phone is not null and (organisation_id is not null) = (kind = 'organisation')
        end)`.execute(db);
  await sql`drop index signer_certificate_living`.execute(db);
  await sql`
    create unique index signer_certificate_living on signer_certificate (organisation_id, kind, email, folded_name)
      where replaced_at is null and level = 'aes'`.execute(db);
  await sql`
    create unique index signer_certificate_living_qes on signer_certificate (kind, person_id, coalesce(organisation_id, ''))
      where replaced_at is null and level = 'qes'`.execute(db);
  await sql`
    create index signer_certificate_qes_mailbox on signer_certificate (email) where replaced_at is null and level = 'qes'`.execute(
    db,
  );
}
