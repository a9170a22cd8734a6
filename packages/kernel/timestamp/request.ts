// Requests for timestamps (RFC 3161 §2.4.1, as EN 319 422 §5 and §6 narrow them): built by the client, read by the time-stamping
// authority, which refuses with a PKIFailureInfo.
import { contentOf, contextTag, DerError, type DerNode, encodingOf, parseDer, TAG } from "../asn1/der.ts";
import {
  encodeBoolean,
  encodeInteger,
  encodeOctetString,
  encodeOid,
  encodeSequence,
  encodeUnsigned,
} from "../asn1/der-writer.ts";
import { booleanDefaultFalse, integerOf, membersOf, oidOf, requireTag } from "../asn1/structure.ts";
import {
  type DigestAlgorithm,
  digestLength,
  encodeDigestAlgorithm,
  parseDigestAlgorithm,
} from "../x509/signature-algorithm.ts";

/** What is stamped: the digest of something, and which digest that is. */
export type MessageImprint = { readonly digestAlgorithm: DigestAlgorithm; readonly digest: Uint8Array };

/** A request that was read and is acceptable in itself. */
export type TimestampRequest = {
  readonly messageImprint: MessageImprint;
  /** The policy asked for, or null for any. */
  readonly policy: string | null;
  /** DER of the nonce's INTEGER, to send back, or null. */
  readonly nonceDer: Uint8Array | null;
  readonly certificatesRequested: boolean;
};

/** Bits of PKIFailureInfo (RFC 3161 §2.4.2), by which an authority says no. */
export const TIMESTAMP_FAILURES = {
  badAlg: 0,
  badRequest: 2,
  badDataFormat: 5,
  timeNotAvailable: 14,
  unacceptedPolicy: 15,
  unacceptedExtension: 16,
  addInfoNotAvailable: 17,
  systemFailure: 25,
} as const;

/** Why an authority gives no timestamp. */
export type TimestampFailure = keyof typeof TIMESTAMP_FAILURES;

/** A request, or the failure to answer it with. */
export type TimestampRequestReading =
  | { readonly ok: true; readonly request: TimestampRequest }
  | { readonly ok: false; readonly failure: TimestampFailure };

/** DER of a TimeStampReq that asks for certificates. `nonce` is an unsigned number in bytes. */
export function buildTimestampRequest(of: {
  readonly messageImprint: MessageImprint;
  readonly nonce?: Uint8Array;
  readonly policy?: string;
}): Uint8Array {
  return encodeSequence(
    encodeInteger(1),
    encodeMessageImprint(of.messageImprint),
    of.policy === undefined ? null : encodeOid(of.policy),
    of.nonce ? encodeUnsigned(of.nonce) : null,
    encodeBoolean(true),
  );
}

/** Reads a TimeStampReq as an authority must: no trailing bytes, version 1, a known digest of the right length, no extensions. */
export function parseTimestampRequest(der: Uint8Array): TimestampRequestReading {
  try {
    return readRequest(parseDer(der));
  } catch (error) {
    if (error instanceof DerError) return { ok: false, failure: "badDataFormat" };
    throw error;
  }
}

/** DER of a MessageImprint. @throws RangeError when the digest has not the length of its algorithm */
export function encodeMessageImprint({ digestAlgorithm, digest }: MessageImprint): Uint8Array {
  if (digest.length !== digestLength(digestAlgorithm)) throw new RangeError(`not a ${digestAlgorithm} digest`);
  return encodeSequence(encodeDigestAlgorithm(digestAlgorithm), encodeOctetString(digest));
}

/** A MessageImprint as it stands; `digestAlgorithm` is null for one that is not accepted. @throws DerError */
export function parseMessageImprint(node: DerNode): { digestAlgorithm: DigestAlgorithm | null; digest: Uint8Array } {
  const members = membersOf(node);
  const digestAlgorithm = parseDigestAlgorithm(members.next(TAG.sequence));
  const digest = contentOf(members.next(TAG.octetString));
  members.end();
  return { digestAlgorithm, digest };
}

function readRequest(node: DerNode): TimestampRequestReading {
  const members = membersOf(node);
  const version = integerOf(requireTag(members.next(), TAG.integer));
  if (version !== 1n) return { ok: false, failure: "badRequest" };
  const { digestAlgorithm, digest } = parseMessageImprint(members.next());
  const policy = members.optional(TAG.objectIdentifier);
  const nonce = members.optional(TAG.integer);
  const certificatesRequested = booleanDefaultFalse(members.optional(TAG.boolean));
  const extensions = members.optional(contextTag(0, "constructed"));
  members.end();
  // RFC 3161 §2.4.1: an extension the server does not know is refused, critical or not; it knows none.
  if (extensions) return { ok: false, failure: "unacceptedExtension" };
  if (!digestAlgorithm) return { ok: false, failure: "badAlg" };
  if (digest.length !== digestLength(digestAlgorithm)) return { ok: false, failure: "badDataFormat" };
  const request = {
    messageImprint: { digestAlgorithm, digest },
    policy: policy && oidOf(policy),
    nonceDer: nonce && encodingOf(nonce),
    certificatesRequested,
  };
  return { ok: true, request };
}
