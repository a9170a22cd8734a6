// Builds and checks certification paths (RFC 5280 §6.1): from a certificate over the given intermediates to a trust anchor.
// Policies are not constrained (any policy is acceptable), name constraints are not supported and therefore refused if
// critical. Revocation is checked elsewhere, with evidence in hand.
import { compareEncodings } from "../asn1/der.ts";
import type { Certificate } from "./certificate.ts";
import { namesEqual } from "./name.ts";
import { verifySignature } from "./signature-algorithm.ts";

/** Why no path was found; when several were tried, the refusal of the one that came furthest. */
export type ChainRefusalCode =
  | "no-issuer-found"
  | "bad-signature"
  | "unsupported-algorithm"
  | "not-yet-valid"
  | "expired"
  | "issuer-is-no-ca"
  | "issuer-may-not-sign-certificates"
  | "path-too-long"
  | "unknown-critical-extension"
  | "too-many-certificates";

/** A path from the certificate to an anchor, both included, or why there is none and at which certificate. */
export type ChainCheck =
  | { readonly ok: true; readonly chain: readonly Certificate[] }
  | { readonly ok: false; readonly code: ChainRefusalCode; readonly certificate: Certificate };

/** What to check: at the time `at`, with certificates that may help and certificates that are trusted. */
export type ChainQuestion = {
  readonly certificate: Certificate;
  readonly intermediates: readonly Certificate[];
  readonly anchors: readonly Certificate[];
  readonly at: Date;
};

const CHAIN_LENGTH_MAX = 8;
// Every candidate costs a signature check; hostile input could offer many with the same name.
const CANDIDATES_MAX = 64;

/** Finds a path that is valid at the given time. */
export function checkChain(question: ChainQuestion): ChainCheck {
  if (question.intermediates.length > CANDIDATES_MAX) {
    return { ok: false, code: "too-many-certificates", certificate: question.certificate };
  }
  const search = { ...question, triesLeft: { count: CANDIDATES_MAX } };
  const found = extendPath(search, [question.certificate]);
  return found.check;
}

/** Whether `issuer` carries the name and the key identifier that `certificate` names as its issuer's; no signature is checked. */
export function namesIssuer(certificate: Certificate, issuer: Certificate): boolean {
  if (!namesEqual(certificate.issuer, issuer.subject)) return false;
  const { authorityKeyIdentifier } = certificate;
  const { subjectKeyIdentifier } = issuer;
  // RFC 5280 §4.2.1.1: helps to choose between several keys of one name.
  if (!authorityKeyIdentifier || !subjectKeyIdentifier) return true;
  return compareEncodings(authorityKeyIdentifier, subjectKeyIdentifier) === 0;
}

type Search = ChainQuestion & { readonly triesLeft: { count: number } };
type Outcome = { readonly check: ChainCheck; readonly reached: number };

function extendPath(search: Search, path: readonly Certificate[]): Outcome {
  const last = path[path.length - 1] ?? search.certificate;
  const refused = (code: ChainRefusalCode): Outcome => {
    return { check: { ok: false, code, certificate: last }, reached: path.length };
  };
  const own = checkOwnTerms(last, search.at);
  if (own) return refused(own);
  if (search.anchors.some((anchor) => sameCertificate(anchor, last))) {
    return { check: { ok: true, chain: path }, reached: path.length };
  }
  if (path.length === CHAIN_LENGTH_MAX) return refused("path-too-long");
  let best = refused("no-issuer-found");
  for (const issuer of candidates(search, path, last)) {
    if (search.triesLeft.count-- <= 0) return refused("too-many-certificates");
    const code = checkIssuing(path, issuer);
    const outcome = code ? { ...refused(code), reached: path.length + 0.5 } : extendPath(search, [...path, issuer]);
    if (outcome.check.ok) return outcome;
    if (outcome.reached > best.reached) best = outcome;
  }
  return best;
}

function candidates(search: Search, path: readonly Certificate[], last: Certificate): Certificate[] {
  const isOpen = (candidate: Certificate) => !path.some((used) => sameCertificate(used, candidate));
  return [...search.anchors, ...search.intermediates].filter(
    (candidate) => namesIssuer(last, candidate) && isOpen(candidate),
  );
}

// RFC 5280 §6.1.3 (a)(2) and §6.1.5 (f).
function checkOwnTerms(certificate: Certificate, at: Date): ChainRefusalCode | null {
  if (at < certificate.notBefore) return "not-yet-valid";
  if (at > certificate.notAfter) return "expired";
  return certificate.unknownCritical.length > 0 ? "unknown-critical-extension" : null;
}

// RFC 5280 §6.1.3 (a)(1) and §6.1.4 (k), (m), (n).
function checkIssuing(path: readonly Certificate[], issuer: Certificate): ChainRefusalCode | null {
  const issued = path[path.length - 1];
  if (!issued?.signatureAlgorithm) return "unsupported-algorithm";
  const { basicConstraints } = issuer;
  if (!basicConstraints?.ca) return "issuer-is-no-ca";
  if (issuer.keyUsage && !issuer.keyUsage.includes("keyCertSign")) return "issuer-may-not-sign-certificates";
  // RFC 5280 §4.2.1.9: non-self-issued intermediates between this CA and the end entity.
  const between = path.slice(1).filter((certificate) => !namesEqual(certificate.issuer, certificate.subject)).length;
  if (basicConstraints.pathLength !== null && between > basicConstraints.pathLength) return "path-too-long";
  return isSignedBy(issued, issued.tbsCertificate, issuer) ? null : "bad-signature";
}

/** What an authority signs, certificates, lists and answers, once it was read. */
type Signed = Pick<Certificate, "signatureAlgorithm" | "signature">;

/** The issuers under whose key a signature held: that cannot change, and is asked again with every document. */
const signedBy = new WeakMap<Signed, WeakSet<Certificate>>();

/** Whether the signature of a certificate, list or answer holds over its `tbs` part under the key of `issuer`; says nothing about names or times. */
export function isSignedBy(signed: Signed, tbs: Uint8Array, issuer: Certificate): boolean {
  const { signatureAlgorithm: algorithm, signature } = signed;
  if (signedBy.get(signed)?.has(issuer)) return true;
  if (!algorithm || !verifySignature({ spki: issuer.subjectPublicKeyInfo, algorithm, message: tbs, signature }))
    return false;
  signedBy.set(signed, (signedBy.get(signed) ?? new WeakSet<Certificate>()).add(issuer));
  return true;
}

/** Whether two certificates are one and the same, byte for byte. */
export function sameCertificate(a: Certificate, b: Certificate): boolean {
  return compareEncodings(a.fingerprint, b.fingerprint) === 0;
}
