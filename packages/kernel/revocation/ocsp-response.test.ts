import { beforeAll, describe, expect, it } from "vitest";
import { daysFromNow, type Hierarchy, makeHierarchy, NOW } from "../../../fixtures/hierarchy.ts";
import { hasOpenssl, openssl, opensslMakes, pem } from "../../../fixtures/openssl.ts";
import { parseDer } from "../asn1/der.ts";
import {
  encodeBitString,
  encodeElement,
  encodeEnumerated,
  encodeExplicit,
  encodeOctetString,
  encodeOid,
  encodeSequence,
} from "../asn1/der-writer.ts";
import { OID } from "../asn1/oids.ts";
import type { SigningAlgorithm } from "../x509/signature-algorithm.ts";
import { certIdMatchesIssuer, encodeCertId, nonceExtension, parseCertId, parseOcspRequest } from "./ocsp-request.ts";
import { issueOcspResponse, type OcspStatus, ocspErrorResponse, parseOcspResponse } from "./ocsp-response.ts";

let tree: Hierarchy;
beforeAll(async () => {
  tree = await makeHierarchy("ecdsa-p256-sha256");
});

/** The beginning of an answer by a responder of that name. */
function namedResponder(name: Uint8Array): Uint8Array {
  const basic = encodeSequence(
    encodeSequence(encodeExplicit(1, name)),
    encodeSequence(),
    encodeBitString(new Uint8Array(1)),
  );
  return encodeSequence(encodeOid(OID.ocspBasic), encodeOctetString(basic));
}

const GOOD: OcspStatus = { state: "good" };
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
    [
      "a responder with a name that is none",
      "unexpected-element",
      encodeSequence(encodeEnumerated(0), encodeExplicit(0, namedResponder(encodeSequence(encodeSequence())))),
    ],
    ["bytes after it", "trailing-bytes", Buffer.concat([ocspErrorResponse("tryLater"), Buffer.from([0])])],
    ["another element", "unexpected-element", encodeElement(0x31, encodeEnumerated(0))],
  ];
  it.each(malformed)("is refused: %s, %s", (_name, code, der) => {
    expect(() => parseOcspResponse(der)).toThrow(expect.objectContaining({ name: "DerError", code }));
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
    // -attime is for the certificates only: an answer's own times are compared with today's, whatever day the test stands still at.
    const at = ["-attime", String(NOW.getTime() / 1000 + 60), "-validity_period", String(4e9), "-no_nonce"];
    const output = openssl([...reading, ...at, "-verify_other", "ca.pem"], { ...files, "r.der": response });
    expect(output).toContain("Response verify OK");
    expect(output).toContain("ee.pem: revoked");
    expect(output).toContain("keyCompromise");
  });
});
