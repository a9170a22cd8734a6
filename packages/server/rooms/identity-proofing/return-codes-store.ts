/** SQL of the codes that bring people back, and of the browsers that they come back with. */
import type { IdentificationFault } from "@siegel/contract/identification.ts";
import type { Db } from "../../db/database.ts";
import type { StoredCheck } from "./checks-store.ts";

/** A new code, by its digest. */
export async function insertCode(
  db: Db,
  made: { readonly codeHash: string; readonly checkId: string; readonly expiresAt: Date },
): Promise<void> {
  const row = { code_hash: made.codeHash, check_id: made.checkId, expires_at: made.expiresAt };
  await db.insertInto("identity_return_code").values(row).execute();
}

/** Which identification a code belongs to, and whether it can still be used; null: unknown. */
export async function readCode(
  db: Db,
  codeHash: string,
  now: Date,
): Promise<{ readonly checkId: string; readonly isUsable: boolean } | null> {
  const row = await db
    .selectFrom("identity_return_code")
    .select(["check_id", "expires_at", "used_at"])
    .where("code_hash", "=", codeHash)
    .executeTakeFirst();
  return row === undefined
    ? null
    : { checkId: row.check_id, isUsable: row.used_at === null && row.expires_at.getTime() > now.getTime() };
}

/** Uses a code up; false: another call did. */
export async function useReturnCode(db: Db, codeHash: string, now: Date): Promise<boolean> {
  const done = await db
    .updateTable("identity_return_code")
    .set({ used_at: now })
    .where("code_hash", "=", codeHash)
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return done.numUpdatedRows > 0n;
}

/** Notes a browser whose person has to confirm their name. */
export async function saveNextBrowser(db: Db, checkId: string, browserHash: string): Promise<void> {
  await db
    .updateTable("identity_check")
    .set({ next_browser_hash: browserHash })
    .where("check_id", "=", checkId)
    .execute();
}

/** From now on the result is told to that browser alone; false: somebody else confirmed first. */
export async function saveConfirmed(
  db: Db,
  checkId: string,
  { browserHash, at }: { readonly browserHash: string; readonly at: Date },
): Promise<boolean> {
  const done = await db
    .updateTable("identity_check")
    .set({ browser_hash: browserHash, next_browser_hash: null, released_at: at })
    .where("check_id", "=", checkId)
    .where("next_browser_hash", "=", browserHash)
    .executeTakeFirst();
  return done.numUpdatedRows > 0n;
}

/** Forgets an answer that nobody was told: who it is. False: it was told meanwhile, or its state is another. */
export async function forgetAnswer(
  db: Db,
  check: Pick<StoredCheck, "checkId" | "state">,
  {
    state,
    failure,
    endedAt,
  }: { readonly state: "failed"; readonly failure: IdentificationFault; readonly endedAt: Date },
): Promise<boolean> {
  const done = await db
    .updateTable("identity_check")
    .set({ state, failure, sealed: null, ended_at: endedAt })
    .where("check_id", "=", check.checkId)
    .where("state", "=", check.state)
    .where("released_at", "is", null)
    .executeTakeFirst();
  return done.numUpdatedRows > 0n;
}
