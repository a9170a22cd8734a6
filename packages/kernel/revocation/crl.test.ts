import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { daysFromNow, type Hierarchy, makeHierarchy, makeKey, NOW } from "../../../fixtures/hierarchy.ts";
import { hasOpenssl, openssl, pem } from "../../../fixtures/openssl.ts";
import { contextTag, parseDer } from "../asn1/der.ts";
import {
  encodeBitString,
  encodeEnumerated,
  encodeExplicit,
  encodeInteger,
  encodeNull,
  encodeSequence,
} from "../asn1/der-writer.ts";
import { OID } from "../asn1/oids.ts";
import { encodeTime } from "../asn1/times.ts";
import { encodeExtensions } from "../x509/encode-extensions.ts";
import { encodeSignatureAlgorithm, type SigningAlgorithm, signMessage } from "../x509/signature-algorithm.ts";
import { checkCrl } from "./check-crl.ts";
import { type CrlContent, encodeRevoked, issueCrl, parseCrl, type RevokedCertificate } from "./crl.ts";
import type { IssuedRevocationReason } from "./revocation-reason.ts";

let tree: Hierarchy;
beforeAll(async () => {
  tree = await makeHierarchy("ecdsa-p256-sha256");
});

const issue = (change: Partial<CrlContent> = {}, signer = tree.issuingCa.signer) =>
  issueCrl(
    {
      issuer: tree.issuingCa.certificate,
      crlNumber: 12n,
      thisUpdate: NOW,
      nextUpdate: daysFromNow(2),
      revoked: [],
      ...change,
    },
    signer,
  );

const revokedPerson = (reason: IssuedRevocationReason = "keyCompromise"): RevokedCertificate => ({
  serialNumber: tree.person.certificate.serialNumber,
  revokedAt: daysFromNow(-0.5),
  reason,
});

const ask = (der: Uint8Array, change: object = {}) =>
  checkCrl({
    crl: parseCrl(der),
    certificate: tree.person.certificate,
    issuer: tree.issuingCa.certificate,
    at: daysFromNow(1),
    ...change,
  });

describe("a list", () => {
  it("that grows by an entry is the same as one written anew", async () => {
    const old = { serialNumber: "11aa", revokedAt: daysFromNow(-3), reason: "superseded" } as const;
    const grown = parseCrl(await issue({ before: encodeRevoked([old]), revoked: [revokedPerson()] }));
    const anew = parseCrl(await issue({ revoked: [old, revokedPerson()] }));
    expect(grown.tbsCertList).toEqual(anew.tbsCertList);
    expect([...grown.entries.keys()]).toEqual([old.serialNumber, revokedPerson().serialNumber]);
  });

  it("is read back as it was issued", async () => {
    const serial = fc
      .uint8Array({ minLength: 8, maxLength: 20 })
      .map((bytes) => Buffer.from(bytes.with(0, 0x11)).toString("hex"));
    const reason = fc.constantFrom<IssuedRevocationReason>(
      "unspecified",
      "keyCompromise",
      "superseded",
      "privilegeWithdrawn",
    );
    const revoked = fc.uniqueArray(
      fc.record({ serialNumber: serial, revokedAt: fc.constant(daysFromNow(-3)), reason }),
      {
        maxLength: 9,
        selector: (entry) => entry.serialNumber,
      },
    );
    await fc.assert(
      fc.asyncProperty(revoked, fc.bigInt({ min: 0n, max: 1n << 150n }), async (entries, crlNumber) => {
        const crl = parseCrl(await issue({ revoked: entries, crlNumber }));
        expect(crl.crlNumber).toBe(crlNumber);
        expect([...crl.entries].map(([serialNumber, entry]) => ({ serialNumber, ...entry }))).toEqual(entries);
      }),
      { numRuns: 30 },
    );
  });

  it("leaves out an empty revokedCertificates and the reason unspecified", async () => {
    const tbs = parseDer(await issue()).children[0];
    // version, algorithm, issuer, two times, extensions
    expect(tbs?.children.map(({ tag }) => tag)).toEqual([2, 0x30, 0x30, 0x17, 0x17, contextTag(0, "constructed")]);
    const entry = parseDer(await issue({ revoked: [revokedPerson("unspecified")] })).children[0]?.children[5]
      ?.children[0];
    expect(entry?.children).toHaveLength(2);
  });

  it("holds more entries than a call has room for arguments", async () => {
    const revoked = Array.from({ length: 200_000 }, (_, i) => ({
      serialNumber: (0x1100000000000000n + BigInt(i)).toString(16),
      revokedAt: NOW,
      reason: "superseded" as const,
    }));
    expect(parseCrl(await issue({ revoked })).entries.size).toBe(revoked.length);
  });

  it("says that expired certificates stay on it, when told so", async () => {
    const crl = parseCrl(await issue({ expiredCertsSince: daysFromNow(-100) }));
    expect(crl.unknownCritical).toEqual([]);
    expect(Buffer.from(crl.der).includes(Buffer.from("551d3c", "hex"))).toBe(true);
  });
});

