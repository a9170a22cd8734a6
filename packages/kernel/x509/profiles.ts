// The contents of each kind of certificate that this service issues: one builder for each profile (RFC 5280 §4.2, ETSI EN 319 411-1 §6.6.1,
// EN 319 412-2 and 412-3, EN 319 422 §6.2). A profile is a plain value; issue-certificate.ts only encodes and signs it.
import { createHash } from "node:crypto";
import { parseDer } from "../asn1/der.ts";
import { OID } from "../asn1/oids.ts";
import { membersOf, wholeBitString } from "../asn1/structure.ts";
import type { Certificate } from "./certificate.ts";
import {
  authorityInfoAccess,
  authorityKeyIdentifier,
  caBasicConstraints,
  certificatePolicies,
  crlDistributionPoint,
  extendedKeyUsage,
  keyUsage,
  ocspNoCheck,
  subjectKeyIdentifier,
  validityAssured,
} from "./encode-extensions.ts";
import type { Extension } from "./extensions.ts";
import { encodeName, type NameAttribute } from "./name.ts";
import { type QcStatements, type QcType, qcStatements, qualifiedPolicy } from "./qc-statements.ts";

/** Why a certificate is not made. */
export type ProfileRefusalCode =
  | "serial-number-too-short"
  | "serial-number-too-long"
  | "validity-empty"
  | "outlives-issuer"
  | "issuer-is-no-ca";

/** A certificate that would break the house's own rules: a mistake of the caller, not of a signer. */
export class ProfileRefusal extends Error {
  override readonly name = "ProfileRefusal";
  readonly code: ProfileRefusalCode;
  constructor(code: ProfileRefusalCode) {
    super(code);
    this.code = code;
  }
}

/** Everything a certificate says, ready to be encoded and signed. Names and keys are DER. */
export type CertificateProfile = {
  readonly serialNumber: Uint8Array;
  readonly issuer: Uint8Array;
  readonly notBefore: Date;
  readonly notAfter: Date;
  readonly subject: Uint8Array;
  readonly subjectPublicKeyInfo: Uint8Array;
  readonly extensions: readonly Extension[];
};

/** What every certificate needs: 8 to 20 random bytes as serial number (unsigned), the key, the validity (whole seconds). */
export type CertificateRequest = {
  readonly serialNumber: Uint8Array;
  readonly subjectPublicKeyInfo: Uint8Array;
  readonly notBefore: Date;
  readonly notAfter: Date;
};

/** Name of a legal person that runs a CA, a responder or a time-stamping unit (EN 319 412-2 §4.2.3.1). */
export type ServiceName = {
  readonly country: string;
  readonly organisation: string;
  /** EN 319 412-1 §5.1.4, such as `NTRDE-HRB123456`. */
  readonly organisationIdentifier?: string;
  readonly commonName: string;
};

/** Addresses under which the issuer publishes (http, RFC 5280 §4.2.2.1); `ocspUrl` null when it answers by lists only. */
export type IssuerUrls = { readonly caIssuersUrl: string; readonly ocspUrl: string | null; readonly crlUrl: string };

/** Root CA, self-signed. */
export function rootProfile(request: CertificateRequest & { readonly subject: ServiceName }): CertificateProfile {
  const subject = encodeServiceName(request.subject);
  const extensions = [
    caBasicConstraints(null),
    keyUsage("keyCertSign", "cRLSign"),
    subjectKeyIdentifier(keyIdentifierOf(request.subjectPublicKeyInfo)),
  ];
  return profile(request, { issuer: subject, subject, extensions });
}

/** Issuing CA under a root. `policies` are what it may issue under; without, anyPolicy. @throws ProfileRefusal */
export function issuingCaProfile(
  request: IssuedRequest & {
    readonly subject: ServiceName;
    readonly urls: IssuerUrls;
    readonly policies?: readonly string[];
  },
): CertificateProfile {
  return issuedProfile(request, encodeServiceName(request.subject), [
    caBasicConstraints(0),
    keyUsage("keyCertSign", "cRLSign"),
    certificatePolicies(...(request.policies ?? [OID.anyPolicy])),
    ...publication(request.urls),
  ]);
}

/**
 * Delegated OCSP responder. It carries nocheck and no place to ask for its status (EN 319 411-1 CSS-6.6.3-01B,
 * EN 319 412-2 GEN-4.3.11-1A), so it has to be short-lived. @throws ProfileRefusal
 */
export function ocspSignerProfile(
  request: IssuedRequest & { readonly subject: ServiceName; readonly caIssuersUrl: string },
): CertificateProfile {
  return issuedProfile(request, encodeServiceName(request.subject), [
    keyUsage("digitalSignature"),
    extendedKeyUsage(OID.ocspSigning, "non-critical"),
    ocspNoCheck(),
    authorityInfoAccess({ caIssuersUrl: request.caIssuersUrl, ocspUrl: null }),
  ]);
}

/** Time-stamping unit: the one critical extended key usage (RFC 3161 §2.3). @throws ProfileRefusal */
export function tsuProfile(
  request: IssuedRequest & { readonly subject: ServiceName; readonly urls: IssuerUrls; readonly policy: string },
): CertificateProfile {
  return issuedProfile(request, encodeServiceName(request.subject), [
    keyUsage("digitalSignature"),
    extendedKeyUsage(OID.timeStamping, "critical"),
    certificatePolicies(request.policy),
    ...publication(request.urls),
  ]);
}

