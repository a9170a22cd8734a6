// Answers about the status of certificates (RFC 6960 §4.2), signed by a responder that the issuing CA delegated to. Times
// are to the second; RFC 5019 §2.2.4 forbids fractions.
import { contentOf, contextTag, DerError, type DerNode, encodingOf, parseDer, TAG } from "../asn1/der.ts";
import {
  encodeBitString,
  encodeElement,
  encodeEnumerated,
  encodeExplicit,
  encodeOctetString,
  encodeOid,
  encodeSequence,
} from "../asn1/der-writer.ts";
import { OID } from "../asn1/oids.ts";
import {
  explicitOf,
  membersOf,
  octetStringDer,
  oidOf,
  requireTag,
  sequenceOf,
  smallIntegerOf,
  wholeBitString,
} from "../asn1/structure.ts";
import { encodeGeneralizedTime, parseGeneralizedTime } from "../asn1/times.ts";
import type { Certificate } from "../x509/certificate.ts";
import { parseCertificate } from "../x509/certificate.ts";
import { encodeExtensions } from "../x509/encode-extensions.ts";
import { type Extension, parseExtensions } from "../x509/extensions.ts";
import { checkedName } from "../x509/name.ts";
import {
  encodeSignatureAlgorithm,
  parseSignatureAlgorithm,
  type SignatureAlgorithm,
  type Signer,
  signMessage,
} from "../x509/signature-algorithm.ts";
import { parseReason } from "./crl.ts";
import { type CertId, keyHashOf, nonceExtension, nonceIn, parseCertId } from "./ocsp-request.ts";
import { type CertificateStatus, type IssuedRevocationReason, REVOCATION_REASONS } from "./revocation-reason.ts";

/** OCSPResponseStatus of an unsigned answer that carries no status of a certificate (RFC 6960 §4.2.1). */
export type OcspErrorStatus = keyof typeof ERROR_STATUSES;

const ERROR_STATUSES = { malformedRequest: 1, internalError: 2, tryLater: 3, sigRequired: 5, unauthorized: 6 } as const;

/** Status of one certificate to answer. RFC 6960 §2.2: never `good` for a serial number that was not issued. */
export type OcspStatus =
  | { readonly state: "good" }
  | { readonly state: "unknown" }
  | { readonly state: "revoked"; readonly revokedAt: Date; readonly reason: IssuedRevocationReason };

/** One answer to issue, for the CertID as it was asked. */
export type OcspAnswer = {
  readonly certId: CertId;
  readonly status: OcspStatus;
  readonly thisUpdate: Date;
  readonly nextUpdate: Date | null;
};

/** A response to issue: `responder` is the delegated certificate of the signer, sent along. */
export type OcspResponseContent = {
  readonly responder: Certificate;
  readonly producedAt: Date;
  readonly answers: readonly OcspAnswer[];
  /** The request's nonce, sent back. */
  readonly nonce: Uint8Array | null;
  /** From when on status is kept beyond expiry: the CA's notBefore (EN 319 411-2 CSS-6.3.10-10). */
  readonly archiveCutoff?: Date;
};

/** One answer that was read. */
export type SingleResponse = {
  readonly certId: CertId;
  readonly status: CertificateStatus | { readonly state: "unknown" };
  readonly thisUpdate: Date;
  readonly nextUpdate: Date | null;
};

/** A response that was read; nothing about it is checked yet. */
export type OcspResponse =
  | { readonly status: OcspErrorStatus }
  | {
      readonly status: "successful";
      readonly der: Uint8Array;
      readonly tbsResponseData: Uint8Array;
      /** Name (DER) or SHA-1 of the public key of the responder. */
      readonly responderId: { readonly name: Uint8Array } | { readonly keyHash: Uint8Array };
      readonly producedAt: Date;
      readonly responses: readonly SingleResponse[];
      readonly nonce: Uint8Array | null;
      readonly signatureAlgorithm: SignatureAlgorithm | null;
      readonly signature: Uint8Array;
      readonly certificates: readonly Certificate[];
    };

/** Signs a response; answers the DER of the OCSPResponse. @throws whatever the signer throws */
export async function issueOcspResponse(content: OcspResponseContent, signer: Signer): Promise<Uint8Array> {
  const extensions = content.nonce ? encodeExplicit(1, encodeExtensions([nonceExtension(content.nonce)])) : null;
  const single = singleExtensions(content.archiveCutoff);
  const tbsResponseData = encodeSequence(
    encodeExplicit(2, encodeOctetString(keyHashOf(content.responder))),
    encodeGeneralizedTime(content.producedAt),
    encodeSequence(...content.answers.map((answer) => encodeAnswer(answer, single))),
    extensions,
  );
  const basic = encodeSequence(
    tbsResponseData,
    encodeSignatureAlgorithm(signer.algorithm),
    encodeBitString(await signMessage(signer, tbsResponseData)),
    encodeExplicit(0, encodeSequence(content.responder.der)),
  );
  const responseBytes = encodeSequence(encodeOid(OID.ocspBasic), encodeOctetString(basic));
  return encodeSequence(encodeEnumerated(0), encodeExplicit(0, responseBytes));
}

/** DER of a response that only says why there is no answer. */
export function ocspErrorResponse(status: OcspErrorStatus): Uint8Array {
  return encodeSequence(encodeEnumerated(ERROR_STATUSES[status]));
}

