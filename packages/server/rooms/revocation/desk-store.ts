/** SQL of certificates at the operator's desk: found by any part, one page at a time. */
import type { certificateFilters } from "@siegel/contract/calls/operator-certificates.ts";
import type { IssuedRevocationReason } from "@siegel/kernel/revocation/revocation-reason.ts";
import { parseCertificate } from "@siegel/kernel/x509/certificate.ts";
import { nameAttribute } from "@siegel/kernel/x509/name.ts";
import { type RawBuilder, sql } from "kysely";
import type { CertificateLevel } from "../../db/certificates-tables.ts";
import type { Db } from "../../db/database.ts";
import { shortTermNames } from "../authority/authority.ts";
import { foldPart } from "../identity-proofing/identity-proofing.ts";

/** A certificate as the desk shows it. `name`: the one in it; `keyIsThere`: its key is not destroyed yet. */
export type DeskCertificate = {
  readonly certificateId: string;
  readonly issuer: string;
  readonly serial: string;
  readonly name: string;
  readonly email: string;
  readonly level: CertificateLevel;
  readonly seals: boolean;
  readonly organisation: { readonly id: string; readonly name: string } | null;
  readonly isShortTerm: boolean;
  readonly notBefore: Date;
  readonly notAfter: Date;
  readonly revocation: { readonly at: Date; readonly reason: IssuedRevocationReason } | null;
  readonly waits: boolean;
  readonly keyIsThere: boolean;
  /** Where it stands in a list, the newest first. */
  readonly place: DeskPlace;
};

type Filter = (typeof certificateFilters)[number];
/** A certificate's place: when it was made, as PostgreSQL writes it, and its id. */
export type DeskPlace = { readonly madeAt: string; readonly certificateId: string };
/** What is looked for, and the moment in which what is valid is valid. */
export type DeskSearch = { readonly search: string; readonly now: Date };

const isShortTerm = sql<boolean>`i.profile = any(${[...shortTermNames]}::text[])`;
const waits = sql<boolean>`exists (
  select from revocation_order o where o.certificate_id = c.certificate_id and o.state = 'waiting')`;

/** Certificates with their state and organisation; a condition names them `c`, `i` and `g`. */
const from = sql`
  signer_certificate c
  join issued_certificate i on i.issuer = c.issuer and i.serial = c.serial
  left join organisation g on g.organisation_id = c.organisation_id`;

const columns = sql`
  c.certificate_id, c.issuer, c.serial, c.certificate, c.email, c.level, c.kind, c.organisation_id, g.name as organisation_name,
  c.not_before, c.not_after, i.revoked_at, i.reason, ${isShortTerm} as is_short_term, ${waits} as waits,
  (exists (select from key k where k.key_id = c.key_id) or exists (select from password_key k where k.key_id = c.key_id)) as key_is_there,
  to_char(c.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as made_at`;

type Row = {
  certificate_id: string;
  issuer: string;
  serial: string;
  certificate: Uint8Array;
  email: string;
  level: CertificateLevel;
  kind: "person" | "organisation";
  organisation_id: string | null;
  organisation_name: string | null;
  not_before: Date;
  not_after: Date;
  revoked_at: Date | null;
  reason: IssuedRevocationReason | null;
  is_short_term: boolean;
  waits: boolean;
  key_is_there: boolean;
  made_at: string;
};

function toCertificate(row: Row): DeskCertificate {
  const { subject } = parseCertificate(new Uint8Array(row.certificate));
  const { organisation_id: id, revoked_at: at } = row;
  return {
    certificateId: row.certificate_id,
    issuer: row.issuer,
    serial: row.serial,
    name: nameAttribute(subject, "commonName") ?? row.serial,
    email: row.email,
    level: row.level,
    seals: row.kind === "organisation",
    organisation: id === null ? null : { id, name: row.organisation_name ?? id },
    isShortTerm: row.is_short_term,
    notBefore: row.not_before,
    notAfter: row.not_after,
    revocation: at === null ? null : { at, reason: row.reason ?? "unspecified" },
    waits: row.waits,
    keyIsThere: row.key_is_there,
    place: { madeAt: row.made_at, certificateId: row.certificate_id },
  };
}

// Those that live for hours end soon all the time.
const ending_days = 30;

const states = (now: Date): Readonly<Record<Filter, RawBuilder<boolean>>> => {
  const valid = sql<boolean>`(i.status = 'good' and c.not_after > ${now})`;
  const soon = new Date(now.getTime() + ending_days * 86_400_000);
  return {
    all: sql`true`,
    valid,
    revoked: sql`i.status = 'revoked'`,
    ending: sql`(${valid} and c.not_after <= ${soon} and not ${isShortTerm})`,
    waiting: waits,
  };
};

const part = (text: string): string => `%${text.replace(/[\\%_]/g, "\\$&")}%`;

/** Shorter parts of a serial number are words too: Ada, Bea. */
const serial_digits_min = 4;

/**
 * Any part of it, by a look at each certificate: no index helps with parts without an extension of PostgreSQL. Among 100,000 certificates
 * that takes about a tenth of a second, among a million about one.
 */
