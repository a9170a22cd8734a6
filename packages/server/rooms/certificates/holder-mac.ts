/**
 * Whose a certificate is, authenticated: HMAC-SHA-256 (RFC 2104) under a secret that is not in the database (docs/decisions/0012).
 *
 * Trust: whoever writes to the database can have a new certificate made where there was one, and cannot have a signer's key used
 * for anybody else, a namesake included, nor an advanced key for a qualified signature, nor codes sent to another phone than the
 * registered one. Whoever has the secret too can.
 */
import { createHash } from "node:crypto";
import { isSameMac, keyFor, macOf, type ServerSecret, serverSecret } from "@siegel/kernel/mac/server-secret.ts";
import type { CertificateLevel } from "../../db/certificates-tables.ts";
import type { KeyId } from "../../ports/keys.ts";

/** The secret that says whose a certificate is. */
export type HolderSecret = ServerSecret<"certificate holders">;

/** @throws RangeError when the bytes are too few to be a secret */
export const holderSecret = (bytes: Uint8Array): HolderSecret => serverSecret("certificate holders", bytes);

/** A certificate, its key, and everything that decides who may sign with them. */
export type Holding = {
  readonly certificateId: string;
  readonly level: CertificateLevel;
  readonly kind: "person" | "organisation";
  readonly organisationId: string | null;
  readonly personId: string | null;
  readonly email: string;
  readonly foldedName: string;
  /** Sealed, as the row has it. */
  readonly phone: Uint8Array | null;
  readonly certificate: Uint8Array;
  readonly keyId: KeyId;
};

const digestOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** The MAC of a certificate's row. */
export function holderMac(secret: HolderSecret, holding: Holding): Uint8Array {
  const { certificateId, level, kind, organisationId, personId, email, foldedName, phone, certificate, keyId } =
    holding;
  const whose = [level, kind, organisationId, personId, email, foldedName, phone === null ? null : digestOf(phone)];
  return macOf(keyFor(secret, "holder of a level"), [certificateId, ...whose, digestOf(certificate), keyId]);
}

/** Whether a row says what this service wrote, compared in constant time. A row without a MAC does not. */
export function isAuthentic(
  secret: HolderSecret,
  holding: Holding & { readonly holderMac: Uint8Array | null },
): boolean {
  if (isSameMac(holding.holderMac, holderMac(secret, holding))) return true;
  const { level, personId, phone } = holding;
  return (
    level === "aes" && personId === null && phone === null && isSameMac(holding.holderMac, firstMac(secret, holding))
  );
}

/** Version 1, from before certificates had levels: it stands for an advanced one of nobody who was met, whatever its row says. */
function firstMac(secret: HolderSecret, holding: Holding): Uint8Array {
  const { certificateId, kind, organisationId, email, foldedName, certificate, keyId } = holding;
  return macOf(secret, [certificateId, kind, organisationId, email, foldedName, digestOf(certificate), keyId]);
}
