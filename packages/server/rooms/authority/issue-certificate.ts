/**
 * Issues certificates of the own hierarchy. None leaves this service before it is in the issuance table: a draft is recorded with whatever
 * it was made for, or forgotten.
 */
import { parseCertificate } from "@siegel/kernel/x509/certificate.ts";
import { issueCertificate } from "@siegel/kernel/x509/issue-certificate.ts";
import {
  type CertificateProfile,
  type EndEntityTerms,
  type IssuedRequest,
  type IssuerUrls,
  organisationProfile,
  personProfile,
} from "@siegel/kernel/x509/profiles.ts";
import { signingAlgorithmFor } from "@siegel/kernel/x509/signature-algorithm.ts";
import type { CertificateLevel } from "../../db/certificates-tables.ts";
import type { AuthorityConfig, AuthorityDeps } from "./authority-deps.ts";
import { backdateMs, type CertificateLife, endEntityProfiles, shortTermProfiles } from "./authority-rules.ts";
import { keyOf, readActiveUnit, saveIssued, type Unit } from "./authority-store.ts";
import { matchingSigner } from "./matching-signer.ts";
import { unitCertificate } from "./unit-certificate.ts";

/** A certificate as issued. `issuer` is the name of the unit, `serial` lower-case hex. */
export type IssuedCertificate = {
  readonly issuer: string;
  readonly serial: string;
  readonly certificate: Uint8Array;
  readonly notBefore: Date;
  readonly notAfter: Date;
};

/** A public key (DER SubjectPublicKeyInfo of P-256), the opaque id that makes its holder's name unique, and for whose workflows it is. */
export type SubjectKey = {
  readonly level: CertificateLevel;
  readonly subjectPublicKeyInfo: Uint8Array;
  readonly subjectId: string;
  /** Null where it is a person's own. */
  readonly organisationId: string | null;
  /** Of a qualified one; long-term unless said. */
  readonly life?: CertificateLife;
};

/** A certificate that is signed and not recorded. */
export type DraftCertificate = IssuedCertificate & {
  /** What the issuance table calls its kind. */
  readonly profile: string;
  readonly organisationId: string | null;
};

type PersonKey = SubjectKey & { readonly firstName: string; readonly lastName: string };
type OrganisationKey = SubjectKey & {
  readonly country: string;
  readonly legalName: string;
  readonly organizationIdentifier: string;
};

/** A certificate for signatures in a person's name (EN 319 412-2). */
export async function issuePersonCertificate(deps: AuthorityDeps, person: PersonKey): Promise<IssuedCertificate> {
  return await recordDraft(deps, await draftPersonCertificate(deps, person));
}

/** A certificate for seals in an organisation's name, as its register has it (EN 319 412-3). */
export async function issueOrganisationCertificate(
  deps: AuthorityDeps,
  organisation: OrganisationKey,
): Promise<IssuedCertificate> {
  return await recordDraft(deps, await draftOrganisationCertificate(deps, organisation));
}

/** The first without a record. */
export async function draftPersonCertificate(deps: AuthorityDeps, person: PersonKey): Promise<DraftCertificate> {
  return await draftEndEntity(deps, { kind: "person", key: person }, (request) =>
    personProfile({
      ...request,
      subject: {
        // The signer's country is not known to us; the provider's is the one whose rules assign the serial number.
        country: deps.authority.country,
        commonName: `${person.firstName} ${person.lastName}`,
        givenName: person.firstName,
        surname: person.lastName,
        serialNumber: person.subjectId.toUpperCase(),
      },
    }),
  );
}

/** The second without a record. */
export async function draftOrganisationCertificate(
  deps: AuthorityDeps,
  organisation: OrganisationKey,
): Promise<DraftCertificate> {
  return await draftEndEntity(deps, { kind: "organisation", key: organisation }, (request) =>
    organisationProfile({
      ...request,
      subject: {
        country: organisation.country,
        organisation: organisation.legalName,
        organisationIdentifier: organisation.organizationIdentifier,
        commonName: organisation.legalName,
      },
    }),
  );
}

/** Records a draft: from now on it is issued. A serial number used before breaks the primary key, never the record. */
export async function recordDraft(
  { db, clock }: Pick<AuthorityDeps, "db" | "clock">,
  { profile, organisationId, ...issued }: DraftCertificate,
): Promise<IssuedCertificate> {
  await saveIssued(db, { ...issued, profile, organisationId, at: clock.now() });
  return issued;
}

