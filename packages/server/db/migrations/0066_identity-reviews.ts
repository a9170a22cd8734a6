import { type Kysely, sql } from "kysely";

/**
 * Doubtful identifications that an operator decides on (docs/decisions/0023-identification.md): who looks at one, who decided and why.
 * The reason is sealed. Who it is about stands in the identification.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table identity_review (
      check_id text primary key references identity_check (check_id) on delete cascade,
      state text not null check (state in ('open', 'approved', 'rejected')),
      handed_in_at timestamptz not null,
      opened_at timestamptz,
      opened_by text,
      decided_at timestamptz,
      decided_by text,
      reason bytea,
      check ((opened_at is null) = (opened_by is null)),
      check ((state = 'open') = (decided_at is null)),
      check ((decided_at is null) = (decided_by is null) and (decided_at is null) = (reason is null))
    )`.execute(db);
  await sql`create index identity_review_list on identity_review (handed_in_at desc, check_id desc)`.execute(db);
  await sql`
    create index identity_check_unkept on identity_check (answered_at)
      where state = 'review' and kept_at is null`.execute(db);
}
