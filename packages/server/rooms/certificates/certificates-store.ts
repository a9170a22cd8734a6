/** SQL of the room `certificates`. */
import type { WorkflowId } from "@siegel/contract/ids.ts";
import { type Selectable, sql } from "kysely";
import { builtOnce } from "../../db/built-once.ts";
import type { CertificatesTables } from "../../db/certificates-tables.ts";
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
export type FoundRow = StoredCertificate &
  Identity & {
    readonly holderMac: Uint8Array | null;
    /** While its mailbox is not proven, the one workflow in which it serves; null: it serves everywhere. */
    readonly unprovenFor: WorkflowId | null;
    /** No other has taken its place. */
    readonly isInUse: boolean;
  };

/** Whose certificate, and of which level. */
export type Identity = AdvancedIdentity | QualifiedIdentity;

/** A person at one organisation's request, or the organisation itself (empty e-mail). */
export type AdvancedIdentity = {
  readonly level: "aes";
  readonly kind: "person" | "organisation";
  readonly organisationId: string;
  readonly email: string;
  readonly personId: string | null;
  readonly phone: Uint8Array | null;
};

/** Somebody who was met; for a seal the representative, and the organisation whose it is. `phone` is sealed. */
export type QualifiedIdentity = {
  readonly level: "qes";
  readonly email: string;
  readonly personId: string;
  readonly phone: Uint8Array;
} & QualifiedSubject;

/** Who is named in a qualified certificate: the person, or an organisation. */
export type QualifiedSubject =
  | { readonly kind: "person"; readonly organisationId: null }
  | { readonly kind: "organisation"; readonly organisationId: string };

const columns = [
  "certificate_id",
  "level",
  "kind",
  "organisation_id",
  "person_id",
  "email",
  "phone",
  "holder_mac",
  "issuer",
  "serial",
  "certificate",
  "key_id",
  "folded_name",
  "not_before",
  "not_after",
  "made_for_workflow",
  "mailbox_proven_at",
  "replaced_at",
] as const;
const query = (db: Db) => db.selectFrom("signer_certificate").select(columns);
type Row = Pick<Selectable<CertificatesTables["signer_certificate"]>, (typeof columns)[number]>;

const bytesOrNull = (found: Uint8Array | null): Uint8Array | null => (found === null ? null : new Uint8Array(found));

const toFound = (row: Row): FoundRow => ({
  certificateId: row.certificate_id,
  ...identityIn(row),
  holderMac: bytesOrNull(row.holder_mac),
  issuer: row.issuer,
  serial: row.serial,
  certificate: new Uint8Array(row.certificate),
  keyId: row.key_id,
  foldedName: row.folded_name,
  notBefore: row.not_before,
  notAfter: row.not_after,
  unprovenFor: row.mailbox_proven_at === null ? row.made_for_workflow : null,
  isInUse: row.replaced_at === null,
});

function identityIn(row: Row): Identity {
  const { level, kind, organisation_id: organisationId, person_id: personId, email } = row;
  const phone = bytesOrNull(row.phone);
  if (level === "aes" && organisationId !== null) return { level, kind, organisationId, email, personId, phone };
  if (level === "qes" && personId !== null && phone !== null) {
    const person = { level, personId, email, phone };
    if (kind === "person" && organisationId === null) return { ...person, kind, organisationId };
    if (kind === "organisation" && organisationId !== null) return { ...person, kind, organisationId };
  }
  throw new Error(`the row of certificate ${row.certificate_id} names no possible holder`);
}

/** The living advanced certificates of an identity under any name. */
export async function readLiving(db: Db, identity: AdvancedIdentity): Promise<FoundRow[]> {
  return (await living(db, identity)).rows.map(toFound);
}

const living = builtOnce((db, { organisationId, kind, email }: AdvancedIdentity) =>
  query(db)
    .where("organisation_id", "=", organisationId)
    .where("kind", "=", kind)
    .where("email", "=", email)
    .where("replaced_at", "is", null)
    .where("level", "=", "aes"),
);

/** The living qualified certificates of who reads a mailbox, under any name, newest first: their own, and their seals of organisations. */
export async function readLivingQualified(db: Db, email: string): Promise<FoundRow[]> {
  const rows = await query(db)
    .where("email", "=", email)
    .where("replaced_at", "is", null)
    .where("level", "=", "qes")
    .orderBy("created_at", "desc")
    .orderBy("certificate_id", "desc")
    .execute();
  return rows.map(toFound);
}

/** Every certificate of who reads a mailbox, the oldest first; a mailbox with more than a thousand is nobody's. */
export async function readOfMailbox(db: Db, email: string): Promise<FoundRow[]> {
  const rows = await query(db)
    .where("email", "=", email)
    .where("email", "<>", sql.lit(""))
    .orderBy("created_at")
    .orderBy("certificate_id")
    .limit(1_000)
    .execute();
  return rows.map(toFound);
}

/** A living certificate as it is put aside: with the sealed phone of its row. */
type LivingOf = Pick<StoredCertificate, "certificateId" | "keyId" | "issuer" | "serial"> & {
  readonly phone: Uint8Array;
};

