/**
 * Whose a certificate is, authenticated: HMAC-SHA-256 (RFC 2104) under a secret that is not in the database (docs/decisions/0012).
 *
 * Trust: whoever writes to the database can have a new certificate made where there was one, and cannot have a signer's key used
 * for anybody else, a namesake included. Whoever has the secret too can.
 */
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { KeyId } from "../../ports/keys.ts";

/** 32 or more octets that only the server knows; the same for all its processes. */
export type HolderSecret = Uint8Array & { readonly __brand: "HolderSecret" };

const secretOctetsMin = 32;

/** @throws RangeError when the secret is too short to be one */
export function holderSecret(octets: Uint8Array): HolderSecret {
  if (octets.length < secretOctetsMin) throw new RangeError(`a holder secret has at least ${secretOctetsMin} octets`);
  return octets as HolderSecret;
}

/** A certificate, its key, and everything that decides who may sign with them. */
export type Holding = {
  readonly certificateId: string;
  readonly kind: "person" | "organisation";
  readonly organisationId: string;
  readonly email: string;
  readonly foldedName: string;
  readonly certificate: Uint8Array;
  readonly keyId: KeyId;
};

/** The MAC of a certificate's row. */
export function holderMac(secret: HolderSecret, holding: Holding): Uint8Array {
  const { certificateId, kind, organisationId, email, foldedName, keyId } = holding;
  const certificate = createHash("sha256").update(holding.certificate).digest("hex");
  const said = [certificateId, kind, organisationId, email, foldedName, certificate, keyId];
  return new Uint8Array(createHmac("sha256", secret).update(JSON.stringify(said)).digest());
}

/** Whether a row says what this service wrote, compared in constant time; what has no MAC does not. */
export function isAuthentic(
  secret: HolderSecret,
  holding: Holding & { readonly holderMac: Uint8Array | null },
): boolean {
  const expected = holderMac(secret, holding);
  const found = holding.holderMac;
  return found !== null && found.length === expected.length && timingSafeEqual(found, expected);
}
