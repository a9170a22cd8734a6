/** The door of the room `authority`: the provider's own CA, OCSP responder, CRLs and time-stamping authority. */
import { createHash } from "node:crypto";
import { parseCertificate } from "@siegel/kernel/x509/certificate.ts";
import type { Db } from "../../db/database.ts";
import type { KeyId } from "../../ports/keys.ts";
import { ocspInternalError, ocspResponse } from "./answer-ocsp.ts";
import { timestampResponse, timestampSystemFailure } from "./answer-timestamp.ts";
import type { AuthorityConfig, AuthorityDeps, TimestampDeps } from "./authority-deps.ts";
import type { CertificateLife } from "./authority-rules.ts";
import { isShortTermProfile, requestBytesMax, shortTermNames, timestampPolicy } from "./authority-rules.ts";
import { type AuthorityState, authorityState, ceremoniesDue } from "./authority-state.ts";
import {
  forgetHolders,
  hasDevelopmentUnits,
  keyOf,
  readActiveUnit,
  readAuthorities,
  readEnds,
  readIssuedBySerial,
  readUnit,
  type Unit,
} from "./authority-store.ts";
import { crossCheck } from "./cross-check.ts";
import { DoesNotFit } from "./does-not-fit.ts";
import { checkKeys, ensureHierarchy, hierarchyIsMade, rollAuthority, rootIsOutside } from "./ensure-hierarchy.ts";
import { handOver, validCertificates } from "./hand-over.ts";
import { type Ceremony, type CheckedRequest, checkCeremony, checkRequest, holdCeremony } from "./hold-ceremony.ts";
import {
  type DraftCertificate,
  draftOrganisationCertificate,
  draftPersonCertificate,
  type IssuedCertificate,
  issueOrganisationCertificate,
  issuePersonCertificate,
  recordDraft,
} from "./issue-certificate.ts";
import { findAuthority } from "./known-authorities.ts";
import { makeRoot } from "./make-root.ts";
import { publishListOf } from "./publish-crl.ts";
import { type PublishedFile, pemOf, publishedFiles, sumsOf } from "./published-files.ts";
import { newestList, type Published } from "./published-lists.ts";
import { nextStep, requestUnits } from "./request-units.ts";
import { type Revocation, readIssuedOne, readRevocable } from "./revocation-store.ts";
import { type RevokedIssued, revokeIssued } from "./revoke-issued.ts";
import { type RootList, readRootList } from "./root-list.ts";
import { takeInCeremony } from "./take-in-ceremony.ts";
import { takeOver } from "./take-over.ts";
import { fingerprintOf, namesOrganisation, namesProvider, unitCertificate } from "./unit-certificate.ts";
import { wrappedKeyStore } from "./wrapped-key-store.ts";

export { lookForResponders } from "./known-responders.ts";
export type {
  AuthorityConfig,
  AuthorityDeps,
  AuthorityState,
  Ceremony,
  CertificateLife,
  CheckedRequest,
  DraftCertificate,
  IssuedCertificate,
  Published,
  PublishedFile,
  RevokedIssued,
  RootList,
  TimestampDeps,
};
export {
  authorityState,
  ceremoniesDue,
  checkCeremony,
  checkKeys,
  checkRequest,
  crossCheck,
  DoesNotFit,
  draftOrganisationCertificate,
  draftPersonCertificate,
  ensureHierarchy,
  fingerprintOf,
  forgetHolders,
  handOver,
  hasDevelopmentUnits,
  hierarchyIsMade,
  holdCeremony,
  issueOrganisationCertificate,
  issuePersonCertificate,
  makeRoot,
  namesOrganisation,
  namesProvider,
  nextStep,
  ocspInternalError,
  ocspResponse,
  pemOf,
  publishedFiles,
  publishListOf,
  readEnds,
  readRevocable,
  readRootList,
  recordDraft,
  requestBytesMax,
  requestUnits,
  revokeIssued,
  rollAuthority,
  rootIsOutside,
  shortTermNames,
  sumsOf,
  takeInCeremony,
  takeOver,
  timestampPolicy,
  timestampResponse,
  timestampSystemFailure,
  validCertificates,
  wrappedKeyStore,
};

/** A seal of the service, ready for signing; `chain` ends below the root. */
export type ServiceSeal = {
  readonly name: string;
  readonly certificate: Uint8Array;
  readonly chain: readonly Uint8Array[];
  readonly keyId: KeyId;
  readonly serial: string;
  readonly notAfter: Date;
};

/** The seal in the provider's name, for s_signature documents and reports. @throws before the hierarchy exists */
export async function serviceSeal(db: Db): Promise<ServiceSeal> {
  const unit = await readActiveUnit(db, "service-seal");
  if (unit === null) throw new Error("the authority has no service seal");
  return await toSeal(db, unit);
}

