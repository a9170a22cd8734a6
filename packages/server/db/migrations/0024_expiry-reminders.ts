import { type Kysely, sql } from "kysely";

/**
 * What a job looks for: open workflows whose time is over, signers whose turn came some days ago. A row a reminder: the key is why
 * nobody is reminded twice of one occasion. Mails tell occasions apart, and a mail that was given up from one that was refused.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index workflow_overdue on workflow (expires_at) where status = 'OPEN' and expires_at is not null`.execute(
    db,
  );
  await sql`create index signer_invited on signer (invited_at) where status = 'INVITED'`.execute(db);
  await sql`
    create table reminder (
      signer_id text not null references signer (signer_id),
      occasion text not null,
      at timestamptz not null,
      primary key (signer_id, occasion)
    )`.execute(db);
  await sql`alter table message add column occasion text, add column reply text`.execute(db);
  await sql`alter table message drop constraint message_once`.execute(db);
  await sql`
    alter table message add constraint message_once
      unique nulls not distinct (workflow_id, kind, signer_id, act_id, occasion)`.execute(db);
  await sql`alter table message drop constraint message_state_check`.execute(db);
  await sql`
    alter table message add constraint message_state_check
      check (state in ('queued', 'sent', 'failed', 'given_up', 'dropped'))`.execute(db);
  await sql`
    update message set state = 'given_up' where state = 'failed' and last_error like 'after % tries: %'`.execute(db);
  await sql`alter table challenge drop constraint challenge_ended_check`.execute(db);
  await sql`
    alter table challenge add constraint challenge_ended_check
      check (ended in ('used', 'superseded', 'changed', 'unsent', 'closed'))`.execute(db);
}