/** A natural person (EN 319 412-2 §4.2.4). `serialNumber` makes the name unique and is assigned by the house. */
export type PersonName = {
  readonly country: string;
  readonly commonName: string;
  readonly givenName: string;
  readonly surname: string;
  readonly serialNumber: string;
};

/** Certificate of a natural person: NCP beside the house's own `policy`, or QCP-n where it is `qualified`. @throws ProfileRefusal */
export function personProfile(
  request: IssuedRequest & EndEntityTerms & { readonly subject: PersonName },
): CertificateProfile {
  const { country, commonName, givenName, surname, serialNumber } = request.subject;
  const subject = encodeName([
    { type: "countryName", value: country },
    { type: "givenName", value: givenName },
    { type: "surname", value: surname },
    { type: "commonName", value: commonName },
    { type: "serialNumber", value: serialNumber },
  ]);
  return issuedProfile(request, subject, endEntityExtensions(request, "esign"));
}

/** A legal person (EN 319 412-3 §4.2.1); its identifier is never its name. */
export type OrganisationName = ServiceName & { readonly organisationIdentifier: string };

/** Certificate of a legal person for seals: NCP beside the house's own `policy`, or QCP-l where it is `qualified`. @throws ProfileRefusal */
export function organisationProfile(
  request: IssuedRequest & EndEntityTerms & { readonly subject: OrganisationName },
): CertificateProfile {
  return issuedProfile(request, encodeServiceName(request.subject), endEntityExtensions(request, "eseal"));
}

/** Key identifier of a public key: the leftmost 160 bits of the SHA-256 of its bits (RFC 7093 §2 method 1). */
export function keyIdentifierOf(subjectPublicKeyInfo: Uint8Array): Uint8Array {
  const members = membersOf(parseDer(subjectPublicKeyInfo));
  members.next();
  const bytes = wholeBitString(members.next());
  return new Uint8Array(createHash("sha256").update(bytes).digest().subarray(0, 20));
}

/** A request for a certificate that another CA issues. */
export type IssuedRequest = CertificateRequest & { readonly issuer: Certificate };

/** Where its issuer publishes, the house's own policy, and what is stated of it where it is qualified. */
export type EndEntityTerms = {
  readonly urls: IssuerUrls;
  readonly policy: string;
  readonly qualified?: QcStatements | null;
  /** It lives less than a day and is never revoked. Where its status can be asked for, it is good. */
  readonly isShortTerm?: boolean;
};

function endEntityExtensions(
  { urls, policy, qualified = null, isShortTerm = false }: EndEntityTerms,
  type: QcType,
): Extension[] {
  return [
    // EN 319 412-2 NAT-4.3.2-3, type A: a key for signatures of content does nothing else.
    keyUsage("nonRepudiation"),
    certificatePolicies(policy, qualified === null ? OID.ncp : qualifiedPolicy(type, qualified)),
    ...publication(urls),
    ...(qualified === null ? [] : [qcStatements(type, qualified)]),
    ...(isShortTerm ? [validityAssured()] : []),
  ];
}

function publication(urls: IssuerUrls): Extension[] {
  return [authorityInfoAccess(urls), crlDistributionPoint(urls.crlUrl)];
}

function issuedProfile(
  request: IssuedRequest,
  subject: Uint8Array,
  extensions: readonly Extension[],
): CertificateProfile {
  const { issuer } = request;
  if (!issuer.basicConstraints?.ca || !issuer.subjectKeyIdentifier) throw new ProfileRefusal("issuer-is-no-ca");
  // Shell model: a certificate that outlives its issuer would be unusable at the end.
  if (request.notAfter > issuer.notAfter || request.notBefore < issuer.notBefore)
    throw new ProfileRefusal("outlives-issuer");
  const keyIdentifiers = [
    authorityKeyIdentifier(issuer.subjectKeyIdentifier),
    subjectKeyIdentifier(keyIdentifierOf(request.subjectPublicKeyInfo)),
  ];
  return profile(request, { issuer: issuer.subject, subject, extensions: [...keyIdentifiers, ...extensions] });
}

function profile(
  request: CertificateRequest,
  rest: Pick<CertificateProfile, "issuer" | "subject" | "extensions">,
): CertificateProfile {
  const { serialNumber, notBefore, notAfter, subjectPublicKeyInfo } = request;
  // EN 319 411-1 GEN-6.3.3-02A and RFC 5280 §4.1.2.2: at least 64 random bits, at most 20 bytes with the sign.
  if (serialNumber.length < 8) throw new ProfileRefusal("serial-number-too-short");
  if (serialNumber.length + ((serialNumber[0] ?? 0) >= 0x80 ? 1 : 0) > 20)
    throw new ProfileRefusal("serial-number-too-long");
  if (!(notBefore < notAfter)) throw new ProfileRefusal("validity-empty");
  return { serialNumber, notBefore, notAfter, subjectPublicKeyInfo, ...rest };
}

/** DER of the name of a CA, a responder, a time-stamping unit or a seal. */
export function encodeServiceName(name: ServiceName): Uint8Array {
  const attributes: NameAttribute[] = [
    { type: "countryName", value: name.country },
    { type: "organizationName", value: name.organisation },
  ];
  if (name.organisationIdentifier !== undefined) {
    attributes.push({ type: "organizationIdentifier", value: name.organisationIdentifier });
  }
  return encodeName([...attributes, { type: "commonName", value: name.commonName }]);
}