/** A seal by name, also a retired one. @throws if there is none */
export async function sealOf(db: Db, name: string): Promise<ServiceSeal> {
  const unit = await readUnit(db, name);
  if (unit === null || unit.role !== "service-seal") throw new Error(`no service seal ${name}`);
  return await toSeal(db, unit);
}

async function toSeal(db: Db, unit: Unit): Promise<ServiceSeal> {
  return {
    name: unit.name,
    certificate: unit.certificate,
    chain: await chainOf(db, unit.issuer),
    keyId: keyOf(unit),
    serial: unit.serial,
    notAfter: unit.notAfter,
  };
}

/** Certificates from the named issuer up to, but without, the root. */
export async function chainOf(db: Db, issuer: string | null): Promise<Uint8Array[]> {
  const chain: Uint8Array[] = [];
  for (let name = issuer; name !== null; ) {
    const wanted = name;
    const unit = await findAuthority(db, (one) => one.name === wanted);
    if (unit === null || unit.issuer === null) break;
    chain.push(unit.certificate);
    name = unit.issuer;
  }
  return chain;
}

/** The roots of our own hierarchy, DER. */
export async function trustAnchors(db: Db): Promise<Uint8Array[]> {
  return (await readAuthorities(db)).filter((unit) => unit.role === "root").map((unit) => unit.certificate);
}

/** Whether a certificate of this authority is revoked. @throws if this authority did not issue it */
export async function isRevoked(db: Db, certificate: Uint8Array): Promise<boolean> {
  const parsed = parseCertificate(certificate);
  for (const { issuerCertificate, revoked } of await readIssuedBySerial(db, parsed.serialNumber))
    if (Buffer.compare(unitCertificate(issuerCertificate).subject, parsed.issuer) === 0) return revoked;
  throw new Error(`certificate ${parsed.serialNumber} was not issued by this authority`);
}

/** When and why a certificate was revoked; null: it is not, or was never issued. */
export async function revocationOf(
  db: Db,
  of: { readonly issuer: string; readonly serial: string },
): Promise<Revocation | null> {
  return (await readIssuedOne(db, of))?.revocation ?? null;
}

/** How an issued certificate stands: whether it is revoked, and whether it lives too short for that. @throws when it was never issued */
export async function standingOfIssued(
  db: Db,
  of: { readonly issuer: string; readonly serial: string },
): Promise<{ readonly revocation: Revocation | null; readonly isShortTerm: boolean }> {
  const found = await readIssuedOne(db, of);
  if (found === null) throw new Error(`${of.issuer} never issued ${of.serial}`);
  return { revocation: found.revocation, isShortTerm: isShortTermProfile(found.profile) };
}

/** A CA certificate by its published name, or null. It never changes. */
export async function publishedCertificate(db: Db, name: string): Promise<Published | null> {
  const unit = await findAuthority(db, (one) => one.name === name);
  if (unit === null) return null;
  const { certificate, serial, notBefore } = unit;
  const der = Buffer.from(certificate.buffer, certificate.byteOffset, certificate.byteLength);
  return { der, version: serial, modifiedAt: notBefore };
}

/** The newest CRL of a CA by its published name, at most a second old; or null. */
export async function publishedCrl(db: Db, name: string): Promise<Published | null> {
  return (await findAuthority(db, (one) => one.name === name)) === null
    ? null
    : await newestList(db, name, { mayBeOlder: true });
}

/** The URL of the root certificate, for people. @throws before the hierarchy exists */
export async function publishedRoot(deps: AuthorityDeps): Promise<string> {
  const root = await readActiveUnit(deps.db, "root");
  if (root === null) throw new Error("the authority has no root");
  return `${deps.authority.publicUrl}/pki/ca/${root.name}.cer`;
}

/** SHA-256 of the root certificate (DER), lower-case hex. @throws before the hierarchy exists */
export async function rootFingerprint({ db }: Pick<AuthorityDeps, "db">): Promise<string> {
  const root = await readActiveUnit(db, "root");
  if (root === null) throw new Error("the authority has no root");
  return createHash("sha256").update(root.certificate).digest("hex");
}

/** The newest CRL of the CA with this certificate (DER), or null for a CA that is not ours. */
export async function crlOf(db: Db, certificate: Uint8Array): Promise<Uint8Array | null> {
  const unit = await findAuthority(db, (one) => Buffer.compare(one.certificate, certificate) === 0);
  return unit === null ? null : ((await newestList(db, unit.name, { mayBeOlder: false }))?.der ?? null);
}
