/** SQL of the room `authority`: its units, what they issued, their revocation lists. */
import type { IssuedRevocationReason } from "@siegel/kernel/revocation/revocation-reason.ts";
import { sql } from "kysely";
import type { UnitRole } from "../../db/authority-tables.ts";
import { builtOnce } from "../../db/built-once.ts";
import type { Db } from "../../db/database.ts";
import type { KeyId } from "../../ports/keys.ts";
import { type CaRole, caRoles, keyUseEnd, responderOf, type SoleRole } from "./authority-rules.ts";

/** A unit of the authority. `serial` is lower-case hex. */
export type Unit = {
  readonly name: string;
  readonly role: UnitRole;
  /** Name of the issuing unit; null for the root. */
  readonly issuer: string | null;
  readonly serial: string;
  readonly certificate: Uint8Array;
  /** Null: a root whose key is kept outside. */
  readonly keyId: KeyId | null;
  readonly notBefore: Date;
  readonly notAfter: Date;
};

/** A unit that issues certificates. */
export type Authority = Unit & { readonly role: CaRole };

/** A certificate the authority issued, and what became of it. */
export type Issued = {
  readonly serial: string;
  readonly revocation: { readonly at: Date; readonly reason: IssuedRevocationReason } | null;
};

const unitColumns = ["name", "role", "issuer", "serial", "certificate", "key_id", "not_before", "not_after"] as const;
type UnitRow = {
  name: string;
  role: UnitRole;
  issuer: string | null;
  serial: string;
  certificate: Uint8Array;
  key_id: KeyId | null;
  not_before: Date;
  not_after: Date;
};

const toUnit = (row: UnitRow): Unit => ({
  name: row.name,
  role: row.role,
  issuer: row.issuer,
  serial: row.serial,
  certificate: bytes(row.certificate),
  keyId: row.key_id,
  notBefore: row.not_before,
  notAfter: row.not_after,
});

const bytes = (buffer: Uint8Array): Uint8Array => new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength);

/** The key of a unit. @throws for a root whose key is kept outside */
export function keyOf({ name, keyId }: Pick<Unit, "name" | "keyId">): KeyId {
  if (keyId === null) throw new Error(`the key of ${name} is not here`);
  return keyId;
}

/** The unit that does a role now, or null before there is one. */
export async function readActiveUnit(db: Db, role: SoleRole): Promise<Unit | null> {
  const [row] = (await activeUnit(db, { role })).rows;
  return row === undefined ? null : toUnit(row);
}

const activeUnit = builtOnce((db, { role }: { role: SoleRole }) =>
  db.selectFrom("authority_unit").select(unitColumns).where("role", "=", role).where("active", "=", sql.lit(true)),
);

/** The OCSP responder that answers for a CA now, or null before there is one and when the CA's time is over. */
export async function readResponder(
  db: Db,
  { name: issuer, role }: Pick<Authority, "name" | "role">,
): Promise<Unit | null> {
  const [row] = (await responder(db, { issuer, role: responderOf[role] })).rows;
  return row === undefined ? null : toUnit(row);
}

const responder = builtOnce((db, { issuer, role }: { issuer: string; role: UnitRole }) =>
  db
    .selectFrom("authority_unit")
    .select(unitColumns)
    .where("role", "=", role)
    .where("issuer", "=", issuer)
    .where("active", "=", sql.lit(true)),
);

/** The unit that does a role now and the one that issued it, or null before there is one. A root has no issuer and does not count here. */
export async function readActiveUnitWithIssuer(
  db: Db,
  role: Exclude<SoleRole, "root">,
): Promise<{ unit: Unit; issuer: Unit } | null> {
  const { rows } = await activeUnitWithIssuer(db, { role });
  const units = rows.map(toUnit);
  const unit = units.find((one) => one.role === role);
  const issuer = units.find((one) => one.name === unit?.issuer);
  return unit === undefined || issuer === undefined ? null : { unit, issuer };
}

