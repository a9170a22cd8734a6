/**
 * Keys that open with their owner's password only (docs/flows/qualified-signing.md). A key is used in a process of its own, which serves one
 * act and ends. A key is handed around in its wrapped form, which is of no use without the password and the key-encryption key.
 */
import type { CertificatePasswordFault, PasswordOwner } from "@siegel/contract/certificate-password.ts";
import type { Activation } from "@siegel/kernel/mac/activation.ts";

/**
 * A password's UTF-8 bytes in NFC. The code that read them overwrites them; nothing makes a string of them. They lie in an ArrayBuffer that
 * was made as one: an array up to 64 bytes that was not is moved by V8, which leaves a copy where it was.
 */
export type PasswordBytes = Uint8Array & { readonly __brand: "PasswordBytes" };

/** A private key as it is stored: versioned bytes that name their key-encryption key and the parameters of argon2id. */
export type WrappedKey = Uint8Array & { readonly __brand: "WrappedKey" };

/** A key that was made, or every rule that the password breaks. */
export type Generated =
  | { readonly ok: true; readonly wrapped: WrappedKey; readonly subjectPublicKeyInfo: Uint8Array }
  | { readonly ok: false; readonly faults: readonly CertificatePasswordFault[] };

/** Where places for acts are given out. */
export type SigningModule = {
  /** A process for one act. Waits 2 s at most for others' acts. @throws ModuleUnavailable when none became free, none starts, or its token is away */
  readonly take: () => Promise<ModulePlace>;
  /** What is wrong with it, in words for an operator; null: nothing. */
  readonly fault: () => Promise<string | null>;
  /** Ends the waiting process. */
  readonly close: () => Promise<void>;
};

/** One act. Each of `generate`, `opens`, `sign` and `spend` costs one argon2id; one of them, once. @throws ModuleUnavailable when the process or its token is lost on the way */
export type ModulePlace = {
  /** Makes a P-256 key pair under a new password of this person, unless it breaks a rule (contract/certificate-password.ts). */
  readonly generate: (keyId: string, password: PasswordBytes, owner: PasswordOwner) => Promise<Generated>;
  /** Whether a password opens a key. */
  readonly opens: (key: OwnedKey, password: PasswordBytes) => Promise<boolean>;
  /** A signature (ECDSA with SHA-256, DER) over each, in their order; null for a wrong password. @throws ActivationRefused */
  readonly sign: (key: OwnedKey, password: PasswordBytes, order: SignOrder) => Promise<readonly Uint8Array[] | null>;
  /** Takes as long as a wrong password, and answers nothing. */
  readonly spend: () => Promise<void>;
  /**
   * Resolves when what was done around the act took as long as it takes for any refusal: counted since the place was taken, without the
   * act. Who was refused hears it then and no sooner, so that the time does not say why. The place is free meanwhile.
   */
  readonly settle: () => Promise<void>;
  /** Gives the place back; harmless when it was used. */
  readonly leave: () => void;
};

export type OwnedKey = { readonly keyId: string; readonly wrapped: WrappedKey };

/** What is to be signed: the DER of each document's signed attributes, and what allows it. */
export type SignOrder = {
  readonly signedAttributes: readonly Uint8Array[];
  readonly activation: Activation;
  readonly activationMac: Uint8Array;
  /** DER; its key is the one that signs, and the attributes name it. */
  readonly certificate: Uint8Array;
};

/** No place, no process or no token: nothing was used up. */
export class ModuleUnavailable extends Error {
  override readonly name = "ModuleUnavailable";
}

/** The activation data do not allow what is to be signed: a fault of this service or an attack, never a signer's mistake. */
export class ActivationRefused extends Error {
  override readonly name = "ActivationRefused";
}
