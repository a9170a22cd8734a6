/** Activation data (EN 419 241-1): what a signer's key may sign, once, and which two factors allowed it; under a MAC. */
import { isSameMac, keyFor, macOf, type ServerSecret } from "./server-secret.ts";

/** The secret of web processes and signing module alone. */
export type ActivationSecret = ServerSecret<"activation">;

/** Seconds for which activation data are good. */
export const activation_expires_s = 300;

export type Activation = {
  readonly signerId: string;
  readonly keyId: string;
  /** SHA-256 of the certificate's DER, hex. */
  readonly certificate: string;
  /** SHA-256 of the DER of each document's signed attributes, hex, in the order of signing. */
  readonly documents: readonly string[];
  /** The factor that the signer has: the code's challenge, and when it was right. */
  readonly code: { readonly challengeId: string; readonly checkedAt: Date };
  /** The factor that the signer knows: when the password was given. */
  readonly passwordGivenAt: Date;
  /** 128 random bits, hex. */
  readonly nonce: string;
  readonly notAfter: Date;
};

/** The MAC under which activation data reach the module. */
export function activationMac(secret: ActivationSecret, said: Activation): Uint8Array {
  const { signerId, keyId, certificate, documents, code, passwordGivenAt, nonce, notAfter } = said;
  return macOf(keyFor(secret, "activation"), [
    signerId,
    keyId,
    certificate,
    documents,
    code.challengeId,
    code.checkedAt.getTime(),
    passwordGivenAt.getTime(),
    nonce,
    notAfter.getTime(),
  ]);
}

/** Whether somebody with the secret said exactly this, and its time is not over. */
export function isActivation(secret: ActivationSecret, said: Activation, mac: Uint8Array, now: Date): boolean {
  return isSameMac(mac, activationMac(secret, said)) && now < said.notAfter;
}
