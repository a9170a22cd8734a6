/** SQL of identifications that end without their person's doing, and of what is forgotten of them. */
import type { SignerId } from "@siegel/contract/ids.ts";
import type { Db } from "../../db/database.ts";
import { checksIn, type SignersCheck, type StoredCheck, toCheck } from "./checks-store.ts";

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
export async function readKeptOf(db: Db, signerId: SignerId): Promise<SignersCheck[]> {
  const rows = await checksIn(db)
    .where("signer_id", "=", signerId)
    .where("state", "=", "review")
    .where("kept_at", "is not", null)
    .orderBy("check_id")
    .forNoKeyUpdate()
    .execute();
  return rows.map((row) => toCheck(row) as SignersCheck);
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

/** Those on whose strength nothing was issued, though they ended before a moment, as far as something is still known of the person; not one whose owner has until `now` or longer to come. */
export async function readUnused(
  db: Db,
  { before, now, limit }: { readonly before: Date; readonly now: Date; readonly limit: number },
): Promise<StoredCheck[]> {
  const rows = await checksIn(db)
    .where("state", "=", "succeeded")
    .where("certificate_id", "is", null)
    .where("sealed", "is not", null)
    .where("ended_at", "<=", before)
    .where((where) => where.or([where("link_expires_at", "is", null), where("link_expires_at", "<=", now)]))
    .orderBy("ended_at")
    .limit(limit)
    .execute();
  return rows.map(toCheck);
}

/** Forgets what the document said. */
export async function forgetProven(db: Db, checkId: string): Promise<void> {
  await db.updateTable("identity_check").set({ sealed: null }).where("check_id", "=", checkId).execute();
}

/** Keeps an owner's for an operator's decision, once. */
export async function saveKeptOfOwner(db: Db, checkId: string, at: Date): Promise<boolean> {
  const kept = db.updateTable("identity_check").set({ kept_at: at }).where("check_id", "=", checkId);
  const done = await kept
    .where("purpose", "<>", "sign")
    .where("state", "=", "review")
    .where("kept_at", "is", null)
    .executeTakeFirst();
  return done.numUpdatedRows > 0n;
}

/** Lets a link lead back to an owner's that was approved; no browser holds `browserHash`, so nothing else does. */
export async function saveApprovedLink(
  db: Db,
  checkId: string,
  link: { readonly hash: string; readonly expiresAt: Date; readonly browserHash: string },
): Promise<void> {
  const { hash, expiresAt, browserHash } = link;
  const moved = { browser_hash: browserHash, next_browser_hash: null, released_at: null };
  await db
    .updateTable("identity_check")
    .set({ link_hash: hash, link_expires_at: expiresAt, ...moved })
    .where("check_id", "=", checkId)
    .execute();
}

/** The link was opened in a browser: it counts there, from now on. False: it is too old, or what it leads to was used. */
export async function saveOpenedLink(
  db: Db,
  checkId: string,
  { browserHash, at }: { readonly browserHash: string; readonly at: Date },
): Promise<boolean> {
  const opened = db
    .updateTable("identity_check")
    .set({ browser_hash: browserHash, next_browser_hash: null, released_at: at, ended_at: at })
    .where("check_id", "=", checkId);
  const done = await opened
    .where("state", "=", "succeeded")
    .where("used_at", "is", null)
    .where("sealed", "is not", null)
    .where("link_expires_at", ">", at)
    .executeTakeFirst();
  return done.numUpdatedRows > 0n;
}

/** Forgets owners' identifications that began before, and on which nothing stands. One that waits for a person stays. */
export async function deleteOwnersBefore(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom("identity_check")
    .where("purpose", "<>", "sign")
    .where("certificate_id", "is", null)
    .where("state", "<>", "review")
    .where("begun_at", "<", before)
    .execute();
}
