import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import {
  daysFromNow,
  type Hierarchy,
  type Identity,
  makeHierarchy,
  makeIdentity,
  NOW,
  requestFor,
  TEST_POLICY,
  URLS,
} from "../../../fixtures/hierarchy.ts";
import { hasOpenssl, openssl, opensslMakes, pem, tryOpenssl } from "../../../fixtures/openssl.ts";
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
import { encodeGeneralizedTime } from "../asn1/times.ts";
import { SigningRefusal, signSignedData } from "../cms/sign-signed-data.ts";
import { encodeExtensions } from "../x509/encode-extensions.ts";
import { tsuProfile } from "../x509/profiles.ts";
import { type DigestAlgorithm, digestOf, type SigningAlgorithm } from "../x509/signature-algorithm.ts";
import { checkTimestampToken, type TimestampQuestion } from "./check-timestamp-token.ts";
import {
  buildTimestampRequest,
  encodeMessageImprint,
  parseTimestampRequest,
  TIMESTAMP_FAILURES,
  type TimestampFailure,
  type TimestampRequest,
} from "./request.ts";
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

const nonce = new Uint8Array([0, 0x80, 1, 2, 3, 4, 5, 6]);
const imprintOf = (text: string, digestAlgorithm: DigestAlgorithm = "sha256") => ({
  digestAlgorithm,
  digest: digestOf(digestAlgorithm, Buffer.from(text)),
});
const messageImprint = imprintOf("a signature value");

function requestOf(der: Uint8Array): TimestampRequest {
  const reading = parseTimestampRequest(der);
  if (!reading.ok) throw new Error(reading.failure);
  return reading.request;
}

type Issuing = { request?: Uint8Array; policy?: string; genTime?: Date; tsu?: Identity; chain?: Hierarchy };

function issue(of: Issuing = {}): Promise<Uint8Array> {
  const { tsu = tree.tsu, chain = tree, policy = TEST_POLICY, genTime = NOW } = of;
  return issueTimestampToken(
    {
      request: requestOf(of.request ?? buildTimestampRequest({ messageImprint, nonce })),
      policy,
      serialNumber: new Uint8Array([0xff, 1]),
      genTime,
      certificate: tsu.certificate,
      chain: [chain.issuingCa.certificate],
    },
    tsu.signer,
  );
}

const ask = (token: Uint8Array, change: Partial<TimestampQuestion> = {}) =>
  checkTimestampToken({
    token,
    messageImprint,
    nonce,
    policy: TEST_POLICY,
    window: { from: new Date(NOW.getTime() - 60_000), to: new Date(NOW.getTime() + 60_000) },
    anchors: [tree.root.certificate],
    ...change,
  });

describe("a request", () => {
  it("is read back as it was built", () => {
    fc.assert(
      fc.property(
        fc.constantFrom<DigestAlgorithm>("sha256", "sha384", "sha512"),
        fc.option(fc.uint8Array({ minLength: 1, maxLength: 20 })),
        fc.option(fc.constant("2.999.4")),
        (digestAlgorithm, octets, policy) => {
          const imprint = imprintOf("x", digestAlgorithm);
          const der = buildTimestampRequest({
            messageImprint: imprint,
            ...(octets ? { nonce: octets } : {}),
            ...(policy ? { policy } : {}),
          });
          const request = requestOf(der);
          expect(request).toMatchObject({ messageImprint: imprint, policy, certificatesRequested: true });
          expect(request.nonceDer === null).toBe(octets === null);
        },
      ),
    );
  });

  const imprint = encodeMessageImprint(messageImprint);
  const sha1 = encodeSequence(encodeSequence(encodeOid(OID.sha1), encodeNull()), encodeOctetString(new Uint8Array(20)));
  const short = encodeSequence(encodeSequence(encodeOid(OID.sha256)), encodeOctetString(new Uint8Array(31)));
  const extensions = encodeElement(0xa0, encodeSequence(encodeOid("2.999.1"), encodeOctetString()));
  const refused: [string, TimestampFailure, Uint8Array][] = [
    ["nothing", "badDataFormat", new Uint8Array(0)],
    ["bytes after it", "badDataFormat", Buffer.concat([encodeSequence(encodeInteger(1), imprint), Buffer.from([0])])],
    ["version 2", "badRequest", encodeSequence(encodeInteger(2), imprint)],
    ["SHA-1", "badAlg", encodeSequence(encodeInteger(1), sha1)],
    ["a digest of another length", "badDataFormat", encodeSequence(encodeInteger(1), short)],
    ["an extension", "unacceptedExtension", encodeSequence(encodeInteger(1), imprint, extensions)],
    ["certReq FALSE written out", "badDataFormat", encodeSequence(encodeInteger(1), imprint, encodeBoolean(false))],
    [
      "members in another order",
      "badDataFormat",
      encodeSequence(encodeInteger(1), imprint, encodeInteger(5), encodeOid("2.999.1")),
    ],
    ["no imprint", "badDataFormat", encodeSequence(encodeInteger(1))],
  ];
  it.each(refused)("is refused: %s, %s", (_name, failure, der) => {
    expect(parseTimestampRequest(der)).toEqual({ ok: false, failure });
  });

  it("cannot be built over a digest of another length", () => {
    const wrong = { digestAlgorithm: "sha384", digest: new Uint8Array(32) } as const;
    expect(() => buildTimestampRequest({ messageImprint: wrong })).toThrow(RangeError);
  });
});

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