const activeUnitWithIssuer = builtOnce((db, { role }: { role: UnitRole }) =>
  db
    .selectFrom("authority_unit as unit")
    .innerJoin("authority_unit", (join) =>
      join.on((e) =>
        e.or([e("authority_unit.name", "=", e.ref("unit.name")), e("authority_unit.name", "=", e.ref("unit.issuer"))]),
      ),
    )
    .select(unitColumns.map((column) => `authority_unit.${column}` as const))
    .where("unit.role", "=", role)
    .where("unit.active", "=", sql.lit(true)),
);

/** A unit by name, retired ones too. */
export async function readUnit(db: Db, name: string): Promise<Unit | null> {
  const row = await db.selectFrom("authority_unit").select(unitColumns).where("name", "=", name).executeTakeFirst();
  return row === undefined ? null : toUnit(row);
}

/** A unit, and whether it does its role now. */
export type UnitAtWork = Unit & { readonly active: boolean };

/** Every unit there ever was. */
export async function readUnits(db: Db): Promise<UnitAtWork[]> {
  const rows = await db
    .selectFrom("authority_unit")
    .select([...unitColumns, "active"])
    .orderBy("not_before")
    .orderBy("name")
    .execute();
  return rows.map((row) => ({ ...toUnit(row), active: row.active }));
}

/** Every CA there ever was: their certificates and lists stay published. */
export async function readAuthorities(db: Db): Promise<Authority[]> {
  return (await authorities(db, {})).rows.map((row) => ({ ...toUnit(row), role: row.role as CaRole }));
}

const authorities = builtOnce((db, _: object) =>
  db
    .selectFrom("authority_unit")
    .select(unitColumns)
    .where("role", "in", caRoles)
    .orderBy("not_before")
    .orderBy("name"),
);

/**
 * Makes a unit the active one of its role, a responder that of its CA; the one before it retires in the same transaction. `development`
 * stays with it for ever.
 */
export async function saveUnit(db: Db, unit: Unit, { development }: { development: boolean }): Promise<void> {
  const before = db
    .updateTable("authority_unit")
    .set({ active: false })
    .where("role", "=", unit.role)
    .where("active", "=", true);
  await (isResponder(unit.role) ? before.where("issuer", "=", unit.issuer) : before).execute();
  await db
    .insertInto("authority_unit")
    .values({
      name: unit.name,
      role: unit.role,
      issuer: unit.issuer,
      serial: unit.serial,
      certificate: Buffer.from(unit.certificate),
      key_id: unit.keyId,
      not_before: unit.notBefore,
      not_after: unit.notAfter,
      development,
    })
    .execute();
}

const responderRoles: readonly UnitRole[] = Object.values(responderOf);
const isResponder = (role: UnitRole): boolean => responderRoles.includes(role);

/** Retires the responders of CAs whose time is over: nothing that they issued is valid any more. */
export async function retireResponders(db: Db, now: Date): Promise<void> {
  await db
    .updateTable("authority_unit")
    .set({ active: false })
    .where("role", "in", responderRoles)
    .where("active", "=", true)
    .where("issuer", "in", (ca) =>
      ca.selectFrom("authority_unit as ca").select("ca.name").where("ca.not_after", "<=", now),
    )
    .execute();
}

/** Whether any unit, retired ones too, was made outside production. */
export async function hasDevelopmentUnits(db: Db): Promise<boolean> {
  const row = await db.selectFrom("authority_unit").select("name").where("development", "=", true).executeTakeFirst();
  return row !== undefined;
}

/**
 * Units at work and the newest list of each CA, with the end of what is published; for a time-stamping unit, the end of its key's use. A CA
 * that issues nothing new any more goes on publishing lists up to its last one, which ends with it.
 */
