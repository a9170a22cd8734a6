/** What a signing module is asked to sign: activation data, a certificate for the key, and signed attributes that name it. */
import { createHash, randomBytes } from "node:crypto";
import { OID } from "@siegel/kernel/asn1/oids.ts";
import { buildSignedAttributes } from "@siegel/kernel/cms/sign-signed-data.ts";
import { type Activation, type ActivationSecret, activationMac } from "@siegel/kernel/mac/activation.ts";
import { parseCertificate } from "@siegel/kernel/x509/certificate.ts";
import { issueCertificate } from "@siegel/kernel/x509/issue-certificate.ts";
import { personProfile } from "@siegel/kernel/x509/profiles.ts";
import { type Hierarchy, makeHierarchy, requestFor, TEST_POLICY, URLS } from "../../../fixtures/hierarchy.ts";
import type { SignOrder } from "../ports/signing-module.ts";

let hierarchy: Promise<Hierarchy> | undefined;

/** A certificate for a public key (DER), valid now. */
export async function certificateFor(subjectPublicKeyInfo: Uint8Array): Promise<Uint8Array> {
  hierarchy ??= makeHierarchy("ecdsa-p256-sha256", new Date(Math.floor(Date.now() / 1_000) * 1_000));
  const { issuingCa } = await hierarchy;
  const subject = { country: "DE", commonName: "Ada Löw", givenName: "Ada", surname: "Löw", serialNumber: "S-1" };
  const issued = { issuer: issuingCa.certificate, urls: URLS, policy: TEST_POLICY, subject };
  const request = requestFor(subjectPublicKeyInfo, 1, issuingCa.certificate.notBefore);
  return await issueCertificate(
    personProfile({ ...request, ...issued, notBefore: issuingCa.certificate.notBefore }),
    issuingCa.signer,
  );
}

/** Signed attributes over a document, with whose certificate they name. */
export const attributesFor = (certificate: Uint8Array, document: string): Uint8Array =>
  buildSignedAttributes({
    contentType: OID.data,
    messageDigest: createHash("sha256").update(document).digest(),
    certificate: parseCertificate(certificate),
  });

/** An order for a key, allowed for five minutes; `said` is what it says otherwise. */
export function orderFor(
  secret: ActivationSecret,
  order: { readonly keyId: string; readonly certificate: Uint8Array; readonly documents?: readonly string[] },
  said: Partial<Activation> = {},
): SignOrder {
  const { keyId, certificate, documents = ["first", "second"] } = order;
  const signedAttributes = documents.map((document) => attributesFor(certificate, document));
  const now = new Date();
  const activation: Activation = {
    signerId: "signer",
    keyId,
    certificate: hexOf(certificate),
    documents: signedAttributes.map(hexOf),
    code: { challengeId: "challenge", checkedAt: now },
    passwordGivenAt: now,
    nonce: randomBytes(16).toString("hex"),
    notAfter: new Date(now.getTime() + 300_000),
    ...said,
  };
  return { signedAttributes, activation, activationMac: activationMac(secret, activation), certificate };
}

const hexOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
