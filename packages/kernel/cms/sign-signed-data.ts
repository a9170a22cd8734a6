// Makes CMS SignedData (RFC 5652 §5) as PAdES baseline requires it (EN 319 142-1 §6.3): one signer, DER, the signed attributes
// content-type, message-digest and signing-certificate-v2, and no signing-time.

import { TAG } from "../asn1/der.ts";
import {
  encodeElement,
  encodeExplicit,
  encodeImplicit,
  encodeInteger,
  encodeOctetString,
  encodeOid,
  encodeSequence,
  encodeSetOf,
} from "../asn1/der-writer.ts";
import { OID } from "../asn1/oids.ts";
import type { Certificate } from "../x509/certificate.ts";
import { sameCertificate } from "../x509/chain.ts";
import {
  type DigestAlgorithm,
  digestAlgorithmOf,
  digestLength,
  digestOf,
  encodeDigestAlgorithm,
  encodeSignatureAlgorithm,
  type Signer,
  signingAlgorithmFor,
  signMessage,
  verifySignature,
} from "../x509/signature-algorithm.ts";
import { encodeAttribute, versionFor } from "./signed-data.ts";
import { encodeSigningCertificate } from "./signing-certificate.ts";

/** Why nothing was signed. `key-mismatch`: what the signer gave does not verify under the certificate's key. */
export type SigningRefusalCode = "key-mismatch" | "algorithm-mismatch" | "digest-mismatch";

/** A signature that would not hold; thrown before anything leaves. */
export class SigningRefusal extends Error {
  override readonly name = "SigningRefusal";
  readonly code: SigningRefusalCode;
  constructor(code: SigningRefusalCode, detail: string) {
    super(`${code}: ${detail}`);
    this.code = code;
  }
}

/** What a signature is over: a digest of what lies elsewhere, or bytes that travel inside. */
export type SignedContent =
  | { readonly kind: "detached"; readonly digest: Uint8Array; readonly digestAlgorithm: DigestAlgorithm }
  | { readonly kind: "encapsulated"; readonly contentType: string; readonly bytes: Uint8Array };

/** A signature to make. `chain` is sent along beside the signer's certificate; without `certificates: "omit"`. */
export type SigningInput = {
  readonly content: SignedContent;
  readonly signer: Signer;
  readonly certificate: Certificate;
  readonly chain: readonly Certificate[];
  /** RFC 3161 §2.4.1: a token carries no certificates unless they were asked for. */
  readonly certificates?: "omit";
};

/** DER of the signed attributes, sorted, under the SET tag: exactly the bytes that are signed (RFC 5652 §5.4). */
export function buildSignedAttributes(input: {
  readonly contentType: string;
  readonly messageDigest: Uint8Array;
  readonly certificate: Certificate;
}): Uint8Array {
  return encodeSetOf([
    encodeAttribute(OID.contentType, encodeOid(input.contentType)),
    encodeAttribute(OID.messageDigest, encodeOctetString(input.messageDigest)),
    encodeAttribute(OID.signingCertificateV2, encodeSigningCertificate(input.certificate)),
  ]);
}

/**
 * Signs and answers the DER of the ContentInfo, after the signature was verified under the certificate's public key.
 * @throws SigningRefusal when key, algorithm or digest do not belong together; whatever the signer throws
 */
export async function signSignedData(input: SigningInput): Promise<Uint8Array> {
  return (await signWithValue(input)).der;
}

/** As `signSignedData`, and answers the signature value beside it: what a signature timestamp is made over. */
export async function signWithValue(
  input: SigningInput,
): Promise<{ readonly der: Uint8Array; readonly signature: Uint8Array }> {
  const { content, signer, certificate } = input;
  const digestAlgorithm = digestAlgorithmOf(signer.algorithm);
  checkFits(input, digestAlgorithm);
  const contentType = content.kind === "detached" ? OID.data : content.contentType;
  const messageDigest = content.kind === "detached" ? content.digest : digestOf(digestAlgorithm, content.bytes);
  const signedAttributes = buildSignedAttributes({ contentType, messageDigest, certificate });
  const signature = await signMessage(signer, signedAttributes);
  const check = { algorithm: signer.algorithm, message: signedAttributes, signature };
  if (!verifySignature({ spki: certificate.subjectPublicKeyInfo, ...check })) {
    throw new SigningRefusal("key-mismatch", "the signature does not verify under the certificate's key");
  }
  const signerInfo = encodeSequence(
    encodeInteger(1),
    encodeSequence(certificate.issuer, certificate.serialNumberDer),
    encodeDigestAlgorithm(digestAlgorithm),
    encodeImplicit(0, signedAttributes),
    encodeSignatureAlgorithm(signer.algorithm),
    encodeOctetString(signature),
  );
  const signedData = encodeSequence(
    encodeInteger(versionFor(contentType)),
    encodeSetOf([encodeDigestAlgorithm(digestAlgorithm)]),
    encodeEncapsulatedContent(content),
    encodeCertificates(input),
    encodeElement(TAG.set, signerInfo),
  );
  return { der: encodeSequence(encodeOid(OID.signedData), encodeExplicit(0, signedData)), signature };
}

function checkFits({ content, signer, certificate }: SigningInput, digestAlgorithm: DigestAlgorithm): void {
  if (signingAlgorithmFor(certificate.subjectPublicKeyInfo) !== signer.algorithm) {
    throw new SigningRefusal("algorithm-mismatch", `${signer.algorithm} is not for the certificate's key`);
  }
  if (content.kind === "encapsulated") return;
  if (content.digestAlgorithm !== digestAlgorithm || content.digest.length !== digestLength(digestAlgorithm)) {
    throw new SigningRefusal("digest-mismatch", `${signer.algorithm} needs a ${digestAlgorithm} digest`);
  }
}

function encodeEncapsulatedContent(content: SignedContent): Uint8Array {
  if (content.kind === "detached") return encodeSequence(encodeOid(OID.data));
  return encodeSequence(encodeOid(content.contentType), encodeExplicit(0, encodeOctetString(content.bytes)));
}

function encodeCertificates({ certificate, chain, certificates }: SigningInput): Uint8Array | null {
  if (certificates === "omit") return null;
  const all = [certificate, ...chain];
  const unique = all.filter((one, i) => !all.slice(0, i).some((earlier) => sameCertificate(earlier, one)));
  return encodeImplicit(0, encodeSetOf(unique.map(({ der }) => der)));
}
