import { type Kysely, sql } from "kysely";

/** Fields of every kind that is filled in: what can be chosen in each place, and how a text is written. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table file_field drop constraint file_field_kind_check`.execute(db);
  await sql`
    alter table file_field add check (kind in ('text', 'date', 'initials', 'checkbox', 'radio', 'choice', 'signature')),
      add column comb boolean not null default false,
      add column editable boolean not null default false,
      add column clearable boolean not null default true,
      add column options jsonb not null default '[]'`.execute(db);
  await sql`
    alter table file_field alter column comb drop default, alter column editable drop default,
      alter column clearable drop default, alter column options drop default`.execute(db);
}
