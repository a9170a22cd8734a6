// Encodes and signs a certificate (RFC 5280 §4.1). profiles.ts decides the contents; the authority that calls this decides
// whether to issue it.
import { encodeBitString, encodeExplicit, encodeInteger, encodeSequence, encodeUnsigned } from "../asn1/der-writer.ts";
import { encodeTime } from "../asn1/times.ts";
import { encodeExtensions } from "./encode-extensions.ts";
import type { CertificateProfile } from "./profiles.ts";
import { encodeSignatureAlgorithm, type Signer, signMessage } from "./signature-algorithm.ts";

const VERSION_3 = encodeExplicit(0, encodeInteger(2));

/**
 * Signs a certificate of the given profile with the issuer's key; answers its DER.
 * @throws whatever the signer throws
 */
export async function issueCertificate(profile: CertificateProfile, signer: Signer): Promise<Uint8Array> {
  const algorithm = encodeSignatureAlgorithm(signer.algorithm);
  const tbsCertificate = encodeSequence(
    VERSION_3,
    encodeUnsigned(profile.serialNumber),
    algorithm,
    profile.issuer,
    encodeSequence(encodeTime(profile.notBefore), encodeTime(profile.notAfter)),
    profile.subject,
    profile.subjectPublicKeyInfo,
    encodeExplicit(3, encodeExtensions(profile.extensions)),
  );
  const signature = await signMessage(signer, tbsCertificate);
  return encodeSequence(tbsCertificate, algorithm, encodeBitString(signature));
}
