/** Signatures from the file to the level and back, with the faults that must be seen (EN 319 142-1 §6.3). */
import { beforeAll, describe, expect, it } from "vitest";
import { plainPdf } from "../../../fixtures/documents.ts";
import { daysFromNow, type Hierarchy, makeHierarchy, NOW, TEST_POLICY } from "../../../fixtures/hierarchy.ts";
import { judge } from "../../../fixtures/judge-pdf.ts";
import { monospaceShaper } from "../../../fixtures/monospace-shaper.ts";
import { hasTools } from "../../../fixtures/outside-tool.ts";
import { prepareAlone } from "../../../fixtures/prepare-alone.ts";
import { signInOneGo } from "../../../fixtures/sign-in-one-go.ts";
import { signSignedData } from "../cms/sign-signed-data.ts";
import { parseSignedData } from "../cms/signed-data.ts";
import { addFields } from "../forms/add-fields.ts";
import { bytesSource } from "../pdf/byte-source.ts";
import { beginUpdate } from "../pdf/incremental-update.ts";
import { openPdf } from "../pdf/open-pdf.ts";
import { issueCrl } from "../revocation/crl.ts";
import { issueTimestampToken } from "../timestamp/token.ts";
import { digestOf } from "../x509/signature-algorithm.ts";
import { listSignatures } from "./list-signatures.ts";
import type { ValidationData } from "./long-term.ts";
import { encodePrepared, fillContents, parsePrepared, ReserveTooSmall } from "./prepared-signature.ts";
import type { LevelWish } from "./sign-document.ts";
import { verifyWritten, type WrittenQuestion } from "./verify-written.ts";

const fileId = new Uint8Array(16).fill(7);
const shaper = monospaceShaper;
let trust: Hierarchy;
beforeAll(async () => {
  trust = await makeHierarchy("ecdsa-p256-sha256");
});

/** The page with a text field and a visible signature field for each signer, in one revision. */
function withFields(...signers: readonly string[]): Uint8Array {
  const base = plainPdf();
  const update = beginUpdate(openPdf(bytesSource(base)));
  addFields(
    update,
    signers.flatMap((signerId, i) => [
      { kind: "text", signerId, name: "name", page: 1, rect: [72, 200 + i * 120, 250, 24] } as const,
      { kind: "signature", signerId, place: { page: 1, rect: [72, 240 + i * 120, 250, 60] } } as const,
    ]),
  );
  return Buffer.concat([base, update.finish({ id: fileId }).bytes]);
}

const stamp = async (digest: Uint8Array): Promise<Uint8Array> =>
  await issueTimestampToken(
    {
      request: {
        messageImprint: { digestAlgorithm: "sha256", digest },
        policy: null,
        nonceDer: null,
        certificatesRequested: true,
      },
      policy: TEST_POLICY,
      serialNumber: Uint8Array.of(1, 2, 3),
      genTime: NOW,
      certificate: trust.tsu.certificate,
      chain: [trust.issuingCa.certificate],
    },
    trust.tsu.signer,
  );

async function validationData() {
  const crl = await issueCrl(
    { issuer: trust.issuingCa.certificate, crlNumber: 1n, thisUpdate: NOW, nextUpdate: daysFromNow(2), revoked: [] },
    trust.issuingCa.signer,
  );
  const certificates = [trust.person, trust.issuingCa, trust.root, trust.tsu].map((one) => one.certificate.der);
  return { certificates, ocspResponses: [], crls: [crl] };
}

const levels: Record<LevelWish["level"], (n: number) => LevelWish> = {
  "B-B": () => ({ level: "B-B" }),
  "B-T": () => ({ level: "B-T", stamp }),
  "B-LT": () => ({ level: "B-LT", stamp, validationData }),
  "B-LTA": (n) => ({ level: "B-LTA", stamp, validationData, timestampField: `Timestamp_${n}` }),
};

async function sign(
  file: Uint8Array,
  signerId: string,
  level: LevelWish,
  values = new Map<string, string>(),
): Promise<Uint8Array> {
  const appended = await signInOneGo(
    file,
    {
      fieldName: `Sig_${signerId}`,
      claimedTime: NOW,
      signerName: "Erika Müller-Łukasz",
      values,
      lockedFields: [signerId],
      appearance: { lines: ["Erika Müller-Łukasz", "21.11.2026 13:00 MEZ"] },
      fileId,
      shaper,
      signer: trust.person.signer,
      certificate: trust.person.certificate,
      chain: [trust.issuingCa.certificate],
    },
    level,
  );
  return Buffer.concat([file, appended]);
}

const check = (
  file: Uint8Array,
  fieldName: string,
  level: LevelWish["level"],
  kept: Pick<WrittenQuestion, "validationData"> = {},
) =>
  verifyWritten(bytesSource(file), {
    ...kept,
    fieldName,
    level,
    certificate: trust.person.certificate,
    anchors: [trust.root.certificate],
    timestampAnchors: [trust.root.certificate],
    at: NOW,
  });

