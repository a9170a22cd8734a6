// Reads a signature back from the written bytes and checks everything that can be checked offline (EN 319 102-1 §5.2, §5.3):
// only a file that passes may be called signed. It never repairs and never guesses; each fault is a finding of its own.
import { DerError } from "../asn1/der.ts";
import { OID } from "../asn1/oids.ts";
import { parseSignedData, type SignedData, singleValue } from "../cms/signed-data.ts";
import { type SignedDataFinding, verifySignedData } from "../cms/verify-signed-data.ts";
import { catalogOf, dictionaryOf, itemsOf } from "../pdf/access.ts";
import type { ByteSource } from "../pdf/byte-source.ts";
import { signingLimits } from "../pdf/limits.ts";
import { openPdf, type PdfDocument } from "../pdf/open-pdf.ts";
import { checkTimestampToken, type TimestampCheck, type TimestampRefusal } from "../timestamp/check-timestamp-token.ts";
import type { MessageImprint } from "../timestamp/request.ts";
import type { Certificate } from "../x509/certificate.ts";
import { type ChainRefusalCode, checkChain } from "../x509/chain.ts";
import { type DigestAlgorithm, digestOf } from "../x509/signature-algorithm.ts";
import { beginsWith, type KnownBeginning, type Watch } from "./approved-base.ts";
import { digestByteRanges, digestOfBeginning, type WantedDigest } from "./byte-range.ts";
import { type ByteRangeAnomaly, type FoundSignature, listSignatures } from "./list-signatures.ts";
import { lackingInStore, type ValidationData } from "./long-term.ts";

/** What should stand in the file. */
export type WrittenQuestion = {
  readonly fieldName: string;
  /** The level promised: B-T needs the signature timestamp, B-LT the security store, B-LTA a document timestamp over it. */
  readonly level: "B-B" | "B-T" | "B-LT" | "B-LTA";
  /** The certificate that should have signed; its DER must be the signer's. */
  readonly certificate: Certificate;
  readonly anchors: readonly Certificate[];
  readonly timestampAnchors: readonly Certificate[];
  /** When the chain must have been valid where there is no timestamp to say so. */
  readonly at: Date;
  /** Certificates that are not read again where the file carries the very same; they stand in for none that it lacks. */
  readonly known?: readonly Certificate[];
  /** The data that was collected for this signature; the store must hold each piece of it. Without it the store must only not be empty. */
  readonly validationData?: ValidationData;
  /** What the file must begin with, up to all of it. */
  readonly beginnings?: readonly KnownBeginning[];
  /** Sees the file as it is read from end to end, as far as the longest of `beginnings` goes. */
  readonly watch?: Watch;
};

/** One thing that is wrong with a written signature. */
export type WrittenFinding =
  /** It does not begin with one of `beginnings`. */
  | { readonly code: "base-changed" }
  /** The file as a whole is another: its content does not fit its name. */
  | { readonly code: "content-changed" }
  | { readonly code: "signature-missing" }
  | { readonly code: "byte-range"; readonly anomaly: ByteRangeAnomaly }
  | { readonly code: "wrong-sub-filter"; readonly subFilter: string }
  | { readonly code: "malformed-cms"; readonly detail: string }
  | { readonly code: "signed-data"; readonly finding: SignedDataFinding }
  | { readonly code: "wrong-certificate" }
  | { readonly code: "untrusted-chain"; readonly reason: ChainRefusalCode }
  | { readonly code: "timestamp-missing" }
  | { readonly code: "timestamp"; readonly refusal: TimestampRefusal }
  | { readonly code: "store-missing" }
  | { readonly code: "store-incomplete"; readonly kind: keyof ValidationData; readonly missing: number }
  | { readonly code: "document-timestamp-missing" }
  | { readonly code: "document-timestamp"; readonly refusal: TimestampRefusal };

/** Everything that is wrong; nothing when `findings` is empty. `signedAt` is the signature timestamp's time where there is one. */
export type WrittenReport = { readonly findings: readonly WrittenFinding[]; readonly signedAt: Date | null };

/**
 * Checks the signature in a field of the file behind `source`; the file is read once, however large it is.
 * @throws PdfRefusal when the file cannot even be opened, and what `watch` throws
 */
export async function verifyWritten(source: ByteSource, question: WrittenQuestion): Promise<WrittenReport> {
  const doc = openPdf(source, signingLimits);
  const listed = listSignatures(doc);
  const anomaly = listed.anomalies.find((one) => one.fieldName === question.fieldName);
  if (anomaly !== undefined) return { findings: [{ code: "byte-range", anomaly: anomaly.anomaly }], signedAt: null };
  const found = listed.signatures.find((one) => one.fieldName === question.fieldName);
  if (found === undefined) return { findings: [{ code: "signature-missing" }], signedAt: null };
  const signedData = readCms(found.contents, question);
  const archive = archiveOf(listed.signatures, question);
  const digests = await digestCovered(source, question, {
    signature: "code" in signedData ? null : wantedOf(found, signedData.signerInfo.digestAlgorithm),
    archive: archive === null ? null : wantedOf(archive, "sha256"),
  });
  const signature = checkSignature(signedData, question, digests.signature);
  const findings = [
    ...digests.findings,
    ...checkSubFilter(found),
    ...signature.findings,
    ...checkStore(doc, question),
    ...checkArchive(archive, question, digests.archive),
  ];
  return { findings, signedAt: signature.signedAt };
}

const wantedOf = ({ byteRange }: FoundSignature, algorithm: DigestAlgorithm | null): WantedDigest | null =>
  algorithm && { byteRange, algorithm };

