/** Files whose signature is good and that must be read back as bad: for whom it chains to, what stands behind it, what it calls itself. */
import { beforeAll, describe, expect, it } from "vitest";
import { plainPdf } from "../../../fixtures/documents.ts";
import { daysFromNow, type Hierarchy, makeHierarchy, NOW } from "../../../fixtures/hierarchy.ts";
import { monospaceShaper } from "../../../fixtures/monospace-shaper.ts";
import { prepareAlone } from "../../../fixtures/prepare-alone.ts";
import { signInOneGo } from "../../../fixtures/sign-in-one-go.ts";
import { issueToken } from "../../../fixtures/timestamp-token.ts";
import { signSignedData } from "../cms/sign-signed-data.ts";
import { addInvisibleSignatureField } from "../forms/add-fields.ts";
import { bytesSource } from "../pdf/byte-source.ts";
import { beginUpdate } from "../pdf/incremental-update.ts";
import { openPdf } from "../pdf/open-pdf.ts";
import { issueCrl } from "../revocation/crl.ts";
import { buildTimestampRequest } from "../timestamp/request.ts";
import { digestOf } from "../x509/signature-algorithm.ts";
import { fillContents } from "./prepared-signature.ts";
import type { LevelWish } from "./sign-document.ts";
import { verifyWritten, type WrittenQuestion } from "./verify-written.ts";

const fileId = new Uint8Array(16).fill(3);
const wish = { fieldName: "Sig", claimedTime: NOW, signerName: "Erika", fileId };
let trust: Hierarchy;
let foreign: Hierarchy;
let base: Uint8Array;
beforeAll(async () => {
  trust = await makeHierarchy("ecdsa-p256-sha256");
  foreign = await makeHierarchy("ecdsa-p256-sha256");
  base = withField(plainPdf(), wish.fieldName);
});

/** The file with an invisible field more, in a revision of its own. */
function withField(file: Uint8Array, name: string): Uint8Array {
  const update = beginUpdate(openPdf(bytesSource(file)));
  addInvisibleSignatureField(update, name);
  return Buffer.concat([file, update.finish({ id: fileId }).bytes]);
}

type Stamp = (digest: Uint8Array) => Promise<Uint8Array>;
const stampBy =
  (of: () => Hierarchy): Stamp =>
  (digest) =>
    issueToken(of(), { request: buildTimestampRequest({ messageImprint: { digestAlgorithm: "sha256", digest } }) });
const stamp = stampBy(() => trust);

async function validationData() {
  const { person, issuingCa, root } = trust;
  const times = { thisUpdate: NOW, nextUpdate: daysFromNow(2) };
  const crl = await issueCrl({ issuer: issuingCa.certificate, crlNumber: 1n, ...times, revoked: [] }, issuingCa.signer);
  return { certificates: [person, issuingCa, root].map((one) => one.certificate.der), ocspResponses: [], crls: [crl] };
}

const who = () => ({ certificate: trust.person.certificate, chain: [trust.issuingCa.certificate] });

async function signed(level: LevelWish): Promise<Uint8Array> {
  const order = { ...wish, ...who(), signer: trust.person.signer, shaper: monospaceShaper };
  return Buffer.concat([base, await signInOneGo(base, order, level)]);
}

/** At B-LTA; `archive` stamps the file, once the signature has its own timestamp. */
function archived(archive: Stamp = stamp): Promise<Uint8Array> {
  const stamps = [stamp, archive];
  const next: Stamp = (digest) => (stamps.shift() ?? archive)(digest);
  return signed({ level: "B-LTA", stamp: next, validationData, timestampField: "Timestamp" });
}

async function findingsIn(file: Uint8Array, change: Partial<WrittenQuestion> = {}) {
  const anchors = [trust.root.certificate];
  const { certificate } = trust.person;
  const question = { ...wish, level: "B-LTA", certificate, anchors, timestampAnchors: anchors, at: NOW } as const;
  return (await verifyWritten(bytesSource(file), { ...question, ...change })).findings;
}

describe("verifyWritten", () => {
  it("does not take a signer whose chain ends at an anchor of somebody else [T-008]", async () => {
    const anchors = [foreign.root.certificate];
    const found = [{ code: "untrusted-chain", reason: "no-issuer-found" }];
    expect(await findingsIn(await signed({ level: "B-B" }), { level: "B-B", anchors })).toEqual(found);
    const file = await archived();
    expect(await findingsIn(file, { anchors })).toEqual(found);
    expect(await findingsIn(file)).toEqual([]);
  });

  it.each<[string, Stamp, object]>([
    ["over another file", () => stamp(new Uint8Array(32)), { code: "wrong-imprint" }],
    ["of an authority it does not trust", stampBy(() => foreign), { code: "untrusted-chain" }],
    ["that is none", async () => Uint8Array.of(0x30, 0), { code: "malformed" }],
  ])("does not take a document timestamp %s [T-006] [T-008]", async (_what, archive, refusal) => {
    expect(await findingsIn(await archived(archive))).toMatchObject([{ code: "document-timestamp", refusal }]);
  });

  it("does not take a document timestamp behind which the file goes on [T-008]", async () => {
    const file = withField(await archived(), "Later");
    expect(await findingsIn(file)).toEqual([{ code: "document-timestamp-missing" }]);
    expect(await findingsIn(file, { level: "B-LT" })).toEqual([]);
  });

  it("does not take a store with proofs and without the certificates that they are about [T-008]", async () => {
    const withoutCertificates = async () => ({ ...(await validationData()), certificates: [] });
    const file = await signed({ level: "B-LT", stamp, validationData: withoutCertificates });
    expect(await findingsIn(file, { level: "B-LT" })).toEqual([{ code: "store-missing" }]);
  });

  it("does not take a signature that calls itself another than PAdES [T-008]", async () => {
    const named = async (subFilter: string) => {
      const prepared = await prepareAlone(base, wish);
      const appended = Buffer.from(prepared.appended);
      appended.write(subFilter, appended.indexOf("ETSI.CAdES.detached"), "latin1");
      const [, gapStart, gapEnd] = prepared.byteRange;
      const file = Buffer.concat([base, appended]);
      const digest = digestOf("sha256", file.subarray(0, gapStart), file.subarray(gapEnd));
      const content = { kind: "detached", digest, digestAlgorithm: "sha256" } as const;
      const cms = await signSignedData({ ...who(), content, signer: trust.person.signer });
      return await findingsIn(Buffer.concat([base, fillContents({ ...prepared, appended }, cms)]), { level: "B-B" });
    };
    expect(await named("ETSI.CAdES.detached")).toEqual([]);
    const subFilter = "adbe.pkcs7.detached";
    expect(await named(subFilter)).toEqual([{ code: "wrong-sub-filter", subFilter }]);
  });
});