/** A person's living qualified certificates, their own or for the seals of an organisation. */
export async function readLivingOf(
  db: Db,
  { personId, organisationId }: { readonly personId: string; readonly organisationId: string | null },
): Promise<LivingOf[]> {
  const rows = await query(db)
    .where("person_id", "=", personId)
    .where("organisation_id", organisationId === null ? "is" : "=", organisationId)
    .where("level", "=", "qes")
    .where("replaced_at", "is", null)
    .execute();
  return rows.map((row) => {
    const { certificateId, keyId, issuer, serial, phone } = toFound(row);
    if (phone === null) throw new Error(`the qualified certificate ${certificateId} has no phone`);
    return { certificateId, keyId, issuer, serial, phone };
  });
}

/** The certificate that took the place of one, of the same person for the same purpose; the one itself where none did. */
export async function inUseAfter(db: Db, certificateId: string): Promise<string> {
  const row = await db
    .selectFrom("signer_certificate as newer")
    .innerJoin("signer_certificate as one", (join) =>
      join
        .onRef("newer.person_id", "=", "one.person_id")
        .on("newer.organisation_id", "is not distinct from", (to) => to.ref("one.organisation_id")),
    )
    .select("newer.certificate_id")
    .where("one.certificate_id", "=", certificateId)
    .where("newer.level", "=", "qes")
    .where("newer.replaced_at", "is", null)
    .executeTakeFirst();
  return row?.certificate_id ?? certificateId;
}

/** Who changes its phone or replaces it waits, until the transaction ends. */
export async function lockCertificate(db: Db, certificateId: string): Promise<void> {
  const one = db.selectFrom("signer_certificate").select("certificate_id").where("certificate_id", "=", certificateId);
  await one.forNoKeyUpdate().execute();
}

/** One certificate by its id. @throws when there is none */
export async function readCertificate(db: Db, certificateId: string): Promise<FoundRow> {
  return toFound(await query(db).where("certificate_id", "=", certificateId).executeTakeFirstOrThrow());
}

/** Where a certificate is in the issuance table, and whose it is: `email` is empty for an organisation's advanced one. Null: unknown id. */
export async function readIssuedAs(
  db: Db,
  certificateId: string,
): Promise<
  | (Pick<StoredCertificate, "issuer" | "serial" | "keyId" | "certificate"> & {
      readonly email: string;
      readonly organisationId: string | null;
    })
  | null
> {
  const row = await db
    .selectFrom("signer_certificate")
    .select(["issuer", "serial", "key_id as keyId", "certificate", "email", "organisation_id as organisationId"])
    .where("certificate_id", "=", certificateId)
    .executeTakeFirst();
  return row === undefined ? null : { ...row, certificate: new Uint8Array(row.certificate) };
}

/** The key of a qualified certificate; null: no qualified certificate has that id. */
export async function keyOfQualified(db: Db, certificateId: string): Promise<KeyId | null> {
  const row = await db
    .selectFrom("signer_certificate")
    .select("key_id")
    .where("certificate_id", "=", certificateId)
    .where("level", "=", "qes")
    .executeTakeFirst();
  return row?.key_id ?? null;
}

/** Stores a certificate as the living one; false when its holder has another living one already. */
export async function saveCertificate(
  db: Db,
  identity: Identity,
  stored: StoredCertificate & { readonly createdAt: Date; readonly holderMac: Uint8Array },
): Promise<boolean> {
  const insert = db.insertInto("signer_certificate").values({
    certificate_id: stored.certificateId,
    level: identity.level,
    kind: identity.kind,
    organisation_id: identity.organisationId,
    person_id: identity.personId,
    email: identity.email,
    phone: identity.phone === null ? null : Buffer.from(identity.phone),
    folded_name: stored.foldedName,
    issuer: stored.issuer,
    serial: stored.serial,
    certificate: Buffer.from(stored.certificate),
    key_id: stored.keyId,
    holder_mac: Buffer.from(stored.holderMac),
    not_before: stored.notBefore,
    not_after: stored.notAfter,
    created_at: stored.createdAt,
  });
  // The index of each level is named, so that a serial number used before is a fault and no other living certificate.
  const once =
    identity.level === "aes"
      ? insert.onConflict((conflict) =>
          conflict
            .columns(["organisation_id", "kind", "email", "folded_name"])
            .where("replaced_at", "is", null)
            .where("level", "=", sql.lit("aes"))
            .doNothing(),
        )
      : insert.onConflict((conflict) =>
          conflict
            .expression(sql`kind, person_id, coalesce(organisation_id, '')`)
            .where("replaced_at", "is", null)
            .where("level", "=", sql.lit("qes"))
            .doNothing(),
        );
  return (await once.returning("certificate_id").executeTakeFirst()) !== undefined;
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

/** Puts another phone (sealed) in the row of a qualified certificate that is in use; false: it is in use no more. */
export async function savePhone(
  db: Db,
  certificateId: string,
  made: { readonly phone: Uint8Array; readonly holderMac: Uint8Array },
): Promise<boolean> {
  const done = await db
    .updateTable("signer_certificate")
    .set({ phone: Buffer.from(made.phone), holder_mac: Buffer.from(made.holderMac) })
    .where("certificate_id", "=", certificateId)
    .where("level", "=", "qes")
    .where("replaced_at", "is", null)
    .executeTakeFirst();
  return done.numUpdatedRows > 0n;
}

/** Every certificate of an organisation and its signers, with its key. A person's own qualified one is not among them. */
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
