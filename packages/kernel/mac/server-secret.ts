// Secrets that only the server knows, and MACs under them: HMAC-SHA-256 (RFC 2104) under keys by HKDF (RFC 5869).
import { createHash, createHmac, createSecretKey, hkdfSync, timingSafeEqual } from "node:crypto";

/** 32 or more bytes that only the server knows, the same for all its processes, for one use: no other use takes them. */
export type ServerSecret<Use extends string> = Uint8Array & { readonly __use: Use };

const secretBytesMin = 32;

/** @throws RangeError when the bytes are too few to be a secret */
export function serverSecret<Use extends string>(use: Use, bytes: Uint8Array): ServerSecret<Use> {
  if (bytes.length < secretBytesMin) throw new RangeError(`a secret for ${use} has at least ${secretBytesMin} bytes`);
  return bytes as ServerSecret<Use>;
}

/** What is kept of a secret with 128 or more random bits, by which it is found: SHA-256, hex. That many bits cannot be guessed, so it needs no salt. */
export function digestOfSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}

/** Another key of 32 bytes for each label: one that leaks through its use says nothing about the others. */
export function keyFor(secret: Uint8Array, label: string): Uint8Array {
  // As a key of its own: bare bytes are first tried as one, and the exception costs more than the key (so also in `macOf`).
  return new Uint8Array(hkdfSync("sha256", createSecretKey(secret), new Uint8Array(), `siegel ${label}`, 32));
}

/** What somebody says, as lists within lists: written as JSON no two of them have the same text, whatever stands in a value. */
export type Said = string | number | null | readonly Said[];

/** The MAC of what is said, behind a salt where there is one. */
export function macOf(key: Uint8Array, said: Said, salt: Uint8Array = new Uint8Array()): Uint8Array {
  return new Uint8Array(createHmac("sha256", createSecretKey(key)).update(salt).update(JSON.stringify(said)).digest());
}

/** Compares MACs or digests in constant time; a missing one is never right. */
export function isSameMac(found: Uint8Array | null, expected: Uint8Array): boolean {
  return found !== null && found.length === expected.length && timingSafeEqual(found, expected);
}