describe("checkTimestampToken", () => {
  it("accepts a token that answers the request, and says who signed it", async () => {
    const check = ask(await issue());
    expect(check).toMatchObject({ ok: true, info: { genTime: NOW } });
    expect(check.ok && check.chain.map(({ fingerprint }) => fingerprint)).toEqual(
      [tree.tsu, tree.issuingCa, tree.root].map(({ certificate }) => certificate.fingerprint),
    );
  });

  const tsuWith = (change: (profile: ReturnType<typeof tsuProfile>) => ReturnType<typeof tsuProfile>) =>
    makeIdentity(
      "ecdsa-p256-sha256",
      (spki) => {
        const subject = { country: "DE", organisation: "O", commonName: "Other unit" };
        const request = { ...requestFor(spki), issuer: tree.issuingCa.certificate, subject, urls: URLS };
        return change(tsuProfile({ ...request, policy: TEST_POLICY }));
      },
      tree.issuingCa.signer,
    );
  const withUsage = (critical: boolean, ...purposes: string[]) =>
    tsuWith((profile) => ({
      ...profile,
      extensions: [
        ...profile.extensions.filter(({ oid }) => oid !== OID.extKeyUsage),
        { oid: OID.extKeyUsage, critical, value: encodeSequence(...purposes.map((purpose) => encodeOid(purpose))) },
      ],
    }));
  const tampered = async (find: Uint8Array) => {
    const token = (await issue()).slice();
    const at = Buffer.from(token).indexOf(find) + find.length - 1;
    token[at] = (token[at] ?? 0) ^ 1;
    return token;
  };
  const handMade = (...members: Uint8Array[]) =>
    signSignedData({
      content: {
        kind: "encapsulated",
        contentType: OID.tstInfo,
        bytes: encodeSequence(encodeInteger(1), encodeOid(TEST_POLICY), ...members),
      },
      signer: tree.tsu.signer,
      certificate: tree.tsu.certificate,
      chain: [tree.issuingCa.certificate],
    });
  const strange = encodeExtensions([{ oid: "2.999.9", critical: true, value: encodeNull() }]);

  const cases: {
    name: string;
    refusal: object;
    make: () => Promise<Uint8Array>;
    change?: () => Partial<TimestampQuestion>;
  }[] = [
    {
      name: "another imprint",
      refusal: { code: "wrong-imprint" },
      make: () => issue(),
      change: () => ({ messageImprint: imprintOf("another") }),
    },
    {
      name: "an imprint by another digest",
      refusal: { code: "wrong-imprint" },
      make: () => issue(),
      change: () => ({ messageImprint: imprintOf("a signature value", "sha512") }),
    },
    {
      name: "another nonce",
      refusal: { code: "wrong-nonce" },
      make: () => issue(),
      change: () => ({ nonce: new Uint8Array(8).fill(1) }),
    },
    {
      name: "a replayed token without nonce",
      refusal: { code: "wrong-nonce" },
      make: () => issue({ request: buildTimestampRequest({ messageImprint }) }),
    },
    {
      name: "another policy",
      refusal: { code: "wrong-policy", policy: "2.999.2" },
      make: () => issue({ policy: "2.999.2" }),
    },
    {
      name: "a time before the request",
      refusal: { code: "time-outside-window" },
      make: () => issue({ genTime: daysFromNow(-0.1) }),
    },
    {
      name: "a time after the answer",
      refusal: { code: "time-outside-window" },
      make: () => issue({ genTime: daysFromNow(0.1) }),
    },
    {
      name: "a time-stamping authority nobody trusts",
      refusal: { code: "untrusted-chain", reason: "no-issuer-found" },
      make: () => issue({ tsu: stranger.tsu, chain: stranger }),
    },
    {
      name: "a unit whose certificate had run out",
      refusal: { code: "untrusted-chain", reason: "expired" },
      make: async () => issue({ tsu: await tsuWith((profile) => ({ ...profile, notAfter: daysFromNow(-0.5) })) }),
    },
    {
      name: "a person who stamps",
      refusal: { code: "not-a-time-stamping-certificate" },
      make: () => issue({ tsu: tree.person }),
    },
    {
      name: "an OCSP responder that stamps",
      refusal: { code: "not-a-time-stamping-certificate" },
      make: () => issue({ tsu: tree.ocspSigner }),
    },
    {
      name: "a unit whose purpose is not critical",
      refusal: { code: "not-a-time-stamping-certificate" },
      make: async () => issue({ tsu: await withUsage(false, OID.timeStamping) }),
    },
    {
      name: "a unit with a second purpose",
      refusal: { code: "not-a-time-stamping-certificate" },
      make: async () => issue({ tsu: await withUsage(true, OID.timeStamping, OID.ocspSigning) }),
    },
    {
      name: "a token changed in its TSTInfo",
      refusal: { code: "signature-not-valid", findings: ["message-digest-mismatch"] },
      make: () => tampered(new Uint8Array([2, 3, 0, 0xff, 1])),
    },
    {
      name: "a changed signature",
      refusal: { code: "signature-not-valid", findings: ["signature-invalid"] },
      make: async () => {
        const token = (await issue()).slice();
        token[token.length - 1] = (token[token.length - 1] ?? 0) ^ 1;
        return token;
      },
    },
    { name: "no token", refusal: { code: "malformed" }, make: async () => encodeNull() },
    {
      name: "a signature over something else",
      refusal: { code: "malformed" },
      make: () =>
        signSignedData({
          content: { kind: "encapsulated", contentType: OID.data, bytes: new Uint8Array(3) },
          signer: tree.tsu.signer,
          certificate: tree.tsu.certificate,
          chain: [],
        }),
    },
    {
      name: "a TSTInfo that is cut short",
      refusal: { code: "malformed" },
      make: () => handMade(encodeMessageImprint(messageImprint)),
    },
    {
      name: "a critical extension nobody knows",
      refusal: { code: "unknown-critical-extension" },
      make: () =>
        handMade(
          encodeMessageImprint(messageImprint),
          encodeInteger(1),
          encodeGeneralizedTime(NOW),
          encodeInteger(BigInt(`0x${Buffer.from(nonce).toString("hex")}`)),
          strange.with(0, 0xa1),
        ),
    },
  ];
  it.each(cases)("[T-006] refuses $name", async ({ refusal, make, change }) => {
    expect(ask(await make(), change?.())).toMatchObject({ ok: false, ...refusal });
  });

  it("[T-006] refuses a token whose certificate was exchanged for another one", async () => {
    const twin = await tsuWith((same) => same);
    const token = await issueTimestampToken(
      {
        request: requestOf(buildTimestampRequest({ messageImprint, nonce })),
        policy: TEST_POLICY,
        serialNumber: new Uint8Array([1]),
        genTime: NOW,
        certificate: twin.certificate,
        chain: [],
      },
      twin.signer,
    );
    const forged = Buffer.from(token);
    const at = forged.indexOf(Buffer.from(twin.certificate.fingerprint));
    forged.set(tree.tsu.certificate.fingerprint, at);
    const check = ask(new Uint8Array(forged));
    expect(check).toMatchObject({ ok: false, code: "signature-not-valid" });
    expect(check.ok === false && check.code === "signature-not-valid" && check.findings).toContain(
      "signing-certificate-mismatch",
    );
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
