// Checks what an OCSP response says about one certificate (RFC 6960 §3.2 and §4.2.2.2): that it answers this request, that
// its signer was authorised, and that it is fresh enough.
import { compareEncodings } from "../asn1/der.ts";
import { OID } from "../asn1/oids.ts";
import type { Certificate } from "../x509/certificate.ts";
import { isSignedBy, namesIssuer } from "../x509/chain.ts";
import { namesEqual } from "../x509/name.ts";
import { certIdMatchesIssuer, keyHashOf } from "./ocsp-request.ts";
import type { OcspResponse, SingleResponse } from "./ocsp-response.ts";
import type { CertificateStatus } from "./revocation-reason.ts";

/** Why a response says nothing about a certificate. */
export type OcspRefusalCode =
  | "no-answer"
  | "other-certificate"
  | "unknown-certificate"
  | "nonce-mismatch"
  | "responder-not-found"
  | "responder-not-authorised"
  | "responder-not-valid"
  | "responder-may-be-revoked"
  | "unsupported-algorithm"
  | "bad-signature"
  | "from-the-future"
  | "expired"
  | "too-old";

/** The status of the certificate and who answered (the issuer itself or its delegate), or why there is none. */
export type OcspCheck =
  | { readonly ok: true; readonly status: CertificateStatus; readonly responder: Certificate }
  | { readonly ok: false; readonly code: OcspRefusalCode };

/**
 * A response, the certificate it should be about and that one's issuer; used at the time `at`. `notBefore` asks for status
 * known at or after that time, `nonce` for the echo of the request's.
 */
export type OcspQuestion = {
  readonly response: OcspResponse;
  readonly certificate: Pick<Certificate, "issuer" | "serialNumber">;
  readonly issuer: Certificate;
  readonly at: Date;
  readonly notBefore?: Date;
  readonly nonce?: Uint8Array;
};

type Answered = Extract<OcspResponse, { status: "successful" }>;

/** Reads the status of a certificate from a response, once everything about the response is right. */
export function checkOcspResponse(question: OcspQuestion): OcspCheck {
  const { response } = question;
  const refused = (code: OcspRefusalCode): OcspCheck => ({ ok: false, code });
  if (response.status !== "successful") return refused("no-answer");
  const single = findAnswer(response, question);
  if (!single) return refused("other-certificate");
  if (!nonceEchoed(response, question)) return refused("nonce-mismatch");
  const responder = findResponder(response, question.issuer);
  if (!responder) return refused("responder-not-found");
  const code = checkResponder(response, responder, question) ?? checkTimes(response, single, question);
  if (code) return refused(code);
  if (single.status.state === "unknown") return refused("unknown-certificate");
  return { ok: true, status: single.status, responder };
}

function findAnswer(response: Answered, { certificate, issuer }: OcspQuestion): SingleResponse | undefined {
  if (!namesEqual(certificate.issuer, issuer.subject)) return undefined;
  return response.responses.find(
    ({ certId }) => certId.serialNumber === certificate.serialNumber && certIdMatchesIssuer(certId, issuer),
  );
}

function nonceEchoed(response: Answered, { nonce }: OcspQuestion): boolean {
  if (!nonce) return true;
  return response.nonce !== null && compareEncodings(response.nonce, nonce) === 0;
}

function findResponder(response: Answered, issuer: Certificate): Certificate | undefined {
  const { responderId } = response;
  return [issuer, ...response.certificates].find((candidate) =>
    "name" in responderId
      ? namesEqual(candidate.subject, responderId.name)
      : compareEncodings(keyHashOf(candidate), responderId.keyHash) === 0,
  );
}

function checkResponder(response: Answered, responder: Certificate, question: OcspQuestion): OcspRefusalCode | null {
  if (!response.signatureAlgorithm) return "unsupported-algorithm";
  const { issuer } = question;
  if (compareEncodings(responder.fingerprint, issuer.fingerprint) !== 0) {
    const code = checkDelegate(response, responder, issuer);
    if (code) return code;
  }
  // A response about several certificates is asked once for each, and has one signature.
  return isSignedBy(response, response.tbsResponseData, responder) ? null : "bad-signature";
}

// RFC 6960 §4.2.2.2: issued directly by the CA in question, for OCSP signing.
function checkDelegate(response: Answered, responder: Certificate, issuer: Certificate): OcspRefusalCode | null {
  if (!responder.signatureAlgorithm) return "unsupported-algorithm";
  if (!namesIssuer(responder, issuer)) return "responder-not-authorised";
  const issued = isSignedBy(responder, responder.tbsCertificate, issuer);
  const maySign = responder.extendedKeyUsage?.purposes.includes(OID.ocspSigning) ?? false;
  const usage = responder.keyUsage?.includes("digitalSignature") ?? true;
  if (!issued || !maySign || !usage || responder.unknownCritical.length > 0) return "responder-not-authorised";
  if (response.producedAt < responder.notBefore || response.producedAt > responder.notAfter)
    return "responder-not-valid";
  // RFC 6960 §4.2.2.2.1: without nocheck somebody would have to ask about the responder too, and so on.
  return responder.ocspNoCheck ? null : "responder-may-be-revoked";
}

function checkTimes(response: Answered, single: SingleResponse, question: OcspQuestion): OcspRefusalCode | null {
  const { at, notBefore } = question;
  if (single.thisUpdate > at || response.producedAt > at) return "from-the-future";
  if (single.nextUpdate && single.nextUpdate < at) return "expired";
  return notBefore && single.thisUpdate < notBefore ? "too-old" : null;
}
