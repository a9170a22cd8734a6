import { type Kysely, sql } from "kysely";

/** A workflow whose signers come in without a login page, and terms that its sender declared before the signer ticked them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table workflow add column quick_login boolean not null default false`.execute(db);
  await sql`alter table workflow alter column quick_login drop default`.execute(db);
  await sql`alter table terms_acceptance drop constraint terms_acceptance_pkey`.execute(db);
  await sql`alter table terms_acceptance add primary key (signer_id, terms_id, version, act)`.execute(db);
}
