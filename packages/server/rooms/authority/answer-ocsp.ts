/** The OCSP responder (RFC 6960): answers from the issuance table, so a serial number nobody issued is never good. */
import { DerError } from "@siegel/kernel/asn1/der.ts";
import { type CertId, certIdMatchesIssuer, parseOcspRequest } from "@siegel/kernel/revocation/ocsp-request.ts";
import {
  issueOcspResponse,
  type OcspAnswer,
  type OcspStatus,
  ocspErrorResponse,
} from "@siegel/kernel/revocation/ocsp-response.ts";
import type { Certificate } from "@siegel/kernel/x509/certificate.ts";
import type { Db } from "../../db/database.ts";
import type { AuthorityDeps } from "./authority-deps.ts";
import { ocspLifeMs } from "./authority-rules.ts";
import { type Authority, type Issued, readIssued } from "./authority-store.ts";
import { findAuthority } from "./known-authorities.ts";
import { responderOf } from "./known-responders.ts";
import { takenOverAnswer } from "./take-over.ts";
import { unitCertificate } from "./unit-certificate.ts";

/**
 * DER of the OCSPResponse to a DER OCSPRequest. Refusals are unsigned answers too (RFC 6960 §2.3).
 * @throws SigningRefusal when the responder's key does not fit its certificate
 */
export async function ocspResponse(deps: AuthorityDeps, requestDer: Uint8Array): Promise<Uint8Array> {
  const request = parseRequest(requestDer);
  if (request === null || request.certIds.length === 0) return ocspErrorResponse("malformedRequest");
  const issuer = await findIssuer(deps.db, request.certIds);
  if (issuer === null) return (await takenOverAnswer(deps.db, request.certIds)) ?? ocspErrorResponse("unauthorized");
  // A root whose key is outside speaks by lists alone (docs/decisions/0025).
  if (issuer.unit.keyId === null) return ocspErrorResponse("unauthorized");
  const responder = await responderOf(deps, issuer.unit);
  if (responder === null) return ocspErrorResponse("tryLater");
  const producedAt = new Date(Math.floor(deps.clock.now().getTime() / 1000) * 1000);
  const serials = request.certIds.map(({ serialNumber }) => serialNumber);
  const issued = await readIssued(deps.db, issuer.unit.name, serials);
  const nextUpdate = new Date(producedAt.getTime() + ocspLifeMs);
  const answers = request.certIds.map((certId): OcspAnswer => {
    return { certId, status: statusOf(issued.get(certId.serialNumber)), thisUpdate: producedAt, nextUpdate };
  });
  return await issueOcspResponse(
    {
      responder: unitCertificate(responder.unit.certificate),
      producedAt,
      answers,
      nonce: request.nonce,
      archiveCutoff: issuer.certificate.notBefore,
    },
    responder.signer,
  );
}

/** DER of the unsigned answer when the responder itself fails. */
export const ocspInternalError = (): Uint8Array => ocspErrorResponse("internalError");

function parseRequest(der: Uint8Array): ReturnType<typeof parseOcspRequest> | null {
  try {
    return parseOcspRequest(der);
  } catch (malformed) {
    if (malformed instanceof DerError) return null;
    throw malformed;
  }
}

/** The one CA that every CertID names, or null. */
async function findIssuer(
  db: Db,
  certIds: readonly CertId[],
): Promise<{ unit: Authority; certificate: Certificate } | null> {
  const unit = await findAuthority(db, ({ certificate }) =>
    certIds.every((certId) => certIdMatchesIssuer(certId, unitCertificate(certificate))),
  );
  return unit === null ? null : { unit, certificate: unitCertificate(unit.certificate) };
}

function statusOf(issued: Issued | undefined): OcspStatus {
  if (issued === undefined) return { state: "unknown" };
  if (issued.revocation === null) return { state: "good" };
  return { state: "revoked", revokedAt: issued.revocation.at, reason: issued.revocation.reason };
}
