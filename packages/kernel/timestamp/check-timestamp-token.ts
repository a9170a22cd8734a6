// Checks a timestamp token before it is used (RFC 3161 §2.2 and §4, EN 319 102-1 §5.4): that it is about this
// imprint, answers this request, and was signed by a trusted time-stamping unit at a plausible time.
import { compareEncodings, DerError } from "../asn1/der.ts";
import { encodeUnsigned } from "../asn1/der-writer.ts";
import { OID } from "../asn1/oids.ts";
import { type SignedDataFinding, verifySignedData } from "../cms/verify-signed-data.ts";
import type { Certificate } from "../x509/certificate.ts";
import { type ChainRefusalCode, checkChain } from "../x509/chain.ts";
import type { MessageImprint } from "./request.ts";
import { parseTimestampToken, type TimestampToken } from "./token.ts";
import type { TstInfo } from "./tst-info.ts";

/** Why a token is not relied on. */
export type TimestampRefusal =
  | { readonly code: "malformed"; readonly detail: string }
  | { readonly code: "wrong-imprint" }
  | { readonly code: "wrong-nonce" }
  | { readonly code: "wrong-policy"; readonly policy: string }
  | { readonly code: "unknown-critical-extension" }
  | { readonly code: "time-outside-window"; readonly genTime: Date }
  | { readonly code: "signature-not-valid"; readonly findings: readonly SignedDataFinding[] }
  | { readonly code: "not-a-time-stamping-certificate" }
  | { readonly code: "untrusted-chain"; readonly reason: ChainRefusalCode };

/** What a good token says and who signed it (`chain`: the unit first, the anchor last), or why it is not relied on. */
export type TimestampCheck =
  | {
      readonly ok: true;
      readonly info: TstInfo;
      readonly certificate: Certificate;
      readonly chain: readonly Certificate[];
    }
  | ({ readonly ok: false } & TimestampRefusal);

/**
 * A token (DER of its ContentInfo) and what it should be. `nonce` (unsigned bytes) and `policy` are what the request asked for,
 * if it did. `window` is when the token can have been made: request sent to response received, widened by the clocks' skew.
 * A token read back from a document has neither nonce nor window.
 */
export type TimestampQuestion = {
  readonly token: Uint8Array;
  readonly messageImprint: MessageImprint;
  readonly nonce?: Uint8Array;
  readonly policy?: string;
  readonly window?: { readonly from: Date; readonly to: Date };
  readonly anchors: readonly Certificate[];
  /** Certificates known from elsewhere, beside those in the token. */
  readonly certificates?: readonly Certificate[];
  /** Certificates that are not read again where the token carries the very same; they stand in for none that it lacks. */
  readonly known?: readonly Certificate[];
};

/** Checks everything about a token; the chain is checked at its own genTime. */
export function checkTimestampToken(question: TimestampQuestion): TimestampCheck {
  const token = readToken(question);
  if ("code" in token) return { ok: false, ...token };
  const refusal = checkAnswer(token.info, question);
  if (refusal) return { ok: false, ...refusal };
  const { certificates = [] } = question;
  const { signer, findings } = verifySignedData({ signedData: token.signedData, profile: "timestamp", certificates });
  if (!signer || findings.length > 0) return { ok: false, code: "signature-not-valid", findings };
  if (!isTimeStampingUnit(signer)) return { ok: false, code: "not-a-time-stamping-certificate" };
  const intermediates = [...token.signedData.certificates, ...certificates];
  const path = checkChain({ certificate: signer, intermediates, anchors: question.anchors, at: token.info.genTime });
  if (!path.ok) return { ok: false, code: "untrusted-chain", reason: path.code };
  return { ok: true, info: token.info, certificate: signer, chain: path.chain };
}

function readToken({
  token,
  certificates = [],
  known = [],
  anchors,
}: TimestampQuestion): TimestampToken | TimestampRefusal {
  try {
    return parseTimestampToken(token, [...known, ...certificates, ...anchors]);
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
    return { code: "malformed", detail: error.message };
  }
}

function checkAnswer(info: TstInfo, question: TimestampQuestion): TimestampRefusal | null {
  const { messageImprint, nonce, policy, window } = question;
  const sameDigest = compareEncodings(info.messageImprint.digest, messageImprint.digest) === 0;
  if (info.messageImprint.digestAlgorithm !== messageImprint.digestAlgorithm || !sameDigest)
    return { code: "wrong-imprint" };
  if (nonce && !(info.nonceDer && compareEncodings(info.nonceDer, encodeUnsigned(nonce)) === 0))
    return { code: "wrong-nonce" };
  if (policy !== undefined && info.policy !== policy) return { code: "wrong-policy", policy: info.policy };
  if (info.unknownCritical.length > 0) return { code: "unknown-critical-extension" };
  const outside = window && (info.genTime < window.from || info.genTime > window.to);
  return outside ? { code: "time-outside-window", genTime: info.genTime } : null;
}

// RFC 3161 §2.3: the extended key usage is critical and names this purpose alone.
function isTimeStampingUnit({ extendedKeyUsage, keyUsage }: Certificate): boolean {
  const maySign = !keyUsage || keyUsage.includes("digitalSignature") || keyUsage.includes("nonRepudiation");
  if (!extendedKeyUsage?.critical || !maySign) return false;
  return extendedKeyUsage.purposes.length === 1 && extendedKeyUsage.purposes[0] === OID.timeStamping;
}
