/** Whether everything that the database says of the authority fits together: chains, keys, responders, lists, entries, ends. */
import { DerError } from "@siegel/kernel/asn1/der.ts";
import { parseCrl } from "@siegel/kernel/revocation/crl.ts";
import { type Certificate, parseCertificate } from "@siegel/kernel/x509/certificate.ts";
import { isSignedBy, namesIssuer } from "@siegel/kernel/x509/chain.ts";
import { signMessage } from "@siegel/kernel/x509/signature-algorithm.ts";
import type { Db } from "../../db/database.ts";
import type { AuthorityDeps } from "./authority-deps.ts";
import { caRoles } from "./authority-rules.ts";
import {
  type Authority,
  keyOf,
  readActiveUnit,
  readAuthorities,
  readIssued,
  readResponder,
  readUnits,
  type Unit,
  type UnitAtWork,
} from "./authority-store.ts";
import { matchingSigner } from "./matching-signer.ts";
import { readIssuedPage, readList, readListNumbers, readRevoked } from "./revocation-store.ts";
import { unitCertificate } from "./unit-certificate.ts";

/** What was looked at, and a sentence for each fault. */
export type CrossCheck = {
  readonly units: number;
  readonly lists: number;
  readonly certificates: number;
  readonly faults: readonly string[];
};

type CheckDeps = Pick<AuthorityDeps, "db" | "clock" | "keys">;

/** Checks all of it and changes nothing. Works beside a running server. @throws when the database or the key store cannot be reached */
export async function crossCheck(deps: CheckDeps): Promise<CrossCheck> {
  const units = await readUnits(deps.db);
  const authorities = await readAuthorities(deps.db);
  const faults = [...(await faultsOfRoles(deps)), ...faultsOfUnits(units)];
  for (const unit of units) if (needsKey(unit, deps.clock.now())) faults.push(...(await faultsOfKey(deps, unit)));
  let lists = 0;
  let certificates = 0;
  for (const ca of authorities) {
    faults.push(...(await faultsOfResponder(deps, ca)));
    const numbers = await readListNumbers(deps.db, ca.name);
    faults.push(...(await faultsOfLists(deps, ca, numbers)));
    const issued = await checkIssued(deps.db, ca);
    faults.push(...issued.faults);
    lists += numbers.length;
    certificates += issued.count;
  }
  return { units: units.length, lists, certificates, faults };
}

async function faultsOfRoles({ db }: CheckDeps): Promise<string[]> {
  const faults: string[] = [];
  for (const role of [...caRoles, "tsu", "service-seal"] as const)
    if ((await readActiveUnit(db, role)) === null) faults.push(`No unit is the ${role} now.`);
  return faults;
}

/** The shell model (standards §2.2): the issuer of each unit is there, signed its certificate, and ends no earlier. */
function faultsOfUnits(units: readonly Unit[]): string[] {
  const byName = new Map(units.map((unit) => [unit.name, unit]));
  return units.flatMap((unit) => {
    const certificate = readable(unitCertificate, unit.certificate);
    if (certificate === null) return [`The certificate of ${unit.name} cannot be read.`];
    const issuer = byName.get(unit.issuer ?? unit.name);
    if (issuer === undefined) return [`${unit.name} names the issuer ${unit.issuer}, which is not there.`];
    return [...faultsOfRow(unit.name, unit, certificate), ...faultsOfIssue(unit.name, certificate, issuer)];
  });
}

/** What is in the bytes; null where they are not what they should be. */
function readable<T>(parse: (der: Uint8Array) => T, der: Uint8Array): T | null {
  try {
    return parse(der);
  } catch (fault) {
    if (fault instanceof DerError) return null;
    throw fault;
  }
}

type Row = { readonly serial: string; readonly notBefore: Date; readonly notAfter: Date };

function faultsOfRow(name: string, row: Row, certificate: Certificate): string[] {
  const same =
    certificate.serialNumber === row.serial &&
    certificate.notBefore.getTime() === row.notBefore.getTime() &&
    certificate.notAfter.getTime() === row.notAfter.getTime();
  return same ? [] : [`The row of ${name} has another number or validity than its certificate.`];
}

function faultsOfIssue(name: string, certificate: Certificate, issuer: Unit): string[] {
  const by = readable(unitCertificate, issuer.certificate);
  if (by === null) return [];
  if (!namesIssuer(certificate, by)) return [`The certificate of ${name} names another issuer than ${issuer.name}.`];
  if (!isSignedBy(certificate, certificate.tbsCertificate, by))
    return [`The certificate of ${name} is not signed by ${issuer.name}.`];
  return certificate.notAfter > by.notAfter ? [`${name} ends after its issuer ${issuer.name}.`] : [];
}

/** A unit at work signs; a CA that has a successor still signs its lists and its responder. */
const needsKey = ({ active, role, notAfter }: UnitAtWork, now: Date): boolean =>
  notAfter > now && (active || caRoles.some((one) => one === role));

