/** SQL of the provider's staff. */
import type { OperatorId } from "@siegel/contract/ids.ts";
import { type Selectable, sql } from "kysely";
import type { Db } from "../../db/database.ts";
import type { OperatorsTables } from "../../db/operators-tables.ts";

/** A member of the provider's staff. */
export type Operator = {
  readonly operatorId: OperatorId;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly disabledAt: Date | null;
  readonly lastLoginAt: Date | null;
};

/** What a login looks at. */
export type StoredOperator = Operator & {
  readonly passwordHash: string;
  readonly passwordChangedAt: Date;
  readonly totpSealed: Buffer;
};

const toOperator = (row: Selectable<OperatorsTables["operator"]>): StoredOperator => ({
  operatorId: row.operator_id,
  email: row.email,
  firstName: row.first_name,
  lastName: row.last_name,
  disabledAt: row.disabled_at,
  lastLoginAt: row.last_login_at,
  passwordHash: row.password_hash,
  passwordChangedAt: row.password_changed_at,
  totpSealed: row.totp_sealed,
});

/** The operator of an address, or null. `isLocked`: the row is, until the transaction ends. */
export async function readOperator(
  db: Db,
  email: string,
  { isLocked = false }: { readonly isLocked?: boolean } = {},
): Promise<StoredOperator | null> {
  const row = await db
    .selectFrom("operator")
    .selectAll()
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .$if(isLocked, (query) => query.forNoKeyUpdate())
    .executeTakeFirst();
  return row === undefined ? null : toOperator(row);
}

/** Everybody of the staff, by name. */
export async function listOperators(db: Db): Promise<Operator[]> {
  const rows = await db.selectFrom("operator").selectAll().orderBy("last_name").orderBy("operator_id").execute();
  return rows.map(({ password_hash: _hash, totp_sealed: _sealed, ...row }) => ({
    operatorId: row.operator_id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    disabledAt: row.disabled_at,
    lastLoginAt: row.last_login_at,
  }));
}

/** First and last names by id. */
export async function namesOfOperators(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("operator")
    .select(["operator_id", "first_name", "last_name"])
    .where("operator_id", "in", ids as OperatorId[])
    .execute();
  return new Map(rows.map((row) => [row.operator_id, `${row.first_name} ${row.last_name}`]));
}

/** Writes a new operator; false: the address has one already. */
export async function insertOperator(
  db: Db,
  made: Pick<StoredOperator, "operatorId" | "email" | "firstName" | "lastName" | "passwordHash" | "totpSealed"> & {
    readonly at: Date;
  },
): Promise<boolean> {
  const done = await db
    .insertInto("operator")
    .values({
      operator_id: made.operatorId,
      email: made.email,
      first_name: made.firstName,
      last_name: made.lastName,
      password_hash: made.passwordHash,
      password_changed_at: made.at,
      totp_sealed: made.totpSealed,
      totp_since: made.at,
      created_at: made.at,
    })
    .onConflict((on) => on.expression(sql`lower(email)`).doNothing())
    .executeTakeFirst();
  return done.numInsertedOrUpdatedRows === 1n;
}

/** What becomes of an operator. */
export type OperatorChange = {
  readonly password_hash?: string;
  readonly password_changed_at?: Date;
  readonly totp_sealed?: Buffer;
  readonly totp_since?: Date;
  readonly totp_last_step?: null;
  readonly disabled_at?: Date | null;
  readonly last_login_at?: Date;
};

/** Changes an operator. */
export async function updateOperator(db: Db, operatorId: OperatorId, change: OperatorChange): Promise<void> {
  await db.updateTable("operator").set(change).where("operator_id", "=", operatorId).execute();
}

/** Uses the code of a step up; false: it, or a newer one, was used already. One statement: of two at the same instant one finds it used. */
export async function useStep(db: Db, operatorId: OperatorId, step: number): Promise<boolean> {
  const done = await db
    .updateTable("operator")
    .set({ totp_last_step: String(step) })
    .where("operator_id", "=", operatorId)
    .where(sql<boolean>`(totp_last_step is null or totp_last_step < ${step})`)
    .executeTakeFirst();
  return done.numUpdatedRows === 1n;
}

/** Writes recovery codes in place of those before. */
export async function saveRecoveryCodes(
  db: Db,
  operatorId: OperatorId,
  { macs, at }: { readonly macs: readonly string[]; readonly at: Date },
): Promise<void> {
  await db.deleteFrom("operator_recovery_code").where("operator_id", "=", operatorId).execute();
  const rows = macs.map((code_mac) => ({ operator_id: operatorId, code_mac, made_at: at }));
  await db.insertInto("operator_recovery_code").values(rows).execute();
}

/** Uses a recovery code up; false: there is no such code, or it was used. */
export async function useRecoveryCode(db: Db, operatorId: OperatorId, mac: string, at: Date): Promise<boolean> {
  const done = await db
    .updateTable("operator_recovery_code")
    .set({ used_at: at })
    .where("operator_id", "=", operatorId)
    .where("code_mac", "=", mac)
    .where("used_at", "is", null)
    .executeTakeFirst();
  return done.numUpdatedRows === 1n;
}

/** How many recovery codes are left. */
export async function countRecoveryCodes(db: Db, operatorId: OperatorId): Promise<number> {
  const row = await db
    .selectFrom("operator_recovery_code")
    .select(sql<string>`count(*)`.as("left"))
    .where("operator_id", "=", operatorId)
    .where("used_at", "is", null)
    .executeTakeFirstOrThrow();
  return Number(row.left);
}
