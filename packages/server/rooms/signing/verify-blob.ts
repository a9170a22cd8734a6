/** The end of step 12 of docs/flows/signing.md: what is on disk is what was meant, or the switch does not happen (T-002, T-008). */
import { createHash } from "node:crypto";
import { OID } from "@siegel/kernel/asn1/oids.ts";
import { parseSignedData, singleValue } from "@siegel/kernel/cms/signed-data.ts";
import { verifySignedData } from "@siegel/kernel/cms/verify-signed-data.ts";
import { digestCovered, type FoundSignature, listSignatures } from "@siegel/kernel/pades/list-signatures.ts";
import type { ByteSource } from "@siegel/kernel/pdf/byte-source.ts";
import { openPdf } from "@siegel/kernel/pdf/open-pdf.ts";
import { checkTimestampToken } from "@siegel/kernel/timestamp/check-timestamp-token.ts";
import { type Certificate, parseCertificate } from "@siegel/kernel/x509/certificate.ts";
import { checkChain } from "@siegel/kernel/x509/chain.ts";
import { trustAnchors } from "../authority/authority.ts";
import type { StoredBytes } from "../documents/documents.ts";
import type { PadesDeps } from "./pades-steps.ts";

/** A written file does not hold. It is never offered to anybody; the steps are taken again. */
export class WrittenSignatureInvalid extends Error {
  override readonly name = "WrittenSignatureInvalid";
}

/** A file to read back: it must begin with its base and carry a good signature in the named field. */
export type Readback = { readonly stored: StoredBytes; readonly base: ByteSource; readonly fieldName: string; readonly archive: boolean };

/** Reads a written file back and checks everything about its new signature. @throws WrittenSignatureInvalid */
export async function verifyBlob(deps: PadesDeps, readback: Readback): Promise<void> {
  const source = await deps.blobs.open(readback.stored.sha256);
  try {
    requireThat(source.size === readback.stored.size, "the file has another size");
    requireThat(beginsWith(source, readback.base), "the file does not begin with its base");
    const { signatures, anomalies } = listSignatures(openPdf(source));
    requireThat(anomalies.length === 0, `${anomalies[0]?.fieldName}: ${anomalies[0]?.anomaly}`);
    const signature = signatures.find((one) => one.fieldName === readback.fieldName);
    if (signature === undefined) throw new WrittenSignatureInvalid(`field ${readback.fieldName} is empty`);
    requireThat(signature.byteRange[1] > readback.base.size, "the signature stands inside the base");
    checkSignature(deps, source, { signature, anchors: (await trustAnchors(deps.db)).map(parseCertificate) });
    if (readback.archive) checkArchive(deps, source, signatures.at(-1));
  } finally {
    await source.close();
  }
}

function checkSignature(deps: PadesDeps, source: ByteSource, found: { signature: FoundSignature; anchors: readonly Certificate[] }): void {
  const { signature, anchors } = found;
  const signedData = parseSignedData(signature.contents);
  const report = verifySignedData({ signedData, profile: "pades", contentDigest: (algorithm) => digestCovered(source, signature, algorithm) });
  requireThat(report.findings.length === 0, `the signature does not hold: ${report.findings.join(", ")}`);
  const token = singleValue(signedData.signerInfo.unsignedAttributes, OID.signatureTimeStampToken);
  if (token === null || report.signer === null) throw new WrittenSignatureInvalid("there is no signature timestamp");
  const digest = new Uint8Array(createHash("sha256").update(signedData.signerInfo.signature).digest());
  const at = requireTimestamp(deps, { token, digest });
  const chain = checkChain({ certificate: report.signer, intermediates: signedData.certificates, anchors, at });
  requireThat(chain.ok, "the signer's certificate has no chain");
}

function checkArchive(deps: PadesDeps, source: ByteSource, last: FoundSignature | undefined): void {
  if (last === undefined || last.subFilter !== "ETSI.RFC3161") throw new WrittenSignatureInvalid("there is no document timestamp at the end");
  requireThat(last.coversWholeFile, "the document timestamp does not cover the whole file");
  requireTimestamp(deps, { token: last.contents, digest: digestCovered(source, last, "sha256") });
}

function requireTimestamp(deps: PadesDeps, stamped: { token: Uint8Array; digest: Uint8Array }): Date {
  const messageImprint = { digestAlgorithm: "sha256", digest: stamped.digest } as const;
  const checked = checkTimestampToken({ token: stamped.token, messageImprint, anchors: deps.timestamp.anchors.map(parseCertificate) });
  if (!checked.ok) throw new WrittenSignatureInvalid(`a timestamp does not hold: ${checked.code}`);
  return checked.info.genTime;
}

const windowBytes = 1024 * 1024;

function beginsWith(source: ByteSource, base: ByteSource): boolean {
  if (source.size <= base.size) return false;
  for (let offset = 0; offset < base.size; offset += windowBytes) {
    const length = Math.min(windowBytes, base.size - offset);
    if (Buffer.compare(source.read(offset, length), base.read(offset, length)) !== 0) return false;
  }
  return true;
}

function requireThat(holds: boolean, otherwise: string): void {
  if (!holds) throw new WrittenSignatureInvalid(otherwise);
}
