import { beforeAll, describe, expect, it } from "vitest";
import { type Hierarchy, makeHierarchy, NOW, TEST_POLICY } from "../../../fixtures/hierarchy.ts";
import { hasOpenssl, openssl, opensslMakes, pem, tryOpenssl } from "../../../fixtures/openssl.ts";
import { type Issuing, issueToken, messageImprint, requestOf } from "../../../fixtures/timestamp-token.ts";
import { parseDer } from "../asn1/der.ts";
import {
  encodeBoolean,
  encodeElement,
  encodeInteger,
  encodeNamedBits,
  encodeNull,
  encodeOctetString,
  encodeOid,
  encodeSequence,
} from "../asn1/der-writer.ts";
import { OID } from "../asn1/oids.ts";
import { SigningRefusal } from "../cms/sign-signed-data.ts";
import type { SigningAlgorithm } from "../x509/signature-algorithm.ts";
import { checkTimestampToken } from "./check-timestamp-token.ts";
import { buildTimestampRequest, encodeMessageImprint, TIMESTAMP_FAILURES, type TimestampFailure } from "./request.ts";
import {
  grantTimestamp,
  issueTimestampToken,
  parseTimestampResponse,
  parseTimestampToken,
  rejectTimestamp,
} from "./token.ts";
import { encodeTstInfo, parseTstInfo } from "./tst-info.ts";

let tree: Hierarchy;
let stranger: Hierarchy;
beforeAll(async () => {
  tree = await makeHierarchy("ecdsa-p256-sha256");
  stranger = await makeHierarchy("ecdsa-p256-sha256");
});

const issue = (of: Issuing = {}) => issueToken(tree, of);

describe("a token", () => {
  it("says what was asked, to the second and one second accurate", async () => {
    const token = await issue({ genTime: new Date(NOW.getTime() + 999) });
    const { info, signedData } = parseTimestampToken(token);
    expect(info).toMatchObject({
      policy: TEST_POLICY,
      messageImprint,
      serialNumber: 0xff01n,
      genTime: NOW,
      accuracyMs: 1000,
      unknownCritical: [],
    });
    expect(signedData.certificates).toHaveLength(2);
    expect(signedData.signerInfo.unsignedAttributes).toEqual([]);
  });

  it("carries certificates only when they were asked for", async () => {
    const request = encodeSequence(encodeInteger(1), encodeMessageImprint(messageImprint));
    const token = await issue({ request });
    const { info, signedData } = parseTimestampToken(token);
    expect(signedData.certificates).toEqual([]);
    expect(info.nonceDer).toBeNull();
    const question = { token, messageImprint, anchors: [tree.root.certificate] };
    const certificates = [tree.tsu.certificate, tree.issuingCa.certificate];
    expect(checkTimestampToken({ ...question, certificates }).ok).toBe(true);
    expect(checkTimestampToken(question)).toMatchObject({ ok: false, code: "signature-not-valid" });
  });

  it("is not issued under another policy than asked, nor with another unit's key", async () => {
    const request = buildTimestampRequest({ messageImprint, policy: "2.999.2" });
    await expect(issue({ request })).rejects.toThrow(RangeError);
    const mixed = { ...tree.tsu, signer: stranger.tsu.signer };
    await expect(issue({ tsu: mixed })).rejects.toThrow(SigningRefusal);
  });

  it("cannot have a serial number of more than 160 bits", () => {
    const content = { policy: TEST_POLICY, messageImprint, genTime: NOW, accuracySeconds: 1, nonceDer: null };
    for (const length of [0, 21]) {
      expect(() => encodeTstInfo({ ...content, serialNumber: new Uint8Array(length) })).toThrow(RangeError);
    }
  });

  it("is read with fractions, finer accuracies and all optional members", () => {
    const der = encodeSequence(
      encodeInteger(1),
      encodeOid("2.999.1"),
      encodeMessageImprint(messageImprint),
      encodeInteger(1),
      encodeElement(0x18, Buffer.from("20261121120000.5Z")),
      encodeSequence(encodeElement(0x80, Buffer.from([100])), encodeElement(0x81, Buffer.from([1, 0xf4]))),
      encodeBoolean(true),
      encodeInteger(7),
      encodeElement(0xa0, encodeElement(0xa4, encodeSequence())),
      encodeElement(0xa1, encodeSequence(encodeOid("2.999.8"), encodeBoolean(true), encodeOctetString(encodeNull()))),
    );
    expect(parseTstInfo(der)).toMatchObject({
      genTime: new Date(NOW.getTime() + 500),
      accuracyMs: 100.5,
      unknownCritical: ["2.999.8"],
    });
  });
});

