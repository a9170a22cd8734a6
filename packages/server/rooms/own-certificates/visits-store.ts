/** SQL of visits at /certManager. */
import type { Selectable } from "kysely";
import type { Db } from "../../db/database.ts";
import type { OwnCertificatesTables } from "../../db/own-certificates-tables.ts";

/** What a browser has proven. */
export type Visit = {
  readonly visitId: string;
  readonly email: string;
  readonly mailChallenge: string | null;
  readonly provenAt: Date | null;
  readonly chosen: string | null;
  readonly confirmed: { readonly certificateId: string; readonly at: Date } | null;
};

const toVisit = (row: Selectable<OwnCertificatesTables["certificate_visit"]>): Visit => ({
  visitId: row.visit_id,
  email: row.email,
  mailChallenge: row.mail_challenge,
  provenAt: row.mailbox_proven_at,
  chosen: row.chosen_certificate,
  confirmed:
    row.confirmed_certificate === null || row.confirmed_at === null
      ? null
      : { certificateId: row.confirmed_certificate, at: row.confirmed_at },
});

/** The visit of a browser, by the digest of its secret; or null. */
export async function readVisit(db: Db, browserHash: string): Promise<Visit | null> {
  const row = await db
    .selectFrom("certificate_visit")
    .selectAll()
    .where("browser_hash", "=", browserHash)
    .executeTakeFirst();
  return row === undefined ? null : toVisit(row);
}

/**
 * The visit of a browser for that address, locked: the one it has, or a new one, which takes the place of one for another address. A proof
 * that this browser has of the same address stays.
 */
export async function lockVisit(
  db: Db,
  wanted: { readonly visitId: string; readonly browserHash: string; readonly email: string; readonly at: Date },
): Promise<Visit> {
  const { visitId, browserHash, email, at } = wanted;
  const fresh = {
    visit_id: visitId,
    email,
    mail_challenge: null,
    mailbox_proven_at: null,
    chosen_certificate: null,
    confirmed_certificate: null,
    confirmed_at: null,
    begun_at: at,
  };
  await db
    .insertInto("certificate_visit")
    .values({ ...fresh, browser_hash: browserHash })
    .onConflict((conflict) =>
      conflict.column("browser_hash").doUpdateSet(fresh).where("certificate_visit.email", "<>", email),
    )
    .execute();
  const row = await db
    .selectFrom("certificate_visit")
    .selectAll()
    .where("browser_hash", "=", browserHash)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return toVisit(row);
}

/** The mailbox is proven, by that code. */
export async function saveMailboxProof(
  db: Db,
  visitId: string,
  proof: { readonly challengeId: string; readonly at: Date },
): Promise<void> {
  await db
    .updateTable("certificate_visit")
    .set({ mail_challenge: proof.challengeId, mailbox_proven_at: proof.at, begun_at: proof.at })
    .where("visit_id", "=", visitId)
    .execute();
}

/** Which certificate is asked about. */
export async function saveChosen(db: Db, visitId: string, certificateId: string): Promise<void> {
  await db
    .updateTable("certificate_visit")
    .set({ chosen_certificate: certificateId })
    .where("visit_id", "=", visitId)
    .execute();
}

/** The code of a text message was right for that certificate. */
export async function saveConfirmed(db: Db, visitId: string, certificateId: string, at: Date): Promise<void> {
  await db
    .updateTable("certificate_visit")
    .set({ confirmed_certificate: certificateId, confirmed_at: at })
    .where("visit_id", "=", visitId)
    .execute();
}

/** Forgets visits that began before. */
export async function forgetVisitsBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom("certificate_visit").where("begun_at", "<", before).execute();
}
