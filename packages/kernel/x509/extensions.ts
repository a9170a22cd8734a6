// The certificate extensions of RFC 5280 §4.2 and of RFC 6960, 9608, as far as this service reads them. Of the
// others only critical ones are noted, because no path may be built with them (RFC 5280 §6.1.4 (o)).
import { contentOf, contextTag, DerError, type DerNode, encodingOf, parseDer, TAG } from "../asn1/der.ts";
import { OID } from "../asn1/oids.ts";
import {
  booleanDefaultFalse,
  membersOf,
  namedBitsOf,
  oidOf,
  requireTag,
  sequenceOf,
  smallIntegerOf,
  textOf,
} from "../asn1/structure.ts";

/** Names of the key usage bits, in the order of RFC 5280 §4.2.1.3. */
export const KEY_USAGES = [
  "digitalSignature",
  "nonRepudiation",
  "keyEncipherment",
  "dataEncipherment",
  "keyAgreement",
  "keyCertSign",
  "cRLSign",
  "encipherOnly",
  "decipherOnly",
] as const;

/** One permitted use of a key. */
export type KeyUsage = (typeof KEY_USAGES)[number];

/** One extension as it stands in a certificate, list, request or response; `value` is the DER inside the OCTET STRING. */
export type Extension = { readonly oid: string; readonly critical: boolean; readonly value: Uint8Array };

/** What the extensions of a certificate say; absent ones are null, empty or false. */
export type CertificateExtensions = {
  readonly basicConstraints: { readonly ca: boolean; readonly pathLength: number | null } | null;
  readonly keyUsage: readonly KeyUsage[] | null;
  readonly extendedKeyUsage: { readonly purposes: readonly string[]; readonly critical: boolean } | null;
  readonly subjectKeyIdentifier: Uint8Array | null;
  readonly authorityKeyIdentifier: Uint8Array | null;
  readonly ocspUrls: readonly string[];
  readonly caIssuersUrls: readonly string[];
  readonly crlUrls: readonly string[];
  readonly policies: readonly string[];
  readonly ocspNoCheck: boolean;
  readonly noRevAvail: boolean;
  /** DER of the QCStatements, or null. */
  readonly qcStatements: Uint8Array | null;
  /** Object identifiers of critical extensions the house does not understand. */
  readonly unknownCritical: readonly string[];
};

/**
 * Reads an Extensions sequence.
 * @throws DerError also when an extension comes twice (RFC 5280 §4.2)
 */
export function parseExtensions(node: DerNode): Extension[] {
  const seen = new Set<string>();
  return sequenceOf(node).map((child) => {
    const members = membersOf(child);
    const oid = oidOf(members.next());
    const critical = booleanDefaultFalse(members.optional(TAG.boolean));
    const value = contentOf(members.next(TAG.octetString));
    members.end();
    if (seen.has(oid)) throw new DerError("duplicate-element", `extension ${oid}`);
    seen.add(oid);
    return { oid, critical, value };
  });
}

/** Reads what the extensions of a certificate say. @throws DerError */
export function readCertificateExtensions(extensions: readonly Extension[]): CertificateExtensions {
  const byOid = new Map(extensions.map((extension) => [extension.oid, extension]));
  const parsed = <T>(oid: string, parse: (node: DerNode) => T): T | null => {
    const extension = byOid.get(oid);
    return extension ? parse(parseDer(extension.value)) : null;
  };
  const purposes = parsed(OID.extKeyUsage, (node) => sequenceOf(node).map(oidOf));
  const access = parsed(OID.authorityInfoAccess, parseAccess) ?? [];
  return {
    basicConstraints: parsed(OID.basicConstraints, parseBasicConstraints),
    keyUsage: parsed(OID.keyUsage, parseKeyUsage),
    extendedKeyUsage: purposes && { purposes, critical: byOid.get(OID.extKeyUsage)?.critical ?? false },
    subjectKeyIdentifier: parsed(OID.subjectKeyIdentifier, (node) => contentOf(requireTag(node, TAG.octetString))),
    authorityKeyIdentifier: parsed(OID.authorityKeyIdentifier, parseAuthorityKeyIdentifier),
    ocspUrls: access.filter(({ method }) => method === OID.ocsp).map(({ url }) => url),
    caIssuersUrls: access.filter(({ method }) => method === OID.caIssuers).map(({ url }) => url),
    crlUrls: parsed(OID.crlDistributionPoints, parseDistributionPoints) ?? [],
    policies: parsed(OID.certificatePolicies, parsePolicies) ?? [],
    ocspNoCheck: parsed(OID.ocspNoCheck, (node) => requireTag(node, TAG.null)) !== null,
    noRevAvail: parsed(OID.noRevAvail, (node) => requireTag(node, TAG.null)) !== null,
    qcStatements: parsed(OID.qcStatements, encodingOf),
    unknownCritical: extensions.filter(({ oid, critical }) => critical && !UNDERSTOOD.has(oid)).map(({ oid }) => oid),
  };
}

