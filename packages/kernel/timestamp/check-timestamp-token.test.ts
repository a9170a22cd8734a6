import { beforeAll, describe, expect, it } from "vitest";
import {
  daysFromNow,
  type Hierarchy,
  makeHierarchy,
  makeIdentity,
  NOW,
  requestFor,
  TEST_POLICY,
  URLS,
} from "../../../fixtures/hierarchy.ts";
import {
  type Issuing,
  imprintOf,
  issueToken,
  messageImprint,
  nonce,
  requestOf,
} from "../../../fixtures/timestamp-token.ts";
import { encodeInteger, encodeNull, encodeOctetString, encodeOid, encodeSequence } from "../asn1/der-writer.ts";
import { OID } from "../asn1/oids.ts";
import { encodeGeneralizedTime } from "../asn1/times.ts";
import { signSignedData } from "../cms/sign-signed-data.ts";
import { encodeExtensions, keyUsage } from "../x509/encode-extensions.ts";
import type { Extension } from "../x509/extensions.ts";
import { type CertificateProfile, tsuProfile } from "../x509/profiles.ts";
import { checkTimestampToken, type TimestampQuestion } from "./check-timestamp-token.ts";
import { buildTimestampRequest, encodeMessageImprint } from "./request.ts";
import { issueTimestampToken } from "./token.ts";

let tree: Hierarchy;
let stranger: Hierarchy;
beforeAll(async () => {
  tree = await makeHierarchy("ecdsa-p256-sha256");
  stranger = await makeHierarchy("ecdsa-p256-sha256");
});

const issue = (of: Issuing = {}) => issueToken(tree, of);

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

describe("checkTimestampToken", () => {
  it("accepts a token that answers the request, and says who signed it", async () => {
    const check = ask(await issue());
    expect(check).toMatchObject({ ok: true, info: { genTime: NOW } });
    expect(check.ok && check.chain.map(({ fingerprint }) => fingerprint)).toEqual(
      [tree.tsu, tree.issuingCa, tree.root].map(({ certificate }) => certificate.fingerprint),
    );
  });

  const tsuWith = (change: (profile: CertificateProfile) => CertificateProfile) =>
    makeIdentity(
      "ecdsa-p256-sha256",
      (spki) => {
        const subject = { country: "DE", organisation: "O", commonName: "Other unit" };
        const request = { ...requestFor(spki), issuer: tree.issuingCa.certificate, subject, urls: URLS };
        return change(tsuProfile({ ...request, policy: TEST_POLICY }));
      },
      tree.issuingCa.signer,
    );
  const withExtension = (extension: Extension) => (profile: CertificateProfile) => ({
    ...profile,
    extensions: [...profile.extensions.filter(({ oid }) => oid !== extension.oid), extension],
  });
  const withUsage = (critical: boolean, ...purposes: string[]) => {
    const value = encodeSequence(...purposes.map((purpose) => encodeOid(purpose)));
    return tsuWith(withExtension({ oid: OID.extKeyUsage, critical, value }));
  };
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
  const rest = () => [
    encodeInteger(1),
    encodeGeneralizedTime(NOW),
    encodeInteger(BigInt(`0x${Buffer.from(nonce).toString("hex")}`)),
  ];
  const sha3 = "2.16.840.1.101.3.4.2.8";
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
      name: "an imprint by a digest nobody knows, as long as the right one",
      refusal: { code: "wrong-imprint" },
      make: () =>
        handMade(encodeSequence(encodeSequence(encodeOid(sha3)), encodeOctetString(messageImprint.digest)), ...rest()),
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
      name: "a unit whose key is not for signing",
      refusal: { code: "not-a-time-stamping-certificate" },
      make: async () => issue({ tsu: await tsuWith(withExtension(keyUsage("keyEncipherment"))) }),
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
      make: () => handMade(encodeMessageImprint(messageImprint), ...rest(), strange.with(0, 0xa1)),
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
