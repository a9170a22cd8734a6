/** SQL of second factors. */
import type { AdministratorId } from "@siegel/contract/ids.ts";
import { sql } from "kysely";
import type { Db } from "../../db/database.ts";

/** The authenticator app of a person. `sealed`: null while the first one is being set up. */
export type StoredTotp = {
  readonly sealed: Buffer | null;
  readonly since: Date | null;
  readonly lastUsedAt: Date | null;
  readonly pendingSealed: Buffer | null;
  readonly pendingAt: Date | null;
};

/** The authenticator app of a person, or null. */
export async function readTotp(db: Db, administratorId: AdministratorId): Promise<StoredTotp | null> {
  const row = await db
    .selectFrom("administrator_totp")
    .selectAll()
    .where("administrator_id", "=", administratorId)
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    sealed: row.secret_sealed,
    since: row.since,
    lastUsedAt: row.last_used_at,
    pendingSealed: row.pending_sealed,
    pendingAt: row.pending_at,
  };
}

/** Keeps a secret until its first code; another one that was begun ends. */
export async function savePendingTotp(
  db: Db,
  administratorId: AdministratorId,
  sealed: Buffer,
  at: Date,
): Promise<void> {
  const pending = { pending_sealed: sealed, pending_at: at };
  await db
    .insertInto("administrator_totp")
    .values({ administrator_id: administratorId, ...pending })
    .onConflict((on) => on.column("administrator_id").doUpdateSet(pending))
    .execute();
}

/** The secret that was waited for counts from now on; its code of this step is used. */
export async function saveConfirmedTotp(
  db: Db,
  administratorId: AdministratorId,
  { step, at }: { readonly step: number; readonly at: Date },
): Promise<void> {
  await db
    .updateTable("administrator_totp")
    .set((e) => ({
      secret_sealed: e.ref("pending_sealed"),
      since: at,
      last_step: String(step),
      last_used_at: null,
      pending_sealed: null,
      pending_at: null,
    }))
    .where("administrator_id", "=", administratorId)
    .execute();
}

/** Uses the code of a step up; false: it, or a newer one, was used already. */
export async function useStep(db: Db, administratorId: AdministratorId, step: number, at: Date): Promise<boolean> {
  const done = await db
    .updateTable("administrator_totp")
    .set({ last_step: String(step), last_used_at: at })
    .where("administrator_id", "=", administratorId)
    .where(sql<boolean>`(last_step is null or last_step < ${step})`)
    .executeTakeFirst();
  return done.numUpdatedRows === 1n;
}

/** Removes app and recovery codes; whether there was an app that counted. */
export async function deleteFactors(db: Db, administratorId: AdministratorId): Promise<boolean> {
  const row = await db
    .deleteFrom("administrator_totp")
    .where("administrator_id", "=", administratorId)
    .returning("secret_sealed")
    .executeTakeFirst();
  await db.deleteFrom("administrator_recovery_code").where("administrator_id", "=", administratorId).execute();
  return row !== undefined && row.secret_sealed !== null;
}

/** Writes recovery codes in place of those before. */
export async function saveRecoveryCodes(
  db: Db,
  administratorId: AdministratorId,
  { macs, at }: { readonly macs: readonly string[]; readonly at: Date },
): Promise<void> {
  await db.deleteFrom("administrator_recovery_code").where("administrator_id", "=", administratorId).execute();
  await db
    .insertInto("administrator_recovery_code")
    .values(macs.map((code_mac) => ({ administrator_id: administratorId, code_mac, made_at: at })))
    .execute();
}

/** Uses a recovery code up; false: there is no such code, or it was used. */
export async function useRecoveryCode(
  db: Db,
  administratorId: AdministratorId,
  mac: string,
  at: Date,
): Promise<boolean> {
  const done = await db
    .updateTable("administrator_recovery_code")
    .set({ used_at: at })
    .where("administrator_id", "=", administratorId)
    .where("code_mac", "=", mac)
    .where("used_at", "is", null)
    .executeTakeFirst();
  return done.numUpdatedRows === 1n;
}

/** How many recovery codes a person has; null: none were made. */
export async function countRecoveryCodes(
  db: Db,
  administratorId: AdministratorId,
): Promise<{ readonly left: number; readonly made: number; readonly madeAt: Date } | null> {
  const row = await db
    .selectFrom("administrator_recovery_code")
    .select([
      sql<string>`count(*)`.as("made"),
      sql<string>`count(*) filter (where used_at is null)`.as("left"),
      sql<Date | null>`max(made_at)`.as("made_at"),
    ])
    .where("administrator_id", "=", administratorId)
    .executeTakeFirstOrThrow();
  return row.made_at === null ? null : { left: Number(row.left), made: Number(row.made), madeAt: row.made_at };
}
