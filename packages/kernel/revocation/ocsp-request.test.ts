import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { type Hierarchy, makeHierarchy } from "../../../fixtures/hierarchy.ts";
import { parseDer } from "../asn1/der.ts";
import {
  encodeExplicit,
  encodeInteger,
  encodeNull,
  encodeOctetString,
  encodeOid,
  encodeSequence,
} from "../asn1/der-writer.ts";
import { OID } from "../asn1/oids.ts";
import { encodeExtensions } from "../x509/encode-extensions.ts";
import {
  buildOcspRequest,
  type CertIdHash,
  certIdMatchesIssuer,
  encodeCertId,
  parseCertId,
  parseOcspRequest,
} from "./ocsp-request.ts";

let tree: Hierarchy;
beforeAll(async () => {
  tree = await makeHierarchy("ecdsa-p256-sha256");
});

describe("a request", () => {
  it("is read back as it was built", () => {
    fc.assert(
      fc.property(
        fc.option(fc.uint8Array({ minLength: 1, maxLength: 32 })),
        fc.constantFrom<CertIdHash>("sha1", "sha256"),
        (bytes, hash) => {
          const query = { certificate: tree.person.certificate, issuer: tree.issuingCa.certificate, hash };
          const request = parseOcspRequest(buildOcspRequest(bytes ? { ...query, nonce: bytes } : query));
          expect(request.nonce).toEqual(bytes);
          expect(request.certIds).toHaveLength(1);
          const [certId] = request.certIds;
          expect(certId).toMatchObject({ hash, serialNumber: tree.person.certificate.serialNumber });
          expect(certId && certIdMatchesIssuer(certId, tree.issuingCa.certificate)).toBe(true);
          expect(certId && certIdMatchesIssuer(certId, tree.root.certificate)).toBe(false);
        },
      ),
      { numRuns: 30 },
    );
  });

  it("asks about several certificates of one issuer, in order, and about no more than are read", () => {
    const issuer = tree.issuingCa.certificate;
    const [certificate, ...others] = [tree.person.certificate, tree.tsu.certificate, tree.organisation.certificate];
    const { certIds } = parseOcspRequest(buildOcspRequest({ certificate, others, issuer }));
    expect(certIds.map((certId) => certId.serialNumber)).toEqual(
      [certificate, ...others].map((one) => one.serialNumber),
    );
    expect(certIds.every((certId) => certIdMatchesIssuer(certId, issuer))).toBe(true);
    const tooMany = new Array<typeof certificate>(100).fill(certificate);
    expect(() => buildOcspRequest({ certificate, others: tooMany, issuer })).toThrow(RangeError);
  });

  it("cannot carry a nonce of another length", () => {
    const query = { certificate: tree.person.certificate, issuer: tree.issuingCa.certificate };
    for (const length of [0, 33]) {
      expect(() => buildOcspRequest({ ...query, nonce: new Uint8Array(length) })).toThrow(RangeError);
    }
  });

  const certId = () =>
    encodeCertId({ certificate: tree.person.certificate, issuer: tree.issuingCa.certificate }, "sha1");
  const list = (count: number) => encodeSequence(...Array.from({ length: count }, () => encodeSequence(certId())));
  const extended = (value: Uint8Array, oid: string = OID.ocspNonce, critical = false) =>
    encodeSequence(encodeSequence(list(1), encodeExplicit(2, encodeExtensions([{ oid, critical, value }]))));
  const cases: [string, string, () => Uint8Array][] = [
    ["nothing", "truncated", () => new Uint8Array(0)],
    [
      "bytes after it",
      "trailing-bytes",
      () => Buffer.concat([encodeSequence(encodeSequence(list(1))), Buffer.from([0])]),
    ],
    ["no request in it", "missing-element", () => encodeSequence(encodeSequence(list(0)))],
    ["a hundred and one", "out-of-range", () => encodeSequence(encodeSequence(list(101)))],
    [
      "version 1 written out",
      "default-encoded",
      () => encodeSequence(encodeSequence(encodeExplicit(0, encodeInteger(0)), list(1))),
    ],
    [
      "version 2",
      "unsupported-version",
      () => encodeSequence(encodeSequence(encodeExplicit(0, encodeInteger(1)), list(1))),
    ],
    ["an empty nonce", "out-of-range", () => extended(encodeOctetString())],
    ["a nonce of 33 bytes", "out-of-range", () => extended(encodeOctetString(new Uint8Array(33)))],
    ["a bare nonce", "truncated", () => extended(new Uint8Array([4, 5, 1]))],
    ["an unknown critical extension", "unexpected-element", () => extended(encodeNull(), "2.999.3", true)],
    [
      "a CertID without serial number",
      "missing-element",
      () =>
        encodeSequence(
          encodeSequence(
            encodeSequence(
              encodeSequence(
                encodeSequence(encodeSequence(encodeOid(OID.sha1)), encodeOctetString(), encodeOctetString()),
              ),
            ),
          ),
        ),
    ],
  ];
  it.each(cases)("is refused: %s, %s", (_name, code, make) => {
    expect(() => parseOcspRequest(make())).toThrow(expect.objectContaining({ name: "DerError", code }));
  });

  it("with an unknown digest is read, but matches nobody", () => {
    const hashes = [encodeOctetString(new Uint8Array(48)), encodeOctetString(new Uint8Array(48))] as const;
    const strange = encodeSequence(encodeSequence(encodeOid(OID.sha384)), ...hashes, encodeInteger(1));
    expect(certIdMatchesIssuer(parseCertId(parseDer(strange)), tree.issuingCa.certificate)).toBe(false);
  });
});
