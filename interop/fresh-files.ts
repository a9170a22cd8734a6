/**
 * Signs fresh files with the kernel alone: each level × key × number of signers, every signer with a text field and a
 * visible signature of their own, which their signature locks.
 * Proves [T-003], [T-004]: pyHanko judges each level by the file alone, and OpenSSL the revocation answers and timestamps in it.
 */
import { createHash, randomBytes, X509Certificate } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { signSignedData } from "@siegel/kernel/cms/sign-signed-data.ts";
import { addSignatureTimestamp, parseSignedData } from "@siegel/kernel/cms/signed-data.ts";
import { addFields, signatureFieldName } from "@siegel/kernel/forms/add-fields.ts";
import { buildLongTermUpdate, type ValidationData } from "@siegel/kernel/pades/long-term.ts";
import type { SignatureWish } from "@siegel/kernel/pades/prepare-signature.ts";
import { fillContents, type PreparedSignature } from "@siegel/kernel/pades/prepared-signature.ts";
import type { LevelWish } from "@siegel/kernel/pades/sign-document.ts";
import { bytesSource } from "@siegel/kernel/pdf/byte-source.ts";
import { beginUpdate } from "@siegel/kernel/pdf/incremental-update.ts";
import { openPdf } from "@siegel/kernel/pdf/open-pdf.ts";
import { issueCrl } from "@siegel/kernel/revocation/crl.ts";
import { buildOcspRequest, parseOcspRequest } from "@siegel/kernel/revocation/ocsp-request.ts";
import { issueOcspResponse } from "@siegel/kernel/revocation/ocsp-response.ts";
import { buildTimestampRequest, parseTimestampRequest } from "@siegel/kernel/timestamp/request.ts";
import { issueTimestampToken } from "@siegel/kernel/timestamp/token.ts";
import { digestAlgorithmOf, type SigningAlgorithm } from "@siegel/kernel/x509/signature-algorithm.ts";
import { onePagePdf } from "../e2e/pdf.ts";
import { type Hierarchy, type Identity, issuePerson, makeHierarchy, TEST_POLICY } from "../fixtures/hierarchy.ts";
import { signInOneGo } from "../fixtures/sign-in-one-go.ts";
import { openTextShaping } from "../packages/server/adapters/fonts/text-shaping.ts";
import type { Subject } from "./judgement.ts";

const levels = ["B-B", "B-T", "B-LT", "B-LTA"] as const;
const keys: readonly { readonly name: string; readonly algorithm: SigningAlgorithm }[] = [
  { name: "P-256", algorithm: "ecdsa-p256-sha256" },
  { name: "P-384", algorithm: "ecdsa-p384-sha384" },
  { name: "RSA-3072-PSS", algorithm: "rsa-pss-sha256" },
];
const signerCounts = [1, 2, 5] as const;

const shaper = openTextShaping();
const now = (): Date => new Date(Math.floor(Date.now() / 1_000) * 1_000);
const fileId = (): Uint8Array => new Uint8Array(randomBytes(16));
const joined = (a: Uint8Array, b: Uint8Array): Uint8Array => new Uint8Array(Buffer.concat([a, b]));

/** Makes all 36 files below `folder`. */
export async function makeFreshFiles(folder: string): Promise<readonly Subject[]> {
  const hierarchy = await makeHierarchy("ecdsa-p384-sha384", now());
  mkdirSync(folder, { recursive: true });
  const anchors = join(folder, "anchors.pem");
  writeFileSync(anchors, new X509Certificate(hierarchy.root.certificate.der).toString());
  const subjects: Subject[] = [];
  for (const level of levels) {
    for (const key of keys) {
      const people = await Promise.all(
        ["1", "2", "3", "4", "5"].map((number) =>
          issuePerson(hierarchy.issuingCa, { algorithm: key.algorithm, name: `Käthe Größe-${number}`, number }, now()),
        ),
      );
      for (const signatures of signerCounts) {
        const place = join(folder, `${level}-${key.name}-${signatures}`);
        const subject = {
          name: `${level.padEnd(5)} ${key.name} ×${signatures}`,
          path: join(place, "signed.pdf"),
          level,
          signatures,
          anchors,
          folder: place,
        };
        mkdirSync(place, { recursive: true });
        writeFileSync(subject.path, await signFile(hierarchy, people.slice(0, signatures), level));
        subjects.push(subject);
      }
    }
  }
  return subjects;
}

async function signFile(
  hierarchy: Hierarchy,
  people: readonly Identity[],
  level: Subject["level"],
): Promise<Uint8Array> {
  let file = withFields(onePagePdf(), people.length);
  for (const [index, person] of people.entries()) {
    const signerId = `signer${index}`;
    const wish = {
      fieldName: signatureFieldName(signerId),
      claimedTime: now(),
      signerName: signerId,
      values: new Map([
        [`${signerId}.Ort`, "Überlingen"],
        [`${signerId}.Ja`, "Yes"],
        [`${signerId}.Farbe`, "Grün"],
      ]),
      lockedFields: [signerId],
      appearance: { lines: ["Käthe Größe-Łukasz", signerId] },
      fileId: fileId(),
    };
    // As the product does: the document timestamp comes with the last signature.
    const own = level === "B-LTA" && index < people.length - 1 ? "B-LT" : level;
    file = await signAt(file, { wish, hierarchy, person, level: own });
  }
  return file;
}

