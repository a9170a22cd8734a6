import { beforeAll, describe, expect, it } from "vitest";
import { type Hierarchy, type Identity, makeHierarchy, makeKey } from "../../../fixtures/hierarchy.ts";
import { hasOpenssl, openssl, pem, tryOpenssl } from "../../../fixtures/openssl.ts";
import { contentOf, contextTag, encodingOf, parseDer, TAG } from "../asn1/der.ts";
import {
  encodeElement,
  encodeExplicit,
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
import {
  digestAlgorithmOf,
  digestOf,
  encodeDigestAlgorithm,
  encodeSignatureAlgorithm,
  type SigningAlgorithm,
  signMessage,
} from "../x509/signature-algorithm.ts";
import { buildSignedAttributes, SigningRefusal, signSignedData } from "./sign-signed-data.ts";
import { addSignatureTimestamp, encodeAttribute, parseSignedData, singleValue } from "./signed-data.ts";
import { encodeSigningCertificate, essMatches, parseSigningCertificate } from "./signing-certificate.ts";
import { SIGNED_DATA_FINDINGS, verifySignedData } from "./verify-signed-data.ts";

const message = Buffer.from("the bytes of a document");

let tree: Hierarchy;
beforeAll(async () => {
  tree = await makeHierarchy("ecdsa-p256-sha256");
});

function sign(by: Identity = tree.person, chain: readonly Certificate[] = [tree.issuingCa.certificate]) {
  const digestAlgorithm = digestAlgorithmOf(by.signer.algorithm);
  const content = { kind: "detached", digest: digestOf(digestAlgorithm, message), digestAlgorithm } as const;
  return signSignedData({ content, signer: by.signer, certificate: by.certificate, chain });
}

const verify = (cms: Uint8Array, over: Uint8Array = message) =>
  verifySignedData({
    signedData: parseSignedData(cms),
    profile: "pades",
    contentDigest: (algorithm) => digestOf(algorithm, over),
  });

describe("signSignedData", () => {
  it("[T-001] writes the PAdES profile: three signed attributes, no signing-time, one SignerInfo, nothing encapsulated", async () => {
    const { signerInfo, ...signedData } = parseSignedData(await sign());
    expect(signedData).toMatchObject({ contentType: OID.data, content: null });
    expect(signerInfo.signedAttributes.map(({ oid }) => oid).sort()).toEqual(
      [OID.contentType, OID.messageDigest, OID.signingCertificateV2].sort(),
    );
    expect(signerInfo.unsignedAttributes).toEqual([]);
    const ess = singleValue(signerInfo.signedAttributes, OID.signingCertificateV2);
    const certId = parseSigningCertificate(ess ?? new Uint8Array(0));
    expect(certId.issuerSerial?.issuer).toEqual(tree.person.certificate.issuer);
    expect(essMatches(certId, tree.person.certificate)).toBe(true);
    expect(essMatches(certId, tree.tsu.certificate)).toBe(false);
  });

  it("sends the chain along once, whatever was passed", async () => {
    const { person, issuingCa } = tree;
    const cms = await sign(person, [issuingCa.certificate, person.certificate, issuingCa.certificate]);
    expect(parseSignedData(cms).certificates).toHaveLength(2);
  });

  it("signs exactly the attributes it sends, under the SET tag", async () => {
    const { signerInfo } = parseSignedData(await sign());
    const messageDigest = digestOf("sha256", message);
    const built = buildSignedAttributes({ contentType: OID.data, messageDigest, certificate: tree.person.certificate });
    expect(signerInfo.signedAttributesDer).toEqual(built);
    expect(built[0]).toBe(TAG.set);
  });

  it("[T-007] refuses a key that does not match the certificate", async () => {
    const stranger = { ...tree.person, signer: makeKey("ecdsa-p256-sha256").signer };
    await expect(sign(stranger)).rejects.toThrow(expect.objectContaining({ code: "key-mismatch" }));
    await expect(sign(stranger)).rejects.toThrow(SigningRefusal);
  });

  it("[T-007] refuses a signer whose device answers with rubbish", async () => {
    const broken = { ...tree.person, signer: { ...tree.person.signer, sign: async () => new Uint8Array(64) } };
    await expect(sign(broken)).rejects.toThrow(expect.objectContaining({ code: "key-mismatch" }));
  });

  it("[T-007] refuses another kind of key before it is used", async () => {
    let used = false;
    const { signer } = makeKey("ecdsa-p384-sha384");
    const watched = async () => {
      used = true;
      return new Uint8Array(1);
    };
    const other = { ...tree.person, signer: { ...signer, sign: watched } };
    await expect(sign(other)).rejects.toThrow(expect.objectContaining({ code: "algorithm-mismatch" }));
    expect(used).toBe(false);
  });

  it("refuses a digest of another algorithm or length", async () => {
    const { signer, certificate } = tree.person;
    const contents = [
      { kind: "detached", digest: digestOf("sha384", message), digestAlgorithm: "sha384" },
      { kind: "detached", digest: new Uint8Array(20), digestAlgorithm: "sha256" },
    ] as const;
    for (const content of contents) {
      const made = signSignedData({ content, signer, certificate, chain: [] });
      await expect(made).rejects.toThrow(expect.objectContaining({ code: "digest-mismatch" }));
    }
  });

  it("lets the failure of a signer through", async () => {
    const gone = new Error("no session with the key");
    const signer = { ...tree.person.signer, sign: () => Promise.reject(gone) };
    await expect(sign({ ...tree.person, signer })).rejects.toBe(gone);
  });
});

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

function contentInfo(...members: readonly Uint8Array[]): Uint8Array {
  return encodeSequence(encodeOid(OID.signedData), encodeExplicit(0, encodeSequence(...members)));
}

describe("addSignatureTimestamp", () => {
  const token = encodeSequence(encodeOid(OID.signedData));

  it("adds one unsigned attribute and changes nothing that was signed", async () => {
    const cms = await sign();
    const stamped = addSignatureTimestamp(cms, token);
    const before = parseSignedData(cms);
    const after = parseSignedData(stamped);
    expect(after.signerInfo.unsignedAttributes).toEqual([{ oid: OID.signatureTimeStampToken, values: [token] }]);
    expect({ ...after.signerInfo, unsignedAttributes: [] }).toEqual(before.signerInfo);
    expect(after.certificates.map(({ der }) => der)).toEqual(before.certificates.map(({ der }) => der));
    expect(verify(stamped).findings).toEqual([]);
  });

  it("refuses a second one, and what is no DER", async () => {
    const stamped = addSignatureTimestamp(await sign(), token);
    expect(() => addSignatureTimestamp(stamped, token)).toThrow(expect.objectContaining({ code: "duplicate-element" }));
    const cms = await sign();
    expect(() => addSignatureTimestamp(cms, new Uint8Array(3))).toThrow(expect.objectContaining({ name: "DerError" }));
  });
});

describe("parseSignedData refuses", () => {
  const parts = async () => {
    const node = parseDer(await sign()).children[1]?.children[0];
    return (node?.children ?? []).map(encodingOf);
  };
  const changed = async (change: (members: Uint8Array[]) => Uint8Array[]) => contentInfo(...change(await parts()));
  const signerInfoWith = (at: number, member: Uint8Array) =>
    changed((members) => {
      const info = parseDer(members[4] ?? new Uint8Array(0)).children[0];
      const inside = (info?.children ?? []).map(encodingOf);
      return members.with(4, encodeSetOf([encodeSequence(...inside.with(at, member))]));
    });
  const cases: [string, string, () => Promise<Uint8Array>][] = [
    ["zero padding after it", "trailing-bytes", async () => Buffer.concat([await sign(), new Uint8Array(16)])],
    [
      "another content type",
      "unexpected-element",
      async () => encodeSequence(encodeOid(OID.data), encodeExplicit(0, encodeOctetString())),
    ],
    [
      "SignedData version 3 over data",
      "unsupported-version",
      () => changed((members) => members.with(0, encodeInteger(3))),
    ],
    ["no SignerInfo", "missing-element", () => changed((members) => members.with(4, encodeSetOf([])))],
    [
      "two SignerInfos",
      "unexpected-element",
      () => changed((members) => members.with(4, encodeSetOf([...twice(members[4])]))),
    ],
    [
      "a certificate that is none",
      "unexpected-element",
      () => changed((members) => members.with(3, encodeElement(0xa0, encodeNull()))),
    ],
    ["SignerInfo version 3", "unsupported-version", () => signerInfoWith(0, encodeInteger(3))],
    ["no signed attributes", "missing-element", () => signerInfoWith(3, encodeElement(0xa0))],
    ["unsorted signed attributes", "unsorted-set", () => signerInfoWith(3, unsorted())],
    [
      "an attribute without a value",
      "missing-element",
      () => signerInfoWith(3, encodeElement(0xa0, encodeSequence(encodeOid(OID.contentType), encodeSetOf([])))),
    ],
    ["a member too many", "unexpected-element", () => changed((members) => [...members, encodeNull()])],
  ];
  function twice(set: Uint8Array = new Uint8Array(0)) {
    const [info] = parseDer(set).children;
    return info ? [encodingOf(info), encodingOf(info)] : [];
  }
  function unsorted() {
    const all = buildSignedAttributes({
      contentType: OID.data,
      messageDigest: new Uint8Array(32),
      certificate: tree.person.certificate,
    });
    const members = parseDer(all).children.map(encodingOf).reverse();
    return encodeElement(0xa0, ...members);
  }
  it.each(cases)("%s with %s", async (_name, code, make) => {
    const der = await make();
    expect(() => parseSignedData(der)).toThrow(expect.objectContaining({ name: "DerError", code }));
  });

  it("a signature cut off anywhere", async () => {
    const der = await sign();
    expect(contentOf(parseDer(der))).not.toHaveLength(0);
    for (let length = 0; length < der.length; length += 13)
      expect(() => parseSignedData(der.subarray(0, length))).toThrow();
  });
});

const algorithms: SigningAlgorithm[] = ["ecdsa-p256-sha256", "ecdsa-p384-sha384", "rsa-pss-sha256"];

describe.skipIf(!hasOpenssl)("openssl", () => {
  it.each(algorithms)("verifies a %s signature as CAdES, and not over other bytes", async (algorithm) => {
    const { root, issuingCa, person } = await makeHierarchy(algorithm);
    const cms = await sign(person, [issuingCa.certificate]);
    const files = {
      "s.der": cms,
      "m.bin": message,
      "o.bin": Buffer.from("other"),
      "root.pem": pem(root.certificate.der),
    };
    const args = [
      "cms",
      "-verify",
      "-inform",
      "DER",
      "-in",
      "s.der",
      "-binary",
      "-CAfile",
      "root.pem",
      "-purpose",
      "any",
    ];
    const rest = ["-cades", "-no_check_time", "-out", "out.bin"];
    expect(openssl([...args, ...rest, "-content", "m.bin"], files)).toContain("Verification successful");
    expect(tryOpenssl([...args, ...rest, "-content", "o.bin"], files).status).not.toBe(0);
  });
});
