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
  URLS,
} from "../../../fixtures/hierarchy.ts";
import { hasOpenssl, openssl, opensslMakes, pem } from "../../../fixtures/openssl.ts";
import { parseDer } from "../asn1/der.ts";
import {
  encodeElement,
  encodeEnumerated,
  encodeExplicit,
  encodeInteger,
  encodeNull,
  encodeOctetString,
  encodeOid,
  encodeSequence,
} from "../asn1/der-writer.ts";
import { OID } from "../asn1/oids.ts";
import { encodeExtensions } from "../x509/encode-extensions.ts";
import { ocspSignerProfile } from "../x509/profiles.ts";
import type { SigningAlgorithm } from "../x509/signature-algorithm.ts";
import { checkOcspResponse, type OcspQuestion } from "./check-ocsp-response.ts";
import {
  buildOcspRequest,
  type CertIdHash,
  certIdMatchesIssuer,
  encodeCertId,
  nonceExtension,
  parseCertId,
  parseOcspRequest,
} from "./ocsp-request.ts";
import { issueOcspResponse, type OcspStatus, ocspErrorResponse, parseOcspResponse } from "./ocsp-response.ts";

let tree: Hierarchy;
beforeAll(async () => {
  tree = await makeHierarchy("ecdsa-p256-sha256");
});

const GOOD: OcspStatus = { state: "good" };
const nonce = new Uint8Array(16).fill(9);

type Answering = {
  readonly about?: Identity;
  readonly status?: OcspStatus;
  readonly responder?: Identity;
  readonly hash?: CertIdHash;
  readonly signer?: Identity["signer"];
  readonly nextUpdate?: Date | null;
  readonly issuer?: Identity;
};

function answer(of: Answering = {}): Promise<Uint8Array> {
  const {
    about = tree.person,
    status = GOOD,
    responder = tree.ocspSigner,
    hash = "sha256",
    issuer = tree.issuingCa,
  } = of;
  const certificate = about.certificate;
  const certId = parseCertId(parseDer(encodeCertId({ certificate, issuer: issuer.certificate }, hash)));
  const nextUpdate = of.nextUpdate === undefined ? daysFromNow(0.5) : of.nextUpdate;
  const answers = [{ certId, status, thisUpdate: NOW, nextUpdate }];
  return issueOcspResponse(
    { responder: responder.certificate, producedAt: NOW, answers, nonce, archiveCutoff: daysFromNow(-1) },
    of.signer ?? responder.signer,
  );
}

const ask = (der: Uint8Array, change: Partial<OcspQuestion> = {}) =>
  checkOcspResponse({
    response: parseOcspResponse(der),
    certificate: tree.person.certificate,
    issuer: tree.issuingCa.certificate,
    at: daysFromNow(0.1),
    nonce,
    ...change,
  });

const responderWith = (
  change: (extensions: ReturnType<typeof ocspSignerProfile>["extensions"]) => typeof extensions,
  by = tree.issuingCa,
) =>
  makeIdentity(
    "ecdsa-p256-sha256",
    (spki) => {
      const subject = { country: "DE", organisation: "O", commonName: "Other responder" };
      const request = { ...requestFor(spki, 0.1), issuer: by.certificate, subject };
      const profile = ocspSignerProfile({ ...request, caIssuersUrl: URLS.caIssuersUrl });
      return { ...profile, extensions: change(profile.extensions) };
    },
    by.signer,
  );

