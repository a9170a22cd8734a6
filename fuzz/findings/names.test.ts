/**
 * Found by the targets `cms`, `crl`, `tsp-token` and `tsp-response`: a name that is none came through reading and threw from the
 * check, which promises an answer. Names are now read where the structure around them is.
 */
import { beforeAll, describe, expect, it } from "vitest";
import { type Hierarchy, makeHierarchy } from "../../fixtures/hierarchy.ts";
import { issueToken, messageImprint } from "../../fixtures/timestamp-token.ts";
import {
  encodeElement,
  encodeExplicit,
  encodeInteger,
  encodeOctetString,
  encodeSequence,
} from "../../packages/kernel/asn1/der-writer.ts";
import { parseSigningCertificate } from "../../packages/kernel/cms/signing-certificate.ts";
import { checkTimestampToken } from "../../packages/kernel/timestamp/check-timestamp-token.ts";

let tree: Hierarchy;
beforeAll(async () => {
  tree = await makeHierarchy("ecdsa-p256-sha256");
});

describe("a name that is none", () => {
  it("in the signer of a token makes it malformed, not an exception", async () => {
    const token = Buffer.from(await issueToken(tree));
    // The issuer is named last in a signed attribute, and before that in the SignerInfo: the text becomes what is no UTF-8.
    const inAttribute = token.lastIndexOf("Test CA");
    const inSignerInfo = token.lastIndexOf("Test CA", inAttribute - 1);
    expect(inSignerInfo).toBeGreaterThan(token.lastIndexOf(tree.issuingCa.certificate.der));
    const outcomes = [inSignerInfo, inAttribute].map((at) =>
      checkTimestampToken({ token: token.fill(0xff, at, at + 1), messageImprint, anchors: [tree.root.certificate] }),
    );
    token[inSignerInfo] = "T".charCodeAt(0);
    outcomes.push(checkTimestampToken({ token, messageImprint, anchors: [tree.root.certificate] }));
    expect(outcomes.map((check) => !check.ok && check.code)).toEqual(["malformed", "malformed", "signature-not-valid"]);
  });

  it("in the signed attribute that names the certificate is refused where it is read", () => {
    const named = encodeSequence(encodeExplicit(4, encodeSequence(encodeElement(0x30))));
    const certId = encodeSequence(encodeOctetString(new Uint8Array(32)), encodeSequence(named, encodeInteger(1)));
    expect(() => parseSigningCertificate(encodeSequence(encodeSequence(certId)))).toThrow(
      expect.objectContaining({ name: "DerError", code: "unexpected-element" }),
    );
  });
});
