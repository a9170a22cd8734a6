import { type Kysely, sql } from "kysely";

/**
 * A code has one purpose of several, may belong to somebody who signs nothing, and may travel by mail. Columns are only added: a process
 * of the version before goes on writing codes of signers, which are what the defaults say. `holder_id` is the signer's id, or the other's.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ["challenge", "code_delivery"]) {
    const name = sql.table(table);
    const named = (what: string) => sql.ref(`${table}_${what}`);
    await sql`alter table ${name} alter column signer_id drop not null, alter column phone drop not null`.execute(db);
    await sql`
      alter table ${name} add column holder_kind text not null default 'signer'
          constraint ${named("holder_kind_check")} check (holder_kind in ('signer', 'identification', 'certificate', 'mailbox')),
        add column other_id text,
        add column holder_id text not null generated always as (coalesce(signer_id, other_id)) stored,
        add column email text,
        add constraint ${named("holder_check")}
          check ((holder_kind = 'signer') = (signer_id is not null) and (signer_id is null) = (other_id is not null)),
        drop constraint ${named("channel_check")},
        add constraint ${named("channel_check")} check (channel in ('sms', 'voice', 'mail')),
        add constraint ${named("address_check")}
          check ((channel = 'mail') = (email is not null) and (channel = 'mail') = (phone is null))`.execute(db);
  }
  await sql`
    alter table challenge alter column workflow_id drop not null, alter column state_hash drop not null,
      add constraint challenge_signer_check
        check ((signer_id is null) = (workflow_id is null) and (signer_id is null or state_hash is not null)),
      drop constraint challenge_purpose_check,
      add constraint challenge_purpose_check check (purpose in
        ('sign', 'sign-qualified', 'application', 'personal-ident', 'revoke-mail', 'revoke-sms', 'change'))`.execute(
    db,
  );
  await sql`drop index challenge_newest`.execute(db);
  await sql`
    create unique index challenge_newest on challenge (holder_kind, holder_id, purpose) where ended is null`.execute(
    db,
  );
  await sql`drop index challenge_of_signer`.execute(db);
  await sql`create index challenge_of_holder on challenge (holder_kind, holder_id, issued_at desc)`.execute(db);
  // The code waits beside a mail as it does beside a call, until it is sent or its challenge ends.
  await sql`alter table code_delivery drop constraint code_delivery_check`.execute(db);
  await sql`
    alter table code_delivery add constraint code_delivery_sealed_check
      check (channel in ('voice', 'mail') or sealed_code is null)`.execute(db);
  await sql`drop index code_delivery_of_signer`.execute(db);
  await sql`
    create index code_delivery_of_holder on code_delivery (holder_kind, holder_id, channel, created_at desc)`.execute(
    db,
  );
  await sql`create index code_delivery_to_mailbox on code_delivery (email, created_at desc) where email is not null`.execute(
    db,
  );
}