// Alternative names and policies constrain nothing here: no name constraints are understood, any policy is acceptable.
const UNDERSTOOD: ReadonlySet<string> = new Set([
  OID.basicConstraints,
  OID.keyUsage,
  OID.extKeyUsage,
  OID.subjectKeyIdentifier,
  OID.authorityKeyIdentifier,
  OID.authorityInfoAccess,
  OID.crlDistributionPoints,
  OID.certificatePolicies,
  OID.subjectAltName,
  OID.issuerAltName,
  OID.qcStatements,
  OID.ocspNoCheck,
  OID.noRevAvail,
]);

const PATH_LENGTH_MAX = 255;

function parseBasicConstraints(node: DerNode) {
  const members = membersOf(node);
  const ca = booleanDefaultFalse(members.optional(TAG.boolean));
  const pathLength = members.optional(TAG.integer);
  members.end();
  // RFC 5280 §4.2.1.9: a path length has no meaning for what is not a CA.
  if (pathLength && !ca) throw new DerError("unexpected-element", "pathLenConstraint without cA");
  return { ca, pathLength: pathLength && smallIntegerOf(pathLength, PATH_LENGTH_MAX) };
}

function parseKeyUsage(node: DerNode): KeyUsage[] {
  const bits = namedBitsOf(requireTag(node, TAG.bitString));
  // RFC 5280 §4.2.1.3: at least one bit is set.
  if (bits.length === 0) throw new DerError("missing-element", "keyUsage without a bit");
  return bits.map((bit) => {
    const usage = KEY_USAGES[bit];
    if (!usage) throw new DerError("out-of-range", `keyUsage bit ${bit}`);
    return usage;
  });
}

function parseAuthorityKeyIdentifier(node: DerNode): Uint8Array | null {
  const members = membersOf(node);
  const keyIdentifier = members.optional(contextTag(0, "primitive"));
  members.optional(contextTag(1, "constructed"));
  members.optional(contextTag(2, "primitive"));
  members.end();
  return keyIdentifier && contentOf(keyIdentifier);
}

function parseAccess(node: DerNode): { method: string; url: string }[] {
  return sequenceOf(node).flatMap((description) => {
    const members = membersOf(description);
    const method = oidOf(members.next());
    const location = members.next();
    members.end();
    return uriOf(location).map((url) => ({ method, url }));
  });
}

function parseDistributionPoints(node: DerNode): string[] {
  return sequenceOf(node).flatMap((point) => {
    const name = membersOf(point).optional(contextTag(0, "constructed"));
    const fullName = name?.children.find(({ tag }) => tag === contextTag(0, "constructed"));
    return fullName?.children.flatMap(uriOf) ?? [];
  });
}

function parsePolicies(node: DerNode): string[] {
  return sequenceOf(node).map((policy) => oidOf(membersOf(policy).next()));
}

/** The address of a GeneralName that is a URI, else nothing. */
function uriOf(generalName: DerNode): string[] {
  return generalName.tag === contextTag(6, "primitive") ? [textOf(generalName, TAG.ia5String)] : [];
}
