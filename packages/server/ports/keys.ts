import type { SignatureAlgorithm, Signer } from "@siegel/kernel/x509/signature-algorithm.ts";

/** A private key inside the key store. */
export type KeyId = string & { readonly __brand: "KeyId" };

/** Kinds of key pairs the store makes. */
export type KeyKind = "p256" | "p384" | "rsa3072";

/** Whose key it is: one of the service's own authority, or one that the service keeps for somebody who signs. */
export type KeyOwner = "unit" | "signer";

/**
 * Makes keys and signs with them; a private key never leaves. Signers' keys are in software under a key-encryption key, units' keys
 * there or in a token (SECURITY.md says what each protects). Where a token is away, everything throws KeysUnavailable.
 */
export type KeyStore = {
  /** Makes a key pair and stores it durably. A unit's unless said. */
  readonly generate: (kind: KeyKind, owner?: KeyOwner) => Promise<{ keyId: KeyId; subjectPublicKeyInfo: Uint8Array }>;
  /** A function with which the kernel signs. @throws KeyMissing */
  readonly signer: (keyId: KeyId, algorithm?: SignatureAlgorithm) => Promise<Signer>;
  /** Destroys a key for good; harmless if it does not exist. */
  readonly destroy: (keyId: KeyId) => Promise<void>;
  /** Whether keys can be used now. @throws KeysUnavailable */
  readonly check: () => Promise<void>;
  /** Ends what it opened; nothing can be asked after that. */
  readonly close: () => Promise<void>;
};

/** The store has no such key. */
export class KeyMissing extends Error {
  override readonly name = "KeyMissing";
}

/** The token with the keys cannot be reached, or is another one than configured. Its words name the setting. */
export class KeysUnavailable extends Error {
  override readonly name = "KeysUnavailable";
}