async function faultsOfKey({ keys }: CheckDeps, unit: Unit): Promise<string[]> {
  // A root's key may be kept outside: its signatures come from there.
  if (unit.keyId === null && unit.role === "root") return [];
  try {
    const { subjectPublicKeyInfo } = unitCertificate(unit.certificate);
    await signMessage(matchingSigner(await keys.signer(keyOf(unit)), subjectPublicKeyInfo), new Uint8Array(32));
    return [];
  } catch (fault) {
    return [`The key of ${unit.name} cannot be used: ${fault instanceof Error ? fault.message : String(fault)}.`];
  }
}

/** RFC 6960 §4.2.2.2: issued by the very CA that it speaks for. */
async function faultsOfResponder({ db, clock }: CheckDeps, ca: Authority): Promise<string[]> {
  const now = clock.now();
  if (ca.notAfter <= now || ca.keyId === null) return [];
  const responder = await readResponder(db, ca);
  if (responder === null) return [`${ca.name} has no OCSP responder.`];
  return responder.notAfter > now ? [] : [`The OCSP responder ${responder.name} of ${ca.name} has ended.`];
}

async function faultsOfLists({ db, clock }: CheckDeps, ca: Authority, numbers: readonly number[]): Promise<string[]> {
  const faults: string[] = [];
  const by = readable(unitCertificate, ca.certificate);
  if (by === null) return [];
  let before: Date | null = null;
  for (const [index, number] of numbers.entries()) {
    const name = `list ${number} of ${ca.name}`;
    // Of a root outside only those lists come here that a ceremony sent.
    if (ca.keyId !== null && number !== (numbers[index - 1] ?? 0) + 1)
      faults.push(`Before the ${name} a number is missing.`);
    const crl = readable(parseCrl, await readList(db, { issuer: ca.name, number }));
    if (crl === null) {
      faults.push(`The ${name} cannot be read.`);
      continue;
    }
    if (crl.crlNumber !== BigInt(number)) faults.push(`The ${name} says that it is number ${crl.crlNumber}.`);
    if (!isSignedBy(crl, crl.tbsCertList, by)) faults.push(`The ${name} is not signed by ${ca.name}.`);
    if (before !== null && crl.thisUpdate < before) faults.push(`The ${name} is older than the one before it.`);
    before = crl.thisUpdate;
    if (index < numbers.length - 1) continue;
    if (crl.nextUpdate <= clock.now()) faults.push(`The newest ${name} has ended.`);
    faults.push(...(await faultsOfEntries({ db, clock }, ca, { name, entries: crl.entries })));
  }
  return numbers.length === 0 ? [`${ca.name} has no list.`] : faults;
}

type Newest = { readonly name: string; readonly entries: ReturnType<typeof parseCrl>["entries"] };

/** A revocation is on the list within seconds (standards §2.5); one just made may still be on its way. */
const on_its_way_ms = 60_000;
const rows_a_page = 2_000;

async function faultsOfEntries(
  { db, clock }: Pick<CheckDeps, "db" | "clock">,
  ca: Authority,
  { name, entries }: Newest,
): Promise<string[]> {
  const faults: string[] = [];
  const revoked = new Set<string>();
  for (let after = ""; ; ) {
    const page = await readRevoked(db, { issuer: ca.name, after, limit: rows_a_page });
    for (const { serialNumber, at, reason } of page) {
      revoked.add(serialNumber);
      const entry = entries.get(serialNumber);
      if (entry === undefined) {
        if (at.getTime() + on_its_way_ms <= clock.now().getTime())
          faults.push(`The revoked certificate ${serialNumber} is missing in the ${name}.`);
      } else if (entry.revokedAt.getTime() !== Math.floor(at.getTime() / 1_000) * 1_000 || entry.reason !== reason)
        faults.push(`The ${name} tells another time or reason of ${serialNumber} than its row.`);
    }
    const last = page.at(-1);
    if (last === undefined) break;
    after = last.serialNumber;
  }
  // A root outside may have revoked what never came here.
  const here = ca.keyId === null ? await readIssued(db, ca.name, [...entries.keys()]) : null;
  for (const serial of entries.keys())
    if (!revoked.has(serial) && here?.has(serial) !== false)
      faults.push(`The ${name} has ${serial}, which no row calls revoked.`);
  return faults;
}

/** Every certificate that a CA issued and whose bytes are still kept. */
async function checkIssued(db: Db, ca: Authority): Promise<{ readonly count: number; readonly faults: string[] }> {
  const faults: string[] = [];
  let count = 0;
  for (let after = ""; ; ) {
    const page = await readIssuedPage(db, { issuer: ca.name, after, limit: rows_a_page });
    for (const { certificate, ...row } of page) {
      const name = `the certificate ${row.serial} of ${ca.name}`;
      if (row.notAfter > ca.notAfter) faults.push(`The row of ${name} ends after its CA.`);
      if (certificate === null) continue;
      const read = readable(parseCertificate, certificate);
      if (read === null) faults.push(`The bytes of ${name} cannot be read.`);
      else faults.push(...faultsOfRow(name, row, read), ...faultsOfIssue(name, read, ca));
    }
    const last = page.at(-1);
    if (last === undefined) return { count, faults };
    count += page.length;
    after = last.serial;
  }
}
