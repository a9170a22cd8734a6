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
  type SigningAlgorithm,
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

/** What a key that may be somewhere else has to sign: attributes (DER under the SET tag) and their digest, which a key over hashes signs. */
export type AttributesToSign = {
  readonly algorithm: SigningAlgorithm;
  readonly signedAttributes: Uint8Array;
  readonly digest: Uint8Array;
};

/** A signature to make whose key is not here. */
type WithoutKey = Omit<SigningInput, "signer">;

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
export async function signWithValue(input: SigningInput): Promise<SignedWithValue> {
  const { signer, certificate } = input;
  if (signingAlgorithmFor(certificate.subjectPublicKeyInfo) !== signer.algorithm) {
    throw new SigningRefusal("algorithm-mismatch", `${signer.algorithm} is not for the certificate's key`);
  }
  const { signedAttributes } = attributesToSign(input);
  return encodeSigned(input, { signedAttributes, signature: await signMessage(signer, signedAttributes) });
}

/** The DER of the ContentInfo and the signature value in it. */
type SignedWithValue = { readonly der: Uint8Array; readonly signature: Uint8Array };

/** What the certificate's key has to sign. @throws SigningRefusal when digest and key do not belong together, or the house does not sign with such a key */
export function attributesToSign({ content, certificate }: Omit<WithoutKey, "chain">): AttributesToSign {
  const algorithm = signingAlgorithmFor(certificate.subjectPublicKeyInfo);
  if (algorithm === null) throw new SigningRefusal("algorithm-mismatch", "the house does not sign with such a key");
  const digestAlgorithm = digestAlgorithmOf(algorithm);
  if (content.kind === "detached") checkDigest(content, algorithm);
  const contentType = content.kind === "detached" ? OID.data : content.contentType;
  const messageDigest = content.kind === "detached" ? content.digest : digestOf(digestAlgorithm, content.bytes);
  const signedAttributes = buildSignedAttributes({ contentType, messageDigest, certificate });
  return {
    algorithm,
    signedAttributes,
    get digest() {
      return digestOf(digestAlgorithm, signedAttributes);
    },
  };
}

/**
 * As `signWithValue`, over a signature value that was made elsewhere.
 * @throws SigningRefusal when the value does not verify over these attributes under the certificate's key
 */
export function signedWithValue(input: WithoutKey, signature: Uint8Array): SignedWithValue {
  return encodeSigned(input, { signedAttributes: attributesToSign(input).signedAttributes, signature });
}

type Value = { readonly signedAttributes: Uint8Array; readonly signature: Uint8Array };

function encodeSigned(input: WithoutKey, { signedAttributes, signature }: Value): SignedWithValue {
  const { content, certificate } = input;
  const { subjectPublicKeyInfo: spki } = certificate;
  const algorithm = signingAlgorithmFor(spki);
  if (algorithm === null || !verifySignature({ spki, algorithm, message: signedAttributes, signature })) {
    throw new SigningRefusal("key-mismatch", "the signature does not verify under the certificate's key");
  }
  const digestAlgorithm = digestAlgorithmOf(algorithm);
  const signerInfo = encodeSequence(
    encodeInteger(1),
    encodeSequence(certificate.issuer, certificate.serialNumberDer),
    encodeDigestAlgorithm(digestAlgorithm),
    encodeImplicit(0, signedAttributes),
    encodeSignatureAlgorithm(algorithm),
    encodeOctetString(signature),
  );
  const signedData = encodeSequence(
    encodeInteger(versionFor(content.kind === "detached" ? OID.data : content.contentType)),
    encodeSetOf([encodeDigestAlgorithm(digestAlgorithm)]),
    encodeEncapsulatedContent(content),
    encodeCertificates(input),
    encodeElement(TAG.set, signerInfo),
  );
  return { der: encodeSequence(encodeOid(OID.signedData), encodeExplicit(0, signedData)), signature };
}

function checkDigest(
  { digest, digestAlgorithm }: SignedContent & { readonly kind: "detached" },
  algorithm: SigningAlgorithm,
): void {
  const needed = digestAlgorithmOf(algorithm);
  if (digestAlgorithm !== needed || digest.length !== digestLength(needed)) {
    throw new SigningRefusal("digest-mismatch", `${algorithm} needs a ${needed} digest`);
  }
}

function encodeEncapsulatedContent(content: SignedContent): Uint8Array {
  if (content.kind === "detached") return encodeSequence(encodeOid(OID.data));
  return encodeSequence(encodeOid(content.contentType), encodeExplicit(0, encodeOctetString(content.bytes)));
}

function encodeCertificates({ certificate, chain, certificates }: WithoutKey): Uint8Array | null {
  if (certificates === "omit") return null;
  const all = [certificate, ...chain];
  const unique = all.filter((one, i) => !all.slice(0, i).some((earlier) => sameCertificate(earlier, one)));
  return encodeImplicit(0, encodeSetOf(unique.map(({ der }) => der)));
}
