/** SQL of the room `certificates`. */
import type { Db } from "../../db/database.ts";
import type { KeyId } from "../../ports/keys.ts";

/** A signer's certificate as stored. `serial` is lower-case hex, `issuer` the name of the authority's unit. */
export type StoredCertificate = {
  readonly certificateId: string;
  readonly issuer: string;
  readonly serial: string;
  readonly certificate: Uint8Array;
  readonly keyId: KeyId;
  readonly foldedName: string;
  readonly notBefore: Date;
  readonly notAfter: Date;
};

/** Whose certificate: a person at one organisation's request, or the organisation itself (empty e-mail). */
export type Identity = {
  readonly kind: "person" | "organisation";
  readonly organisationId: string;
  readonly email: string;
};

const columns = [
  "certificate_id",
  "issuer",
  "serial",
  "certificate",
  "key_id",
  "folded_name",
  "not_before",
  "not_after",
] as const;
const query = (db: Db) => db.selectFrom("signer_certificate").select(columns);
type Row = Awaited<ReturnType<ReturnType<typeof query>["executeTakeFirstOrThrow"]>>;

const toStored = (row: Row): StoredCertificate => ({
  certificateId: row.certificate_id,
  issuer: row.issuer,
  serial: row.serial,
  certificate: new Uint8Array(row.certificate),
  keyId: row.key_id,
  foldedName: row.folded_name,
  notBefore: row.not_before,
  notAfter: row.not_after,
});

/** The living certificates of an identity under any name. */
export async function readLiving(db: Db, identity: Identity): Promise<StoredCertificate[]> {
  const rows = await query(db)
    .where("organisation_id", "=", identity.organisationId)
    .where("kind", "=", identity.kind)
    .where("email", "=", identity.email)
    .where("replaced_at", "is", null)
    .execute();
  return rows.map(toStored);
}

/** One certificate by its id. @throws when there is none */
export async function readCertificate(db: Db, certificateId: string): Promise<StoredCertificate> {
  return toStored(await query(db).where("certificate_id", "=", certificateId).executeTakeFirstOrThrow());
}

/** Stores a certificate as the living one; false when another one lives under the same name already. */
export async function saveCertificate(
  db: Db,
  identity: Identity,
  stored: StoredCertificate & { readonly createdAt: Date },
): Promise<boolean> {
  const row = await db
    .insertInto("signer_certificate")
    .values({
      certificate_id: stored.certificateId,
      kind: identity.kind,
      organisation_id: identity.organisationId,
      email: identity.email,
      folded_name: stored.foldedName,
      issuer: stored.issuer,
      serial: stored.serial,
      certificate: Buffer.from(stored.certificate),
      key_id: stored.keyId,
      not_before: stored.notBefore,
      not_after: stored.notAfter,
      created_at: stored.createdAt,
    })
    .onConflict((conflict) =>
      conflict
        .columns(["organisation_id", "kind", "email", "folded_name"])
        .where("replaced_at", "is", null)
        .doNothing(),
    )
    .returning("certificate_id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends the reuse of a certificate that is revoked or near its end; harmless when it ended before. */
export async function retireCertificate(db: Db, certificateId: string, at: Date): Promise<void> {
  await db
    .updateTable("signer_certificate")
    .set({ replaced_at: at })
    .where("certificate_id", "=", certificateId)
    .where("replaced_at", "is", null)
    .execute();
}
