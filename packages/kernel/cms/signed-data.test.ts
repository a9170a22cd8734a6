import { beforeAll, describe, expect, it } from "vitest";
import { contentInfo, signMessageDetached, verifyDetached as verify } from "../../../fixtures/detached-signature.ts";
import { type Hierarchy, type Identity, makeHierarchy } from "../../../fixtures/hierarchy.ts";
import { contentOf, encodingOf, parseDer } from "../asn1/der.ts";
import {
  encodeElement,
  encodeExplicit,
  encodeInteger,
  encodeNull,
  encodeOctetString,
  encodeOid,
  encodeSequence,
  encodeSetOf,
} from "../asn1/der-writer.ts";
import { OID } from "../asn1/oids.ts";
import type { Certificate } from "../x509/certificate.ts";
import { buildSignedAttributes } from "./sign-signed-data.ts";
import { addSignatureTimestamp, parseSignedData } from "./signed-data.ts";

let tree: Hierarchy;
beforeAll(async () => {
  tree = await makeHierarchy("ecdsa-p256-sha256");
});

const sign = (by: Identity = tree.person, chain: readonly Certificate[] = [tree.issuingCa.certificate]) =>
  signMessageDetached(by, chain);

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
    [
      "an issuer that is no name",
      "unexpected-element",
      () => signerInfoWith(1, encodeSequence(encodeSequence(encodeNull()), encodeInteger(1))),
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