function withFields(pdf: Uint8Array, signers: number): Uint8Array {
  const update = beginUpdate(openPdf(bytesSource(pdf)));
  const of = (index: number) => ({ signerId: `signer${index}`, page: 1 });
  const fields = Array.from({ length: signers }, (_, index) => [
    { kind: "text", name: "Ort", rect: [72, 150 + index * 90, 200, 20], ...of(index) } as const,
    { kind: "checkbox", name: "Ja", rect: [72, 180 + index * 90, 14, 14], ...of(index) } as const,
    {
      kind: "choice",
      name: "Farbe",
      rect: [100, 180 + index * 90, 100, 16],
      ...of(index),
      options: ["Rot", "Grün"],
    } as const,
    {
      kind: "signature",
      signerId: `signer${index}`,
      place: { page: 1, rect: [300, 150 + index * 90, 220, 60] },
    } as const,
  ]);
  addFields(update, fields.flat());
  return joined(pdf, update.finish({ id: fileId() }).bytes);
}

/** A signature for the judges: whose, in which field, up to which level. */
export type JudgedSignature = {
  readonly wish: Omit<SignatureWish, "digestAlgorithm">;
  readonly hierarchy: Hierarchy;
  readonly person: Identity;
  readonly level: Subject["level"];
};

/** The file with a signature behind it, made in the kernel's order: the one the product ships. */
export async function signAt(
  file: Uint8Array,
  { wish, hierarchy, person, level }: JudgedSignature,
): Promise<Uint8Array> {
  const digestAlgorithm = digestAlgorithmOf(person.signer.algorithm);
  const chain = [hierarchy.issuingCa.certificate];
  const needs: Record<Subject["level"], LevelWish> = levelsBy(hierarchy, person);
  return joined(file, await signInOneGo(file, { ...wish, ...person, digestAlgorithm, shaper, chain }, needs[level]));
}

function levelsBy(hierarchy: Hierarchy, person: Identity): Record<Subject["level"], LevelWish> {
  const world = {
    stamp: async (digest: Uint8Array) => await stamp(hierarchy, digest),
    validationData: async () => await proofsOf(hierarchy, person),
  };
  return {
    "B-B": { level: "B-B" },
    "B-T": { level: "B-T", ...world },
    "B-LT": { level: "B-LT", ...world },
    "B-LTA": { level: "B-LTA", ...world, timestampField: "DocumentTimestamp" },
  };
}

/** The bytes of a revision that somebody else's program prepared, with a stamped signature in it. */
export async function completeSignature(
  prepared: PreparedSignature,
  { hierarchy, person }: Pick<JudgedSignature, "hierarchy" | "person">,
): Promise<Uint8Array> {
  const { digestAlgorithm } = prepared;
  const content = { kind: "detached", digest: prepared.documentDigest, digestAlgorithm } as const;
  const cms = await signSignedData({ content, ...person, chain: [hierarchy.issuingCa.certificate] });
  return fillContents(prepared, addSignatureTimestamp(cms, await stamp(hierarchy, signatureDigest(cms))));
}

/** What a signature timestamp stamps: the SHA-256 of the signature value (RFC 3161 appendix A). */
function signatureDigest(cms: Uint8Array): Uint8Array {
  return createHash("sha256").update(parseSignedData(cms).signerInfo.signature).digest();
}

async function stamp({ tsu, issuingCa }: Hierarchy, sha256: Uint8Array): Promise<Uint8Array> {
  const messageImprint = { digestAlgorithm: "sha256", digest: new Uint8Array(sha256) } as const;
  const reading = parseTimestampRequest(
    buildTimestampRequest({ messageImprint, nonce: new Uint8Array(randomBytes(8)) }),
  );
  if (!reading.ok) throw new Error(`the kernel refuses its own timestamp request: ${reading.failure}`);
  const serialNumber = new Uint8Array(randomBytes(16));
  const content = { request: reading.request, policy: TEST_POLICY, serialNumber, genTime: now() };
  return await issueTimestampToken(
    { ...content, certificate: tsu.certificate, chain: [issuingCa.certificate] },
    tsu.signer,
  );
}

/** The update that keeps what the person's signature is proven with. */
export async function validationData(file: Uint8Array, hierarchy: Hierarchy, person: Identity): Promise<Uint8Array> {
  return buildLongTermUpdate(openPdf(bytesSource(file)), await proofsOf(hierarchy, person), fileId()).bytes;
}

async function proofsOf(hierarchy: Hierarchy, person: Identity): Promise<ValidationData> {
  const { root, issuingCa, ocspSigner, tsu } = hierarchy;
  const thisUpdate = now();
  const nextUpdate = new Date(thisUpdate.getTime() + 86_400_000);
  const crl = await issueCrl(
    { issuer: root.certificate, crlNumber: 1n, thisUpdate, nextUpdate, revoked: [] },
    root.signer,
  );
  const responses = [person, tsu].map((holder) => ocspResponse(hierarchy, holder, thisUpdate));
  const certificates = [person, issuingCa, root, ocspSigner, tsu].map((holder) => holder.certificate.der);
  return { certificates, ocspResponses: await Promise.all(responses), crls: [crl] };
}

async function ocspResponse({ issuingCa, ocspSigner }: Hierarchy, asked: Identity, at: Date): Promise<Uint8Array> {
  const request = parseOcspRequest(buildOcspRequest({ certificate: asked.certificate, issuer: issuingCa.certificate }));
  const nextUpdate = new Date(at.getTime() + 3_600_000);
  const answers = request.certIds.map((certId) => ({
    certId,
    status: { state: "good" } as const,
    thisUpdate: at,
    nextUpdate,
  }));
  return await issueOcspResponse(
    { responder: ocspSigner.certificate, producedAt: at, answers, nonce: null },
    ocspSigner.signer,
  );
}
