/**
 * Revocation status of certificates. An OCSP answer for end entities, produced at or after `notBefore`; for CAs, and
 * where there is no responder, the issuer's CRL, current now (a list is made at long intervals and cannot be that fresh).
 * Answers come in the order of the queries, and end behind the first that is not good: nothing after it matters any more.
 * Several may be the same evidence, when one response speaks for several certificates.
 * @throws RevocationStatusUnavailable with `cause` when missing, stale, wrongly signed; a revoked certificate is an answer
 */
export type RevocationStatusPort = {
  readonly status: (queries: readonly RevocationQuery[]) => Promise<readonly RevocationAnswer[]>;
};

/** Which certificate (DER), who issued it, and from when on its status has to be known. */
export type RevocationQuery = {
  readonly certificate: Uint8Array;
  readonly issuer: Uint8Array;
  readonly notBefore: Date;
};

/** DER of the evidence, already checked against the issuer, and what it says. */
export type RevocationAnswer =
  | {
      readonly kind: "ocsp";
      readonly der: Uint8Array;
      readonly responderChain: readonly Uint8Array[];
      readonly status: RevocationState;
    }
  | { readonly kind: "crl"; readonly der: Uint8Array; readonly status: RevocationState };

/** What the evidence says about the certificate. */
export type RevocationState =
  | { readonly state: "good" }
  | { readonly state: "revoked"; readonly revokedAt: Date; readonly reason: string };

/** No usable revocation status could be had now. */
export class RevocationStatusUnavailable extends Error {
  override readonly name = "RevocationStatusUnavailable";
}
