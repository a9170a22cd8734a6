// Requests for a certificate (PKCS#10, RFC 2986): a CA whose issuer's key is somewhere else says its name and its key, and proves that
// it has that key. Attributes are read over: the issuer decides what the certificate says.
import { contextTag, DerError, type DerNode, encodingOf, parseDer, TAG } from "../asn1/der.ts";
import { encodeBitString, encodeElement, encodeInteger, encodeSequence } from "../asn1/der-writer.ts";
import { integerOf, membersOf, wholeBitString } from "../asn1/structure.ts";
import { checkedName } from "./name.ts";
import {
  encodeSignatureAlgorithm,
  parseSignatureAlgorithm,
  type SignatureAlgorithm,
  type Signer,
  signMessage,
  verifySignature,
} from "./signature-algorithm.ts";

/** A request that was read; nothing about it is checked yet. Byte values are DER but for the signature. */
export type CertificationRequest = {
  /** What is signed. */
  readonly info: Uint8Array;
  readonly subject: Uint8Array;
  readonly subjectPublicKeyInfo: Uint8Array;
  /** Null for an algorithm the house does not check. */
  readonly signatureAlgorithm: SignatureAlgorithm | null;
  readonly signature: Uint8Array;
};

/** Signs a request for a certificate of `subject` (DER) over the signer's own public key; answers its DER. @throws whatever the signer throws */
export async function issueRequest(
  { subject, subjectPublicKeyInfo }: Pick<CertificationRequest, "subject" | "subjectPublicKeyInfo">,
  signer: Signer,
): Promise<Uint8Array> {
  // RFC 2986 §4.1: version 1 is written 0. Attributes are there, and may be empty.
  const info = encodeSequence(encodeInteger(0), subject, subjectPublicKeyInfo, encodeElement(ATTRIBUTES));
  const signature = await signMessage(signer, info);
  return encodeSequence(info, encodeSignatureAlgorithm(signer.algorithm), encodeBitString(signature));
}

/** Reads a request. @throws DerError when it is not exactly one of version 1 */
export function parseRequest(der: Uint8Array): CertificationRequest {
  const outer = membersOf(parseDer(der));
  const info = outer.next(TAG.sequence);
  const algorithm = outer.next(TAG.sequence);
  const signature = wholeBitString(outer.next());
  outer.end();
  return {
    info: encodingOf(info),
    ...parseInfo(info),
    signatureAlgorithm: parseSignatureAlgorithm(algorithm),
    signature,
  };
}

/** Whether the request was signed with the key that it names. */
export function provesItsKey({ info, subjectPublicKeyInfo: spki, ...signed }: CertificationRequest): boolean {
  const { signatureAlgorithm: algorithm, signature } = signed;
  return algorithm !== null && verifySignature({ spki, algorithm, message: info, signature });
}

const ATTRIBUTES = contextTag(0, "constructed");

function parseInfo(info: DerNode): Pick<CertificationRequest, "subject" | "subjectPublicKeyInfo"> {
  const members = membersOf(info);
  if (integerOf(members.next()) !== 0n) throw new DerError("unsupported-version", "not a request of version 1");
  const subject = checkedName(members.next(TAG.sequence));
  const subjectPublicKeyInfo = encodingOf(members.next(TAG.sequence));
  members.next(ATTRIBUTES);
  members.end();
  return { subject, subjectPublicKeyInfo };
}