describe("a response", () => {
  it("grants the token as it is", async () => {
    const token = await issue();
    expect(parseTimestampResponse(grantTimestamp(token))).toEqual({ status: "granted", token });
  });

  it.each(Object.keys(TIMESTAMP_FAILURES) as TimestampFailure[])("refuses with %s", (failure) => {
    expect(parseTimestampResponse(rejectTimestamp(failure, "nein, weil …"))).toEqual({
      status: "refused",
      failure,
      text: "nein, weil …",
    });
  });

  const status = (code: number, ...more: Uint8Array[]) => encodeSequence(encodeInteger(code), ...more);
  const token = encodeSequence(encodeOid(OID.signedData));
  const malformed: [string, string, Uint8Array][] = [
    ["granted without a token", "unexpected-element", encodeSequence(status(0))],
    ["refused with a token", "unexpected-element", encodeSequence(status(2), token)],
    ["a status there is not", "out-of-range", encodeSequence(status(6))],
    ["no status", "missing-element", encodeSequence()],
    ["text that is no text", "unexpected-element", encodeSequence(status(2, encodeSequence(encodeNull())))],
    ["bytes after it", "trailing-bytes", Buffer.concat([encodeSequence(status(2)), Buffer.from([0])])],
  ];
  it.each(malformed)("is refused: %s, %s", (_name, code, der) => {
    expect(() => parseTimestampResponse(der)).toThrow(expect.objectContaining({ name: "DerError", code }));
  });

  it("with a failure nobody defined still refuses", () => {
    const der = encodeSequence(status(2, encodeNamedBits([9])));
    expect(parseTimestampResponse(der)).toEqual({ status: "refused", failure: null, text: "" });
    expect(parseDer(der).children).toHaveLength(1);
  });
});

const algorithms: SigningAlgorithm[] = ["ecdsa-p256-sha256", "ecdsa-p384-sha384", "rsa-pss-sha256"];

const AS_CMS = [
  ...["cms", "-verify", "-inform", "DER", "-CAfile", "root.pem", "-purpose", "timestampsign"],
  ...["-cades", "-no_check_time", "-binary", "-out", "info.der"],
];

describe.skipIf(!hasOpenssl)("openssl", () => {
  it.each(algorithms)("asks, is stamped with %s and is content", async (algorithm) => {
    const own = await makeHierarchy(algorithm);
    const files = { "m.bin": Buffer.from("some bytes"), "root.pem": pem(own.root.certificate.der) };
    const query = ["ts", "-query", "-data", "m.bin", "-sha256", "-cert", "-tspolicy", TEST_POLICY, "-out", "q.tsq"];
    const der = opensslMakes(query, "q.tsq", files);
    const token = await issueTimestampToken(
      {
        request: requestOf(der),
        policy: TEST_POLICY,
        serialNumber: new Uint8Array([5]),
        genTime: NOW,
        certificate: own.tsu.certificate,
        chain: [own.issuingCa.certificate],
      },
      own.tsu.signer,
    );
    const all = { ...files, "q.tsq": der, "r.tsr": grantTimestamp(token), "no.tsr": rejectTimestamp("badAlg", "no") };
    const args = ["ts", "-verify", "-queryfile", "q.tsq", "-CAfile", "root.pem"];
    // `openssl ts` rests on its PKCS#7 code, which does not know RSASSA-PSS; `openssl cms` does.
    const judged =
      algorithm === "rsa-pss-sha256"
        ? openssl([...AS_CMS, "-in", "t.der"], { ...all, "t.der": token })
        : openssl([...args, "-in", "r.tsr"], all);
    expect(judged).toMatch(/Verification: OK|Verification successful/);
    expect(tryOpenssl([...args, "-in", "no.tsr"], all).status).not.toBe(0);
    expect(openssl(["ts", "-reply", "-in", "no.tsr", "-text"], all)).toContain("unrecognized or unsupported algorithm");
  });
});
