// Reads CMS SignedData (RFC 5652 §5) in the profile of PAdES and of timestamp tokens: one SignerInfo of version 1, named by
// issuer and serial number, with signed attributes. Other forms are refused here; verify-signed-data.ts checks the
// attributes.
import { checkSorted, contentOf, contextTag, DerError, type DerNode, encodingOf, parseDer, TAG } from "../asn1/der.ts";
import { encodeElement, encodeImplicit, encodeOid, encodeSequence, encodeSetOf } from "../asn1/der-writer.ts";
import { OID } from "../asn1/oids.ts";
import { explicitOf, membersOf, oidOf, requireTag, smallIntegerOf } from "../asn1/structure.ts";
import { type Certificate, parseCertificate } from "../x509/certificate.ts";
import { checkedName } from "../x509/name.ts";
import {
  type DigestAlgorithm,
  parseDigestAlgorithm,
  parseSignatureAlgorithm,
  type SignatureAlgorithm,
} from "../x509/signature-algorithm.ts";

/** One attribute: its type and the DER of its values. */
export type Attribute = { readonly oid: string; readonly values: readonly Uint8Array[] };

/** The one signer of a SignedData. Null algorithms are ones the house does not check. */
export type SignerInfo = {
  /** Name of the signer certificate's issuer (DER) and its serial number as in `Certificate.serialNumber`. */
  readonly issuer: Uint8Array;
  readonly serialNumber: string;
  readonly digestAlgorithm: DigestAlgorithm | null;
  readonly signatureAlgorithm: SignatureAlgorithm | null;
  readonly signedAttributes: readonly Attribute[];
  /** What was signed: the attributes under the SET tag (RFC 5652 §5.4). */
  readonly signedAttributesDer: Uint8Array;
  readonly unsignedAttributes: readonly Attribute[];
  readonly signature: Uint8Array;
};

/** A SignedData that was read; nothing about it is checked yet. */
export type SignedData = {
  readonly der: Uint8Array;
  readonly contentType: string;
  /** The encapsulated content, or null when detached. */
  readonly content: Uint8Array | null;
  readonly certificates: readonly Certificate[];
  readonly signerInfo: SignerInfo;
};

/**
 * Reads a ContentInfo with a SignedData; certificates in it that are `known` are not read again.
 * @throws DerError for what is no DER, has not exactly one version 1 SignerInfo, or lacks signed attributes
 */
export function parseSignedData(der: Uint8Array, known: readonly Certificate[] = []): SignedData {
  const signedData = membersOf(signedDataNode(der, known));
  const version = smallIntegerOf(requireTag(signedData.next(), TAG.integer), 255);
  signedData.next(TAG.set);
  const { contentType, content } = parseEncapsulatedContent(signedData.next(TAG.sequence));
  const certificates = signedData.optional(contextTag(0, "constructed"));
  signedData.optional(contextTag(1, "constructed"));
  const signerInfos = signedData.next(TAG.set);
  signedData.end();
  // RFC 5652 §5.1: 1 for id-data and 3 for any other content, as long as certificates are plain and signers version 1.
  if (version !== versionFor(contentType)) throw new DerError("unsupported-version", `SignedData version ${version}`);
  return {
    der,
    contentType,
    content,
    certificates: certificates ? parseCertificates(certificates, known) : [],
    signerInfo: parseSignerInfo(explicitOf(signerInfos), known),
  };
}

/** SignedData version for a content type (RFC 5652 §5.1). */
export function versionFor(contentType: string): 1 | 3 {
  return contentType === OID.data ? 1 : 3;
}

/** The DER of the single value of an attribute, or null when it is absent or not exactly one with one value. */
export function singleValue(attributes: readonly Attribute[], oid: string): Uint8Array | null {
  const [attribute, second] = attributes.filter((candidate) => candidate.oid === oid);
  if (!attribute || second || attribute.values.length !== 1) return null;
  return attribute.values[0] ?? null;
}

/** The attributes in what was signed or is to be: DER under the SET tag (RFC 5652 §5.4). @throws DerError */
export function parseSignedAttributes(der: Uint8Array): Attribute[] {
  const node = requireTag(parseDer(der), TAG.set);
  checkSorted(node.children);
  return parseAttributes(node);
}

/** DER of one attribute with one value. */
export function encodeAttribute(oid: string, value: Uint8Array): Uint8Array {
  return encodeSequence(encodeOid(oid), encodeSetOf([value]));
}

