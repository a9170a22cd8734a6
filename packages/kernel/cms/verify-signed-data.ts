// Checks the cryptographic binding of a SignedData (RFC 5652 §5.6, EN 319 102-1 §5.2.3 and §5.2.7) and its profile. It
// returns all faults, with the codes of EN 319 102-1 §5.1.3. It does not check whether the certificate is trusted.
import { compareEncodings, contentOf, DerError, parseDer, TAG } from "../asn1/der.ts";
import { OID } from "../asn1/oids.ts";
import { oidOf, requireTag } from "../asn1/structure.ts";
import type { Certificate } from "../x509/certificate.ts";
import { namesEqual } from "../x509/name.ts";
import { digestAlgorithmOf, digestOf, verifySignature } from "../x509/signature-algorithm.ts";
import { type SignedData, singleValue } from "./signed-data.ts";
import { type EssCertId, essMatches, parseSigningCertificate } from "./signing-certificate.ts";

/** Everything that can be wrong, each with the sub-indication a validation report gives for it. */
export const SIGNED_DATA_FINDINGS = {
  "unsupported-algorithm": "CRYPTO_CONSTRAINTS_FAILURE",
  "algorithms-disagree": "CRYPTO_CONSTRAINTS_FAILURE",
  "signer-certificate-missing": "NO_SIGNING_CERTIFICATE_FOUND",
  "signing-certificate-attribute-missing": "SIG_CONSTRAINTS_FAILURE",
  "signing-certificate-mismatch": "NO_SIGNING_CERTIFICATE_FOUND",
  "content-type-mismatch": "FORMAT_FAILURE",
  "content-missing": "SIGNED_DATA_NOT_FOUND",
  "content-unexpected": "FORMAT_FAILURE",
  "message-digest-missing": "FORMAT_FAILURE",
  "message-digest-mismatch": "HASH_FAILURE",
  "signature-invalid": "SIG_CRYPTO_FAILURE",
  "signing-time-present": "SIG_CONSTRAINTS_FAILURE",
  "malformed-attribute": "FORMAT_FAILURE",
} as const;

/** One thing that is wrong. */
export type SignedDataFinding = keyof typeof SIGNED_DATA_FINDINGS;

/** The certificate that made the signature, where it was found, and what is wrong: nothing when `findings` is empty. */
export type SignedDataReport = {
  readonly signer: Certificate | null;
  readonly findings: readonly SignedDataFinding[];
};

/** What to check. `contentDigest` is the digest of detached content by the signer's digest algorithm; encapsulated content needs none. */
export type SignedDataQuestion = {
  readonly signedData: SignedData;
  readonly profile: "pades" | "timestamp";
  readonly contentDigest?: Uint8Array;
  /** Certificates known from elsewhere, for a token that carries none. */
  readonly certificates?: readonly Certificate[];
};

/** Checks a SignedData and reports everything that is wrong with it. */
export function verifySignedData(question: SignedDataQuestion): SignedDataReport {
  const { signedData, certificates = [] } = question;
  const known = [...signedData.certificates, ...certificates];
  const certId = readAttribute(signedData, OID.signingCertificateV2, (der) => parseSigningCertificate(der, known));
  const signer = findSigner(question, certId.value);
  const findings = [
    ...checkAttributes(question),
    ...checkContent(question),
    ...checkSigningCertificate(certId, signer),
    ...checkSignature(question.signedData, signer),
  ];
  return { signer, findings };
}

function findSigner(
  { signedData, certificates = [] }: SignedDataQuestion,
  certId: EssCertId | null,
): Certificate | null {
  const { issuer, serialNumber } = signedData.signerInfo;
  const named = [...signedData.certificates, ...certificates].filter(
    (certificate) => certificate.serialNumber === serialNumber && namesEqual(certificate.issuer, issuer),
  );
  // Two certificates may share issuer and serial number when one is forged; the signed attribute tells which is meant.
  return named.find((certificate) => certId && essMatches(certId, certificate)) ?? named[0] ?? null;
}

function checkAttributes({ signedData, profile }: SignedDataQuestion): SignedDataFinding[] {
  const findings: SignedDataFinding[] = [];
  const contentType = readAttribute(signedData, OID.contentType, (der) => oidOf(parseDer(der)));
  if (contentType.value !== signedData.contentType) findings.push("content-type-mismatch");
  const expected = profile === "pades" ? OID.data : OID.tstInfo;
  if (signedData.contentType !== expected) findings.push("content-type-mismatch");
  // EN 319 142-1 table 1: the claimed time of a PAdES signature stands in /M alone.
  const hasTime = signedData.signerInfo.signedAttributes.some(({ oid }) => oid === OID.signingTime);
  if (profile === "pades" && hasTime) findings.push("signing-time-present");
  return [...new Set(findings)];
}

function checkContent({ signedData, contentDigest, profile }: SignedDataQuestion): SignedDataFinding[] {
  const { content, signerInfo } = signedData;
  if (profile === "pades" && content) return ["content-unexpected"];
  if (!signerInfo.digestAlgorithm) return ["unsupported-algorithm"];
  const digest = content ? digestOf(signerInfo.digestAlgorithm, content) : contentDigest;
  if (!digest) return ["content-missing"];
  const claimed = readAttribute(signedData, OID.messageDigest, (der) => {
    return contentOf(requireTag(parseDer(der), TAG.octetString));
  });
  if (!claimed.value) return [claimed.malformed ? "malformed-attribute" : "message-digest-missing"];
  return compareEncodings(claimed.value, digest) === 0 ? [] : ["message-digest-mismatch"];
}

function checkSigningCertificate(certId: Read<EssCertId>, signer: Certificate | null): SignedDataFinding[] {
  if (!certId.value) return [certId.malformed ? "malformed-attribute" : "signing-certificate-attribute-missing"];
  if (!signer) return ["signer-certificate-missing"];
  return essMatches(certId.value, signer) ? [] : ["signing-certificate-mismatch"];
}

function checkSignature({ signerInfo }: SignedData, signer: Certificate | null): SignedDataFinding[] {
  const { signatureAlgorithm, digestAlgorithm, signature, signedAttributesDer } = signerInfo;
  if (!signatureAlgorithm) return ["unsupported-algorithm"];
  if (digestAlgorithm && digestAlgorithmOf(signatureAlgorithm) !== digestAlgorithm) return ["algorithms-disagree"];
  if (!signer) return []; // reported already
  const check = { algorithm: signatureAlgorithm, message: signedAttributesDer, signature };
  return verifySignature({ spki: signer.subjectPublicKeyInfo, ...check }) ? [] : ["signature-invalid"];
}

type Read<T> = { readonly value: T | null; readonly malformed: boolean };

function readAttribute<T>(signedData: SignedData, oid: string, parse: (der: Uint8Array) => T): Read<T> {
  const der = singleValue(signedData.signerInfo.signedAttributes, oid);
  if (!der) return { value: null, malformed: false };
  try {
    return { value: parse(der), malformed: false };
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
    return { value: null, malformed: true };
  }
}
