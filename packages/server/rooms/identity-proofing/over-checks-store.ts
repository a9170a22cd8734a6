/** SQL of identifications that end without their person's doing, and of what is forgotten of them. */
import type { SignerId } from "@siegel/contract/ids.ts";
import type { Db } from "../../db/database.ts";
import { checksIn, type StoredCheck, toCheck } from "./checks-store.ts";

/** Those of a browser's cookie, confirmed there or not, locked until the transaction ends. */
export async function readChecksOfBrowser(db: Db, browserHash: string): Promise<StoredCheck[]> {
  const rows = await checksIn(db)
    .where((where) => where.or([where("browser_hash", "=", browserHash), where("next_browser_hash", "=", browserHash)]))
    .orderBy("check_id")
    .forNoKeyUpdate()
    .execute();
  return rows.map(toCheck);
}

/** Binds one to a cookie that no browser holds. */
export async function moveFromBrowser(db: Db, checkId: string, browserHash: string): Promise<void> {
  await db
    .updateTable("identity_check")
    .set({ browser_hash: browserHash, next_browser_hash: null })
    .where("check_id", "=", checkId)
    .execute();
}

/** Those of a signer that wait for a person. */
export async function readKeptOf(db: Db, signerId: SignerId): Promise<StoredCheck[]> {
  const rows = await checksIn(db)
    .where("signer_id", "=", signerId)
    .where("state", "=", "review")
    .where("kept_at", "is not", null)
    .orderBy("check_id")
    .forNoKeyUpdate()
    .execute();
  return rows.map(toCheck);
}

/** Doubtful ones whose answer came before a moment, and that nobody handed in; the oldest first. */
export async function readUnkept(
  db: Db,
  { before, limit }: { readonly before: Date; readonly limit: number },
): Promise<StoredCheck[]> {
  const rows = await checksIn(db)
    .where("state", "=", "review")
    .where("kept_at", "is", null)
    .where("answered_at", "<=", before)
    .orderBy("answered_at")
    .limit(limit)
    .execute();
  return rows.map(toCheck);
}

/** Those on whose strength nothing was issued, though they ended before a moment, as far as something is still known of the person. */
export async function readUnused(
  db: Db,
  { before, limit }: { readonly before: Date; readonly limit: number },
): Promise<StoredCheck[]> {
  const rows = await checksIn(db)
    .where("state", "=", "succeeded")
    .where("certificate_id", "is", null)
    .where("sealed", "is not", null)
    .where("ended_at", "<=", before)
    .orderBy("ended_at")
    .limit(limit)
    .execute();
  return rows.map(toCheck);
}

/** Forgets what the document said. */
export async function forgetProven(db: Db, checkId: string): Promise<void> {
  await db.updateTable("identity_check").set({ sealed: null }).where("check_id", "=", checkId).execute();
}
