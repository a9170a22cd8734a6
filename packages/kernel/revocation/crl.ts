// Certificate revocation lists, version 2 (RFC 5280 §5): complete lists of one issuer, neither partitioned nor delta.
import { contentOf, contextTag, DerError, type DerNode, encodingOf, parseDer, TAG } from "../asn1/der.ts";
import {
  encodeBitString,
  encodeElement,
  encodeEnumerated,
  encodeExplicit,
  encodeInteger,
  encodeSequence,
} from "../asn1/der-writer.ts";
import { OID } from "../asn1/oids.ts";
import {
  explicitOf,
  integerOf,
  membersOf,
  requireTag,
  sequenceOf,
  smallIntegerOf,
  wholeBitString,
} from "../asn1/structure.ts";
import { encodeGeneralizedTime, encodeTime, parseTime } from "../asn1/times.ts";
import type { Certificate } from "../x509/certificate.ts";
import { authorityKeyIdentifier, encodeExtensions } from "../x509/encode-extensions.ts";
import { type Extension, parseExtensions } from "../x509/extensions.ts";
import { checkedName } from "../x509/name.ts";
import {
  encodeSignatureAlgorithm,
  parseSignatureAlgorithm,
  type SignatureAlgorithm,
  type Signer,
  signMessage,
} from "../x509/signature-algorithm.ts";
import {
  type IssuedRevocationReason,
  REVOCATION_REASONS,
  type RevocationReason,
  revocationReason,
} from "./revocation-reason.ts";

/** One revoked certificate of a list to issue; `serialNumber` as in `Certificate.serialNumber`. */
export type RevokedCertificate = {
  readonly serialNumber: string;
  readonly revokedAt: Date;
  readonly reason: IssuedRevocationReason;
};

/** Entries as they stand in a list, one after the other (RFC 5280 §5.1.2.6). */
export type RevokedEntries = { readonly bytes: Uint8Array };

/** Writes entries, behind those of `before`. */
export function encodeRevoked(revoked: readonly RevokedCertificate[], before?: RevokedEntries): RevokedEntries {
  return { bytes: Buffer.concat([before?.bytes ?? new Uint8Array(0), ...revoked.map(encodeEntry)]) };
}

/** A list to issue. Times are to the second. */
export type CrlContent = {
  readonly issuer: Certificate;
  /** RFC 5280 §5.2.3: increases with every list of this issuer; a gap is fine, a repeat is not. */
  readonly crlNumber: bigint;
  readonly thisUpdate: Date;
  readonly nextUpdate: Date;
  readonly revoked: readonly RevokedCertificate[];
  /** Entries of the list before, which stand before `revoked`: a list that grows by one is not written anew. */
  readonly before?: RevokedEntries;
  /** Says that expired certificates stay on the list, if revoked after this time (ISO/IEC 9594-8 §9.5.2.8). */
  readonly expiredCertsSince?: Date;
};

/** One entry of a list that was read. */
export type CrlEntry = { readonly revokedAt: Date; readonly reason: RevocationReason };

/** A list that was read; nothing about it is checked yet. */
export type Crl = {
  readonly der: Uint8Array;
  readonly tbsCertList: Uint8Array;
  readonly issuer: Uint8Array;
  readonly thisUpdate: Date;
  readonly nextUpdate: Date;
  readonly crlNumber: bigint | null;
  readonly authorityKeyIdentifier: Uint8Array | null;
  readonly unknownCritical: readonly string[];
  /** By serial number as in `Certificate.serialNumber`. */
  readonly entries: ReadonlyMap<string, CrlEntry>;
  readonly signatureAlgorithm: SignatureAlgorithm | null;
  readonly signature: Uint8Array;
};

const VERSION_2 = encodeInteger(1);

/**
 * Signs a list with the issuer's key; answers its DER.
 * @throws RangeError for an issuer without key identifier, whatever the signer throws
 */
export async function issueCrl(content: CrlContent, signer: Signer): Promise<Uint8Array> {
  const { issuer } = content;
  if (!issuer.subjectKeyIdentifier) throw new RangeError("the issuer has no subjectKeyIdentifier");
  const algorithm = encodeSignatureAlgorithm(signer.algorithm);
  const extensions: Extension[] = [
    authorityKeyIdentifier(issuer.subjectKeyIdentifier),
    { oid: OID.crlNumber, critical: false, value: encodeInteger(content.crlNumber) },
  ];
  if (content.expiredCertsSince) {
    const value = encodeGeneralizedTime(content.expiredCertsSince);
    extensions.push({ oid: OID.expiredCertsOnCrl, critical: false, value });
  }
  const { bytes } = encodeRevoked(content.revoked, content.before);
  const tbsCertList = encodeSequence(
    VERSION_2,
    algorithm,
    issuer.subject,
    encodeTime(content.thisUpdate),
    encodeTime(content.nextUpdate),
    // RFC 5280 §5.1.2.6: absent, never empty.
    bytes.length === 0 ? null : encodeElement(TAG.sequence, bytes),
    encodeExplicit(0, encodeExtensions(extensions)),
  );
  const signature = await signMessage(signer, tbsCertList);
  return encodeSequence(tbsCertList, algorithm, encodeBitString(signature));
}