/** Reads an OCSPResponse; certificates in it that are `known` are not read again. @throws DerError */
export function parseOcspResponse(der: Uint8Array, known: readonly Certificate[] = []): OcspResponse {
  const members = membersOf(parseDer(der));
  const code = smallIntegerOf(members.next(TAG.enumerated), 127);
  const bytes = members.optional(contextTag(0, "constructed"));
  members.end();
  if (code === 0) {
    if (!bytes) throw new DerError("missing-element", "successful without an answer");
    return { status: "successful", der, ...parseResponseBytes(explicitOf(bytes), known) };
  }
  const names = Object.keys(ERROR_STATUSES) as OcspErrorStatus[];
  const status = names.find((name) => ERROR_STATUSES[name] === code);
  if (!status) throw new DerError("out-of-range", `OCSPResponseStatus ${code}`);
  if (bytes) throw new DerError("unexpected-element", "answer beside an error");
  return { status };
}

function singleExtensions(archiveCutoff: Date | undefined): Uint8Array | null {
  if (!archiveCutoff) return null;
  const value = encodeGeneralizedTime(archiveCutoff);
  return encodeExplicit(1, encodeExtensions([{ oid: OID.ocspArchiveCutoff, critical: false, value }]));
}

function encodeAnswer(answer: OcspAnswer, extensions: Uint8Array | null): Uint8Array {
  return encodeSequence(
    answer.certId.der,
    encodeStatus(answer.status),
    encodeGeneralizedTime(answer.thisUpdate),
    answer.nextUpdate ? encodeExplicit(0, encodeGeneralizedTime(answer.nextUpdate)) : null,
    extensions,
  );
}

function encodeStatus(status: OcspStatus): Uint8Array {
  if (status.state === "good") return encodeElement(contextTag(0, "primitive"));
  if (status.state === "unknown") return encodeElement(contextTag(2, "primitive"));
  const time = encodeGeneralizedTime(status.revokedAt);
  if (status.reason === "unspecified") return encodeElement(contextTag(1, "constructed"), time);
  const reason = encodeExplicit(0, encodeEnumerated(REVOCATION_REASONS[status.reason]));
  return encodeElement(contextTag(1, "constructed"), time, reason);
}

function parseResponseBytes(node: DerNode, known: readonly Certificate[]) {
  const members = membersOf(node);
  const type = oidOf(members.next());
  if (type !== OID.ocspBasic) throw new DerError("unexpected-element", `response type ${type}`);
  const basic = membersOf(octetStringDer(members.next(), { known: known.map((certificate) => certificate.der) }));
  members.end();
  const tbs = basic.next(TAG.sequence);
  const signatureAlgorithm = parseSignatureAlgorithm(basic.next(TAG.sequence));
  const signature = wholeBitString(basic.next());
  const certificates = basic.optional(contextTag(0, "constructed"));
  basic.end();
  return {
    tbsResponseData: encodingOf(tbs),
    ...parseResponseData(tbs),
    signatureAlgorithm,
    signature,
    certificates: certificates
      ? requireTag(explicitOf(certificates), TAG.sequence).children.map((child) =>
          parseCertificate(encodingOf(child), known),
        )
      : [],
  };
}

function parseResponseData(node: DerNode) {
  const members = membersOf(node);
  if (members.peek() === contextTag(0, "constructed"))
    throw new DerError("unsupported-version", "ResponseData version");
  const responderId = parseResponderId(members.next());
  const producedAt = parseGeneralizedTime(members.next());
  const responses = sequenceOf(members.next()).map(parseSingleResponse);
  const extensions = members.optional(contextTag(1, "constructed"));
  members.end();
  return {
    responderId,
    producedAt,
    responses,
    nonce: nonceIn(extensions ? parseExtensions(explicitOf(extensions)) : []),
  };
}

function parseResponderId(node: DerNode) {
  const inner = explicitOf(node);
  if (node.tag === contextTag(1, "constructed")) return { name: checkedName(inner) };
  requireTag(node, contextTag(2, "constructed"));
  return { keyHash: contentOf(requireTag(inner, TAG.octetString)) };
}

function parseSingleResponse(node: DerNode): SingleResponse {
  const members = membersOf(node);
  const certId = parseCertId(members.next(TAG.sequence));
  const status = parseStatus(members.next());
  const thisUpdate = parseGeneralizedTime(members.next());
  const next = members.optional(contextTag(0, "constructed"));
  const extensions = members.optional(contextTag(1, "constructed"));
  members.end();
  requireNoneCritical(extensions ? parseExtensions(explicitOf(extensions)) : []);
  return { certId, status, thisUpdate, nextUpdate: next && parseGeneralizedTime(explicitOf(next)) };
}

function parseStatus(node: DerNode): SingleResponse["status"] {
  if (node.tag === contextTag(0, "primitive") && node.end === node.contentStart) return { state: "good" };
  if (node.tag === contextTag(2, "primitive") && node.end === node.contentStart) return { state: "unknown" };
  const members = membersOf(node, contextTag(1, "constructed"));
  const revokedAt = parseGeneralizedTime(members.next());
  const reason = members.optional(contextTag(0, "constructed"));
  members.end();
  return { state: "revoked", revokedAt, reason: reason ? parseReason(explicitOf(reason)) : "unspecified" };
}

function requireNoneCritical(extensions: readonly Extension[]): void {
  const critical = extensions.find((extension) => extension.critical);
  if (critical) throw new DerError("unexpected-element", `critical extension ${critical.oid}`);
}
