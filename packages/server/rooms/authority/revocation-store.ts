/** SQL of revocations and of the lists that tell of them. */
import type { IssuedRevocationReason } from "@siegel/kernel/revocation/revocation-reason.ts";
import { sql } from "kysely";
import { builtOnce } from "../../db/built-once.ts";
import type { Db } from "../../db/database.ts";
import { responderOf, revocableNames, shortTermNames } from "./authority-rules.ts";

/** When and why a certificate was revoked. */
export type Revocation = { readonly at: Date; readonly reason: IssuedRevocationReason };

/** A certificate by the CA that issued it and its serial number, lower-case hex. */
export type SerialOf = { readonly issuer: string; readonly serial: string };

/** Revokes, once; the row is locked until the transaction ends. False: it was revoked before, or never issued. */
export async function saveRevocation(
  db: Db,
  { issuer, serial }: SerialOf,
  { at, reason }: Revocation,
): Promise<boolean> {
  const done = await db
    .updateTable("issued_certificate")
    .set({ status: "revoked", revoked_at: at, reason })
    .where("issuer", "=", issuer)
    .where("serial", "=", serial)
    .where("status", "=", "good")
    .executeTakeFirst();
  return done.numUpdatedRows > 0n;
}

/** What became of a certificate, and of which profile it is; null: never issued. */
export async function readIssuedOne(
  db: Db,
  { issuer, serial }: SerialOf,
): Promise<{ readonly profile: string; readonly notAfter: Date; readonly revocation: Revocation | null } | null> {
  const row = await db
    .selectFrom("issued_certificate")
    .select(["profile", "not_after", "revoked_at", "reason"])
    .where("issuer", "=", issuer)
    .where("serial", "=", serial)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { revoked_at: at, reason } = row;
  const revocation = at === null ? null : { at, reason: reason ?? "unspecified" };
  return { profile: row.profile, notAfter: row.not_after, revocation };
}

/** Certificates of signers and of seals that can still be revoked, at most `limit`: those for an organisation, or all of them (null). */
export async function readRevocable(
  db: Db,
  {
    organisationId,
    now,
    limit,
  }: { readonly organisationId: string | null; readonly now: Date; readonly limit: number },
): Promise<SerialOf[]> {
  const valid = db
    .selectFrom("issued_certificate")
    .select(["issuer", "serial"])
    .where("status", "=", sql.lit("good"))
    .where("not_after", ">", now)
    .where("profile", "in", revocableNames);
  return await (organisationId === null ? valid : valid.where("organisation_id", "=", organisationId))
    .orderBy("issuer")
    .orderBy("serial")
    .limit(limit)
    .execute();
}

/** How many certificates of signers and of seals are valid and not revoked, those of a day too. */
export async function countValid(db: Db, now: Date): Promise<number> {
  const row = await db
    .selectFrom("issued_certificate")
    .select((e) => e.fn.countAll<string>().as("n"))
    .where("status", "=", sql.lit("good"))
    .where("not_after", ">", now)
    .where("profile", "in", [...revocableNames, ...shortTermNames])
    .executeTakeFirstOrThrow();
  return Number(row.n);
}

/** How many certificates of a CA are revoked, expired ones too (standards §2.5); `until`: only those of then and before. */
export async function countRevoked(db: Db, issuer: string, until: Date | null = null): Promise<number> {
  const row = await db
    .selectFrom("issued_certificate")
    .select((e) => e.fn.countAll<string>().as("n"))
    .where("issuer", "=", issuer)
    .where("status", "=", sql.lit("revoked"))
    .$if(until !== null, (query) => query.where("revoked_at", "<=", until))
    .executeTakeFirstOrThrow();
  return Number(row.n);
}

/** One page of the revoked certificates of a CA, by serial number: at most `limit` of them, beginning after the serial number `after`. */
export async function readRevoked(
  db: Db,
  { issuer, after, limit }: { readonly issuer: string; readonly after: string; readonly limit: number },
): Promise<Array<Revocation & { readonly serialNumber: string }>> {
  const rows = await db
    .selectFrom("issued_certificate")
    .select(["serial", "revoked_at", "reason"])
    .where("issuer", "=", issuer)
    .where("status", "=", sql.lit("revoked"))
    .where("serial", ">", after)
    .orderBy("serial")
    .limit(limit)
    .execute();
  return rows.flatMap((row) =>
    row.revoked_at === null
      ? []
      : [{ serialNumber: row.serial, at: row.revoked_at, reason: row.reason ?? "unspecified" }],
  );
}

