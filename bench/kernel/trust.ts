/** Who signs and who vouches in the kernel's figures: a P-256 hierarchy with its TSA and OCSP responder in this process. */
import type { KnownBeginning, Watch } from "@siegel/kernel/pades/approved-base.ts";
import type { ValidationData } from "@siegel/kernel/pades/long-term.ts";
import { verifyWritten, type WrittenQuestion } from "@siegel/kernel/pades/verify-written.ts";
import { type ByteSource, bytesSource } from "@siegel/kernel/pdf/byte-source.ts";
import { checkCrl } from "@siegel/kernel/revocation/check-crl.ts";
import { checkOcspResponse } from "@siegel/kernel/revocation/check-ocsp-response.ts";
import { type Crl, issueCrl, parseCrl } from "@siegel/kernel/revocation/crl.ts";
import { buildOcspRequest, parseOcspRequest } from "@siegel/kernel/revocation/ocsp-request.ts";
import { issueOcspResponse, parseOcspResponse } from "@siegel/kernel/revocation/ocsp-response.ts";
import { checkTimestampToken } from "@siegel/kernel/timestamp/check-timestamp-token.ts";
import { buildTimestampRequest, parseTimestampRequest } from "@siegel/kernel/timestamp/request.ts";
import { grantTimestamp, issueTimestampToken, parseTimestampResponse } from "@siegel/kernel/timestamp/token.ts";
import type { Certificate } from "@siegel/kernel/x509/certificate.ts";
import type { SigningAlgorithm } from "@siegel/kernel/x509/signature-algorithm.ts";
import {
  daysFromNow,
  type Hierarchy,
  type Identity,
  issuePerson,
  makeHierarchy,
  NOW,
  TEST_POLICY,
} from "../../fixtures/hierarchy.ts";
import { fieldName } from "./document.ts";

/** A hierarchy and the list of its root, made and read once as long as it is current. */
export type Trust = Hierarchy & { readonly rootCrl: Crl };

/** Makes the hierarchy. */
export async function makeTrust(): Promise<Trust> {
  const tree = await makeHierarchy("ecdsa-p256-sha256");
  const times = { crlNumber: 1n, thisUpdate: daysFromNow(-1), nextUpdate: daysFromNow(30) };
  const list = { issuer: tree.root.certificate, ...times, revoked: [] };
  return { ...tree, rootCrl: parseCrl(await issueCrl(list, tree.root.signer)) };
}

/** Somebody of the hierarchy with a key of this kind. */
export async function makeSignatory(trust: Trust, algorithm: SigningAlgorithm): Promise<Identity> {
  return await issuePerson(trust.issuingCa, { algorithm, name: "Käthe Größe", number: "1" });
}

/** What a signature of somebody asks for. */
export const wishOf = (trust: Trust, signatory: Identity) => ({
  fieldName,
  claimedTime: NOW,
  signerName: "Käthe Größe",
  fileId: new Uint8Array(16).fill(9),
  signer: signatory.signer,
  certificate: signatory.certificate,
  chain: [trust.issuingCa.certificate],
});

const nonce = Uint8Array.of(0x41, 2, 3, 4, 5, 6, 7, 8);

/** A timestamp as over the network: asked for, issued, granted, and checked before it is used. */
export async function stampBy(trust: Trust, digest: Uint8Array): Promise<Uint8Array> {
  const messageImprint = { digestAlgorithm: "sha256", digest } as const;
  const reading = parseTimestampRequest(buildTimestampRequest({ messageImprint, nonce, policy: TEST_POLICY }));
  if (!reading.ok) throw new Error(`the request is refused: ${reading.failure}`);
  const content = { request: reading.request, policy: TEST_POLICY, serialNumber: nonce, genTime: NOW };
  const { tsu, issuingCa, root } = trust;
  const certificates = [tsu.certificate, issuingCa.certificate];
  const token = await issueTimestampToken(
    { ...content, certificate: tsu.certificate, chain: [issuingCa.certificate] },
    tsu.signer,
  );
  const response = parseTimestampResponse(grantTimestamp(token), certificates);
  if (response.status !== "granted") throw new Error(`no timestamp: ${response.text}`);
  const checked = checkTimestampToken({
    token: response.token,
    messageImprint,
    nonce,
    policy: TEST_POLICY,
    anchors: [root.certificate],
    certificates,
  });
  if (!checked.ok) throw new Error(`the token does not hold: ${checked.code}`);
  return response.token;
}

/** Proof that nothing of the signatory's and of the unit's chain is revoked, each checked. */
export async function proveStatus(trust: Trust, signatory: Identity): Promise<ValidationData> {
  const { issuingCa, root, tsu } = trust;
  const crl = checkCrl({
    crl: trust.rootCrl,
    certificate: issuingCa.certificate,
    issuer: root.certificate,
    at: NOW,
  });
  if (!crl.ok || crl.status.state !== "good") throw new Error("the list does not hold");
  const answer = await askOcsp(trust, [signatory.certificate, tsu.certificate]);
  const certificates = [signatory, issuingCa, root, tsu, trust.ocspSigner].map(({ certificate }) => certificate.der);
  return { certificates, ocspResponses: [answer], crls: [trust.rootCrl.der] };
}

/** One OCSP request about some certificates, answered and checked for each in this process. */
async function askOcsp(trust: Trust, [certificate, ...others]: readonly [Certificate, ...Certificate[]]) {
  const issuer = trust.issuingCa.certificate;
  const der = await answerOcsp(trust, buildOcspRequest({ certificate, others, issuer, nonce }));
  const response = parseOcspResponse(der, [trust.ocspSigner.certificate]);
  for (const asked of [certificate, ...others]) {
    const checked = checkOcspResponse({ response, certificate: asked, issuer, at: NOW, notBefore: NOW, nonce });
    if (!checked.ok || checked.status.state !== "good") throw new Error("the OCSP response does not hold");
  }
  return der;
}

/** The responder's work: request in, signed response out. */
export async function answerOcsp({ ocspSigner }: Trust, requestDer: Uint8Array): Promise<Uint8Array> {
  const request = parseOcspRequest(requestDer);
  const times = { thisUpdate: NOW, nextUpdate: daysFromNow(1) };
  const answers = request.certIds.map((certId) => ({ certId, status: { state: "good" } as const, ...times }));
  const content = { responder: ocspSigner.certificate, producedAt: NOW, answers, nonce: request.nonce };
  return await issueOcspResponse(content, ocspSigner.signer);
}

/** Reads a signed file back. @throws when anything about its signature does not hold */
export async function requireSigned(
  file: Uint8Array | ByteSource,
  signed: {
    readonly trust: Trust;
    readonly signatory: Identity;
    readonly level: WrittenQuestion["level"];
    readonly beginnings?: readonly KnownBeginning[];
    readonly watch?: Watch;
  },
): Promise<void> {
  const anchors = [signed.trust.root.certificate];
  const report = await verifyWritten(file instanceof Uint8Array ? bytesSource(file) : file, {
    fieldName,
    level: signed.level,
    certificate: signed.signatory.certificate,
    anchors,
    timestampAnchors: anchors,
    at: NOW,
    ...(signed.beginnings && { beginnings: signed.beginnings }),
    ...(signed.watch && { watch: signed.watch }),
  });
  if (report.findings.length > 0) throw new Error(`a signature does not hold: ${JSON.stringify(report.findings)}`);
}