/**
 * Reads a list.
 * @throws DerError when it is not exactly one version 2 list with nextUpdate
 */
export function parseCrl(der: Uint8Array): Crl {
  const outer = membersOf(parseDer(der));
  const tbs = outer.next(TAG.sequence);
  const algorithm = outer.next(TAG.sequence);
  const signature = wholeBitString(outer.next());
  outer.end();
  const { innerAlgorithm, ...fields } = parseTbsCertList(tbs);
  if (Buffer.compare(encodingOf(innerAlgorithm), encodingOf(algorithm)) !== 0) {
    throw new DerError("unexpected-element", "signatureAlgorithm differs from the signed one");
  }
  const signatureAlgorithm = parseSignatureAlgorithm(algorithm);
  return { der, tbsCertList: encodingOf(tbs), ...fields, signatureAlgorithm, signature };
}

function parseTbsCertList(tbs: DerNode) {
  const members = membersOf(tbs);
  if (integerOf(members.next()) !== 1n) throw new DerError("unsupported-version", "not a version 2 list");
  const innerAlgorithm = members.next(TAG.sequence);
  const issuer = checkedName(members.next(TAG.sequence));
  const thisUpdate = parseTime(members.next());
  const nextUpdate = parseTime(members.next());
  const revoked = members.optional(TAG.sequence);
  const extensions = members.optional(contextTag(0, "constructed"));
  members.end();
  const listExtensions = extensions ? parseExtensions(explicitOf(extensions)) : [];
  const { entries, unknownCritical } = revoked ? parseEntries(revoked) : { entries: new Map(), unknownCritical: [] };
  return {
    innerAlgorithm,
    issuer,
    thisUpdate,
    nextUpdate,
    ...parseListExtensions(listExtensions, unknownCritical),
    entries,
  };
}

function parseListExtensions(extensions: readonly Extension[], unknownInEntries: readonly string[]) {
  const find = (oid: string) => extensions.find((extension) => extension.oid === oid);
  const number = find(OID.crlNumber);
  const keyIdentifier = find(OID.authorityKeyIdentifier);
  const unknown = extensions.filter(({ oid, critical }) => critical && !LIST_EXTENSIONS.has(oid)).map(({ oid }) => oid);
  return {
    crlNumber: number ? integerOf(parseDer(number.value)) : null,
    authorityKeyIdentifier: keyIdentifier ? parseKeyIdentifier(parseDer(keyIdentifier.value)) : null,
    unknownCritical: [...unknown, ...unknownInEntries],
  };
}

// Neither issuingDistributionPoint nor deltaCRLIndicator is here: such a list does not speak for all certificates.
const LIST_EXTENSIONS: ReadonlySet<string> = new Set([OID.crlNumber, OID.authorityKeyIdentifier]);
const ENTRY_EXTENSIONS: ReadonlySet<string> = new Set([OID.crlReason, OID.invalidityDate]);

function parseKeyIdentifier(node: DerNode): Uint8Array | null {
  const keyIdentifier = membersOf(node).optional(contextTag(0, "primitive"));
  return keyIdentifier && contentOf(keyIdentifier);
}

function parseEntries(revoked: DerNode) {
  const entries = new Map<string, CrlEntry>();
  const unknownCritical: string[] = [];
  for (const node of sequenceOf(revoked)) {
    const members = membersOf(node);
    const serial = Buffer.from(contentOf(members.next(TAG.integer))).toString("hex");
    const revokedAt = parseTime(members.next());
    const extensions = members.optional(TAG.sequence);
    members.end();
    if (entries.has(serial)) throw new DerError("duplicate-element", `serial number ${serial}`);
    const parsed = extensions ? parseExtensions(extensions) : [];
    for (const { oid, critical } of parsed) if (critical && !ENTRY_EXTENSIONS.has(oid)) unknownCritical.push(oid);
    const reason = parsed.find(({ oid }) => oid === OID.crlReason);
    entries.set(serial, { revokedAt, reason: reason ? parseReason(parseDer(reason.value)) : "unspecified" });
  }
  return { entries, unknownCritical };
}

/** CRLReason of an entry or of an OCSP answer. @throws DerError */
export function parseReason(node: DerNode): RevocationReason {
  const code = smallIntegerOf(requireTag(node, TAG.enumerated), 127);
  const reason = revocationReason(code);
  if (!reason) throw new DerError("out-of-range", `CRLReason ${code}`);
  return reason;
}

function encodeEntry({ serialNumber, revokedAt, reason }: RevokedCertificate): Uint8Array {
  const code = REVOCATION_REASONS[reason];
  const extension = { oid: OID.crlReason, critical: false, value: encodeEnumerated(code) };
  return encodeSequence(
    encodeElement(TAG.integer, Buffer.from(serialNumber, "hex")),
    encodeTime(revokedAt),
    // RFC 5280 §5.3.1: absent rather than unspecified.
    reason === "unspecified" ? null : encodeExtensions([extension]),
  );
}