function matching(search: string): RawBuilder<boolean> {
  if (search === "") return sql`true`;
  const digits = search.replace(/[\s:]/g, "").toLowerCase();
  const ways: RawBuilder<boolean>[] = [
    sql`c.email ilike ${part(search)}`,
    sql`c.folded_name ilike ${part(search)}`,
    sql`c.organisation_id = ${search}`,
    sql`g.name ilike ${part(search)}`,
    sql`exists (select from organisation_register r
                 where r.organisation_id = c.organisation_id and r.legal_name ilike ${part(search)})`,
  ];
  if (/^[0-9a-f]+$/.test(digits) && digits.length >= serial_digits_min)
    ways.push(sql`c.serial like ${part(digits.replace(/^0+(?=.)/, ""))}`);
  const { wide, narrow } = foldPart(search);
  for (const folded of new Set([wide, narrow]))
    if (folded !== "") ways.push(sql`replace(c.folded_name, '|', ' ') like ${part(folded)}`);
  return sql`(${sql.join(ways, sql` or `)})`;
}

/** A page of certificates, the newest first. */
export async function readDeskCertificates(
  db: Db,
  page: DeskSearch & { readonly state: Filter; readonly after: DeskPlace | null; readonly limit: number },
): Promise<DeskCertificate[]> {
  const { search, now, state, after, limit } = page;
  const further =
    after === null
      ? sql`true`
      : sql`(c.created_at, c.certificate_id) < (${after.madeAt}::timestamptz, ${after.certificateId})`;
  const { rows } = await sql<Row>`
    select ${columns} from ${from}
     where ${matching(search)} and ${states(now)[state]} and ${further}
     order by c.created_at desc, c.certificate_id desc limit ${limit}`.execute(db);
  return rows.map(toCertificate);
}

/** How many certificates match, by state. */
export async function countDeskCertificates(
  db: Db,
  { search, now }: DeskSearch,
): Promise<Readonly<Record<Filter, number>>> {
  const of = states(now);
  const n = (filter: Filter) => sql`count(*) filter (where ${of[filter]})::int as ${sql.ref(filter)}`;
  const { rows } = await sql<Record<Filter, number>>`
    select ${n("all")}, ${n("valid")}, ${n("revoked")}, ${n("ending")}, ${n("waiting")}
      from ${from} where ${matching(search)}`.execute(db);
  return rows[0] ?? { all: 0, valid: 0, revoked: 0, ending: 0, waiting: 0 };
}

/** One, or null. */
export async function readDeskCertificate(db: Db, certificateId: string): Promise<DeskCertificate | null> {
  const { rows } = await sql<Row>`
    select ${columns} from ${from} where c.certificate_id = ${certificateId}`.execute(db);
  return rows[0] === undefined ? null : toCertificate(rows[0]);
}

/** What can be revoked of an organisation: its seals, and what people got at its request. */
const revocableOf = (organisationId: string, now: Date) =>
  sql`c.organisation_id = ${organisationId} and i.status = 'good' and c.not_after > ${now} and not ${isShortTerm}`;

/** The first certificates of an organisation that can be revoked, in the order of their ids. */
export async function readRevocable(
  db: Db,
  { organisationId, now, limit }: { readonly organisationId: string; readonly now: Date; readonly limit: number },
): Promise<DeskCertificate[]> {
  const { rows } = await sql<Row>`
    select ${columns} from ${from} where ${revocableOf(organisationId, now)}
     order by c.certificate_id limit ${limit}`.execute(db);
  return rows.map(toCertificate);
}

/** The ids of the same. */
export async function readRevocableIds(
  db: Db,
  { organisationId, now, limit }: { readonly organisationId: string; readonly now: Date; readonly limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select c.certificate_id as id from ${from} where ${revocableOf(organisationId, now)}
     order by c.certificate_id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** How many there are, and how many of the organisation were revoked since a moment. */
export async function countRevocable(
  db: Db,
  { organisationId, now, since }: { readonly organisationId: string; readonly now: Date; readonly since: Date | null },
): Promise<{ readonly revocable: number; readonly revoked: number }> {
  const { rows } = await sql<{ revocable: number; revoked: number }>`
    select count(*) filter (where i.status = 'good' and c.not_after > ${now} and not ${isShortTerm})::int as revocable,
           count(*) filter (where i.revoked_at >= ${since})::int as revoked
      from ${from} where c.organisation_id = ${organisationId}`.execute(db);
  return rows[0] ?? { revocable: 0, revoked: 0 };
}

/** An organisation by its id, or by a part of its name where no other has it; null: none, or several. */
export async function findOrganisation(
  db: Db,
  search: string,
): Promise<{ readonly id: string; readonly name: string } | null> {
  const { rows } = await sql<{ id: string; name: string }>`
    select organisation_id as id, name from organisation
     where organisation_id = ${search} or name ilike ${part(search)} limit 2`.execute(db);
  return rows.length === 1 ? (rows[0] ?? null) : null;
}
