/** SQL of what is kept of identifications that are forgotten. What is to be kept is asked of several rooms' tables; the records are this room's own. */
import type { WorkflowId } from "@siegel/contract/ids.ts";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../db/database.ts";

/** Whole years after the end of the certificate that stands on it (ETSI EN 319 411-1 OVR-6.4.6-01). */
const kept_years = 7;

const columns = sql`sealed_for, issuer, serial, route, provider, identified_at, evidence_hash, sealed`;

/** Checks on which a certificate was issued, as records. */
const checks = sql`
  select 'check ' || check_id || ' of ' || coalesce(signer_id, about_certificate) as sealed_for, certificate.issuer, certificate.serial, route, provider,
         coalesce(answered_at, ended_at) as identified_at, evidence_hash, sealed, certificate.not_after, workflow_id, certificate.organisation_id
    from identity_check join signer_certificate certificate using (certificate_id)
   where state = 'succeeded' and sealed is not null`;

/** Meetings at the desk on which a certificate was issued, as records; for oneself, or for a seal. */
const cases = sql`
  select case_id as sealed_for, certificate.issuer, certificate.serial, 'on-site' as route, null as provider, identified_at,
         null as evidence_hash, sealed, certificate.not_after, certificate.organisation_id
    from identity_case join signer_certificate certificate using (person_id)
   where state = 'done' and certificate.level = 'qes' and certificate.organisation_id is not distinct from identity_case.organisation_id`;

/** Keeps the checks of a workflow on which a certificate was issued. */
export async function keepChecks(db: Db, workflowId: WorkflowId, at: Date): Promise<void> {
  await keep(db, sql`(${checks}) found where workflow_id = ${workflowId}`, at);
}

/** Keeps the meetings with an organisation's representatives on which a seal was issued, and how they proved who they are once more. */
export async function keepCases(db: Db, organisationId: string, at: Date): Promise<void> {
  await keep(db, sql`(${checks}) found where workflow_id is null and organisation_id = ${organisationId}`, at);
  await keep(db, sql`(${cases}) found where organisation_id = ${organisationId}`, at);
}

async function keep(db: Db, found: RawBuilder<unknown>, at: Date): Promise<void> {
  await sql`
    insert into identification_record (${columns}, kept_since, keep_until)
    select ${columns}, ${at}, not_after + make_interval(years => ${sql.lit(kept_years)}) from ${found}
    on conflict do nothing`.execute(db);
}

/** How the holder of a certificate was identified; `sealed` is bound to `sealedFor`. */
export type KeptRecord = {
  readonly sealedFor: string;
  readonly issuer: string;
  readonly serial: string;
  readonly route: string;
  readonly provider: string | null;
  readonly identifiedAt: Date;
  readonly evidenceHash: string | null;
  readonly sealed: Buffer;
};

/** Every record, of people who are not forgotten too, in the order of the certificates. */
export async function readRecords(db: Db): Promise<KeptRecord[]> {
  const { rows } = await sql<KeptRecord>`
    select sealed_for as "sealedFor", issuer, serial, route, provider, identified_at as "identifiedAt",
           evidence_hash as "evidenceHash", sealed
      from (select ${columns} from identification_record union select ${columns} from (${checks}) one
            union select ${columns} from (${cases}) other) every
     order by issuer, serial, sealed_for`.execute(db);
  return rows;
}

/** Deletes records whose time is over. */
export async function deleteOldRecords(db: Db, now: Date): Promise<void> {
  await db.deleteFrom("identification_record").where("keep_until", "<=", now).execute();
}
