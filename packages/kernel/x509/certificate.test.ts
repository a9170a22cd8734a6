import { X509Certificate } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import {
  daysFromNow,
  type Hierarchy,
  makeHierarchy,
  makeKey,
  requestFor,
  TEST_POLICY,
  URLS,
} from "../../../fixtures/hierarchy.ts";
import { hasOpenssl, openssl, pem } from "../../../fixtures/openssl.ts";
import { DerError, encodingOf, parseDer } from "../asn1/der.ts";
import {
  encodeBitString,
  encodeBoolean,
  encodeExplicit,
  encodeInteger,
  encodeNamedBits,
  encodeNull,
  encodeOctetString,
  encodeOid,
  encodeSequence,
} from "../asn1/der-writer.ts";
import { OID } from "../asn1/oids.ts";
import { encodeTime } from "../asn1/times.ts";
import { parseCertificate } from "./certificate.ts";
import { encodeExtensions } from "./encode-extensions.ts";
import type { Extension } from "./extensions.ts";
import { issueCertificate } from "./issue-certificate.ts";
import { encodeName, formatName } from "./name.ts";
import { organisationProfile, ProfileRefusal, personProfile, rootProfile } from "./profiles.ts";
import type { QcStatements } from "./qc-statements.ts";
import { encodeSignatureAlgorithm, type SigningAlgorithm } from "./signature-algorithm.ts";

let tree: Hierarchy;
beforeAll(async () => {
  tree = await makeHierarchy("ecdsa-p256-sha256");
});

