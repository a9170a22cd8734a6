// Builds and reads requests for the status of certificates (RFC 6960 §4.1; nonce RFC 8954). One request may ask about several certificates
// of an issuer if the responder is known to accept that: RFC 5019 §2.1.1 allows responders to expect a single one.
import { hash as digestOf } from "node:crypto";
import {
  compareEncodings,
  contentOf,
  contextTag,
  DerError,
  type DerNode,
  encodingOf,
  parseDer,
  TAG,
} from "../asn1/der.ts";
import {
  encodeElement,
  encodeExplicit,
  encodeNull,
  encodeOctetString,
  encodeOid,
  encodeSequence,
} from "../asn1/der-writer.ts";
import { OID } from "../asn1/oids.ts";
import { explicitOf, integerOf, membersOf, oidOf, requireTag, sequenceOf } from "../asn1/structure.ts";
import type { Certificate } from "../x509/certificate.ts";
import { encodeExtensions } from "../x509/encode-extensions.ts";
import { type Extension, parseExtensions } from "../x509/extensions.ts";

/** Digests a CertID names its issuer by; SHA-1 is no security matter here and what most clients send. */
export type CertIdHash = "sha1" | "sha256";

/** Which certificate is asked about: digests of the issuer's name and key, and the serial number. */
export type CertId = {
  readonly der: Uint8Array;
  /** Null for a digest the house does not compute; then no issuer matches. */
  readonly hash: CertIdHash | null;
  readonly issuerNameHash: Uint8Array;
  readonly issuerKeyHash: Uint8Array;
  /** As in `Certificate.serialNumber`. */
  readonly serialNumber: string;
};

/** A request that was read. */
export type OcspRequest = { readonly certIds: readonly CertId[]; readonly nonce: Uint8Array | null };

/** A certificate to ask about, and others of its issuer; `nonce` of 1 to 32 bytes. */
export type OcspQuery = {
  readonly certificate: Certificate;
  readonly others?: readonly Certificate[];
  readonly issuer: Certificate;
  readonly nonce?: Uint8Array;
  readonly hash?: CertIdHash;
};

const NONCE_LENGTH_MAX = 32;
const REQUESTS_MAX = 100;

/** DER of an OCSPRequest. @throws RangeError for a nonce of another length, or for more certificates than a responder here reads */
export function buildOcspRequest(query: OcspQuery): Uint8Array {
  const { issuer, hash = "sha256" } = query;
  const asked = [query.certificate, ...(query.others ?? [])];
  if (asked.length > REQUESTS_MAX) throw new RangeError(`a request about ${asked.length} certificates`);
  const certIds = asked.map((certificate) => encodeCertId({ certificate, issuer }, hash));
  const requestList = encodeSequence(...certIds.map((certId) => encodeSequence(certId)));
  const extensions = query.nonce ? encodeExplicit(2, encodeExtensions([nonceExtension(query.nonce)])) : null;
  return encodeSequence(encodeSequence(requestList, extensions));
}

/**
 * Reads an OCSPRequest. A signature on it is neither needed nor looked at.
 * @throws DerError also for a nonce that is empty or longer than 32 bytes, and for an unknown critical extension
 */
export function parseOcspRequest(der: Uint8Array): OcspRequest {
  const outer = membersOf(parseDer(der));
  const tbs = membersOf(outer.next(TAG.sequence));
  outer.optional(contextTag(0, "constructed"));
  outer.end();
  const version = tbs.optional(contextTag(0, "constructed"));
  // RFC 6960 §4.1.1: version 1 is the default, and there is no other.
  if (version)
    throw new DerError(integerOf(explicitOf(version)) === 0n ? "default-encoded" : "unsupported-version", "version");
  tbs.optional(contextTag(1, "constructed"));
  const requests = sequenceOf(tbs.next());
  const extensions = tbs.optional(contextTag(2, "constructed"));
  tbs.end();
  if (requests.length > REQUESTS_MAX) throw new DerError("out-of-range", `${requests.length} requests`);
  return {
    certIds: requests.map(parseSingleRequest),
    nonce: nonceIn(extensions ? parseExtensions(explicitOf(extensions)) : []),
  };
}

/** Whether a CertID names this issuer by its name and key. */
export function certIdMatchesIssuer(certId: CertId, issuer: Certificate): boolean {
  if (!certId.hash) return false;
  const { nameHash, keyHash } = issuerHashes(issuer, certId.hash);
  return (
    compareEncodings(certId.issuerNameHash, nameHash) === 0 && compareEncodings(certId.issuerKeyHash, keyHash) === 0
  );
}