type EndEntityRequest = IssuedRequest & EndEntityTerms;

async function draftEndEntity(
  deps: AuthorityDeps,
  wanted: { kind: "person" | "organisation"; key: SubjectKey },
  profileOf: (request: EndEntityRequest) => CertificateProfile,
): Promise<DraftCertificate> {
  const { level, subjectPublicKeyInfo, organisationId, life = "long-term" } = wanted.key;
  const rule = life === "short-term" ? shortTermProfiles[wanted.kind] : endEntityProfiles[wanted.kind][level];
  const issuer = await readActiveUnit(deps.db, rule.issuer);
  if (issuer === null) throw new Error(`the authority has no ${rule.issuer}`);
  if (signingAlgorithmFor(subjectPublicKeyInfo) !== "ecdsa-p256-sha256")
    throw new Error(`a ${rule.name} certificate is for a key of P-256`);
  const { certificatePolicy: policy, qcStatements } = deps.authority;
  const validity = validityOf(deps, rule.lifeMs, issuer);
  const profile = profileOf({
    ...validity,
    serialNumber: serialNumber(deps),
    subjectPublicKeyInfo,
    issuer: unitCertificate(issuer.certificate),
    urls: urlsOf(deps, issuer.name),
    policy,
    qualified: rule.statesQualified ? qcStatements : null,
    isShortTerm: rule.isShortTerm,
  });
  return await draftFrom(deps, { issuer, issuerKey: issuerKeyOf(issuer), profile, kind: rule.name, organisationId });
}

/** The public key (DER) that verifies what a unit issues. */
export const issuerKeyOf = (issuer: Pick<Unit, "certificate">): Uint8Array =>
  unitCertificate(issuer.certificate).subjectPublicKeyInfo;

type Order = {
  readonly issuer: Pick<Unit, "name" | "keyId">;
  readonly issuerKey: Uint8Array;
  readonly profile: CertificateProfile;
  readonly kind: string;
  /** For whose workflows; missing or null for the service, and for a person's own. */
  readonly organisationId?: string | null;
};

/** Signs a profile with a unit's key and records it. @throws SigningRefusal when that key is not `issuerKey`'s; nothing is recorded then */
export async function issueFrom(deps: AuthorityDeps, order: Order): Promise<IssuedCertificate> {
  return await recordDraft(deps, await draftFrom(deps, order));
}

async function draftFrom(deps: AuthorityDeps, order: Order): Promise<DraftCertificate> {
  const signer = matchingSigner(await deps.keys.signer(keyOf(order.issuer)), order.issuerKey);
  const certificate = await issueCertificate(order.profile, signer);
  const { serialNumber: serial, notBefore, notAfter } = parseCertificate(certificate);
  const { kind: profile, organisationId = null } = order;
  return { issuer: order.issuer.name, serial, certificate, notBefore, notAfter, profile, organisationId };
}

/** Where an issuer publishes, as certificates name it (decisions.md §5 "Public trust points"). */
export function urlsOf(
  { authority }: { readonly authority: Pick<AuthorityConfig, "certificateUrl"> },
  issuer: string,
): IssuerUrls {
  const base = `${authority.certificateUrl}/pki`;
  return { caIssuersUrl: `${base}/ca/${issuer}.cer`, ocspUrl: `${base}/ocsp`, crlUrl: `${base}/crl/${issuer}.crl` };
}

/** 127 random bits, never zero in front, so that every serial number has 16 bytes (RFC 5280 §4.1.2.2). */
export function serialNumber({ random }: Pick<AuthorityDeps, "random">): Uint8Array {
  const bytes = Uint8Array.from(random.bytes(16));
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40;
  return bytes;
}

/** From a little in the past over `lifeMs`, inside the issuer's own validity, in whole seconds. */
export function validityOf(
  { clock }: Pick<AuthorityDeps, "clock">,
  lifeMs: number,
  issuer: Pick<Unit, "notBefore" | "notAfter"> | null,
): { notBefore: Date; notAfter: Date } {
  const now = Math.floor(clock.now().getTime() / 1000) * 1000;
  const from = now - backdateMs;
  const until = now + lifeMs;
  return {
    notBefore: new Date(issuer === null ? from : Math.max(from, issuer.notBefore.getTime())),
    notAfter: new Date(issuer === null ? until : Math.min(until, issuer.notAfter.getTime())),
  };
}