describe("signing a document", () => {
  it.each(["B-B", "B-T", "B-LT", "B-LTA"] as const)(
    "%s with one and two signers keeps every earlier byte and is read back without a finding [T-002] [T-008]",
    async (level) => {
      const fields = withFields("alpha", "beta");
      const once = await sign(fields, "alpha", levels[level](1), new Map([["alpha.name", "Käthe Größe"]]));
      const twice = await sign(once, "beta", levels[level](2), new Map([["beta.name", "Łukasz"]]));
      expect(once.subarray(0, fields.length)).toEqual(fields);
      expect(twice.subarray(0, once.length)).toEqual(once);
      expect((await check(once, "Sig_alpha", level)).findings).toEqual([]);
      expect((await check(twice, "Sig_beta", level)).findings).toEqual([]);
      expect((await check(twice, "Sig_alpha", level === "B-LTA" ? "B-LT" : level)).findings).toEqual([]);
    },
  );

  it.skipIf(!hasTools("qpdf", "pdfsig")).each(["B-B", "B-T", "B-LT", "B-LTA"] as const)(
    "%s of two signers is sound to qpdf and valid to poppler",
    async (level) => {
      const once = await sign(withFields("alpha", "beta"), "alpha", levels[level](1));
      const verdict = judge(await sign(once, "beta", levels[level](2)));
      expect(verdict.qpdf).toBe(0);
      expect(verdict.signatures.filter((said) => said === "Signature is Valid.")).toHaveLength(2);
    },
  );

  it("a prepared signature survives being stored as text, and can be signed by somebody else [T-008]", async () => {
    const file = withFields("alpha");
    const wish = { fieldName: "Sig_alpha", claimedTime: NOW, signerName: "Erika", fileId };
    const stored = encodePrepared(await prepareAlone(file, wish));
    const prepared = parsePrepared(stored);
    const cms = await signSignedData({
      content: { kind: "detached", digest: prepared.documentDigest, digestAlgorithm: prepared.digestAlgorithm },
      signer: trust.person.signer,
      certificate: trust.person.certificate,
      chain: [],
    });
    const signed = Buffer.concat([file, fillContents(prepared, cms)]);
    const report = await verifyWritten(bytesSource(signed), {
      fieldName: "Sig_alpha",
      level: "B-B",
      certificate: trust.person.certificate,
      anchors: [trust.issuingCa.certificate],
      timestampAnchors: [],
      at: NOW,
    });
    expect(report.findings).toEqual([]);
  });

  it("refuses a CMS larger than what was reserved", async () => {
    const file = withFields("alpha");
    const wish = { fieldName: "Sig_alpha", claimedTime: NOW, signerName: "Erika", fileId, reserveLength: 16 };
    const prepared = await prepareAlone(file, wish);
    expect(() => fillContents(prepared, new Uint8Array(17))).toThrow(ReserveTooSmall);
  });

  it("refuses a key that is not the certificate's, before anything is written [T-007]", async () => {
    const file = withFields("alpha");
    const wish = { fieldName: "Sig_alpha", claimedTime: NOW, signerName: "Erika", fileId, shaper };
    const stranger = { signer: trust.organisation.signer, certificate: trust.person.certificate, chain: [] };
    await expect(signInOneGo(file, { ...wish, ...stranger }, { level: "B-B" })).rejects.toMatchObject({
      code: "key-mismatch",
    });
  });

  it("refuses a field that is missing or signed already", async () => {
    const file = withFields("alpha");
    const signed = await sign(file, "alpha", { level: "B-B" });
    await expect(sign(signed, "alpha", { level: "B-B" })).rejects.toMatchObject({ code: "INVALID_REQUEST" });
    await expect(sign(file, "gamma", { level: "B-B" })).rejects.toMatchObject({ code: "INVALID_REQUEST" });
  });
});

