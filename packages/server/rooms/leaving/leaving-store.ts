/** SQL of the end of trials. What is due is asked of several rooms' tables at once; what changes is this room's own. */
import type { AdministratorId, WorkflowId } from "@siegel/contract/ids.ts";
import { sql } from "kysely";
import type { Db } from "../../db/database.ts";
import type { TrialEnd } from "./leaving-rules.ts";

/** Trials, never a paid or demo organisation. */
const trialsWhere = sql`
  select organisation_id as "organisationId", organisation.name, organisation.created_at as "createdAt", licence.expires_at as "expiresAt",
         warned_day7_at as "warnedDay7At", warned_day13_at as "warnedDay13At", closes_at as "closesAt", closed_at as "closedAt",
         deleting_at as "deletingAt"
    from licence join organisation using (organisation_id) left join trial_end using (organisation_id)
   where licence.trial and not organisation.demo and licence.expires_at is not null`;

/** Trials that end before then, those that ended first in front. */
export async function readTrials(db: Db, endsBefore: Date): Promise<TrialEnd[]> {
  const { rows } = await sql<TrialEnd>`
    ${trialsWhere} and licence.expires_at <= ${endsBefore} order by licence.expires_at, organisation_id`.execute(db);
  return rows;
}

/** Locks the licence of an organisation until the transaction ends, and answers its trial as it is then; null where it has none. */
export async function lockTrial(db: Db, organisationId: string): Promise<TrialEnd | null> {
  await lockLicence(db, organisationId);
  const { rows } = await sql<TrialEnd>`${trialsWhere} and organisation_id = ${organisationId}`.execute(db);
  return rows[0] ?? null;
}

/** Locks the licence of an organisation until the transaction ends; false where there is none. */
export async function lockLicence(db: Db, organisationId: string): Promise<boolean> {
  const { rows } = await sql`select from licence where organisation_id = ${organisationId} for no key update`.execute(
    db,
  );
  return rows.length > 0;
}

/** Locks an organisation until the transaction ends, and answers since when there is one; null: there is none. */
export async function lockOrganisation(db: Db, organisationId: string): Promise<Date | null> {
  await lockLicence(db, organisationId);
  const { rows } = await sql<{ since: Date }>`
    select created_at as since from organisation where organisation_id = ${organisationId} for update`.execute(db);
  return rows[0]?.since ?? null;
}

/** Notes the warning a week before the end; false where one went out before. */
export async function saveWarnedDay7(db: Db, organisationId: string, at: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into trial_end (organisation_id, warned_day7_at) values (${organisationId}, ${at})
    on conflict (organisation_id) do update set warned_day7_at = ${at}
     where trial_end.warned_day7_at is null and trial_end.warned_day13_at is null
    returning organisation_id`.execute(db);
  return rows.length === 1;
}

/** Notes the last warning and the end that it names; false where it went out before. */
export async function saveWarnedDay13(db: Db, organisationId: string, at: Date, closesAt: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into trial_end (organisation_id, warned_day13_at, closes_at) values (${organisationId}, ${at}, ${closesAt})
    on conflict (organisation_id) do update set warned_day13_at = ${at}, closes_at = ${closesAt}
     where trial_end.warned_day13_at is null
    returning organisation_id`.execute(db);
  return rows.length === 1;
}

/** Notes that a step was taken. */
export async function saveStep(
  db: Db,
  organisationId: string,
  step: { readonly closed_at: Date } | { readonly deleting_at: Date } | { readonly deleted_at: Date },
): Promise<void> {
  await db.updateTable("trial_end").set(step).where("organisation_id", "=", organisationId).execute();
}

/** How far an end is; null: it has not begun. */
export async function readEnd(
  db: Db,
  organisationId: string,
): Promise<{ readonly closedAt: Date | null; readonly deletingAt: Date | null } | null> {
  const row = await db
    .selectFrom("trial_end")
    .select(["closed_at", "deleting_at"])
    .where("organisation_id", "=", organisationId)
    .executeTakeFirst();
  return row === undefined ? null : { closedAt: row.closed_at, deletingAt: row.deleting_at };
}

/** Takes an end back: the organisation stays. */
export async function deleteEnd(db: Db, organisationId: string): Promise<void> {
  await db.deleteFrom("trial_end").where("organisation_id", "=", organisationId).execute();
}

/** What of an organisation is not over: workflows, mails in their rows, signatures that are being made. */
export async function isAtWork(db: Db, organisationId: string): Promise<boolean> {
  const { rows } = await sql<{ waits: boolean }>`
    select exists (select from workflow where organisation_id = ${organisationId} and status = 'OPEN')
        or exists (select from message join workflow using (workflow_id) where organisation_id = ${organisationId} and state = 'queued')
        or exists (select from signing_act join workflow using (workflow_id)
                    where organisation_id = ${organisationId} and signing_act.status = 'AUTHORISED')
        or exists (select from account_message join administrator using (administrator_id)
                    where organisation_id = ${organisationId} and account_message.state = 'queued') as waits`.execute(
    db,
  );
  return rows[0]?.waits === true;
}

/** Everything of an organisation that jobs may name. */
export async function readNamed(
  db: Db,
  organisationId: string,
): Promise<{ readonly workflows: WorkflowId[]; readonly people: AdministratorId[] }> {
  const of = (table: "workflow" | "administrator", id: string) =>
    sql<{ id: string }>`select ${sql.ref(id)} as id from ${sql.table(table)} where organisation_id = ${organisationId}`;
  const workflows = await of("workflow", "workflow_id").execute(db);
  const people = await of("administrator", "administrator_id").execute(db);
  return {
    workflows: workflows.rows.map(({ id }) => id as WorkflowId),
    people: people.rows.map(({ id }) => id as AdministratorId),
  };
}
