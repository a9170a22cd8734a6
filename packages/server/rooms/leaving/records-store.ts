/** SQL of what is kept of identifications that are forgotten. What is to be kept is asked of several rooms' tables; the records are this room's own. */
import type { WorkflowId } from "@siegel/contract/ids.ts";
import { sql } from "kysely";
import type { Db } from "../../db/database.ts";

/** Whole years after the end of the certificate that stands on it (ETSI EN 319 411-1 OVR-6.4.6-01). */
const kept_years = 7;
const until = sql`certificate.not_after + make_interval(years => ${sql.lit(kept_years)})`;

/** Keeps the checks of a workflow on which a certificate was issued. */
export async function keepChecks(db: Db, workflowId: WorkflowId, at: Date): Promise<void> {
  await sql`
    insert into identification_record
      (sealed_for, issuer, serial, route, provider, identified_at, evidence_hash, sealed, kept_since, keep_until)
    select 'check ' || check_id || ' of ' || signer_id, certificate.issuer, certificate.serial, route, provider,
           coalesce(answered_at, ended_at), evidence_hash, sealed, ${at}, ${until}
      from identity_check join signer_certificate certificate using (certificate_id)
     where workflow_id = ${workflowId} and state = 'succeeded' and sealed is not null
    on conflict do nothing`.execute(db);
}

/** Keeps the meetings with an organisation's representatives on which a seal was issued. */
export async function keepCases(db: Db, organisationId: string, at: Date): Promise<void> {
  await sql`
    insert into identification_record
      (sealed_for, issuer, serial, route, provider, identified_at, evidence_hash, sealed, kept_since, keep_until)
    select case_id, certificate.issuer, certificate.serial, 'on-site', null, identified_at, null, sealed, ${at}, ${until}
      from identity_case join signer_certificate certificate using (organisation_id, person_id)
     where organisation_id = ${organisationId} and state = 'done' and certificate.level = 'qes'
    on conflict do nothing`.execute(db);
}

/** Deletes records whose time is over. */
export async function deleteOldRecords(db: Db, now: Date): Promise<void> {
  await db.deleteFrom("identification_record").where("keep_until", "<=", now).execute();
}