describe("profiles", () => {
  it("give each kind of certificate its extensions", () => {
    const { root, issuingCa, ocspSigner, tsu, person, organisation } = tree;
    expect(root.certificate).toMatchObject({
      basicConstraints: { ca: true, pathLength: null },
      keyUsage: ["keyCertSign", "cRLSign"],
    });
    expect(issuingCa.certificate).toMatchObject({
      basicConstraints: { ca: true, pathLength: 0 },
      keyUsage: ["keyCertSign", "cRLSign"],
      policies: [OID.anyPolicy],
      crlUrls: [URLS.crlUrl],
      authorityKeyIdentifier: root.certificate.subjectKeyIdentifier,
    });
    expect(ocspSigner.certificate).toMatchObject({
      keyUsage: ["digitalSignature"],
      extendedKeyUsage: { purposes: [OID.ocspSigning], critical: false },
      ocspNoCheck: true,
      ocspUrls: [],
      crlUrls: [],
    });
    expect(tsu.certificate).toMatchObject({
      keyUsage: ["digitalSignature"],
      extendedKeyUsage: { purposes: [OID.timeStamping], critical: true },
      ocspNoCheck: false,
    });
    for (const { certificate } of [person, organisation]) {
      expect(certificate).toMatchObject({
        basicConstraints: null,
        keyUsage: ["nonRepudiation"],
        extendedKeyUsage: null,
        policies: [TEST_POLICY, OID.ncp],
        ocspUrls: [URLS.ocspUrl],
        caIssuersUrls: [URLS.caIssuersUrl],
        crlUrls: [URLS.crlUrl],
        ocspNoCheck: false,
        noRevAvail: false,
        qcStatements: null,
        unknownCritical: [],
      });
    }
  });

  it("name persons and organisations as EN 319 412 asks", () => {
    expect(formatName(tree.person.certificate.subject)).toBe(
      "serialNumber=S-0001,CN=Erika Müller-Łukasz,SN=Müller-Łukasz,GN=Erika,C=DE",
    );
    expect(formatName(tree.organisation.certificate.subject)).toBe(
      "CN=Beispiel Siegel,organizationIdentifier=NTRDE-HRB123456,O=Beispiel Vertrauensdienste GmbH,C=DE",
    );
  });

  it("make certificates another implementation reads alike", () => {
    for (const { certificate } of Object.values(tree)) {
      const other = new X509Certificate(certificate.der);
      expect(other.serialNumber.toLowerCase()).toBe(certificate.serialNumber);
      expect(other.fingerprint256.replaceAll(":", "").toLowerCase()).toBe(
        Buffer.from(certificate.fingerprint).toString("hex"),
      );
      expect(new Date(other.validTo)).toEqual(certificate.notAfter);
      expect(other.publicKey.export({ type: "spki", format: "der" })).toEqual(
        Buffer.from(certificate.subjectPublicKeyInfo),
      );
    }
  });

  const subject = { country: "DE", commonName: "A B", givenName: "A", surname: "B", serialNumber: "1" };
  const nothing: QcStatements = { compliance: false, sscd: false, disclosures: [] };
  const oneOf = { url: "https://pki.example/pds-en.pdf", language: "en" };
  it.each([
    ["nothing", nothing, OID.qcpNatural, OID.qcpLegal],
    ["that it is qualified", { ...nothing, compliance: true, disclosures: [oneOf] }, OID.qcpNatural, OID.qcpLegal],
    ["a qualified device", { ...nothing, compliance: true, sscd: true }, OID.qcpNaturalQscd, OID.qcpLegalQscd],
  ] as const)(
    "of qualified certificates state %s, their type and the policy that fits",
    async (_, qualified, natural, legal) => {
      const service = { country: "DE", organisation: "O", organisationIdentifier: "NTRDE-HRB1", commonName: "O" };
      const common = { ...requestFor(makeKey("ecdsa-p256-sha256").spki), urls: URLS, policy: TEST_POLICY, qualified };
      const issuer = tree.issuingCa.certificate;
      for (const [profile, policy, type] of [
        [personProfile({ ...common, issuer, subject }), natural, "0.4.0.1862.1.6.1"],
        [organisationProfile({ ...common, issuer, subject: service }), legal, "0.4.0.1862.1.6.2"],
      ] as const) {
        const certificate = parseCertificate(await issueCertificate(profile, tree.issuingCa.signer));
        expect(certificate).toMatchObject({ policies: [TEST_POLICY, policy], keyUsage: ["nonRepudiation"] });
        expect(certificate.unknownCritical).toEqual([]);
        const oids = new Map([
          ["0.4.0.1862.1.1", qualified.compliance],
          ["0.4.0.1862.1.4", qualified.sscd],
          ["0.4.0.1862.1.5", qualified.disclosures.length > 0],
          ["0.4.0.1862.1.6", true],
          ["0.4.0.1862.1.6.1", type === "0.4.0.1862.1.6.1"],
          ["0.4.0.1862.1.6.2", type === "0.4.0.1862.1.6.2"],
        ]);
        const stated = Buffer.from(certificate.qcStatements ?? []);
        for (const [oid, isThere] of oids) expect(stated.includes(Buffer.from(encodeOid(oid))), oid).toBe(isThere);
        for (const { url, language } of qualified.disclosures)
          for (const text of [url, language]) expect(stated.includes(text)).toBe(true);
      }
    },
  );

  const refused: [string, string, () => unknown][] = [
    ["a serial number of 7 bytes", "serial-number-too-short", () => person({ serialNumber: new Uint8Array(7) })],
    ["one of 21 bytes", "serial-number-too-long", () => person({ serialNumber: new Uint8Array(21).fill(1) })],
    [
      "20 bytes that need a sign",
      "serial-number-too-long",
      () => person({ serialNumber: new Uint8Array(20).fill(255) }),
    ],
    ["an end before the beginning", "validity-empty", () => person({ notAfter: daysFromNow(-2) })],
    ["a certificate that outlives its issuer", "outlives-issuer", () => person({ notAfter: daysFromNow(36500) })],
    ["one that begins before it", "outlives-issuer", () => person({ notBefore: daysFromNow(-30) })],
    ["an issuer that is no CA", "issuer-is-no-ca", () => person({ issuer: tree.person.certificate })],
  ];
  function person(changed: object) {
    const issuer = tree.issuingCa.certificate;
    const { spki } = makeKey("ecdsa-p256-sha256");
    return personProfile({ ...requestFor(spki), issuer, subject, urls: URLS, policy: TEST_POLICY, ...changed });
  }
  it.each(refused)("refuse %s with %s", (_name, code, build) => {
    expect(build).toThrow(expect.objectContaining({ code }));
    expect(build).toThrow(ProfileRefusal);
  });

  it("accept the longest serial number there may be", () => {
    const { spki } = makeKey("ecdsa-p256-sha256");
    const service = { country: "DE", organisation: "O", commonName: "C" };
    const serialNumber = new Uint8Array(20).fill(0x7f);
    expect(rootProfile({ ...requestFor(spki), serialNumber, subject: service }).serialNumber).toBe(serialNumber);
  });
});

const algorithms: SigningAlgorithm[] = ["ecdsa-p256-sha256", "ecdsa-p384-sha384", "rsa-pss-sha256"];

describe.skipIf(!hasOpenssl)("openssl", () => {
  it.each(algorithms)("accepts a whole hierarchy with %s strictly", async (algorithm) => {
    const { root, issuingCa, ...endEntities } = await makeHierarchy(algorithm);
    const files = { "root.pem": pem(root.certificate.der), "ca.pem": pem(issuingCa.certificate.der) };
    for (const { certificate } of Object.values(endEntities)) {
      const args = ["verify", "-x509_strict", "-policy_check", "-attime", "1795262400"];
      const all = { ...files, "ee.pem": pem(certificate.der) };
      expect(openssl([...args, "-CAfile", "root.pem", "-untrusted", "ca.pem", "ee.pem"], all)).toContain("ee.pem: OK");
    }
  });

  it("reads the person's extensions as they are meant", () => {
    const args = ["x509", "-in", "ee.pem", "-noout", "-text", "-nameopt", "utf8,sep_comma_plus"];
    const text = openssl(args, { "ee.pem": pem(tree.person.certificate.der) });
    expect(text).toMatch(/X509v3 Key Usage: critical\s+Non Repudiation\n/);
    expect(text).toContain("Policy: 0.4.0.2042.1.1");
    expect(text).toContain(`OCSP - URI:${URLS.ocspUrl}`);
    expect(text).toContain("Erika Müller-Łukasz");
  });
});

