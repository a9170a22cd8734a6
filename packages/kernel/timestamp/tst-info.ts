// TSTInfo, the content of a timestamp token (RFC 3161 §2.4.2; EN 319 422 §5.2: accuracy present, no ordering).
import { contextTag, DerError, type DerNode, encodingOf, parseDer, TAG } from "../asn1/der.ts";
import { encodeInteger, encodeOid, encodeSequence, encodeUnsigned } from "../asn1/der-writer.ts";
import { booleanDefaultFalse, integerOf, membersOf, oidOf, requireTag, smallIntegerOf } from "../asn1/structure.ts";
import { encodeGeneralizedTime, parseGeneralizedTime } from "../asn1/times.ts";
import { parseExtensions } from "../x509/extensions.ts";
import type { DigestAlgorithm } from "../x509/signature-algorithm.ts";
import { encodeMessageImprint, type MessageImprint, parseMessageImprint } from "./request.ts";

/** What a token to issue says. `serialNumber` is an unsigned number in bytes, unique for the unit, at most 20 bytes. */
export type TstInfoContent = {
  readonly policy: string;
  readonly messageImprint: MessageImprint;
  readonly serialNumber: Uint8Array;
  readonly genTime: Date;
  readonly accuracySeconds: number;
  readonly nonceDer: Uint8Array | null;
};

/** What a token says. */
export type TstInfo = {
  readonly policy: string;
  readonly messageImprint: { readonly digestAlgorithm: DigestAlgorithm | null; readonly digest: Uint8Array };
  readonly serialNumber: bigint;
  readonly genTime: Date;
  /** Null when the token does not say. */
  readonly accuracyMs: number | null;
  readonly nonceDer: Uint8Array | null;
  readonly unknownCritical: readonly string[];
};

/** DER of a TSTInfo; genTime to the second. @throws RangeError for a serial number that is too long */
export function encodeTstInfo(content: TstInfoContent): Uint8Array {
  if (content.serialNumber.length === 0 || content.serialNumber.length > 20) {
    throw new RangeError("a serial number has 1 to 20 bytes"); // RFC 3161 §2.4.2: up to 160 bits
  }
  return encodeSequence(
    encodeInteger(1),
    encodeOid(content.policy),
    encodeMessageImprint(content.messageImprint),
    encodeUnsigned(content.serialNumber),
    encodeGeneralizedTime(content.genTime),
    encodeSequence(encodeInteger(content.accuracySeconds)),
    content.nonceDer,
  );
}

/** Reads a TSTInfo. @throws DerError */
export function parseTstInfo(der: Uint8Array): TstInfo {
  const members = membersOf(parseDer(der));
  const version = integerOf(requireTag(members.next(), TAG.integer));
  if (version !== 1n) throw new DerError("unsupported-version", `TSTInfo version ${version}`);
  const policy = oidOf(members.next());
  const messageImprint = parseMessageImprint(members.next());
  const serialNumber = integerOf(members.next());
  const genTime = parseGeneralizedTime(members.next(), { fraction: "allowed" });
  const accuracy = members.optional(TAG.sequence);
  booleanDefaultFalse(members.optional(TAG.boolean));
  const nonce = members.optional(TAG.integer);
  members.optional(contextTag(0, "constructed"));
  const extensions = members.optional(contextTag(1, "constructed"));
  members.end();
  return {
    policy,
    messageImprint,
    serialNumber,
    genTime,
    accuracyMs: accuracy && parseAccuracy(accuracy),
    nonceDer: nonce && encodingOf(nonce),
    unknownCritical: extensions ? criticalOids(extensions) : [],
  };
}

const ACCURACY_SECONDS_MAX = 0xffffffff;

function parseAccuracy(node: DerNode): number {
  const members = membersOf(node);
  const seconds = members.optional(TAG.integer);
  const millis = members.optional(contextTag(0, "primitive"));
  const micros = members.optional(contextTag(1, "primitive"));
  members.end();
  const whole = seconds ? smallIntegerOf(seconds, ACCURACY_SECONDS_MAX) * 1000 : 0;
  return whole + (millis ? smallIntegerOf(millis, 999) : 0) + (micros ? smallIntegerOf(micros, 999) / 1000 : 0);
}

// [1] IMPLICIT Extensions: the same members under another identifier.
function criticalOids(node: DerNode): string[] {
  const sequence = { ...node, tag: TAG.sequence };
  return parseExtensions(sequence)
    .filter(({ critical }) => critical)
    .map(({ oid }) => oid);
}