type Covered<T> = { readonly signature: T | null; readonly archive: T | null };

/** One pass for the digests of signature, document timestamp and all that the file must begin with. */
async function digestCovered(
  source: ByteSource,
  { beginnings = [], watch }: WrittenQuestion,
  { signature, archive }: Covered<WantedDigest>,
): Promise<Covered<Uint8Array> & { readonly findings: readonly WrittenFinding[] }> {
  const begun = beginnings.map(digestOfBeginning);
  const wanted = [signature, archive, ...begun].filter((one) => one !== null);
  const digests = await digestByteRanges(source, wanted, watch);
  const digestFor = (one: WantedDigest | null): Uint8Array | null => (one && digests[wanted.indexOf(one)]) ?? null;
  const isThere = (one: KnownBeginning, i: number): boolean =>
    beginsWith(source, one, digestFor(begun[i] ?? null) ?? new Uint8Array(0));
  const lacking = beginnings.filter((one, i) => !isThere(one, i));
  const codes = lacking.map(({ length }) => (length === source.size ? "content-changed" : "base-changed"));
  return {
    signature: digestFor(signature),
    archive: digestFor(archive),
    findings: [...new Set(codes)].map((code) => ({ code })),
  };
}

function checkSubFilter({ subFilter }: FoundSignature): WrittenFinding[] {
  return subFilter === "ETSI.CAdES.detached" ? [] : [{ code: "wrong-sub-filter", subFilter }];
}

function checkSignature(
  signedData: SignedData | WrittenFinding,
  question: WrittenQuestion,
  contentDigest: Uint8Array | null,
): WrittenReport {
  if ("code" in signedData) return { findings: [signedData], signedAt: null };
  const findings: WrittenFinding[] = [];
  const report = verifySignedData({ signedData, profile: "pades", ...(contentDigest && { contentDigest }) });
  findings.push(...report.findings.map((finding) => ({ code: "signed-data", finding }) as const));
  const { certificate } = question;
  if (report.signer !== null && Buffer.compare(report.signer.der, certificate.der) !== 0)
    findings.push({ code: "wrong-certificate" });
  const stamp = checkSignatureTimestamp(signedData, question);
  findings.push(...stamp.findings);
  const chain = checkChain({
    certificate,
    intermediates: signedData.certificates,
    anchors: question.anchors,
    at: stamp.signedAt ?? question.at,
  });
  if (!chain.ok) findings.push({ code: "untrusted-chain", reason: chain.code });
  return { findings, signedAt: stamp.signedAt };
}

function readCms(
  contents: Uint8Array,
  { certificate, anchors, known = [] }: WrittenQuestion,
): SignedData | WrittenFinding {
  try {
    return parseSignedData(contents, [certificate, ...known, ...anchors]);
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
    return { code: "malformed-cms", detail: error.message };
  }
}

function checkSignatureTimestamp({ signerInfo }: SignedData, question: WrittenQuestion): WrittenReport {
  const token = singleValue(signerInfo.unsignedAttributes, OID.signatureTimeStampToken);
  if (token === null)
    return { findings: question.level === "B-B" ? [] : [{ code: "timestamp-missing" }], signedAt: null };
  const messageImprint = { digestAlgorithm: "sha256", digest: digestOf("sha256", signerInfo.signature) } as const;
  const check = checkToken(token, messageImprint, question);
  if (!check.ok) return { findings: [{ code: "timestamp", refusal: check }], signedAt: null };
  return { findings: [], signedAt: check.info.genTime };
}

function checkToken(token: Uint8Array, messageImprint: MessageImprint, question: WrittenQuestion): TimestampCheck {
  const { timestampAnchors: anchors, known = [] } = question;
  return checkTimestampToken({ token, messageImprint, anchors, known });
}

// The proof of a signature was decided when it was collected; here it must have arrived in the file. A store that is not empty
// proves nothing about a second signature: its content may come from the first one.
function checkStore(doc: PdfDocument, { level, validationData }: WrittenQuestion): WrittenFinding[] {
  if (level === "B-B" || level === "B-T") return [];
  const store = dictionaryOf(doc, catalogOf(doc).entries.get("DSS"));
  const certificates = itemsOf(doc, store.entries.get("Certs")).length;
  const proofs = itemsOf(doc, store.entries.get("OCSPs")).length + itemsOf(doc, store.entries.get("CRLs")).length;
  if (certificates === 0 || proofs === 0) return [{ code: "store-missing" }];
  if (validationData === undefined) return [];
  const lacking = [...lackingInStore(doc, validationData)];
  return lacking.map(([kind, missing]) => ({ code: "store-incomplete", kind, missing }));
}

// EN 319 142-1 table 1, w–y: the timestamp covers the store, so it is the last thing in the file.
function archiveOf(signatures: readonly FoundSignature[], { level }: WrittenQuestion): FoundSignature | null {
  const last = signatures.at(-1);
  return level === "B-LTA" && last?.subFilter === "ETSI.RFC3161" && last.coversWholeFile ? last : null;
}

function checkArchive(
  archive: FoundSignature | null,
  question: WrittenQuestion,
  digest: Uint8Array | null,
): WrittenFinding[] {
  if (question.level !== "B-LTA") return [];
  if (archive === null || digest === null) return [{ code: "document-timestamp-missing" }];
  const messageImprint = { digestAlgorithm: "sha256", digest } as const;
  const check = checkToken(archive.contents, messageImprint, question);
  return check.ok ? [] : [{ code: "document-timestamp", refusal: check }];
}
