// Reasons for a revocation (RFC 5280 §5.3.1). This service never suspends certificates, so it never issues the last two of
// the list; it only reads them in the CRLs of others.

/** Reason codes by name. `unspecified` is never written: its absence says the same. 7 is unused. */
export const REVOCATION_REASONS = {
  unspecified: 0,
  keyCompromise: 1,
  cACompromise: 2,
  affiliationChanged: 3,
  superseded: 4,
  cessationOfOperation: 5,
  certificateHold: 6,
  removeFromCRL: 8,
  privilegeWithdrawn: 9,
  aACompromise: 10,
} as const;

/** Why a certificate was revoked. */
export type RevocationReason = keyof typeof REVOCATION_REASONS;

/** Reasons the house gives itself. */
export type IssuedRevocationReason = Exclude<RevocationReason, "certificateHold" | "removeFromCRL">;

/** The reason with a code, or null for an unknown code. */
export function revocationReason(code: number): RevocationReason | null {
  const names = Object.keys(REVOCATION_REASONS) as RevocationReason[];
  return names.find((name) => REVOCATION_REASONS[name] === code) ?? null;
}

/** What evidence says about one certificate. */
export type CertificateStatus =
  | { readonly state: "good" }
  | { readonly state: "revoked"; readonly revokedAt: Date; readonly reason: RevocationReason };