/**
 * The end of the last certificate that a CA issued; null: it issued none. Those of its responders do not count: they cannot be revoked
 * (id-pkix-ocsp-nocheck), and there is a new one each month.
 */
export async function readLastEnd(db: Db, issuer: string): Promise<Date | null> {
  const row = await db
    .selectFrom("issued_certificate")
    .select((e) => e.fn.max("not_after").as("ends_at"))
    .where("issuer", "=", issuer)
    .where("profile", "not in", Object.values(responderOf))
    .executeTakeFirst();
  return row?.ends_at ?? null;
}

/** What is known of a list without its bytes. `entries`: null of one from before this was counted. */
export type ListHead = {
  readonly number: number;
  readonly thisUpdate: Date;
  readonly nextUpdate: Date;
  readonly entries: number | null;
};

/** The newest list of a CA, or null. */
export async function readListHead(db: Db, issuer: string): Promise<ListHead | null> {
  const [row] = (await newestHead(db, { issuer })).rows;
  return row === undefined
    ? null
    : { number: row.number, thisUpdate: row.this_update, nextUpdate: row.next_update, entries: row.entries };
}

const newestHead = builtOnce((db, { issuer }: { issuer: string }) =>
  db
    .selectFrom("crl")
    .select(["number", "this_update", "next_update", "entries"])
    .where("issuer", "=", issuer)
    .orderBy("number", "desc")
    .limit(1),
);

/** The bytes of the list with this number. @throws when the CA has no such list */
export async function readList(
  db: Db,
  { issuer, number }: { readonly issuer: string; readonly number: number },
): Promise<Buffer> {
  const row = await db
    .selectFrom("crl")
    .select("crl")
    .where("issuer", "=", issuer)
    .where("number", "=", number)
    .executeTakeFirstOrThrow();
  return Buffer.from(row.crl.buffer, row.crl.byteOffset, row.crl.byteLength);
}

/** The numbers of a CA's lists, rising. */
export async function readListNumbers(db: Db, issuer: string): Promise<number[]> {
  const rows = await db.selectFrom("crl").select("number").where("issuer", "=", issuer).orderBy("number").execute();
  return rows.map((row) => row.number);
}

/** The same with what became of each, and the hash of one whose holder was forgotten. */
export async function readStatusPage(
  db: Db,
  { issuer, after, limit }: { readonly issuer: string; readonly after: string; readonly limit: number },
) {
  return await db
    .selectFrom("issued_certificate")
    .select(["serial", "profile", "certificate", "certificate_hash", "not_before", "not_after", "revoked_at", "reason"])
    .where("issuer", "=", issuer)
    .where("serial", ">", after)
    .orderBy("serial")
    .limit(limit)
    .execute();
}

/** What a CA issued, in the order of its serial numbers, so much behind `after`. `certificate`: null where its holder was forgotten. */
export async function readIssuedPage(
  db: Db,
  { issuer, after, limit }: { readonly issuer: string; readonly after: string; readonly limit: number },
): Promise<Array<{ serial: string; certificate: Uint8Array | null; notBefore: Date; notAfter: Date }>> {
  return await db
    .selectFrom("issued_certificate")
    .select(["serial", "certificate", "not_before as notBefore", "not_after as notAfter"])
    .where("issuer", "=", issuer)
    .where("serial", ">", after)
    .orderBy("serial")
    .limit(limit)
    .execute();
}

/** Keeps a list under its number; false: another process was faster. */
export async function saveList(
  db: Db,
  issuer: string,
  { crl, ...head }: ListHead & { readonly crl: Uint8Array },
): Promise<boolean> {
  const row = await db
    .insertInto("crl")
    .values({
      issuer,
      number: head.number,
      crl: Buffer.from(crl.buffer, crl.byteOffset, crl.byteLength),
      this_update: head.thisUpdate,
      next_update: head.nextUpdate,
      entries: head.entries,
    })
    .onConflict((conflict) => conflict.columns(["issuer", "number"]).doNothing())
    .returning("number")
    .executeTakeFirst();
  return row !== undefined;
}
