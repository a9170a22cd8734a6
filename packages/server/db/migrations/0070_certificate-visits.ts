import { type Kysely, sql } from "kysely";

/** What a browser has proven at /certManager; and by which certificate a person signed last, whose phone a code to revoke it goes to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table certificate_visit (
      visit_id text primary key,
      browser_hash text not null unique,
      email text not null,
      begun_at timestamptz not null,
      mail_challenge text,
      mailbox_proven_at timestamptz,
      chosen_certificate text,
      confirmed_certificate text,
      confirmed_at timestamptz,
      check ((confirmed_certificate is null) = (confirmed_at is null))
    )`.execute(db);
  await sql`create index certificate_visit_begun on certificate_visit (begun_at)`.execute(db);
  await sql`create index signing_act_credential on signing_act (credential, authorised_at) where credential is not null`.execute(
    db,
  );
  await sql`create index signer_certificate_email on signer_certificate (email) where email <> ''`.execute(db);
  await sql`create index challenge_of_owners on challenge (issued_at) where holder_kind in ('mailbox', 'certificate')`.execute(
    db,
  );
  await sql`create index code_delivery_of_owners on code_delivery (created_at) where holder_kind in ('mailbox', 'certificate')`.execute(
    db,
  );
}
