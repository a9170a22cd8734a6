/**
 * Revocation status of one certificate, fresh: produced at or after `notBefore`.
 * An OCSP answer for end entities, a CRL for issuing CAs.
 * @throws RevocationStatusUnavailable with `cause` when missing, stale, wrongly signed; a revoked certificate is an answer
 */
export type RevocationStatusPort = {
  readonly status: (query: { certificate: Uint8Array; issuer: Uint8Array; notBefore: Date }) => Promise<RevocationAnswer>;
};

/** DER of the evidence, already checked against the issuer, and what it says. */
export type RevocationAnswer =
  | { readonly kind: "ocsp"; readonly der: Uint8Array; readonly responderChain: readonly Uint8Array[]; readonly status: RevocationState }
  | { readonly kind: "crl"; readonly der: Uint8Array; readonly status: RevocationState };

/** What the evidence says about the certificate. */
export type RevocationState = { readonly state: "good" } | { readonly state: "revoked"; readonly revokedAt: Date; readonly reason: string };

/** No usable revocation status could be had now. */
export class RevocationStatusUnavailable extends Error {
  override readonly name = "RevocationStatusUnavailable";
}
