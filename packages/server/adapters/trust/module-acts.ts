/** What a process of the signing module does with a key, and what it checks before it signs. Everything here runs in that process. */
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign } from "node:crypto";
import {
  type CertificatePasswordFault,
  certificatePasswordFaults,
  type PasswordOwner,
} from "@siegel/contract/certificate-password.ts";
import { DerError } from "@siegel/kernel/asn1/der.ts";
import { OID } from "@siegel/kernel/asn1/oids.ts";
import { parseSignedAttributes, singleValue } from "@siegel/kernel/cms/signed-data.ts";
import { essMatches, parseSigningCertificate } from "@siegel/kernel/cms/signing-certificate.ts";
import { type ActivationSecret, isActivation } from "@siegel/kernel/mac/activation.ts";
import { type Certificate, parseCertificate } from "@siegel/kernel/x509/certificate.ts";
import { ActivationRefused, type OwnedKey, type SignOrder } from "../../ports/signing-module.ts";
import { type KeyEncryption, spendGuess, unwrapKey, wrapKey } from "./password-wrap.ts";

/** What the process was given when it started. */
export type ModuleTools = {
  readonly activationSecret: ActivationSecret;
  readonly keyEncryption: KeyEncryption;
  readonly now: () => Date;
  readonly random: (length: number) => Uint8Array;
};

/** Every rule that a new password of this person breaks. This process may read it as text: it ends at once. */
export const passwordFaults = (password: Uint8Array, owner: PasswordOwner): readonly CertificatePasswordFault[] =>
  certificatePasswordFaults(Buffer.from(password.buffer, password.byteOffset, password.length).toString("utf8"), owner);

/** Makes a key pair (P-256) and wraps it under a password. */
export function generateKey(tools: ModuleTools, keyId: string, password: Uint8Array) {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const pkcs8 = privateKey.export({ type: "pkcs8", format: "der" });
  const wrapped = wrapKey(pkcs8, { ...tools, keyId, password });
  pkcs8.fill(0);
  return { wrapped, subjectPublicKeyInfo: publicKey.export({ type: "spki", format: "der" }) };
}

/** Whether the password opens the key. @throws WrappedOtherwise */
export function opensKey(tools: ModuleTools, { keyId, wrapped }: OwnedKey, password: Uint8Array): boolean {
  const pkcs8 = unwrapKey(wrapped, { ...tools, keyId, password });
  pkcs8?.fill(0);
  return pkcs8 !== null;
}

/** A signature over each of the attributes, or null for a wrong password. @throws ActivationRefused, WrappedOtherwise */
export function signWithKey(
  tools: ModuleTools,
  { keyId, wrapped }: OwnedKey,
  { password, order }: { readonly password: Uint8Array; readonly order: SignOrder },
): Uint8Array[] | null {
  const certificate = checkOrder(tools, keyId, order);
  const pkcs8 = unwrapKey(wrapped, { ...tools, keyId, password });
  if (pkcs8 === null) return null;
  const key = createPrivateKey({
    key: Buffer.from(pkcs8.buffer, pkcs8.byteOffset, pkcs8.length),
    format: "der",
    type: "pkcs8",
  });
  pkcs8.fill(0);
  const own = createPublicKey(key).export({ type: "spki", format: "der" });
  if (!own.equals(certificate.subjectPublicKeyInfo)) refuse("the certificate is of another key");
  return order.signedAttributes.map((message) => sign("sha256", message, key));
}

/** Takes as long as a wrong password. */
export const spendTime = (tools: ModuleTools): void => spendGuess(tools);

/** The certificate that the order is for. @throws ActivationRefused unless exactly this was allowed, and still is */
function checkOrder({ activationSecret, now }: ModuleTools, keyId: string, order: SignOrder): Certificate {
  const { activation, activationMac, signedAttributes } = order;
  // The MAC also says that its time is not over.
  if (!isActivation(activationSecret, activation, activationMac, now()))
    refuse("nobody allowed it, or its time is over");
  if (activation.keyId !== keyId) refuse("they are for another key");
  if (hexOf(order.certificate) !== activation.certificate) refuse("they are for another certificate");
  const { documents } = activation;
  const isWhole = documents.length > 0 && documents.length === signedAttributes.length;
  if (!isWhole || documents.some((digest, i) => digest !== hexOf(signedAttributes[i] ?? new Uint8Array())))
    refuse("they are for other documents");
  const certificate = readable(() => parseCertificate(order.certificate));
  if (!signedAttributes.every((der) => readable(() => namesCertificate(der, certificate))))
    refuse("what is to be signed names another certificate");
  return certificate;
}

/** Whether signed attributes say whose they are (signing-certificate-v2): without that they could be shown as another certificate's. */
function namesCertificate(der: Uint8Array, certificate: Certificate): boolean {
  const named = singleValue(parseSignedAttributes(der), OID.signingCertificateV2);
  return named !== null && essMatches(parseSigningCertificate(named), certificate);
}

function readable<T>(read: () => T): T {
  try {
    return read();
  } catch (fault) {
    if (!(fault instanceof DerError)) throw fault;
    return refuse("what is to be signed cannot be read");
  }
}

function refuse(why: string): never {
  throw new ActivationRefused(`the activation data do not allow it: ${why}`);
}

const hexOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
