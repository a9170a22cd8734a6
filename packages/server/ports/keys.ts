import type { SignatureAlgorithm, Signer } from "@siegel/kernel/x509/signature-algorithm.ts";

/** A private key inside the key store. */
export type KeyId = string & { readonly __brand: "KeyId" };

/** Kinds of key pairs the store makes. */
export type KeyKind = "p256" | "p384" | "rsa3072";

/**
 * Makes keys and signs with them; a private key never leaves.
 * In development a software store under a key-encryption key, later PKCS#11 (SECURITY.md says what each protects).
 */
export type KeyStore = {
  /** Makes a key pair and stores it durably. */
  readonly generate: (kind: KeyKind) => Promise<{ keyId: KeyId; subjectPublicKeyInfo: Uint8Array }>;
  /** A function with which the kernel signs. @throws KeyMissing */
  readonly signer: (keyId: KeyId, algorithm?: SignatureAlgorithm) => Promise<Signer>;
  /** Destroys a key for good; harmless if it does not exist. */
  readonly destroy: (keyId: KeyId) => Promise<void>;
};

/** The store has no such key. */
export class KeyMissing extends Error {
  override readonly name = "KeyMissing";
}
