import { type Kysely, sql } from "kysely";

/** Mails about an approval that came to nothing, or has to wait, are told apart by the approval: a second one is told too. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table message add column act_id text`.execute(db);
  await sql`alter table message drop constraint message_workflow_id_kind_signer_id_key`.execute(db);
  await sql`
    alter table message add constraint message_once unique nulls not distinct (workflow_id, kind, signer_id, act_id)`.execute(
    db,
  );
}