describe("a request", () => {
  it("is read back as it was built", () => {
    fc.assert(
      fc.property(
        fc.option(fc.uint8Array({ minLength: 1, maxLength: 32 })),
        fc.constantFrom<CertIdHash>("sha1", "sha256"),
        (octets, hash) => {
          const query = { certificate: tree.person.certificate, issuer: tree.issuingCa.certificate, hash };
          const request = parseOcspRequest(buildOcspRequest(octets ? { ...query, nonce: octets } : query));
          expect(request.nonce).toEqual(octets);
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
    ["a nonce of 33 octets", "out-of-range", () => extended(encodeOctetString(new Uint8Array(33)))],
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

describe("checkOcspResponse", () => {
  it.each(["sha1", "sha256"] as const)("tells good from revoked, asked by %s", async (hash) => {
    expect(ask(await answer({ hash }))).toMatchObject({ ok: true, status: { state: "good" } });
    const revoked = { state: "revoked", revokedAt: daysFromNow(-1), reason: "superseded" } as const;
    expect(ask(await answer({ hash, status: revoked }))).toMatchObject({ ok: true, status: revoked });
    const unspecified = { ...revoked, reason: "unspecified" } as const;
    expect(ask(await answer({ hash, status: unspecified }))).toMatchObject({ ok: true, status: unspecified });
  });

  it("answers who signed, the delegate or the issuer itself", async () => {
    const delegated = ask(await answer());
    expect(delegated.ok && delegated.responder.fingerprint).toEqual(tree.ocspSigner.certificate.fingerprint);
    const direct = ask(await answer({ responder: tree.issuingCa }));
    expect(direct.ok && direct.responder.fingerprint).toEqual(tree.issuingCa.certificate.fingerprint);
  });

  const cases: { name: string; code: string; make: () => Promise<Uint8Array>; change?: () => Partial<OcspQuestion> }[] =
    [
      { name: "an error", code: "no-answer", make: async () => ocspErrorResponse("tryLater") },
      { name: "unknown", code: "unknown-certificate", make: () => answer({ status: { state: "unknown" } }) },
      { name: "another serial number", code: "other-certificate", make: () => answer({ about: tree.tsu }) },
      {
        name: "the same serial number of another issuer",
        code: "other-certificate",
        make: () => answer({ issuer: tree.root }),
      },
      {
        name: "an issuer that did not issue the certificate",
        code: "other-certificate",
        make: () => answer(),
        change: () => ({ issuer: tree.root.certificate }),
      },
      {
        name: "another nonce",
        code: "nonce-mismatch",
        make: () => answer(),
        change: () => ({ nonce: new Uint8Array(16) }),
      },
      {
        name: "a key the certificate is not for",
        code: "bad-signature",
        make: () => answer({ signer: tree.person.signer }),
      },
      {
        name: "a person as responder",
        code: "responder-not-authorised",
        make: () => answer({ responder: tree.person }),
      },
      {
        name: "a responder of another CA",
        code: "responder-not-authorised",
        make: async () => answer({ responder: (await makeHierarchy("ecdsa-p256-sha256")).ocspSigner }),
      },
      {
        name: "a responder the root delegated to",
        code: "responder-not-authorised",
        make: async () => answer({ responder: await responderWith((same) => same, tree.root) }),
      },
      {
        name: "a responder with nocheck but without the extended key usage",
        code: "responder-not-authorised",
        make: async () =>
          answer({ responder: await responderWith((all) => all.filter(({ oid }) => oid !== OID.extKeyUsage)) }),
      },
      {
        name: "a responder without nocheck",
        code: "responder-may-be-revoked",
        make: async () =>
          answer({ responder: await responderWith((all) => all.filter(({ oid }) => oid !== OID.ocspNoCheck)) }),
      },
      {
        name: "an answer from later",
        code: "from-the-future",
        make: () => answer(),
        change: () => ({ at: daysFromNow(-0.1) }),
      },
      {
        name: "an answer that ran out",
        code: "expired",
        make: () => answer(),
        change: () => ({ at: daysFromNow(0.6) }),
      },
      {
        name: "an answer from before the timestamp",
        code: "too-old",
        make: () => answer({ nextUpdate: null }),
        change: () => ({ notBefore: new Date(NOW.getTime() + 1000) }),
      },
    ];
  it.each(cases)("refuses $name with $code", async ({ code, make, change }) => {
    expect(ask(await make(), change?.())).toEqual({ ok: false, code });
  });

  it("refuses a responder whose certificate had run out when it answered", async () => {
    const late = daysFromNow(60);
    const certId = parseCertId(
      parseDer(encodeCertId({ certificate: tree.person.certificate, issuer: tree.issuingCa.certificate }, "sha1")),
    );
    const answers = [{ certId, status: GOOD, thisUpdate: late, nextUpdate: null }];
    const content = { responder: tree.ocspSigner.certificate, producedAt: late, answers, nonce: null };
    const der = await issueOcspResponse(content, tree.ocspSigner.signer);
    const check = checkOcspResponse({
      response: parseOcspResponse(der),
      certificate: tree.person.certificate,
      issuer: tree.issuingCa.certificate,
      at: daysFromNow(61),
    });
    expect(check).toEqual({ ok: false, code: "responder-not-valid" });
    expect(ask(der, { at: late })).toEqual({ ok: false, code: "nonce-mismatch" });
  });

  it("refuses a changed status", async () => {
    const der = (await answer()).slice();
    const at = Buffer.from(der).indexOf(Buffer.from("8000", "hex"));
    der[at] = 0x82;
    expect(ask(der)).toEqual({ ok: false, code: "bad-signature" });
  });
});

describe("a response", () => {
  it("has whole seconds, although the clock has not", async () => {
    const at = new Date(NOW.getTime() + 789);
    const certId = parseCertId(
      parseDer(encodeCertId({ certificate: tree.person.certificate, issuer: tree.issuingCa.certificate }, "sha1")),
    );
    const answers = [{ certId, status: GOOD, thisUpdate: at, nextUpdate: null }];
    const content = { responder: tree.ocspSigner.certificate, producedAt: at, answers, nonce: null };
    const response = parseOcspResponse(await issueOcspResponse(content, tree.ocspSigner.signer));
    expect(response).toMatchObject({
      producedAt: NOW,
      nonce: null,
      responses: [{ thisUpdate: NOW, nextUpdate: null }],
    });
  });

  it.each(["malformedRequest", "internalError", "tryLater", "sigRequired", "unauthorized"] as const)(
    "says %s",
    (status) => {
      expect(parseOcspResponse(ocspErrorResponse(status))).toEqual({ status });
    },
  );

  const basic = encodeSequence(encodeOid(OID.ocspBasic), encodeOctetString(encodeSequence()));
  const malformed: [string, string, Uint8Array][] = [
    ["no status", "missing-element", encodeSequence()],
    ["an unused status", "out-of-range", encodeSequence(encodeEnumerated(4))],
    ["success without answer", "missing-element", encodeSequence(encodeEnumerated(0))],
    ["an answer beside an error", "unexpected-element", encodeSequence(encodeEnumerated(2), encodeExplicit(0, basic))],
    ["an empty answer", "missing-element", encodeSequence(encodeEnumerated(0), encodeExplicit(0, basic))],
    [
      "another kind of answer",
      "unexpected-element",
      encodeSequence(encodeEnumerated(0), encodeExplicit(0, encodeSequence(encodeOid("2.999.1"), encodeOctetString()))),
    ],
    ["bytes after it", "trailing-bytes", Buffer.concat([ocspErrorResponse("tryLater"), Buffer.from([0])])],
    ["another element", "unexpected-element", encodeElement(0x31, encodeEnumerated(0))],
  ];
  it.each(malformed)("is refused: %s, %s", (_name, code, der) => {
    expect(() => parseOcspResponse(der)).toThrow(expect.objectContaining({ name: "DerError", code }));
  });

  it("cut off anywhere is refused", async () => {
    const der = await answer();
    for (let length = 0; length < der.length; length += 11)
      expect(() => parseOcspResponse(der.subarray(0, length))).toThrow();
  });

  it("cannot echo a nonce that is too long", () => {
    expect(() => nonceExtension(new Uint8Array(33))).toThrow(RangeError);
  });
});

const algorithms: SigningAlgorithm[] = ["ecdsa-p256-sha256", "ecdsa-p384-sha384", "rsa-pss-sha256"];

describe.skipIf(!hasOpenssl)("openssl", () => {
  it.each(algorithms)("asks, is answered with %s and is content", async (algorithm) => {
    const own = await makeHierarchy(algorithm);
    const files = {
      "root.pem": pem(own.root.certificate.der),
      "ca.pem": pem(own.issuingCa.certificate.der),
      "ee.pem": pem(own.person.certificate.der),
    };
    const asking = ["ocsp", "-issuer", "ca.pem", "-cert", "ee.pem", "-reqout", "q.der"];
    const request = parseOcspRequest(opensslMakes(asking, "q.der", files));
    expect(request.nonce).not.toBeNull();
    const [certId] = request.certIds;
    if (!certId) throw new Error("openssl asked about nothing");
    expect(certIdMatchesIssuer(certId, own.issuingCa.certificate)).toBe(true);
    const status = { state: "revoked", revokedAt: daysFromNow(-1), reason: "keyCompromise" } as const;
    const answers = [{ certId, status, thisUpdate: NOW, nextUpdate: daysFromNow(0.5) }];
    const content = { responder: own.ocspSigner.certificate, producedAt: NOW, answers, nonce: request.nonce };
    const response = await issueOcspResponse(content, own.ocspSigner.signer);
    const reading = ["ocsp", "-respin", "r.der", "-issuer", "ca.pem", "-cert", "ee.pem", "-CAfile", "root.pem"];
    const at = ["-attime", String(NOW.getTime() / 1000 + 60), "-no_nonce"];
    const output = openssl([...reading, ...at, "-verify_other", "ca.pem"], { ...files, "r.der": response });
    expect(output).toContain("Response verify OK");
    expect(output).toContain("ee.pem: revoked");
    expect(output).toContain("keyCompromise");
  });
});
