import { type Kysely, sql } from "kysely";

/** A failed act frees its signer: at most one act that is not FAILED for each, so that who may sign again can. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table signing_act drop constraint signing_act_signer_id_key`.execute(db);
  await sql`create unique index signing_act_living on signing_act (signer_id) where status <> 'FAILED'`.execute(db);
  await sql`create index signing_act_signer on signing_act (signer_id)`.execute(db);
  // Signers of acts that failed before this, and of workflows that ended, would wait for a server that is done with them.
  await sql`
    update signer set status = 'INVITED'
     where status = 'SIGNING' and (
       signer_id in (select signer_id from signing_act where status = 'FAILED')
       or workflow_id in (select workflow_id from workflow where status <> 'OPEN'))`.execute(db);
}