describe("parseCertificate refuses", () => {
  const algorithm = encodeSignatureAlgorithm("ecdsa-p256-sha256");
  const name = encodeName([{ type: "commonName", value: "A" }]);
  const { spki } = makeKey("ecdsa-p256-sha256");
  const validity = encodeSequence(encodeTime(daysFromNow(0)), encodeTime(daysFromNow(1)));
  const v3 = encodeExplicit(0, encodeInteger(2));
  const plain = [v3, encodeInteger(7), algorithm, name, validity, name, spki] as const;
  const certificate = (members: readonly Uint8Array[], outer = algorithm) =>
    encodeSequence(encodeSequence(...members), outer, encodeBitString(new Uint8Array(8)));
  const withExtensions = (...extensions: Extension[]) =>
    certificate([...plain, encodeExplicit(3, encodeExtensions(extensions))]);
  const extension = (oid: string, value: Uint8Array, critical = false): Extension => ({ oid, critical, value });
  const [, ...withoutVersion] = plain;

  it("nothing about the plain one", () => {
    expect(parseCertificate(certificate(plain)).serialNumber).toBe("07");
    expect(parseCertificate(certificate(withoutVersion)).extensions).toEqual([]);
    expect(parseCertificate(withExtensions(extension("2.999.7", encodeNull(), true))).unknownCritical).toEqual([
      "2.999.7",
    ]);
  });

  const falseCritical = encodeSequence(encodeOid("2.999.7"), encodeBoolean(false), encodeOctetString(encodeNull()));
  const cases: [string, string, Uint8Array][] = [
    ["bytes after it", "trailing-bytes", Buffer.concat([certificate(plain), Buffer.from([0])])],
    ["version 2", "unsupported-version", certificate([encodeExplicit(0, encodeInteger(1)), ...withoutVersion])],
    ["version 1 written out", "default-encoded", certificate([encodeExplicit(0, encodeInteger(0)), ...withoutVersion])],
    ["a missing key", "missing-element", certificate(plain.slice(0, 6))],
    ["two algorithms", "unexpected-element", certificate(plain, encodeSignatureAlgorithm("ecdsa-p384-sha384"))],
    ["a member too many", "unexpected-element", certificate([...plain, encodeNull()])],
    [
      "extensions in version 1",
      "unexpected-element",
      certificate([...withoutVersion, encodeExplicit(3, encodeExtensions([]))]),
    ],
    ["no extension at all", "missing-element", withExtensions()],
    [
      "an extension twice",
      "duplicate-element",
      withExtensions(extension("2.999.7", encodeNull()), extension("2.999.7", encodeNull())),
    ],
    [
      "critical FALSE written out",
      "default-encoded",
      certificate([...plain, encodeExplicit(3, encodeSequence(falseCritical))]),
    ],
    ["keyUsage without a bit", "missing-element", withExtensions(extension(OID.keyUsage, encodeNamedBits([])))],
    [
      "keyUsage with a bit that has no name",
      "out-of-range",
      withExtensions(extension(OID.keyUsage, encodeNamedBits([9]))),
    ],
    [
      "a path length without a CA",
      "unexpected-element",
      withExtensions(extension(OID.basicConstraints, encodeSequence(encodeInteger(0)))),
    ],
    [
      "a negative path length",
      "out-of-range",
      withExtensions(extension(OID.basicConstraints, encodeSequence(encodeBoolean(true), encodeInteger(-1)))),
    ],
    [
      "bytes after an extension's value",
      "trailing-bytes",
      withExtensions(extension(OID.ocspNoCheck, new Uint8Array([5, 0, 0]))),
    ],
    ["nocheck that is no NULL", "unexpected-element", withExtensions(extension(OID.ocspNoCheck, encodeInteger(1)))],
  ];
  it.each(cases)("%s with %s", (_name, code, der) => {
    expect(() => parseCertificate(der)).toThrow(expect.objectContaining({ name: "DerError", code }));
  });

  it("a good certificate cut off or changed in any length byte", () => {
    const { der } = tree.person.certificate;
    for (let length = 0; length < der.length; length += 7) {
      expect(() => parseCertificate(der.subarray(0, length))).toThrow(DerError);
    }
    const inner = encodingOf(parseDer(der).children[0] ?? parseDer(der));
    expect(() => parseCertificate(inner)).toThrow(DerError);
  });
});
