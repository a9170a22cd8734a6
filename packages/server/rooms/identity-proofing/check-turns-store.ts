/** SQL of whose turn it is: to ask a provider about an identification, and to take what a computer offers. */
import type { Db } from "../../db/database.ts";
import { checksIn, type StoredCheck, toCheck } from "./checks-store.ts";

/**
 * Takes the turn to ask the provider, for `turnS` at most, and counts it; null: it is over, another process has the turn, or the last answer
 * came less than `restS` ago.
 */
export async function takeTurn(
  db: Db,
  checkId: string,
  { now, turnS, restS }: { readonly now: Date; readonly turnS: number; readonly restS: number },
): Promise<StoredCheck | null> {
  const after = (seconds: number): Date => new Date(now.getTime() + seconds * 1_000);
  const row = await db
    .updateTable("identity_check")
    .set((old) => ({ asked: old("asked", "+", 1), asked_at: after(turnS) }))
    .where("check_id", "=", checkId)
    .where("state", "=", "pending")
    .where((where) => where.or([where("asked_at", "is", null), where("asked_at", "<=", after(-restS))]))
    .returningAll()
    .executeTakeFirst();
  return row === undefined ? null : toCheck(row);
}

/** Gives the turn back: who brings news may ask again at once. */
export async function endTurn(db: Db, checkId: string, at: Date): Promise<void> {
  await db.updateTable("identity_check").set({ asked_at: at }).where("check_id", "=", checkId).execute();
}

/** Pending ones whose time is over: first who was never asked about, then who was asked about the longest ago. */
export async function readOverdue(
  db: Db,
  { before, limit }: { readonly before: Date; readonly limit: number },
): Promise<StoredCheck[]> {
  const rows = await checksIn(db)
    .where("state", "=", "pending")
    .where("expires_at", "<=", before)
    .orderBy("asked_at", (order) => order.asc().nullsFirst())
    .orderBy("expires_at")
    .limit(limit)
    .execute();
  return rows.map(toCheck);
}

/** An offer may be taken once more: nothing came of it. */
export async function giveBackOffer(db: Db, checkId: string): Promise<void> {
  const offer = db.updateTable("identity_check").set({ offer_taken_at: null }).where("check_id", "=", checkId);
  await offer.where("state", "=", "pending").execute();
}
