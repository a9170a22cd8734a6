/** SQL of the room `certificates`. */
import { builtOnce } from "../../db/built-once.ts";
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

/** A certificate as found, with what its row says of its holder; only the MAC tells whether that is true. */
export type FoundRow = StoredCertificate & Identity & { readonly holderMac: Uint8Array | null };

/** Whose certificate: a person at one organisation's request, or the organisation itself (empty e-mail). */
export type Identity = {
  readonly kind: "person" | "organisation";
  readonly organisationId: string;
  readonly email: string;
};

const columns = [
  "certificate_id",
  "kind",
  "organisation_id",
  "email",
  "holder_mac",
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

const toFound = (row: Row): FoundRow => ({
  certificateId: row.certificate_id,
  kind: row.kind,
  organisationId: row.organisation_id,
  email: row.email,
  holderMac: row.holder_mac === null ? null : new Uint8Array(row.holder_mac),
  issuer: row.issuer,
  serial: row.serial,
  certificate: new Uint8Array(row.certificate),
  keyId: row.key_id,
  foldedName: row.folded_name,
  notBefore: row.not_before,
  notAfter: row.not_after,
});

/** The living certificates of an identity under any name. */
export async function readLiving(db: Db, identity: Identity): Promise<FoundRow[]> {
  return (await living(db, identity)).rows.map(toFound);
}

const living = builtOnce((db, { organisationId, kind, email }: Identity) =>
  query(db)
    .where("organisation_id", "=", organisationId)
    .where("kind", "=", kind)
    .where("email", "=", email)
    .where("replaced_at", "is", null),
);

/** One certificate by its id. @throws when there is none */
export async function readCertificate(db: Db, certificateId: string): Promise<FoundRow> {
  return toFound(await query(db).where("certificate_id", "=", certificateId).executeTakeFirstOrThrow());
}

/** Stores a certificate as the living one; false when another one lives under the same name already. */
export async function saveCertificate(
  db: Db,
  identity: Identity,
  stored: StoredCertificate & { readonly createdAt: Date; readonly holderMac: Uint8Array },
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
      holder_mac: Buffer.from(stored.holderMac),
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

/** Every certificate of an organisation and its signers, with its key. */
export async function readKeys(
  db: Db,
  organisationId: string,
): Promise<Array<Pick<StoredCertificate, "certificateId" | "keyId">>> {
  const rows = await db
    .selectFrom("signer_certificate")
    .select(["certificate_id", "key_id"])
    .where("organisation_id", "=", organisationId)
    .execute();
  return rows.map((row) => ({ certificateId: row.certificate_id, keyId: row.key_id }));
}

/** Forgets whose a certificate is. */
export async function deleteCertificate(db: Db, certificateId: string): Promise<void> {
  await db.deleteFrom("signer_certificate").where("certificate_id", "=", certificateId).execute();
}
