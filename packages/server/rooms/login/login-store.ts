/** SQL of a signer's way in: password and terms. */
import type { SignerId } from "@siegel/contract/ids.ts";
import { sql } from "kysely";
import type { Db } from "../../db/database.ts";
import type { TermsAct } from "../../db/login-tables.ts";
import type { AcceptedTerms } from "./terms.ts";

/** The workflow's password (PHC string) and this signer's recent wrong tries. */
export async function readPassword(
  db: Db,
  signerId: SignerId,
): Promise<{ hash: string | null; tries: number; since: Date | null }> {
  const row = await db
    .selectFrom("signer as s")
    .innerJoin("workflow as w", "w.workflow_id", "s.workflow_id")
    .select(["w.password_hash", "s.password_tries", "s.password_tries_since"])
    .where("s.signer_id", "=", signerId)
    .executeTakeFirstOrThrow();
  return { hash: row.password_hash, tries: row.password_tries, since: row.password_tries_since };
}

/**
 * Takes one try of the window, before the password is looked at; false when none is left.
 * One statement, so that many tries at once cannot share a place.
 */
export async function takePasswordTry(
  db: Db,
  signerId: SignerId,
  window: { now: Date; start: Date; triesMax: number },
): Promise<boolean> {
  const done = await sql`
    update signer
       set password_tries = case when password_tries_since > ${window.start} then password_tries + 1 else 1 end,
           password_tries_since = case when password_tries_since > ${window.start} then password_tries_since else ${window.now}::timestamptz end
     where signer_id = ${signerId}
       and (password_tries_since is null or password_tries_since <= ${window.start} or password_tries < ${window.triesMax})`.execute(
    db,
  );
  return done.numAffectedRows === 1n;
}

/** The right password gives the tries back. */
export async function forgetPasswordTries(db: Db, signerId: SignerId): Promise<void> {
  await db
    .updateTable("signer")
    .set({ password_tries: 0, password_tries_since: null })
    .where("signer_id", "=", signerId)
    .execute();
}

/** By which acts this version of the terms was accepted for this signer. */
export async function readActs(
  db: Db,
  signerId: SignerId,
  terms: { id: string; version: string },
): Promise<readonly TermsAct[]> {
  const rows = await db
    .selectFrom("terms_acceptance")
    .select("act")
    .where("signer_id", "=", signerId)
    .where("terms_id", "=", terms.id)
    .where("version", "=", terms.version)
    .execute();
  return rows.map((row) => row.act);
}

/** Stores an acceptance with the text as shown; a second one of the same version and act changes nothing. */
export async function insertAcceptance(db: Db, signerId: SignerId, accepted: AcceptedTerms): Promise<void> {
  await db
    .insertInto("terms_acceptance")
    .values({
      signer_id: signerId,
      terms_id: accepted.terms.id,
      version: accepted.terms.version,
      language: accepted.terms.language,
      text_hash: accepted.terms.hash,
      text: accepted.terms.text,
      accepted_at: accepted.at,
      act: accepted.act,
      ip: accepted.ip,
      user_agent: accepted.userAgent,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Whether this signer has been in before. */
export async function hasOpened(db: Db, signerId: SignerId): Promise<boolean> {
  const query = db
    .selectFrom("signer_session")
    .select("session_id")
    .where("signer_id", "=", signerId)
    .where("token_hash", "is not", null);
  return (await query.limit(1).executeTakeFirst()) !== undefined;
}