describe("reading a signature back", () => {
  const flip = (file: Uint8Array, at: number): Uint8Array => {
    const copy = Buffer.from(file);
    copy[at] = (copy[at] ?? 0) ^ 1;
    return copy;
  };

  it("sees a changed byte of the document, of the signature, and a wrong certificate [T-008]", async () => {
    const signed = await sign(withFields("alpha"), "alpha", levels["B-T"](1));
    const [found] = listSignatures(openPdf(bytesSource(signed))).signatures;
    expect((await check(flip(signed, Buffer.from(signed).indexOf("Agreement")), "Sig_alpha", "B-T")).findings).toEqual([
      { code: "signed-data", finding: "message-digest-mismatch" },
    ]);
    if (found === undefined) throw new Error("no signature was found");
    const { signature } = parseSignedData(found.contents).signerInfo;
    // The last hexadecimal digit of the signature value: the low bit of s.
    const digit = found.byteRange[1] + (Buffer.from(found.contents).indexOf(signature) + signature.length) * 2;
    const changed = Buffer.from(signed);
    changed[digit] = changed[digit] === 0x30 ? 0x31 : 0x30;
    expect((await check(changed, "Sig_alpha", "B-B")).findings).toContainEqual({
      code: "signed-data",
      finding: "signature-invalid",
    });
    const other = await verifyWritten(bytesSource(signed), {
      fieldName: "Sig_alpha",
      level: "B-T",
      certificate: trust.organisation.certificate,
      anchors: [trust.root.certificate],
      timestampAnchors: [trust.root.certificate],
      at: NOW,
    });
    expect(other.findings).toContainEqual({ code: "wrong-certificate" });
  });

  it.each([
    ["B-T", "B-B", "timestamp-missing"],
    ["B-LT", "B-T", "store-missing"],
    ["B-LTA", "B-LT", "document-timestamp-missing"],
  ] as const)("asked for %s it does not take %s", async (wanted, made, code) => {
    const signed = await sign(withFields("alpha"), "alpha", levels[made](1));
    expect((await check(signed, "Sig_alpha", wanted)).findings).toEqual([{ code }]);
  });

  it("asked for what proves a second signature, it does not take what the first one left [T-008]", async () => {
    const once = await sign(withFields("alpha", "beta"), "alpha", levels["B-LTA"](1));
    const own = { ...(await validationData()), ocspResponses: [Uint8Array.of(48, 3, 10, 1, 1)] };
    own.certificates.push(trust.organisation.certificate.der);
    const kinds = ["certificates", "ocspResponses", "crls"] as const;
    const found = async (written: ValidationData) => {
      const twice = await sign(once, "beta", { level: "B-LT", stamp, validationData: async () => written });
      return (await check(twice, "Sig_beta", "B-LT", { validationData: own })).findings;
    };
    expect(await found(own)).toEqual([]);
    for (const kind of kinds) {
      const lacking = [{ code: "store-incomplete", kind, missing: 1 }];
      expect(await found({ ...own, [kind]: own[kind].slice(0, -1) })).toEqual(lacking);
    }
    expect(await found({ certificates: [], ocspResponses: [], crls: [] })).toMatchObject(
      kinds.map((kind) => ({ kind })),
    );
  });

  it("does not take a timestamp of an authority it does not trust, or over another signature [T-006]", async () => {
    const foreign = await makeHierarchy("ecdsa-p256-sha256");
    const signed = await sign(withFields("alpha"), "alpha", levels["B-T"](1));
    const untrusted = await verifyWritten(bytesSource(signed), {
      fieldName: "Sig_alpha",
      level: "B-T",
      certificate: trust.person.certificate,
      anchors: [trust.root.certificate],
      timestampAnchors: [foreign.root.certificate],
      at: NOW,
    });
    expect(untrusted.findings).toMatchObject([{ code: "timestamp", refusal: { code: "untrusted-chain" } }]);
    const replayed = await sign(withFields("alpha"), "alpha", { level: "B-T", stamp: () => stamp(new Uint8Array(32)) });
    expect((await check(replayed, "Sig_alpha", "B-T")).findings).toMatchObject([
      { code: "timestamp", refusal: { code: "wrong-imprint" } },
    ]);
  });

  it("sees that a file does not begin with what was to be signed, however good its signature is [T-002]", async () => {
    const base = withFields("alpha");
    const signed = await sign(base, "alpha", levels["B-LTA"](1));
    const question = {
      fieldName: "Sig_alpha",
      level: "B-LTA",
      certificate: trust.person.certificate,
      at: NOW,
    } as const;
    const anchors = { anchors: [trust.root.certificate], timestampAnchors: [trust.root.certificate] };
    const findingsFor = async (...others: readonly Uint8Array[]) => {
      const beginnings = others.map((other) => ({ length: other.length, sha256: digestOf("sha256", other) }));
      return (await verifyWritten(bytesSource(signed), { ...question, ...anchors, beginnings })).findings;
    };
    expect(await findingsFor(base)).toEqual([]);
    expect(await findingsFor(flip(base, 40))).toEqual([{ code: "base-changed" }]);
    expect(await findingsFor(Buffer.concat([signed, base]))).toEqual([{ code: "base-changed" }]);
    expect(await findingsFor(base, signed)).toEqual([]);
    expect(await findingsFor(base, flip(signed, signed.length - 1))).toEqual([{ code: "content-changed" }]);
    expect(await findingsFor(flip(base, 40), flip(signed, 40))).toHaveLength(2);
  });

  it("says that a field without a signature has none", async () => {
    expect((await check(withFields("alpha"), "Sig_alpha", "B-B")).findings).toEqual([{ code: "signature-missing" }]);
  });
});
