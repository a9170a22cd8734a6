/**
 * Codes at rest. A code has 20 bits, so a bare hash of it hides nothing: it is kept as HMAC-SHA-256 (RFC 2104) under a
 * secret of the server. A spoken code must be known again when the provider asks for the words of the call, so it is
 * kept as well, encrypted with AES-256-GCM (NIST SP 800-38D), until its challenge ends.
 *
 * Trust: an attacker who reads the database learns no code; one who has the server's secret too can at most learn codes
 * of the last 300 seconds and still needs the signer's session to use one. An attacker who can change the database
 * can make codes fail, name another number before one is sent, or take back the count of wrong tries, beside which each process
 * counts for itself (wrong-tries.ts): a code's MAC is bound to its challenge, to whose it is, to the number it went to, to its end and to the
 * state it approves, and its ciphertext to its attempt.
 */
import { createCipheriv, createDecipheriv } from "node:crypto";
import { idAlphabet } from "@siegel/contract/id-pattern.ts";
import type { AuthToken } from "@siegel/contract/ids.ts";
import { isSameMac, keyFor, macOf, type ServerSecret, serverSecret } from "@siegel/kernel/mac/server-secret.ts";
import type { Channel, HolderKind, Purpose } from "../../db/challenges-tables.ts";

/** The secret that codes are kept under. */
export type CodeSecret = ServerSecret<"codes">;

/** @throws RangeError when the bytes are too few to be a secret */
export const codeSecret = (bytes: Uint8Array): CodeSecret => serverSecret("codes", bytes);

/** Bytes of randomness each use takes. */
export const saltLength = 16;
/** SP 800-38D §8.2: 96 random bits. */
export const nonceLength = 12;
const tagLength = 16;

/** What a code is good for, whose it is and where it went, and the random bytes that make two of them differ. */
export type CodeTerms = {
  readonly challengeId: string;
  readonly purpose: Purpose;
  readonly holder: CodeHolder;
  readonly stateHash: string | null;
  readonly channel: Channel;
  /** A phone number (E.164), or the address of a mail. */
  readonly sentTo: string;
  readonly expiresAt: Date;
  readonly salt: Uint8Array;
};

/** Whose a code is: their kind and the id they have there. */
export type CodeHolder = { readonly kind: HolderKind; readonly id: string };

/** What the database keeps of a code. */
export function codeMac(secret: CodeSecret, code: CodeTerms & { readonly otp: string }): Uint8Array {
  const { challengeId, purpose, holder, stateHash, channel, sentTo, expiresAt, salt, otp } = code;
  const said = [challengeId, purpose, holder.kind, holder.id, stateHash, channel, sentTo, expiresAt.getTime(), otp];
  return macOf(keyFor(secret, "code of a purpose"), said, salt);
}

/** Whether a code is the one that is kept. */
export function isKeptCode(
  secret: CodeSecret,
  kept: CodeTerms & { readonly codeMac: Uint8Array },
  otp: string,
): boolean {
  if (isSameMac(kept.codeMac, codeMac(secret, { ...kept, otp }))) return true;
  return kept.purpose === "sign" && isSameMac(kept.codeMac, firstCodeMac(secret, { ...kept, otp }));
}

/** Version 1, from before codes had purposes: it says nothing of one, so it stands for a signer's signature and nothing else. */
function firstCodeMac(secret: CodeSecret, code: CodeTerms & { readonly otp: string }): Uint8Array {
  const { challengeId, holder, stateHash, sentTo, expiresAt, salt, otp } = code;
  const said = [challengeId, holder.id, stateHash, sentTo, expiresAt.getTime(), otp];
  return macOf(keyFor(secret, "code check"), said, salt);
}

const tokenLength = 26;

/**
 * The secret name of a challenge, written like every id. Derived instead of drawn, so that who asks again for a code on its way is told
 * the same one although the database keeps its digest only.
 */
export function challengeToken(
  secret: CodeSecret,
  of: { readonly challengeId: string; readonly holder: CodeHolder },
): AuthToken {
  const mac = macOf(keyFor(secret, "challenge token"), [of.challengeId, of.holder.id]);
  return Array.from(mac.subarray(0, tokenLength), (byte) => idAlphabet.charAt(byte & 31)).join("") as AuthToken;
}

/** nonce ‖ ciphertext ‖ tag, openable for this attempt only. */
export function sealCode(
  secret: CodeSecret,
  sealed: { attemptId: string; otp: string; nonce: Uint8Array },
): Uint8Array {
  const cipher = createCipheriv("aes-256-gcm", keyFor(secret, "spoken code"), sealed.nonce).setAAD(
    Buffer.from(sealed.attemptId),
  );
  return Buffer.concat([sealed.nonce, cipher.update(sealed.otp, "utf8"), cipher.final(), cipher.getAuthTag()]);
}

/** The code of an attempt. @throws when the bytes were not sealed for it */
export function openCode(secret: CodeSecret, attemptId: string, sealed: Uint8Array): string {
  const end = sealed.length - tagLength;
  const decipher = createDecipheriv("aes-256-gcm", keyFor(secret, "spoken code"), sealed.subarray(0, nonceLength), {
    authTagLength: tagLength,
  });
  decipher.setAAD(Buffer.from(attemptId)).setAuthTag(sealed.subarray(end));
  return Buffer.concat([decipher.update(sealed.subarray(nonceLength, end)), decipher.final()]).toString("utf8");
}
