/**
 * Revocation status of certificates: for end entities an OCSP answer produced at or after `notBefore`; for CAs, and certificates without
 * a responder, the issuer's current CRL (CRLs are issued at long intervals and cannot be that fresh).
 * Answers have the order of the queries and end after the first that is not good. Several answers may share one OCSP response.
 * @throws RevocationStatusUnavailable with `cause` if missing, stale or wrongly signed; `revoked` is an answer, not a fault
 */
export type RevocationStatusPort = {
  readonly status: (queries: readonly RevocationQuery[]) => Promise<readonly RevocationAnswer[]>;
};

/** A certificate and its issuer (DER), and the earliest time at which the status may have been produced. */
export type RevocationQuery = {
  readonly certificate: Uint8Array;
  readonly issuer: Uint8Array;
  readonly notBefore: Date;
};

/** DER of the evidence, already verified against the issuer, and the status in it. */
export type RevocationAnswer =
  | {
      readonly kind: "ocsp";
      readonly der: Uint8Array;
      readonly responderChain: readonly Uint8Array[];
      readonly status: RevocationState;
    }
  | { readonly kind: "crl"; readonly der: Uint8Array; readonly status: RevocationState };

/** The status of the certificate. */
export type RevocationState =
  | { readonly state: "good" }
  | { readonly state: "revoked"; readonly revokedAt: Date; readonly reason: string };

/** No usable revocation status is available now. */
export class RevocationStatusUnavailable extends Error {
  override readonly name = "RevocationStatusUnavailable";
}
