import { beforeAll, describe, expect, it } from "vitest";
import {
  contentInfo,
  message,
  signMessageDetached,
  verifyDetached as verify,
} from "../../../fixtures/detached-signature.ts";
import { type Hierarchy, type Identity, makeHierarchy } from "../../../fixtures/hierarchy.ts";
import { contextTag } from "../asn1/der.ts";
import {
  encodeElement,
  encodeImplicit,
  encodeInteger,
  encodeNull,
  encodeOctetString,
  encodeOid,
  encodeSequence,
  encodeSetOf,
} from "../asn1/der-writer.ts";
import { OID } from "../asn1/oids.ts";
import { encodeTime } from "../asn1/times.ts";
import type { Certificate } from "../x509/certificate.ts";
import { digestOf, encodeDigestAlgorithm, encodeSignatureAlgorithm, signMessage } from "../x509/signature-algorithm.ts";
import { signSignedData } from "./sign-signed-data.ts";
import { encodeAttribute, parseSignedData } from "./signed-data.ts";
import { encodeSigningCertificate } from "./signing-certificate.ts";
import { SIGNED_DATA_FINDINGS, verifySignedData } from "./verify-signed-data.ts";

let tree: Hierarchy;
beforeAll(async () => {
  tree = await makeHierarchy("ecdsa-p256-sha256");
});

const sign = (by: Identity = tree.person, chain: readonly Certificate[] = [tree.issuingCa.certificate]) =>
  signMessageDetached(by, chain);

