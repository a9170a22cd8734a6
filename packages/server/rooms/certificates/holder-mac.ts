/**
 * Whose a certificate is, authenticated: HMAC-SHA-256 (RFC 2104) under a secret that is not in the database (docs/decisions/0012).
 *
 * Trust: whoever writes to the database can have a new certificate made where there was one, and cannot have a signer's key used
 * for anybody else, a namesake included. Whoever has the secret too can.
 */
import { createHash } from "node:crypto";
import { isSameMac, macOf, type ServerSecret, serverSecret } from "@siegel/kernel/mac/server-secret.ts";
import type { KeyId } from "../../ports/keys.ts";

/** The secret that says whose a certificate is. */
export type HolderSecret = ServerSecret<"certificate holders">;

/** @throws RangeError when the bytes are too few to be a secret */
export const holderSecret = (bytes: Uint8Array): HolderSecret => serverSecret("certificate holders", bytes);

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
  return macOf(secret, [certificateId, kind, organisationId, email, foldedName, certificate, keyId]);
}

/** Whether a row says what this service wrote, compared in constant time. A row without a MAC does not. */
export function isAuthentic(
  secret: HolderSecret,
  holding: Holding & { readonly holderMac: Uint8Array | null },
): boolean {
  return isSameMac(holding.holderMac, holderMac(secret, holding));
}