export async function readEnds(db: Db): Promise<Array<{ name: string; kind: UnitRole | "crl"; endsAt: Date }>> {
  const units = await db
    .selectFrom("authority_unit")
    .select(["name", "role", "not_before", "not_after"])
    .where("active", "=", true)
    .execute();
  const lists = await db
    .selectFrom("crl")
    .innerJoin("authority_unit", "authority_unit.name", "crl.issuer")
    .select((e) => ["crl.issuer", e.fn.max("crl.next_update").as("ends_at")])
    .groupBy(["crl.issuer", "authority_unit.active", "authority_unit.not_after"])
    .having((e) =>
      e.or([
        e("authority_unit.active", "=", true),
        e(e.fn.max("crl.next_update"), "<", e.ref("authority_unit.not_after")),
      ]),
    )
    .execute();
  return [
    ...units.map(({ name, role, not_before: notBefore, not_after: notAfter }) => ({
      name,
      kind: role,
      endsAt: role === "tsu" ? keyUseEnd({ notBefore, notAfter }) : notAfter,
    })),
    ...lists.map((list) => ({ name: list.issuer, kind: "crl" as const, endsAt: list.ends_at })),
  ];
}

/** How many units a role has had, those that are asked for included; the next one's number follows. */
export async function countUnits(db: Db, role: UnitRole): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select ((select count(*) from authority_unit where role = ${role})
          + (select count(*) from authority_request where role = ${role}))::int as n`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Records an issued certificate. A serial number used before breaks the primary key, never the record. */
export async function saveIssued(
  db: Db,
  issued: {
    issuer: string;
    serial: string;
    profile: string;
    certificate: Uint8Array;
    notBefore: Date;
    notAfter: Date;
    at: Date;
    /** For whose workflows; null for the service, and for a person's own. */
    organisationId: string | null;
  },
): Promise<void> {
  await db
    .insertInto("issued_certificate")
    .values({
      issuer: issued.issuer,
      serial: issued.serial,
      profile: issued.profile,
      certificate: Buffer.from(issued.certificate),
      organisation_id: issued.organisationId,
      not_before: issued.notBefore,
      not_after: issued.notAfter,
      issued_at: issued.at,
    })
    .execute();
}

/**
 * Of what was issued for an organisation only this is left: number, profile, validity, revocation, and the hash by which a certificate in
 * a signed document is recognised (EN 319 411-1 §6.4.6). Names are in the certificate itself and go with it.
 */
export async function forgetHolders(db: Db, organisationId: string): Promise<void> {
  await sql`
    update issued_certificate set certificate = null, certificate_hash = encode(sha256(certificate), 'hex')
     where organisation_id = ${organisationId} and certificate is not null`.execute(db);
}

/** What the authority knows of serial numbers of one CA; those it never issued are missing. */
export async function readIssued(
  db: Db,
  issuer: string,
  serials: readonly string[],
): Promise<ReadonlyMap<string, Issued>> {
  const { rows } = await issuedCertificates(db, { issuer, serials });
  return new Map(
    rows.map(({ serial, revoked_at: at, reason }) => [
      serial,
      { serial, revocation: at === null ? null : { at, reason: reason ?? "unspecified" } },
    ]),
  );
}

const issuedCertificates = builtOnce((db, { issuer, serials }: { issuer: string; serials: readonly string[] }) =>
  db
    .selectFrom("issued_certificate")
    .select(["serial", "revoked_at", "reason"])
    .where("issuer", "=", issuer)
    .where((row) => sql<boolean>`${row.ref("serial")} = any(${serials}::text[])`),
);

/** What is known of a serial number, for every CA that issued one like it, with that CA's certificate. */
export async function readIssuedBySerial(
  db: Db,
  serial: string,
): Promise<Array<{ issuerCertificate: Uint8Array; revoked: boolean }>> {
  const { rows } = await issuedBySerial(db, { serial });
  return rows.map((row) => ({ issuerCertificate: bytes(row.certificate), revoked: row.revoked_at !== null }));
}

const issuedBySerial = builtOnce((db, { serial }: { serial: string }) =>
  db
    .selectFrom("authority_unit")
    .innerJoin("issued_certificate", "issued_certificate.issuer", "authority_unit.name")
    .select(["authority_unit.certificate", "issued_certificate.revoked_at"])
    .where("authority_unit.role", "in", caRoles)
    .where("issued_certificate.serial", "=", serial),
);

/** Waits for and holds the authority's lock until the transaction ends; `subject` keeps different work apart. */
export async function lockAuthority(db: Db, subject: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`authority ${subject}`}, 0))`.execute(db);
}