describe("verifySignedData", () => {
  it("has nothing to say about a good signature", async () => {
    const report = verify(await sign());
    expect(report.findings).toEqual([]);
    expect(report.signer?.fingerprint).toEqual(tree.person.certificate.fingerprint);
  });

  it("finds the signer among certificates known from elsewhere", async () => {
    const { person } = tree;
    const bytes = message;
    const content = { kind: "encapsulated", contentType: OID.tstInfo, bytes } as const;
    const input = { content, signer: person.signer, certificate: person.certificate, chain: [] };
    const signedData = parseSignedData(await signSignedData({ ...input, certificates: "omit" }));
    expect(signedData.certificates).toEqual([]);
    const question = { signedData, profile: "timestamp" } as const;
    expect(verifySignedData(question).findings).toEqual(["signer-certificate-missing"]);
    expect(verifySignedData({ ...question, certificates: [person.certificate] }).findings).toEqual([]);
    expect(verifySignedData({ ...question, profile: "pades" }).findings).toContain("content-unexpected");
  });

  it("takes, of two certificates of one issuer and serial number, the one that the signed attribute means", async () => {
    const { person, tsu } = tree;
    const { issuer, serialNumber } = person.certificate;
    const namesake = { ...tsu.certificate, issuer, serialNumber };
    const signedData = parseSignedData(await sign(person, []));
    const question = { profile: "pades", contentDigest: digestOf("sha256", message) } as const;
    const report = verifySignedData({
      ...question,
      signedData: { ...signedData, certificates: [namesake, person.certificate] },
    });
    expect(report).toMatchObject({ signer: { fingerprint: person.certificate.fingerprint }, findings: [] });
  });

  it("needs the content", async () => {
    const signedData = parseSignedData(await sign());
    expect(verifySignedData({ signedData, profile: "pades" }).findings).toEqual(["content-missing"]);
  });

  it("reports changed content, changed attributes and a changed signature", async () => {
    const cms = await sign();
    expect(verify(cms, Buffer.from("other bytes")).findings).toEqual(["message-digest-mismatch"]);
    const digest = Buffer.from(digestOf("sha256", message));
    const changed = cms.slice();
    const at = Buffer.from(cms).indexOf(digest);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(verify(changed).findings).toEqual(["message-digest-mismatch", "signature-invalid"]);
    const last = cms.slice();
    last[last.length - 1] = (last[last.length - 1] ?? 0) ^ 1;
    expect(verify(last).findings).toEqual(["signature-invalid"]);
  });

  type Made = { attributes?: Uint8Array[]; contentType?: string; digest?: Uint8Array; signature?: Uint8Array };
  const attributes = (except?: string) => [
    ...(except === OID.contentType ? [] : [encodeAttribute(OID.contentType, encodeOid(OID.data))]),
    ...(except === OID.messageDigest
      ? []
      : [encodeAttribute(OID.messageDigest, encodeOctetString(digestOf("sha256", message)))]),
    ...(except === OID.signingCertificateV2 ? [] : [ess(tree.person.certificate)]),
  ];
  const ess = (certificate: Certificate) =>
    encodeAttribute(OID.signingCertificateV2, encodeSigningCertificate(certificate));
  const cases: [string, readonly string[], () => Made][] = [
    [
      "signing-time",
      ["signing-time-present"],
      () => ({ attributes: [...attributes(), encodeAttribute(OID.signingTime, encodeTime(new Date(0)))] }),
    ],
    ["no content-type", ["content-type-mismatch"], () => ({ attributes: attributes(OID.contentType) })],
    ["no message-digest", ["message-digest-missing"], () => ({ attributes: attributes(OID.messageDigest) })],
    [
      "no signing-certificate-v2",
      ["signing-certificate-attribute-missing"],
      () => ({ attributes: attributes(OID.signingCertificateV2) }),
    ],
    [
      "one that speaks of another certificate",
      ["signing-certificate-mismatch"],
      () => ({ attributes: [...attributes(OID.signingCertificateV2), ess(tree.tsu.certificate)] }),
    ],
    [
      "two of them",
      ["signing-certificate-attribute-missing"],
      () => ({ attributes: [...attributes(), ess(tree.tsu.certificate)] }),
    ],
    [
      "a malformed one",
      ["malformed-attribute"],
      () => ({
        attributes: [...attributes(OID.signingCertificateV2), encodeAttribute(OID.signingCertificateV2, encodeNull())],
      }),
    ],
    [
      "a malformed message-digest",
      ["malformed-attribute"],
      () => ({ attributes: [...attributes(OID.messageDigest), encodeAttribute(OID.messageDigest, encodeNull())] }),
    ],
    ["another content type", ["content-type-mismatch"], () => ({ contentType: "1.2.840.113549.1.7.5" })],
    [
      "the content type of a timestamp token, also in its attribute",
      ["content-type-mismatch"],
      () => ({
        contentType: OID.tstInfo,
        attributes: [...attributes(OID.contentType), encodeAttribute(OID.contentType, encodeOid(OID.tstInfo))],
      }),
    ],
    ["an unknown digest", ["unsupported-algorithm"], () => ({ digest: encodeSequence(encodeOid(OID.sha1)) })],
    [
      "a digest the signature does not use",
      ["message-digest-mismatch", "algorithms-disagree"],
      () => ({ digest: encodeDigestAlgorithm("sha512") }),
    ],
    [
      "an unknown signature algorithm",
      ["unsupported-algorithm"],
      () => ({ signature: encodeSequence(encodeOid("1.2.840.10045.4.1")) }),
    ],
  ];
  it.each(cases)("reports %s as %j", async (_name, findings, make) => {
    const { attributes: members = attributes(), contentType = OID.data, ...algorithms } = make();
    const signed = encodeSetOf(members);
    const signerInfo = encodeSequence(
      encodeInteger(1),
      encodeSequence(tree.person.certificate.issuer, tree.person.certificate.serialNumberDer),
      algorithms.digest ?? encodeDigestAlgorithm("sha256"),
      encodeImplicit(0, signed),
      algorithms.signature ?? encodeSignatureAlgorithm("ecdsa-p256-sha256"),
      encodeOctetString(await signMessage(tree.person.signer, signed)),
    );
    const version = encodeInteger(contentType === OID.data ? 1 : 3);
    const certificates = encodeElement(contextTag(0, "constructed"), tree.person.certificate.der);
    const cms = contentInfo(
      version,
      encodeSetOf([]),
      encodeSequence(encodeOid(contentType)),
      certificates,
      encodeSetOf([signerInfo]),
    );
    const report = verify(cms);
    expect([...report.findings].sort()).toEqual([...findings].sort());
    for (const finding of report.findings) expect(SIGNED_DATA_FINDINGS[finding]).toMatch(/^[A-Z_]+$/);
  });
});