/**
 * Adds a signature timestamp (RFC 3161 appendix A) as unsigned attribute; the token is the DER of its ContentInfo. Nothing
 * that was signed changes. The token has to be checked before. Certificates in both that are `known` are not read again.
 * @throws DerError for a SignedData that already has unsigned attributes: a second timestamp is no part of the profile
 */
export function addSignatureTimestamp(
  cms: Uint8Array,
  token: Uint8Array,
  known: readonly Certificate[] = [],
): Uint8Array {
  const signedData = signedDataNode(cms, known);
  const signerInfos = requireTag(lastOf(signedData), TAG.set);
  const signerInfo = explicitOf(signerInfos);
  if (lastOf(signerInfo).tag === contextTag(1, "constructed")) {
    throw new DerError("duplicate-element", "unsigned attributes are there already");
  }
  parseDer(token, { known: known.map((certificate) => certificate.der) });
  const attributes = encodeSetOf([encodeAttribute(OID.signatureTimeStampToken, token)]);
  const stamped = encodeElement(TAG.sequence, contentOf(signerInfo), encodeImplicit(1, attributes));
  const before = signedData.source.subarray(signedData.contentStart, signerInfos.start);
  const body = encodeElement(TAG.sequence, before, encodeElement(TAG.set, stamped));
  return encodeSequence(encodeOid(OID.signedData), encodeElement(contextTag(0, "constructed"), body));
}

function signedDataNode(der: Uint8Array, known: readonly Certificate[]): DerNode {
  const contentInfo = membersOf(parseDer(der, { known: known.map((certificate) => certificate.der) }));
  const type = oidOf(contentInfo.next());
  if (type !== OID.signedData) throw new DerError("unexpected-element", `content type ${type}`);
  const content = contentInfo.next(contextTag(0, "constructed"));
  contentInfo.end();
  return requireTag(explicitOf(content), TAG.sequence);
}

function lastOf(node: DerNode): DerNode {
  const last = node.children[node.children.length - 1];
  if (!last) throw new DerError("missing-element", `empty at ${node.start}`);
  return last;
}

function parseEncapsulatedContent(node: DerNode) {
  const members = membersOf(node);
  const contentType = oidOf(members.next());
  const explicit = members.optional(contextTag(0, "constructed"));
  members.end();
  return { contentType, content: explicit && contentOf(requireTag(explicitOf(explicit), TAG.octetString)) };
}

function parseCertificates(node: DerNode, known: readonly Certificate[]): Certificate[] {
  // CertificateChoices other than a plain certificate are obsolete (RFC 5652 §10.2.2).
  return node.children.map((child) => parseCertificate(encodingOf(requireTag(child, TAG.sequence)), known));
}

function parseSignerInfo(node: DerNode, known: readonly Certificate[]): SignerInfo {
  const members = membersOf(node);
  const version = smallIntegerOf(requireTag(members.next(), TAG.integer), 255);
  if (version !== 1) throw new DerError("unsupported-version", `SignerInfo version ${version}`);
  const sid = membersOf(members.next());
  const issuer = checkedName(sid.next(TAG.sequence), known);
  const serialNumber = Buffer.from(contentOf(sid.next(TAG.integer))).toString("hex");
  sid.end();
  const digestAlgorithm = parseDigestAlgorithm(members.next(TAG.sequence));
  const signed = members.next(contextTag(0, "constructed"));
  const signatureAlgorithm = parseSignatureAlgorithm(members.next(TAG.sequence));
  const signature = contentOf(members.next(TAG.octetString));
  const unsigned = members.optional(contextTag(1, "constructed"));
  members.end();
  // RFC 5652 §5.3: signed attributes are DER even in a BER message. Unsigned ones need not be sorted.
  checkSorted(signed.children);
  return {
    issuer,
    serialNumber,
    digestAlgorithm,
    signatureAlgorithm,
    signedAttributes: parseAttributes(signed),
    signedAttributesDer: encodeElement(TAG.set, contentOf(signed)),
    unsignedAttributes: unsigned ? parseAttributes(unsigned) : [],
    signature,
  };
}

function parseAttributes(node: DerNode): Attribute[] {
  const attributes = node.children.map((child) => {
    const members = membersOf(child);
    const oid = oidOf(members.next());
    const values = members.next(TAG.set).children.map(encodingOf);
    members.end();
    if (values.length === 0) throw new DerError("missing-element", `attribute ${oid} without a value`);
    return { oid, values };
  });
  if (attributes.length === 0) throw new DerError("missing-element", "no attributes");
  return attributes;
}
