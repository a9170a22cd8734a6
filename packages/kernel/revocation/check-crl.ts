// Checks what a CRL says about one certificate (RFC 5280 §6.3.3, without partitioned, indirect or delta lists:
// those carry critical extensions and are refused).
import type { Certificate } from "../x509/certificate.ts";
import { isSignedBy } from "../x509/chain.ts";
import { namesEqual } from "../x509/name.ts";
import type { Crl } from "./crl.ts";
import type { CertificateStatus } from "./revocation-reason.ts";

/** Why a list says nothing about a certificate. */
export type CrlRefusalCode =
  | "other-issuer"
  | "issuer-may-not-sign-lists"
  | "unsupported-algorithm"
  | "bad-signature"
  | "unknown-critical-extension"
  | "from-the-future"
  | "expired"
  | "too-old";

/** The status of the certificate, or why the list does not tell it. */
export type CrlCheck =
  | { readonly ok: true; readonly status: CertificateStatus }
  | { readonly ok: false; readonly code: CrlRefusalCode };

/** A list, the certificate in question and its issuer; used at the time `at`, made at or after `notBefore` when that is given. */
export type CrlQuestion = {
  readonly crl: Crl;
  readonly certificate: Certificate;
  readonly issuer: Certificate;
  readonly at: Date;
  readonly notBefore?: Date;
};

/** Reads the status of a certificate from a list, once everything about the list is right. */
export function checkCrl(question: CrlQuestion): CrlCheck {
  const { crl, certificate } = question;
  const code = checkAuthority(question) ?? checkTimes(question);
  if (code) return { ok: false, code };
  const entry = crl.entries.get(certificate.serialNumber);
  if (!entry || entry.reason === "removeFromCRL") return { ok: true, status: { state: "good" } };
  return { ok: true, status: { state: "revoked", ...entry } };
}

function checkAuthority({ crl, certificate, issuer }: CrlQuestion): CrlRefusalCode | null {
  if (!namesEqual(crl.issuer, certificate.issuer) || !namesEqual(crl.issuer, issuer.subject)) return "other-issuer";
  if (issuer.keyUsage && !issuer.keyUsage.includes("cRLSign")) return "issuer-may-not-sign-lists";
  if (crl.unknownCritical.length > 0) return "unknown-critical-extension";
  if (!crl.signatureAlgorithm) return "unsupported-algorithm";
  return isSignedBy(crl, crl.tbsCertList, issuer) ? null : "bad-signature";
}

function checkTimes({ crl, at, notBefore }: CrlQuestion): CrlRefusalCode | null {
  if (crl.thisUpdate > at) return "from-the-future";
  if (crl.nextUpdate < at) return "expired";
  return notBefore && crl.thisUpdate < notBefore ? "too-old" : null;
}