/** DER of the CertID of a certificate. */
export function encodeCertId(
  of: { certificate: Pick<Certificate, "serialNumberDer">; issuer: Certificate },
  hash: CertIdHash,
): Uint8Array {
  const { nameHash, keyHash } = issuerHashes(of.issuer, hash);
  return encodeSequence(
    HASH_IDENTIFIERS[hash],
    encodeOctetString(nameHash),
    encodeOctetString(keyHash),
    of.certificate.serialNumberDer,
  );
}

/** The CertID of a serial number, as in `Certificate.serialNumber`, whose certificate is not at hand. */
export function certIdOf(of: { serialNumber: string; issuer: Certificate }, hash: CertIdHash): CertId {
  const serialNumberDer = encodeElement(TAG.integer, Buffer.from(of.serialNumber, "hex"));
  return parseCertId(parseDer(encodeCertId({ certificate: { serialNumberDer }, issuer: of.issuer }, hash)));
}

/** Reads a CertID. @throws DerError */
export function parseCertId(node: DerNode): CertId {
  const members = membersOf(node);
  const algorithm = membersOf(members.next());
  const oid = oidOf(algorithm.next());
  algorithm.optional(TAG.null);
  algorithm.end();
  const issuerNameHash = contentOf(members.next(TAG.octetString));
  const issuerKeyHash = contentOf(members.next(TAG.octetString));
  const serialNumber = Buffer.from(contentOf(members.next(TAG.integer))).toString("hex");
  members.end();
  const hash = oid === OID.sha1 ? "sha1" : oid === OID.sha256 ? "sha256" : null;
  return { der: encodingOf(node), hash, issuerNameHash, issuerKeyHash, serialNumber };
}

/** The nonce extension (RFC 8954 §2.1). @throws RangeError for 0 or more than 32 bytes */
export function nonceExtension(nonce: Uint8Array): Extension {
  if (nonce.length === 0 || nonce.length > NONCE_LENGTH_MAX) throw new RangeError("a nonce has 1 to 32 bytes");
  return { oid: OID.ocspNonce, critical: false, value: encodeOctetString(nonce) };
}

/** The nonce among extensions, or null. @throws DerError for a bad one, or for a critical extension that is not a nonce */
export function nonceIn(extensions: readonly Extension[]): Uint8Array | null {
  const unknown = extensions.find(({ oid, critical }) => critical && oid !== OID.ocspNonce);
  if (unknown) throw new DerError("unexpected-element", `critical extension ${unknown.oid}`);
  const extension = extensions.find(({ oid }) => oid === OID.ocspNonce);
  if (!extension) return null;
  const nonce = contentOf(requireTag(parseDer(extension.value), TAG.octetString));
  if (nonce.length === 0 || nonce.length > NONCE_LENGTH_MAX) throw new DerError("out-of-range", "length of the nonce");
  return nonce;
}

function parseSingleRequest(node: DerNode): CertId {
  const members = membersOf(node);
  const certId = parseCertId(members.next(TAG.sequence));
  const extensions = members.optional(contextTag(0, "constructed"));
  members.end();
  const unknown = extensions && parseExtensions(explicitOf(extensions)).find(({ critical }) => critical);
  if (unknown) throw new DerError("unexpected-element", `critical extension ${unknown.oid}`);
  return certId;
}

const HASH_IDENTIFIERS = {
  sha1: encodeSequence(encodeOid(OID.sha1), encodeNull()),
  sha256: encodeSequence(encodeOid(OID.sha256)),
} as const;

type IssuerHashes = { readonly nameHash: Uint8Array; readonly keyHash: Uint8Array };

/** SHA-1 of a public key's bits, by which RFC 6960 §4.2.1 names a responder. */
export function keyHashOf(certificate: Certificate): Uint8Array {
  return issuerHashes(certificate, "sha1").keyHash;
}

// A responder answers for the same issuer, and as the same one, thousands of times a second.
const hashesByIssuer = new WeakMap<Certificate, Map<CertIdHash, IssuerHashes>>();

function issuerHashes(issuer: Certificate, hash: CertIdHash): IssuerHashes {
  const known = hashesByIssuer.get(issuer) ?? new Map<CertIdHash, IssuerHashes>();
  hashesByIssuer.set(issuer, known);
  const digest = (bytes: Uint8Array) => new Uint8Array(digestOf(hash, bytes, "buffer"));
  const hashes = known.get(hash) ?? { nameHash: digest(issuer.subject), keyHash: digest(issuer.subjectPublicKey) };
  known.set(hash, hashes);
  return hashes;
}
