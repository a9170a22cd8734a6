// Timestamp tokens and the responses that carry them (RFC 3161 §2.4.2, RFC 5816): a token is a CMS SignedData over a
// TSTInfo. The authority issues them; the client reads them here and checks them in check-timestamp-token.ts.
import { DerError, type DerNode, encodingOf, parseDer, TAG } from "../asn1/der.ts";
import { encodeInteger, encodeNamedBits, encodeSequence, encodeUtf8String } from "../asn1/der-writer.ts";
import { OID } from "../asn1/oids.ts";
import { membersOf, namedBitsOf, requireTag, smallIntegerOf, textOf } from "../asn1/structure.ts";
import { signSignedData } from "../cms/sign-signed-data.ts";
import { parseSignedData, type SignedData } from "../cms/signed-data.ts";
import type { Certificate } from "../x509/certificate.ts";
import type { Signer } from "../x509/signature-algorithm.ts";
import { TIMESTAMP_FAILURES, type TimestampFailure, type TimestampRequest } from "./request.ts";
import { encodeTstInfo, parseTstInfo, type TstInfo } from "./tst-info.ts";

/** A token to issue. `serialNumber` is unsigned bytes, unique for the unit; `chain` the unit's issuers, without the root. */
export type TimestampContent = {
  readonly request: TimestampRequest;
  readonly policy: string;
  readonly serialNumber: Uint8Array;
  readonly genTime: Date;
  readonly certificate: Certificate;
  readonly chain: readonly Certificate[];
};

/** A token that was read; nothing about it is checked yet. */
export type TimestampToken = { readonly signedData: SignedData; readonly info: TstInfo };

/** What an authority answered. */
export type TimestampResponse =
  | { readonly status: "granted"; readonly token: Uint8Array }
  | { readonly status: "refused"; readonly failure: TimestampFailure | null; readonly text: string };

// EN 319 421 TIS-7.7.2: the clock is kept within one second of UTC.
const ACCURACY_SECONDS = 1;
const STATUS = { granted: 0, grantedWithMods: 1, rejection: 2 } as const;
const STATUS_MAX = 5;

/**
 * Issues a token; answers the DER of its ContentInfo. Certificates are inside only when the request asks for them.
 * @throws RangeError when the request asks for another policy, SigningRefusal when key and certificate do not belong together
 */
export async function issueTimestampToken(content: TimestampContent, signer: Signer): Promise<Uint8Array> {
  const { request, certificate, chain } = content;
  if (request.policy !== null && request.policy !== content.policy)
    throw new RangeError("another policy was asked for");
  const bytes = encodeTstInfo({
    policy: content.policy,
    messageImprint: request.messageImprint,
    serialNumber: content.serialNumber,
    genTime: content.genTime,
    accuracySeconds: ACCURACY_SECONDS,
    nonceDer: request.nonceDer,
  });
  return signSignedData({
    content: { kind: "encapsulated", contentType: OID.tstInfo, bytes },
    signer,
    certificate,
    chain,
    ...(request.certificatesRequested ? {} : { certificates: "omit" }),
  });
}

/** DER of the TimeStampResp that grants a token. */
export function grantTimestamp(token: Uint8Array): Uint8Array {
  return encodeSequence(encodeSequence(encodeInteger(STATUS.granted)), token);
}

/** DER of the TimeStampResp that says why there is no token. */
export function rejectTimestamp(failure: TimestampFailure, text: string): Uint8Array {
  const statusString = encodeSequence(encodeUtf8String(text));
  const failInfo = encodeNamedBits([TIMESTAMP_FAILURES[failure]]);
  return encodeSequence(encodeSequence(encodeInteger(STATUS.rejection), statusString, failInfo));
}

/** Reads a TimeStampResp; certificates in it that are `known` are not read again. @throws DerError also when a token is missing or comes with a refusal */
export function parseTimestampResponse(der: Uint8Array, known: readonly Certificate[] = []): TimestampResponse {
  const members = membersOf(parseDer(der, { known: known.map((certificate) => certificate.der) }));
  const { status, text, failure } = parseStatus(members.next());
  const token = members.optional(TAG.sequence);
  members.end();
  const granted = status === STATUS.granted || status === STATUS.grantedWithMods;
  if (granted !== (token !== null)) throw new DerError("unexpected-element", `status ${status} and token disagree`);
  return token ? { status: "granted", token: encodingOf(token).slice() } : { status: "refused", failure, text };
}

/** Reads a token, the DER of its ContentInfo; certificates in it that are `known` are not read again. @throws DerError */
export function parseTimestampToken(der: Uint8Array, known: readonly Certificate[] = []): TimestampToken {
  const signedData = parseSignedData(der, known);
  if (signedData.contentType !== OID.tstInfo || !signedData.content) {
    throw new DerError("unexpected-element", `a token with content type ${signedData.contentType}`);
  }
  return { signedData, info: parseTstInfo(signedData.content) };
}

function parseStatus(node: DerNode): { status: number; text: string; failure: TimestampFailure | null } {
  const members = membersOf(node);
  const status = smallIntegerOf(requireTag(members.next(), TAG.integer), STATUS_MAX);
  const texts = members.optional(TAG.sequence);
  const failInfo = members.optional(TAG.bitString);
  members.end();
  const names = Object.keys(TIMESTAMP_FAILURES) as TimestampFailure[];
  const bits = failInfo ? namedBitsOf(failInfo) : [];
  return {
    status,
    text: texts ? texts.children.map((child) => textOf(requireTag(child, TAG.utf8String))).join(" ") : "",
    failure: names.find((name) => bits.includes(TIMESTAMP_FAILURES[name])) ?? null,
  };
}