describe("checkCrl", () => {
  it("tells good from revoked", async () => {
    expect(ask(await issue())).toEqual({ ok: true, status: { state: "good" } });
    const { revokedAt, reason } = revokedPerson();
    expect(ask(await issue({ revoked: [revokedPerson()] }))).toEqual({
      ok: true,
      status: { state: "revoked", revokedAt, reason },
    });
    expect(ask(await issue({ revoked: [revokedPerson("unspecified")] }))).toMatchObject({
      status: { reason: "unspecified" },
    });
  });

  const strange = { oid: OID.issuingDistributionPoint, critical: true, value: encodeSequence() };
  const cases: { name: string; code: string; make: () => Promise<Uint8Array>; change?: () => object }[] = [
    { name: "another issuer's list", code: "other-issuer", make: () => issue({ issuer: tree.root.certificate }) },
    {
      name: "a list asked about another issuer's certificate",
      code: "other-issuer",
      make: () => issue(),
      change: () => ({ certificate: tree.issuingCa.certificate }),
    },
    {
      name: "an issuer that may not sign lists",
      code: "issuer-may-not-sign-lists",
      make: () => issue(),
      change: () => ({ issuer: { ...tree.issuingCa.certificate, keyUsage: ["keyCertSign"] } }),
    },
    {
      name: "a list asked of the same key under another name",
      code: "other-issuer",
      make: () => issue(),
      change: () => ({ issuer: { ...tree.issuingCa.certificate, subject: tree.root.certificate.subject } }),
    },
    { name: "another key", code: "bad-signature", make: () => issue({}, makeKey("ecdsa-p256-sha256").signer) },
    { name: "a partitioned list", code: "unknown-critical-extension", make: () => withExtension(strange) },
    {
      name: "a list from tomorrow",
      code: "from-the-future",
      make: () => issue(),
      change: () => ({ at: daysFromNow(-0.1) }),
    },
    {
      name: "a list of the day before yesterday",
      code: "expired",
      make: () => issue(),
      change: () => ({ at: daysFromNow(2.1) }),
    },
    {
      name: "a list older than asked for",
      code: "too-old",
      make: () => issue(),
      change: () => ({ notBefore: daysFromNow(0.5) }),
    },
  ];
  it.each(cases)("refuses $name with $code", async ({ code, make, change }) => {
    expect(ask(await make(), change?.())).toEqual({ ok: false, code });
  });

  it("refuses a list whose entries were exchanged", async () => {
    const der = (await issue({ revoked: [revokedPerson()] })).slice();
    const at = Buffer.from(der).indexOf(Buffer.from(tree.person.certificate.serialNumber, "hex"));
    der[at + 3] = (der[at + 3] ?? 0) ^ 1;
    expect(ask(der)).toEqual({ ok: false, code: "bad-signature" });
  });
});

const algorithm = encodeSignatureAlgorithm("ecdsa-p256-sha256");

async function signed(...members: readonly Uint8Array[]): Promise<Uint8Array> {
  const tbs = encodeSequence(...members);
  return encodeSequence(tbs, algorithm, encodeBitString(await signMessage(tree.issuingCa.signer, tbs)));
}

const head = () => [encodeInteger(1), algorithm, tree.issuingCa.certificate.subject] as const;
const times = [encodeTime(NOW), encodeTime(daysFromNow(2))] as const;

function withExtension(extension: { oid: string; critical: boolean; value: Uint8Array }): Promise<Uint8Array> {
  return signed(...head(), ...times, encodeExplicit(0, encodeExtensions([extension])));
}

describe("parseCrl refuses", () => {
  const entry = (reason: number) =>
    encodeSequence(
      encodeInteger(5),
      encodeTime(NOW),
      encodeExtensions([{ oid: OID.crlReason, critical: false, value: encodeEnumerated(reason) }]),
    );
  const cases: [string, string, () => Promise<Uint8Array>][] = [
    ["a version 1 list", "unexpected-element", () => signed(...head().slice(1), ...times)],
    ["a version 3 list", "unsupported-version", () => signed(encodeInteger(2), ...head().slice(1), ...times)],
    [
      "an issuer that is no name",
      "unexpected-element",
      () => signed(...head().slice(0, 2), encodeSequence(encodeSequence()), ...times),
    ],
    ["a list without nextUpdate", "missing-element", () => signed(...head(), times[0])],
    ["an empty revokedCertificates", "missing-element", () => signed(...head(), ...times, encodeSequence())],
    [
      "a serial number twice",
      "duplicate-element",
      () => signed(...head(), ...times, encodeSequence(entry(1), entry(1))),
    ],
    ["the unused reason 7", "out-of-range", () => signed(...head(), ...times, encodeSequence(entry(7)))],
    ["a member too many", "unexpected-element", () => signed(...head(), ...times, encodeNull())],
    ["bytes after it", "trailing-bytes", async () => Buffer.concat([await issue(), Buffer.from([0])])],
  ];
  it.each(cases)("%s with %s", async (_name, code, make) => {
    const der = await make();
    expect(() => parseCrl(der)).toThrow(expect.objectContaining({ name: "DerError", code }));
  });
});

const algorithms: SigningAlgorithm[] = ["ecdsa-p256-sha256", "ecdsa-p384-sha384", "rsa-pss-sha256"];

describe.skipIf(!hasOpenssl)("openssl", () => {
  it.each(algorithms)("verifies a list signed with %s and finds the entry", async (name) => {
    const { issuingCa, person } = await makeHierarchy(name);
    const der = await issueCrl(
      {
        issuer: issuingCa.certificate,
        crlNumber: 3n,
        thisUpdate: NOW,
        nextUpdate: daysFromNow(2),
        revoked: [{ serialNumber: person.certificate.serialNumber, revokedAt: NOW, reason: "cessationOfOperation" }],
      },
      issuingCa.signer,
    );
    const files = { "a.crl": der, "ca.pem": pem(issuingCa.certificate.der) };
    const text = openssl(["crl", "-in", "a.crl", "-inform", "DER", "-noout", "-text", "-CAfile", "ca.pem"], files);
    expect(text).toContain("verify OK");
    expect(text).toContain(person.certificate.serialNumber.toUpperCase());
    expect(text).toContain("Cessation Of Operation");
  });
});
