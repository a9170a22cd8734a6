/** SQL of what operators find in registers. */
import type { OperatorId } from "@siegel/contract/ids.ts";
import { sql } from "kysely";
import type { Representative } from "../../db/accounts-tables.ts";
import type { Db } from "../../db/database.ts";

/** What an extract of the register says of an organisation. */
export type RegisterFacts = {
  readonly legalName: string;
  /** ETSI EN 319 412-1 §5.1.4. */
  readonly organizationIdentifier: string;
  readonly country: string;
  readonly locality: string;
  readonly representatives: readonly Representative[];
  readonly extractReference: string;
  /** YYYY-MM-DD. */
  readonly extractDay: string;
};

/** What one operator found, until a second one confirms it. */
export type RegisterCheck = RegisterFacts & {
  readonly checkId: string;
  readonly checkedAt: Date;
  readonly checkedBy: OperatorId;
};

/** What counts. The extract is null where the record is older than its column; `checkedBy` is `seed` where no operator was. */
export type VerifiedRegister = Omit<RegisterFacts, "extractReference" | "extractDay"> & {
  readonly extractReference: string | null;
  readonly extractDay: string | null;
  readonly checkedAt: Date;
  readonly checkedBy: string;
  readonly confirmedAt: Date | null;
  readonly confirmedBy: string | null;
};

const columnsOf = (facts: RegisterFacts) => ({
  legal_name: facts.legalName,
  organization_identifier: facts.organizationIdentifier,
  country: facts.country,
  locality: facts.locality,
  representatives: JSON.stringify(facts.representatives),
  extract_reference: facts.extractReference,
  extract_day: facts.extractDay,
});

const namesOf = (row: {
  readonly legal_name: string;
  readonly organization_identifier: string;
  readonly country: string;
  readonly locality: string;
  readonly representatives: Representative[];
}) => ({
  legalName: row.legal_name,
  organizationIdentifier: row.organization_identifier,
  country: row.country,
  locality: row.locality,
  representatives: row.representatives,
});

/** Writes a check in place of the one that waited. */
export async function saveCheck(db: Db, organisationId: string, check: RegisterCheck): Promise<void> {
  const values = {
    ...columnsOf(check),
    check_id: check.checkId,
    checked_at: check.checkedAt,
    checked_by: check.checkedBy,
  };
  await db
    .insertInto("register_check")
    .values({ organisation_id: organisationId, ...values })
    .onConflict((on) => on.column("organisation_id").doUpdateSet(values))
    .execute();
}

/** The check that waits, or null. */
export async function readCheck(db: Db, organisationId: string): Promise<RegisterCheck | null> {
  const row = await db
    .selectFrom("register_check")
    .selectAll()
    .where("organisation_id", "=", organisationId)
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    ...namesOf(row),
    extractReference: row.extract_reference,
    extractDay: row.extract_day,
    checkId: row.check_id,
    checkedAt: row.checked_at,
    checkedBy: row.checked_by,
  };
}

/** Takes a check that waits away; false: none does. */
export async function deleteCheck(db: Db, organisationId: string): Promise<boolean> {
  const done = await db
    .deleteFrom("register_check")
    .where("organisation_id", "=", organisationId)
    .executeTakeFirstOrThrow();
  return done.numDeletedRows === 1n;
}

/** What counts, or null. */
export async function readVerified(db: Db, organisationId: string): Promise<VerifiedRegister | null> {
  const row = await db
    .selectFrom("organisation_register")
    .selectAll()
    .where("organisation_id", "=", organisationId)
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    ...namesOf(row),
    extractReference: row.extract_reference,
    extractDay: row.extract_day,
    checkedAt: row.verified_at,
    checkedBy: row.verified_by,
    confirmedAt: row.confirmed_at,
    confirmedBy: row.confirmed_by,
  };
}

/** Lets a check count, in place of what counted before. */
export async function saveVerified(
  db: Db,
  organisationId: string,
  check: RegisterCheck,
  confirmed: { readonly at: Date; readonly by: OperatorId } | null,
): Promise<void> {
  const values = {
    ...columnsOf(check),
    verified_at: check.checkedAt,
    verified_by: check.checkedBy,
    confirmed_at: confirmed?.at ?? null,
    confirmed_by: confirmed?.by ?? null,
  };
  await db
    .insertInto("organisation_register")
    .values({ organisation_id: organisationId, ...values })
    .onConflict((on) => on.column("organisation_id").doUpdateSet(values))
    .execute();
}

/** Locks an organisation until the transaction ends, for one check after the other; false: there is none. */
export async function lockForCheck(db: Db, organisationId: string): Promise<boolean> {
  const row = await db
    .selectFrom("organisation")
    .select(sql`1`.as("found"))
    .where("organisation_id", "=", organisationId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined;
}
