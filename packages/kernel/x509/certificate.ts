// Reads X.509 version 3 certificates (RFC 5280 §4.1). Reading says nothing about trust: signatures, times and chains are
// checked in chain.ts.
import { createHash } from "node:crypto";
import { contentOf, contextTag, DerError, type DerNode, encodingOf, parseDer, TAG } from "../asn1/der.ts";
import { explicitOf, membersOf, oidOf, requireTag, smallIntegerOf, wholeBitString } from "../asn1/structure.ts";
import { parseTime } from "../asn1/times.ts";
import {
  type CertificateExtensions,
  type Extension,
  parseExtensions,
  readCertificateExtensions,
} from "./extensions.ts";
import { checkedName } from "./name.ts";
import { parseSignatureAlgorithm, type SignatureAlgorithm } from "./signature-algorithm.ts";

/** A certificate that was read; all byte values are DER unless said otherwise. */
export type Certificate = {
  readonly der: Uint8Array;
  readonly tbsCertificate: Uint8Array;
  /** Lower-case hexadecimal of the INTEGER's content bytes, sign byte included: `00ff…`, never `ff…` for a positive one. */
  readonly serialNumber: string;
  /** The INTEGER, as it goes into issuerAndSerialNumber, CertID and lists. */
  readonly serialNumberDer: Uint8Array;
  /** Name of the issuer. */
  readonly issuer: Uint8Array;
  /** Name of the subject. */
  readonly subject: Uint8Array;
  readonly notBefore: Date;
  readonly notAfter: Date;
  readonly subjectPublicKeyInfo: Uint8Array;
  /** Content of the subjectPublicKey BIT STRING: what key identifiers and OCSP key hashes are made of. */
  readonly subjectPublicKey: Uint8Array;
  readonly publicKeyOid: string;
  /** Null for an algorithm the house does not check; such a certificate is in no chain. */
  readonly signatureAlgorithm: SignatureAlgorithm | null;
  readonly signature: Uint8Array;
  readonly extensions: readonly Extension[];
  /** SHA-256 of `der`. */
  readonly fingerprint: Uint8Array;
} & CertificateExtensions;

/**
 * Reads a DER certificate, or answers the one of `known` that has the very same bytes: certificates of an authority come
 * again and again, and what was found out about one holds for it wherever it comes from.
 * @throws DerError when it is not exactly one certificate of version 3 (version 1 without extensions is read, for old roots)
 */
export function parseCertificate(der: Uint8Array, known: readonly Certificate[] = []): Certificate {
  return known.find((certificate) => Buffer.compare(certificate.der, der) === 0) ?? readCertificate(der);
}

function readCertificate(der: Uint8Array): Certificate {
  const outer = membersOf(parseDer(der));
  const tbs = outer.next(TAG.sequence);
  const algorithm = outer.next(TAG.sequence);
  const signature = wholeBitString(outer.next());
  outer.end();
  const { innerAlgorithm, ...fields } = parseTbsCertificate(tbs);
  // RFC 5280 §4.1.1.2: the same identifier inside and outside, or the outer one could be exchanged.
  if (Buffer.compare(encodingOf(innerAlgorithm), encodingOf(algorithm)) !== 0) {
    throw new DerError("unexpected-element", "signatureAlgorithm differs from the signed one");
  }
  return {
    der,
    tbsCertificate: encodingOf(tbs),
    ...fields,
    ...readCertificateExtensions(fields.extensions),
    signatureAlgorithm: parseSignatureAlgorithm(algorithm),
    signature,
    fingerprint: new Uint8Array(createHash("sha256").update(der).digest()),
  };
}

function parseTbsCertificate(tbs: DerNode) {
  const members = membersOf(tbs);
  const version = parseVersion(members.optional(contextTag(0, "constructed")));
  const serial = requireTag(members.next(), TAG.integer);
  const innerAlgorithm = members.next(TAG.sequence);
  const issuer = checkedName(members.next(TAG.sequence));
  const validity = membersOf(members.next());
  const notBefore = parseTime(validity.next());
  const notAfter = parseTime(validity.next());
  validity.end();
  const subject = checkedName(members.next(TAG.sequence));
  const spki = members.next(TAG.sequence);
  const extensions = version === 3 ? members.optional(contextTag(3, "constructed")) : null;
  members.end();
  return {
    innerAlgorithm,
    serialNumber: Buffer.from(contentOf(serial)).toString("hex"),
    serialNumberDer: encodingOf(serial),
    issuer,
    subject,
    notBefore,
    notAfter,
    ...parsePublicKey(spki),
    extensions: extensions ? parseExtensions(explicitOf(extensions)) : [],
  };
}

function parseVersion(node: DerNode | null): 1 | 3 {
  if (!node) return 1;
  const version = smallIntegerOf(requireTag(explicitOf(node), TAG.integer), 255);
  if (version === 0) throw new DerError("default-encoded", "version 1 written out");
  if (version !== 2) throw new DerError("unsupported-version", `certificate version ${version + 1}`);
  return 3;
}

function parsePublicKey(spki: DerNode) {
  const members = membersOf(spki);
  const publicKeyOid = oidOf(membersOf(members.next()).next());
  const subjectPublicKey = wholeBitString(members.next());
  members.end();
  return { subjectPublicKeyInfo: encodingOf(spki), subjectPublicKey, publicKeyOid };
}
