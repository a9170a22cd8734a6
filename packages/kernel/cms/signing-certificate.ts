// The signed attribute signing-certificate-v2 (RFC 5035 §3): binds a signature to one certificate, so that it cannot
// be replaced by another certificate of the same key.
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
import { encodeExplicit, encodeOctetString, encodeSequence } from "../asn1/der-writer.ts";
import { membersOf, requireTag, sequenceOf } from "../asn1/structure.ts";
import type { Certificate } from "../x509/certificate.ts";
import { checkedName, namesEqual } from "../x509/name.ts";
import { type DigestAlgorithm, digestOf, parseDigestAlgorithm } from "../x509/signature-algorithm.ts";

/** What the attribute says about one certificate; `digestAlgorithm` null is one the house does not compute. */
export type EssCertId = {
  readonly digestAlgorithm: DigestAlgorithm | null;
  readonly certHash: Uint8Array;
  readonly issuerSerial: { readonly issuer: Uint8Array; readonly serialNumberDer: Uint8Array } | null;
};

// A time-stamping unit's certificate signs thousands of times a second.
const encoded = new WeakMap<Certificate, Uint8Array>();

/** DER of a SigningCertificateV2 over one certificate; SHA-256 is the default and therefore not written. Shared: never write into it. */
export function encodeSigningCertificate(certificate: Certificate): Uint8Array {
  const attribute = encoded.get(certificate) ?? writeSigningCertificate(certificate);
  encoded.set(certificate, attribute);
  return attribute;
}

function writeSigningCertificate(certificate: Certificate): Uint8Array {
  // IssuerSerial: the issuer as GeneralNames with one directoryName [4].
  const issuer = encodeSequence(encodeExplicit(4, certificate.issuer));
  const issuerSerial = encodeSequence(issuer, certificate.serialNumberDer);
  const certId = encodeSequence(encodeOctetString(certificate.fingerprint), issuerSerial);
  return encodeSequence(encodeSequence(certId));
}

/**
 * Reads a SigningCertificateV2 and answers its first member, which is the signer's (RFC 5035 §3). A name that `known`
 * certificates carry is not read again. @throws DerError
 */
export function parseSigningCertificate(der: Uint8Array, known: readonly Certificate[] = []): EssCertId {
  const attribute = membersOf(parseDer(der));
  const [first] = sequenceOf(attribute.next()).map((certId) => parseCertId(certId, known));
  attribute.optional(TAG.sequence);
  attribute.end();
  if (!first) throw new DerError("missing-element", "no ESSCertIDv2");
  return first;
}

/** Whether the attribute speaks of this certificate. */
export function essMatches(certId: EssCertId, certificate: Certificate): boolean {
  const { digestAlgorithm, certHash, issuerSerial } = certId;
  if (!digestAlgorithm) return false;
  const digest = digestAlgorithm === "sha256" ? certificate.fingerprint : digestOf(digestAlgorithm, certificate.der);
  if (compareEncodings(digest, certHash) !== 0) return false;
  if (!issuerSerial) return true;
  return (
    namesEqual(issuerSerial.issuer, certificate.issuer) &&
    compareEncodings(issuerSerial.serialNumberDer, certificate.serialNumberDer) === 0
  );
}

function parseCertId(node: DerNode, known: readonly Certificate[]): EssCertId {
  const members = membersOf(node);
  const algorithm = members.optional(TAG.sequence);
  const certHash = contentOf(members.next(TAG.octetString));
  const issuerSerial = members.optional(TAG.sequence);
  members.end();
  return {
    // Some write the default out although DER forbids it; it is unambiguous and signed, so it is read.
    digestAlgorithm: algorithm ? parseDigestAlgorithm(algorithm) : "sha256",
    certHash,
    issuerSerial: issuerSerial && parseIssuerSerial(issuerSerial, known),
  };
}

function parseIssuerSerial(node: DerNode, known: readonly Certificate[]) {
  const members = membersOf(node);
  const [generalName, second] = sequenceOf(members.next());
  const serial = requireTag(members.next(), TAG.integer);
  members.end();
  if (!generalName || second) throw new DerError("unexpected-element", "issuer with several names");
  const name = generalName.children[0];
  if (generalName.tag !== contextTag(4, "constructed") || !name) {
    throw new DerError("unexpected-element", "issuer without directoryName");
  }
  return { issuer: checkedName(name, known), serialNumberDer: encodingOf(serial) };
}
