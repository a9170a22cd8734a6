// Writes the certificate extensions of our profiles (RFC 5280 §4.2, with the criticality that ETSI EN 319 412-2 §4.3
// requires). The counterpart of extensions.ts.
import {
  encodeBoolean,
  encodeExplicit,
  encodeIa5String,
  encodeImplicit,
  encodeInteger,
  encodeNamedBits,
  encodeNull,
  encodeOctetString,
  encodeOid,
  encodeSequence,
} from "../asn1/der-writer.ts";
import { OID } from "../asn1/oids.ts";
import { type Extension, KEY_USAGES, type KeyUsage } from "./extensions.ts";

/** DER of an Extensions sequence in the order given. */
export function encodeExtensions(extensions: readonly Extension[]): Uint8Array {
  return encodeSequence(
    ...extensions.map(({ oid, critical, value }) =>
      encodeSequence(encodeOid(oid), critical ? encodeBoolean(true) : null, encodeOctetString(value)),
    ),
  );
}

/** Critical basicConstraints of a CA; `pathLength` null leaves the depth open. */
export function caBasicConstraints(pathLength: number | null): Extension {
  const value = encodeSequence(encodeBoolean(true), pathLength === null ? null : encodeInteger(pathLength));
  return { oid: OID.basicConstraints, critical: true, value };
}

/** Critical keyUsage. */
export function keyUsage(...usages: readonly KeyUsage[]): Extension {
  const value = encodeNamedBits(usages.map((usage) => KEY_USAGES.indexOf(usage)));
  return { oid: OID.keyUsage, critical: true, value };
}

/** extKeyUsage with one purpose; critical only where the purpose's standard demands it. */
export function extendedKeyUsage(purpose: string, criticality: "critical" | "non-critical"): Extension {
  return { oid: OID.extKeyUsage, critical: criticality === "critical", value: encodeSequence(encodeOid(purpose)) };
}

/** subjectKeyIdentifier. */
export function subjectKeyIdentifier(keyIdentifier: Uint8Array): Extension {
  return { oid: OID.subjectKeyIdentifier, critical: false, value: encodeOctetString(keyIdentifier) };
}

/** authorityKeyIdentifier by key identifier alone. */
export function authorityKeyIdentifier(keyIdentifier: Uint8Array): Extension {
  const value = encodeSequence(encodeImplicit(0, encodeOctetString(keyIdentifier)));
  return { oid: OID.authorityKeyIdentifier, critical: false, value };
}

/** certificatePolicies without qualifiers. */
export function certificatePolicies(...policies: readonly string[]): Extension {
  const value = encodeSequence(...policies.map((policy) => encodeSequence(encodeOid(policy))));
  return { oid: OID.certificatePolicies, critical: false, value };
}

/** authorityInfoAccess: where the issuer's certificate is, and where OCSP answers unless `ocspUrl` is null. */
export function authorityInfoAccess(urls: {
  readonly caIssuersUrl: string;
  readonly ocspUrl: string | null;
}): Extension {
  const ocsp = urls.ocspUrl === null ? null : encodeSequence(encodeOid(OID.ocsp), encodeUri(urls.ocspUrl));
  const value = encodeSequence(ocsp, encodeSequence(encodeOid(OID.caIssuers), encodeUri(urls.caIssuersUrl)));
  return { oid: OID.authorityInfoAccess, critical: false, value };
}

/** cRLDistributionPoints with one full name. */
export function crlDistributionPoint(url: string): Extension {
  const fullName = encodeImplicit(0, encodeSequence(encodeUri(url)));
  const value = encodeSequence(encodeSequence(encodeExplicit(0, fullName)));
  return { oid: OID.crlDistributionPoints, critical: false, value };
}

/** id-pkix-ocsp-nocheck (RFC 6960 §4.2.2.2.1): clients do not ask for the status of this responder, so it must not be valid for long. */
export function ocspNoCheck(): Extension {
  return { oid: OID.ocspNoCheck, critical: false, value: encodeNull() };
}

/** A certificate that lives shorter than its revocation would take, and so is never revoked (ETSI EN 319 411-1 GEN-6.6.1-04). */
export function validityAssured(): Extension {
  return { oid: OID.validityAssuredShortTerm, critical: false, value: encodeNull() };
}

function encodeUri(url: string): Uint8Array {
  return encodeImplicit(6, encodeIa5String(url));
}
